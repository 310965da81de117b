"""Runs the tests many times, half of them on a busy machine, and names every one that ever failed.

make test-steady TIMES=10
"""
