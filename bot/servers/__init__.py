"""What belongs to a server rather than to a match: its settings, results and ratings."""
