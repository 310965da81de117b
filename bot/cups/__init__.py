"""Cups: who meets whom, how they stand, who is the champion. Pure: time and lots are passed in."""
