"""Topics of forums: posts, lines and turns."""
