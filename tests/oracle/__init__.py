"""A second referee, slow and literal: the games of the rules page with sets, dicts and flood fill.

It shares no code with the engine, so that the two can be compared turn by turn.
"""
