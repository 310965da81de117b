"""Tests of the local room: over TCP, as a process, and in a real browser."""
