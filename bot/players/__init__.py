"""Programs that play, and that look back on games: pure, and no part of what is ruled.

What is asked of them, all of plain values that can be sent to another process:

- `levels.choose(game, level, seed)`: the turn that a partner of a `Level` makes. The same seed and
  position give the same turn on every machine, as budgets are games tried and never seconds.
- `solver.solver(game)`: who gets what for certain where few cells are open, and with which turns.
- `review.review(start, turns, seed)`: a `Review` of the turns made from a position.

A `Game` is a position of any ruleset as they see it; `game.game_at(ruleset, position)` makes one of
the engine's. Turns are the engine's `Turn`. Nothing here is asked about a match that is still open
but by the partner that plays in it.
"""
