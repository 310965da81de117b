"""What stands in the pictures of a cup, and what they show, in words, for those who can't see them.

A bracket is told match by match: "Semi-finals: 9 Ann 2 beat Bob 1; 10 Cid has a bye". A table is
told row by row: "1 Ann 4½ (4–1–2, BH 20, SB 15); 2 Bob 4½ (4–1–2, BH 20, SB 13, parted by SB)".
"""

from collections.abc import Iterable, Sequence
from string import ascii_uppercase

from bot.cups import standings
from bot.wording.phrases import figure_text, nth

NOBODY = "nobody"
"""Stands in a match to which nobody came."""
WITHDREW = "withdrew"
THROUGH = "to the knockout"
UNBEATEN, ONE_LOSS, FINAL = "Without a loss", "One loss", "Final"
"""The parts of a double elimination."""
POINTS, RECORD = "points", "W–T–L"
MARKS = {
    standings.DIRECT.name: "direct",
    standings.CUT.name: "BH−1",
    standings.BUCHHOLZ.name: "BH",
    standings.BERGER.name: "SB",
    standings.WINS.name: "wins",
    standings.LATE.name: "late",
    standings.LOT.name: "lot",
}
"""Tie-breaks in a few letters, for heads and beside rows; `docs/cups.md` explains them."""
_LAST_ROUNDS = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}


def tree_round_title(matches: int) -> str:
    """What a round of a knockout is called, by how many matches it has."""
    return _LAST_ROUNDS.get(matches, f"Round of {2 * matches}")


def drawn_round_title(number: int) -> str:
    """What a round is called where rounds are drawn one by one."""
    return f"Round {number}"


def winner_of(match: int) -> str:
    """Stands where the winner of an earlier match will."""
    return f"winner of {match}"


def awaited_place(place: int, group: int) -> str:
    """Stands where somebody of a group will, both counted from 0: `1st of A`."""
    return f"{nth(place + 1)} of {group_letter(group)}"


def group_place(place: int, group: int) -> str:
    """By what place of what group somebody is in the knockout: `A1`."""
    return f"{group_letter(group)}{place + 1}"


def group_title(title: str, group: int) -> str:
    """What a group's table is called."""
    return f"{title}: group {group_letter(group)}"


def group_letter(group: int) -> str:
    """`A` to `Z`, then `AA`, `AB` and so on; groups are counted from 0."""
    more, last = divmod(group, len(ascii_uppercase))
    return (group_letter(more - 1) if more else "") + ascii_uppercase[last]


def record_of(won: int, tied: int, lost: int) -> str:
    """Wins, ties and losses, as `RECORD` heads them."""
    return f"{won}–{tied}–{lost}"


def score_of(halves: int | None, *, walkover: bool, lost: bool) -> str:
    """What somebody scored in a match: `1½`, `w.o.`, `½, w.o.` after a tie.

    `halves` are those of its games, None if there was none; it is `lost` where nobody won.
    """
    words = [] if halves is None else [figure_text(halves / 2)]
    words += ["w.o."] * walkover + ["lost"] * lost
    return ", ".join(words)


def side_alt(name: str, score: str) -> str:
    """Somebody and what they scored."""
    return f"{name} {score}".rstrip()


def met_alt(number: int, one: str, other: str, *, won: bool) -> str:
    """A match; `one` is the winner's side where one has `won`."""
    return f"{number} {one} {'beat' if won else 'against'} {other}"


def bye_alt(number: int, name: str) -> str:
    """A place in a round that needs no match."""
    return f"{number} {name} has a bye" if name else f"{number} nobody"


def round_alt(part: str, title: str, matches: Iterable[str]) -> str:
    """A round with its matches; `part` is the bracket it belongs to, "" where there is one."""
    head = ", ".join(word for word in (part, title) if word)
    return (f"{head}: " if head else "") + f"{'; '.join(matches)}."


def bracket_alt(title: str, caption: str, rounds: Sequence[str], champion: str) -> str:
    """A whole page of a bracket."""
    end = [f"Champion: {champion}."] if champion else []
    return " ".join([_headed(title, caption), *rounds, *end])


def row_alt(
    place: str, name: str, points: str, note: str, figures: Sequence[str], parted_by: str
) -> str:
    """A row of a table."""
    words = [word for word in (note, *figures) if word]
    words += [f"parted by {parted_by}"] if parted_by else []
    return f"{place} {name} {points}" + (f" ({', '.join(words)})" if words else "")


def table_alt(title: str, caption: str, rows: Sequence[str], through: int | None, word: str) -> str:
    """A whole page of a table; after `through` rows it is said who goes on."""
    if not through:
        return f"{_headed(title, caption)} {'; '.join(rows)}."
    above, below = "; ".join(rows[:through]), "; ".join(rows[through:])
    line = f"{_headed(title, caption)} {above}. Up to here: {word}."
    return f"{line} {below}." if below else line


def _headed(title: str, caption: str) -> str:
    return f"{title} ({caption})." if caption else f"{title}."
