"""Tests of what the referee says."""
