"""Tests of the places where matches are held."""
