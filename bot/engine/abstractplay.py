"""Games of Abstract Play: the record it lets players download, and its list of moves as copied.

The record is JSON: `header` and `moves`, a list of rounds with one move a seat (a string, an
object with `move`, or null). The list on a game's page is a table of two columns, whose cells are
a number without a full stop and a move, and so it is copied: `1 e5 2 c3,f3`. Rows are lettered
from the bottom, in lower case.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from bot.engine.board import LARGEST_SIDE, SMALLEST_SIDE
from bot.engine.record import RESIGN, Entry, Record

_MOVE = re.compile(r"[a-z][0-9]{1,2}(?:,[a-z][0-9]{1,2})*|resign|timeout|pass")
_SIZE = re.compile(r"(?<![0-9])[0-9]{1,2}(?![0-9])")
_TIMEOUT = "timeout"
_KEYS = {"catchup": "genius"}
"""Their names of games that are called otherwise here."""
_MOST_IN_FRONT = 20
"""Words before the first move of a table: the players' names."""


def games(text: str) -> list[Record]:
    """The games of a text in one of the two forms; none if it is in neither."""
    downloaded = _downloaded(text)
    if downloaded:
        return downloaded
    table = _table(text.split())
    return [_record({"Notation": "bottom"}, table)] if table else []


def _downloaded(text: str) -> list[Record]:
    if not text.lstrip().startswith(("{", "[")):
        return []
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return []
    if isinstance(value, Mapping):
        value = [value]
    if value and all(isinstance(game, Mapping) and "moves" in game for game in value):
        return [_of_header(game.get("header"), list(_moves(game["moves"]))) for game in value]
    moves = list(_moves(value))
    played = bool(moves) and all(_MOVE.fullmatch(move) for move in moves)
    return [_record({"Notation": "bottom"}, moves)] if played else []


def _moves(rounds: object) -> Iterator[str]:
    """The moves of all rounds, in the order they were made."""
    for seats in rounds if isinstance(rounds, list) else ():
        made = [
            move for move in (seats if isinstance(seats, list) else [seats]) if move is not None
        ]
        if all(isinstance(move, dict) and isinstance(move.get("sequence"), int) for move in made):
            made.sort(key=lambda move: move["sequence"])
        for move in made:
            yield " ".join(str(move.get("move", "") if isinstance(move, dict) else move).split())


def _table(words: Sequence[str]) -> list[str]:
    """The moves of a copied table; none if the words are no such table."""
    start = next((n for n, word in enumerate(words[: _MOST_IN_FRONT + 1]) if word == "1"), None)
    if start is None or len(words[start:]) % 2:
        return []
    numbers, moves = words[start::2], words[start + 1 :: 2]
    counted = all(number == str(count) for count, number in enumerate(numbers, start=1))
    return list(moves) if counted and all(map(_MOVE.fullmatch, moves)) else []


def _of_header(header: object, moves: list[str]) -> Record:
    header = header if isinstance(header, dict) else {}
    game, site = (_part(header, key) for key in ("game", "site"))
    name = str(game.get("name", "")).strip().casefold()
    key = _KEYS.get(name, name)
    colours = ("red", "blue") if key == "genius" else ("black", "white")
    players = [player for player in _list(header, "players") if isinstance(player, dict)]
    tags = {
        "Ruleset": key,
        "Side": _side(_list(game, "variants")),
        "Colours": " ".join(colours),
        "Notation": "bottom",
        "Site": str(site.get("name", "")),
        "Date": str(header.get("date-end", "")),
    }
    for colour, player in zip(colours, players, strict=False):
        tags[colour.capitalize()] = str(player.get("name", ""))
    overdue = colours[len(moves) % 2] if moves[-1:] == [_TIMEOUT] else ""
    tags["Result"] = _result(colours, [player.get("result") for player in players]) or overdue
    return _record(tags, moves)


def _part(header: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = header.get(key)
    return value if isinstance(value, dict) else {}


def _list(header: Mapping[str, Any], key: str) -> list[Any]:
    value = header.get(key)
    return value if isinstance(value, list) else []


def _side(variants: Iterable[object]) -> str:
    """The side that a variant such as `size-6` names; "" for the usual one."""
    numbers = (int(number) for variant in variants for number in _SIZE.findall(str(variant)))
    return next((str(number) for number in numbers if SMALLEST_SIDE <= number <= LARGEST_SIDE), "")


def _result(colours: tuple[str, str], results: Sequence[object]) -> str:
    """The colour of the player with the greater result; "" where they don't tell."""
    numbers = [result for result in results if isinstance(result, int | float)]
    if len(numbers) != 2:
        return ""
    return "tie" if numbers[0] == numbers[1] else colours[numbers.index(max(numbers))]


def _record(tags: Mapping[str, str], moves: list[str]) -> Record:
    """The game; a last move `resign` or `timeout` is how it ended."""
    last = moves[-1:]
    header = {key: value for key, value in tags.items() if value}
    if last == [_TIMEOUT]:
        header["Termination"] = "time"
    turns = moves[:-1] if last in ([RESIGN], [_TIMEOUT]) else moves
    entries = (Entry(tuple(move.replace(",", " ").split())) for move in turns)
    return Record(tuple(header.items()), tuple(entries), resigned=last == [RESIGN])
