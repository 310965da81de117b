"""The sub-commands of `referee` that serve no matches: each prints what it found and ends."""
