"""Tests of logs of every kind."""
