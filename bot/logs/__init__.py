"""What is logged: which match a line is about, how it is written, and what must never be in it."""
