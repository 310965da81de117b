"""Copies a database to another place, such as from SQLite to PostgreSQL: `referee move`.

`source` and `target` say what the two databases have to be, and what is done to them; `contents`
what is in either, row by row and in one order; `move` copies, reads everything back and compares.
"""
