"""Puzzles, pure: positions near the end with one turn that wins, and the proof of it."""
