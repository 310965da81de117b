"""The pictures of a cup: bracket, page by page, and tables, as PNGs and in words.

Discord takes 1,024 signs with a picture, and a page of a bracket can have more. Then the least is
left out first: of a table what parted whom, the tie-breaks, and the wins, ties and losses; of names
their ends. A page in a browser has no such limit and is told all. A Swiss has no bracket: who asks
for one is shown the table.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from bot.cups.pairing import groups
from bot.cups.state import CupState
from bot.servers.settings import Look
from bot.views.cup_brackets import RunningPairing
from bot.views.cup_scenes import bracket_scene, table_scenes
from bot.wording import cup_pictures as words
from bot.wording.cup_answers import caption_text
from bot.wording.position import LONGEST
from bot.wording.writing import tidy
from renderers.bracket import bracket_png
from renderers.cup_scene import BracketMatch, BracketScene, TableRow, TableScene, bracket_pages
from renderers.scene import DrawnPicture
from renderers.table import Sheet, sheet_png, table_sheets

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


_Page = TypeVar("_Page")
MOST = 10
"""Discord takes no more files with a message."""


def bracket_pictures(state: CupState, look: Look) -> list[DrawnPicture]:
    """The pages of a bracket; of a system that has none, its tables."""
    pages = _few(_bracket_scenes(state, look))
    return list(map(_drawn_page, pages)) if pages else table_pictures(state, look)


def table_pictures(state: CupState, look: Look) -> list[DrawnPicture]:
    """The pages of the tables."""
    return list(map(_drawn_sheet, _few(_tables(state, look))))


def main_picture(state: CupState, look: Look) -> DrawnPicture | None:
    """The one picture that goes with an announcement: the last page of a bracket, or a table."""
    if not _plays_in_groups(state) and (pages := _bracket_scenes(state, look)):
        return _drawn_page(pages[-1])
    sheets = _tables(state, look)
    return _drawn_sheet(sheets[0]) if sheets else None


def _plays_in_groups(state: CupState) -> bool:
    """Whether tables say more: the knockout after the groups has not begun."""
    if state.started is None or state.opened.plan.system != "groups":
        return False
    return state.round < groups.first_knockout_round(groups.drawn(state.cup()))


def _few(pages: Sequence[_Page]) -> Sequence[_Page]:
    """As many as fit; the last one has the champion."""
    return pages if len(pages) <= MOST else (*pages[: MOST - 1], pages[-1])


def _bracket_scenes(state: CupState, look: Look) -> tuple[BracketScene, ...]:
    if state.started is None:
        return ()
    playing = [RunningPairing(one.round, one.pairing) for one in state.playing]
    system, name, caption = state.opened.plan.system, state.opened.name, caption_text(state)
    scene = bracket_scene(system, state.cup(), name, caption, playing, look.theme)
    return () if scene is None else bracket_pages(scene)


def _tables(state: CupState, look: Look) -> tuple[Sheet, ...]:
    if state.started is None:
        return ()
    system, name, caption = state.opened.plan.system, state.opened.name, caption_text(state)
    return table_sheets(table_scenes(system, state.cup(), name, caption, look.theme))


def _drawn_page(page: BracketScene) -> DrawnPicture:
    return DrawnPicture(bracket_png(page), bracket_in_words(page))


def _drawn_sheet(sheet: Sheet) -> DrawnPicture:
    return DrawnPicture(sheet_png(sheet), tables_in_words(sheet))
