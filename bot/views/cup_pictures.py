"""A picture of a cup in words: the same names and results, for those who can't see it.

Discord takes 1,024 signs with a picture, and a page of a bracket can have more. Then the least is
left out first: of a table what parted whom, the tie-breaks, and the wins, ties and losses; of names
their ends. A page in a browser has no such limit and is told all.
"""

from collections.abc import Callable, Iterator, Sequence

from bot.wording import cup_pictures as words
from bot.wording.position import LONGEST
from bot.wording.tidy import tidy
from renderers.cup_scene import BracketMatch, BracketScene, TableRow, TableScene

_TITLE = _WHOLE = 80
_SHORTER = (32, 24, 18, 14, 11, 9, 7, 5)
"""So much of a name is told, the longest that leaves room for all results."""


def bracket_in_words(page: BracketScene, longest: int | None = LONGEST) -> str:
    """What a page of a bracket shows; with a limit names are cut, and at the worst its end is."""
    return _within(longest, lambda name, _: _bracket(page, name), (0,))


def table_in_words(page: TableScene, longest: int | None = LONGEST) -> str:
    """What a page of a table shows, as of a sheet with one table."""
    return tables_in_words((page,), longest)


def tables_in_words(sheet: Sequence[TableScene], longest: int | None = LONGEST) -> str:
    """What a sheet of tables shows; with a limit figures are left out, and names are cut."""

    def told(name: int, detail: int) -> str:
        return " ".join(_table(page, name, detail) for page in sheet)

    return _within(longest, told, (3, 2, 1, 0))


def _within(longest: int | None, tell: Callable[[int, int], str], details: tuple[int, ...]) -> str:
    """The fullest telling that fits: less detail before shorter names."""
    if longest is None:
        return tell(_WHOLE, details[0])
    tries = [(_SHORTER[0], detail) for detail in details]
    tries += [(name, details[-1]) for name in _SHORTER[1:]]
    for name, detail in tries:
        told = tell(name, detail)
        if len(told) <= longest:
            return told
    return tidy(told, longest)


def _bracket(page: BracketScene, name: int) -> str:
    rounds = [
        words.round_alt(part.title, one.title, (_match(match, name) for match in one.matches))
        for part in page.parts
        for one in part.rounds
    ]
    champion = tidy(page.champion, name)
    return words.bracket_alt(tidy(page.title, _TITLE), page.caption, rounds, champion)


def _match(match: BracketMatch, name: int) -> str:
    told = [
        (slot.winner, words.side_alt(tidy(slot.name or slot.awaited, name), slot.score))
        for slot in match.slots
        if not slot.bye
    ]
    if len(told) < len(match.slots):
        return words.bye_alt(match.number, told[0][1] if told else "")
    (won, one), (lost, other) = sorted(told, key=lambda side: not side[0])
    return words.met_alt(match.number, one, other, won=won and not lost)


def _table(page: TableScene, name: int, detail: int) -> str:
    rows = [
        words.row_alt(
            row.place,
            tidy(row.name, name),
            row.points,
            row.note,
            list(_figures(page, row, detail)),
            row.parted_by if detail > 2 else "",
        )
        for row in page.rows
    ]
    return words.table_alt(
        tidy(page.title, _TITLE), page.caption, rows, page.through, page.through_word
    )


def _figures(page: TableScene, row: TableRow, detail: int) -> Iterator[str]:
    if detail > 0:
        yield row.record
    if detail > 1:
        yield from (f"{head} {text}" for head, text in zip(page.ties, row.ties, strict=True))
