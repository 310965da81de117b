"""Measures the referee: sizes, and times as ratios to a yardstick of the same run."""
