"""What web pages show of a match, the same for whoever serves them: views, scripts, looks."""
