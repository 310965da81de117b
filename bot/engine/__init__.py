"""The rules of the games. Pure: the standard library only, no I/O, no clock, no randomness."""
