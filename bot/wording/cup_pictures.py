"""What the pictures of a cup show, in words, for those who can't see them.

A bracket is told match by match: "Semi-finals: 9 Ann 2 beat Bob 1; 10 Cid has a bye". A table is
told row by row: "1 Ann 4½ (4–1–2, BH 20, SB 15); 2 Bob 4½ (4–1–2, BH 20, SB 13, parted by SB)".
"""

from collections.abc import Iterable, Sequence


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
