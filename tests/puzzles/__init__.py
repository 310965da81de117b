"""Puzzles, checked without the program that made them."""
