"""The document on how fair the games are, `docs/fairness.md`."""

from collections.abc import Iterable, Sequence

from bot.engine.turn import Colour
from bot.web.hall.fairness_page import WANTED, FairnessRow

_METHOD = """\
# How fair the games are

Who wins when a program plays thousands of games against itself: for each game and size of board
the part that the first player won.

- **First wins** is that part of the games that somebody won; ties are counted beside it. The
  interval is Wilson's, with a certainty of 95 %: where 50 % lies within, these games show no
  advantage of either player. It says how much chance is in the count, not how well was played.
- **Ties** are in 100 games, **turns** the mean length of a game. **Larger turns** is how many turns
  of a game placed more stones than usual (in Catchup three), where the game knows such turns.
- **Perfect play** says who wins from the empty board if nobody errs, where every line was searched;
  elsewhere the game is not solved.
- Each game begins with a random turn of either player; both then are the same player:
"""
_PLAYERS = """\
| played by | what it does |
|---|---|
| `heuristic+8` | looks once at each cell, as `heuristic` of `referee spar`; and \
with 8 empty cells or fewer it makes no error where it can win. `heuristic+10`: with 10 |
| `fills:16` | for each turn has the board filled at random 16 times, and places as many stones \
as it may on the cells that went most often with a win; of the game it knows only what is legal \
and who has won. `fills:8` and `fills:6`: 8 and 6 times |
"""
_MEANING = """\
## What the numbers mean

They are about these players, not about the games. Both are weak: `heuristic` loses every game to
the level `strong` of the [sparring partner](sparring.md), which plays too slowly for thousands of
games; `fills` wins 8 to 10 of 10 games against random play (in Catena 7 to 9) and was never
measured against anything better. No player looks a turn ahead before the end. So an advantage that
has to be used with skill is not seen, nor that a skilled opponent would take one away. Where a game
is solved the two can be compared: on side 3 `genius` is lost for the first player, whoever wins
most of the games here. What holds on one board need not hold on the next. And each game begins with
random turns: a first turn that is better than all others counts for little, and so would the right
to change sides after it.
"""
_HEAD = """\
| game | side | first wins | 95 % | ties | turns | larger turns | perfect play | games | played by |
|---|---|---|---|---|---|---|---|---|---|
"""


def document(rows: Sequence[FairnessRow]) -> str:
    """The whole document, in Markdown."""
    seeds = _listed(str(row.seed) for row in rows)
    versions = _listed(version for row in rows for version in row.version.split(", "))
    made = (
        f"## How it was made\n\nBy `python -m bench.fairness`, version {versions}, seed {seeds}. "
        "A game is drawn from the seed, the game's key, the side and its own number, counted from "
        "0: whoever types the same gets the same table, on any machine and with any number of "
        "processes. Every turn is ruled as in a match, and the tests have an independent referee "
        "rule such games once more. [`bench/README.md`](../bench/README.md) says what it takes.\n"
    )
    return "\n".join((_METHOD, _PLAYERS, table(rows), _MEANING, made))


def table(rows: Sequence[FairnessRow]) -> str:
    """The rows as a table, and below it what is missing."""
    lines = "".join(f"| {' | '.join(_cells(row))} |\n" for row in rows)
    few = [row for row in rows if row.games < WANTED]
    note = f"\n(*) Fewer than {WANTED:,} games so far.\n" if few else ""
    return f"{_HEAD}{lines}{note}"


def _cells(row: FairnessRow) -> tuple[str, ...]:
    few = " (*)" if row.games < WANTED else ""
    per_game = None if row.extra is None else row.extra / row.games
    return (
        f"`{row.ruleset}`",
        str(row.side),
        "–" if row.share is None else f"{row.share:.1%}",
        "–" if row.interval is None else "{:.1%} to {:.1%}".format(*row.interval),
        f"{100 * row.ties / row.games:.1f}",
        f"{row.turns / row.games:.1f}",
        "–" if per_game is None else f"{per_game:.2f}",
        _solved_text(row.solved),
        f"{row.games:,}{few}",
        f"`{row.player}`",
    )


def _solved_text(winner: Colour | None) -> str:
    return "not solved" if winner is None else f"{winner.name.lower()} wins"


def _listed(words: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(words))
