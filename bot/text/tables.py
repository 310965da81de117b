"""Tables → posts: CSV, TSV and Markdown, with a row of headings above.

Either one column names the player and another the turn, or two columns are headed by the players
and hold their turns.
"""

import csv
import re
from collections.abc import Sequence
from itertools import islice

from bot.engine.chat import is_turn
from bot.engine.record import COLOURS
from bot.text.posts import LogPost
from bot.text.stamps import moment_in, times_of
from bot.text.words import words

_PLAYER, _MOVE, _TIME = words("player"), words("move"), words("time")
_COLOUR_BEHIND = re.compile(r"\s*[(\[](?P<colour>[^\W\d_]+)[)\]]\s*$")
_NO_NAME = re.compile(r"^[\W\d]*$|[0-9]:[0-9]")
_HEAD, _SAMPLE = 40, 200
"""Signs in a heading, and rows by which columns are told apart."""
_Row = tuple[int, list[str]]


def posts_of(lines: Sequence[str], first: int = 1) -> tuple[list[LogPost], bool, dict[str, str]]:
    """The posts of a table, whether its days can be read in two ways, and the players' colours."""
    for delimiter in "\t;|,":
        rows = _rows(lines, first, delimiter)
        if len(rows) > 1:
            head, body = rows[0][1], rows[1:]
            posts, open_days, colours = _listed(head, body)
            posts = posts or _bare(rows)
            if not posts:
                posts, colours = _side_by_side(head, body)
            if posts:
                return posts, open_days, colours
    return [], False, {}


def _rows(lines: Sequence[str], first: int, delimiter: str) -> list[_Row]:
    filled = [line for line in lines if line.strip()]
    if len(filled) < 2 or any(delimiter not in line for line in filled[:2]):
        return []
    if delimiter == "|":
        rows = [
            (place, [cell.strip() for cell in line.strip().strip("|").split("|")])
            for place, line in enumerate(lines, first)
            if line.strip()
        ]
        return [row for row in rows if any(cell.strip("-: ") for cell in row[1])]
    try:
        reader = csv.reader([f"{line}\n" for line in lines], delimiter=delimiter)
        return [
            (first - 1 + reader.line_num, [cell.strip() for cell in row])
            for row in reader
            if any(row)
        ]
    except csv.Error:
        return []


def _listed(head: list[str], body: list[_Row]) -> tuple[list[LogPost], bool, dict[str, str]]:
    """The posts where one column names the player and another the turn."""
    named = [cell.casefold().strip("#*_ ") for cell in head]
    player = next((n for n, cell in enumerate(named) if cell in _PLAYER), None)
    moves = [n for n, cell in enumerate(named) if cell in _MOVE and n != player]
    if player is None or not moves:
        return [], False, {}
    move = max(moves, key=lambda n: sum(is_turn(_cell(row, n)) for _, row in body[:_SAMPLE]))
    times = [n for n, cell in enumerate(named) if cell in _TIME and n not in (player, move)]
    moments = [moment_in(" ".join(_cell(row, n) for n in times)) for _, row in body]
    at, open_days = times_of(moments)
    posts = [
        LogPost(_cell(row, player), when, _cell(row, move), line=place)
        for (place, row), when in zip(body, at, strict=True)
        if _cell(row, move)
    ]
    return posts, open_days, {}


def _bare(rows: list[_Row]) -> list[LogPost]:
    """The posts of two columns without headings, a name and a turn in each row."""
    names = {row[0] for _, row in rows}
    if any(len(row) != 2 for _, row in rows) or len(names) < 2:
        return []
    sample = rows[:_SAMPLE]
    if sum(is_turn(row[-1]) for _, row in sample) * 2 < len(sample):
        return []
    if len(names) * 2 > len(rows) or any(is_turn(name) or _NO_NAME.search(name) for name in names):
        return []
    return [LogPost(row[0], None, row[1], line=place) for place, row in rows]


def _side_by_side(head: list[str], body: list[_Row]) -> tuple[list[LogPost], dict[str, str]]:
    """The posts where two columns hold the turns of whoever their headings name."""
    columns = []
    for number, cell in enumerate(head):
        cells = (row[number] for _, row in body if number < len(row) and row[number])
        written = list(islice(cells, _SAMPLE))
        turns = sum(is_turn(text) for text in written)
        if written and turns * 3 >= len(written) * 2 and len(cell) > 1 and not is_turn(cell):
            columns.append(number)
    if len(columns) != 2 or len(head[columns[0]]) > _HEAD or len(head[columns[1]]) > _HEAD:
        return [], {}
    colours: dict[str, str] = {}
    names = {}
    for number in columns:
        behind = _COLOUR_BEHIND.search(head[number])
        told = behind is not None and behind["colour"].casefold() in COLOURS
        names[number] = _COLOUR_BEHIND.sub("", head[number]) if told else head[number]
        if behind is not None and told:
            colours[behind["colour"].casefold()] = names[number]
    posts = [
        LogPost(names[number], None, _cell(row, number), line=place)
        for place, row in body
        for number in columns
        if _cell(row, number)
    ]
    return posts, colours


def _cell(row: list[str], number: int) -> str:
    return row[number] if number < len(row) else ""
