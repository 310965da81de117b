"""How fair each game is: thousands of games of a program against itself, counted.

- `row.FairnessRow`: a row of the table, or games that belong to one.
- `state.rows_of(text)`: the rows that a text of such lines adds up to; `state.shipped()` are those
  of the table that comes with the program, which `docs/fairness.md` shows.
- `playing.play_batch(...)`: more games of a row. The same seed and number give the same game on
  every machine, so that it does not matter who plays which, or when.
"""
