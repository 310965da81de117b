"""Takes home what a search finds: as records, as JSON lines, or as CSV.

A server of a hundred thousand matches is written out as it is read, some hundred at a time: neither
the referee nor whoever takes it needs memory for all of them. Names are those that the pages show.
"""

import csv
import io
import json
from collections.abc import Callable, Iterable
from datetime import timedelta

from bot.engine.record import Entry, Record, write
from bot.engine.turn import Colour
from bot.referee.events import Termination
from bot.servers.results import NO_RESULT, Result
from bot.storage.records import Listed
from bot.storage.results import BETWEEN
from bot.web.hall.listing import LONGEST_NAME
from bot.wording.tidy import tidy

COLUMNS = (
    "match", "began", "ended", "ruleset", "options", "side", "format", "first", "second",
    "first_colour", "second_colour", "result", "termination", "sparring", "turns", "long_turns",
    "seconds", "cup", "moves",
)  # fmt: skip
"""What is told of a match, in this order."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How that begins which a spreadsheet would work out instead of showing it."""


def told(found: Listed) -> dict[str, object] | None:
    """A match as plain values by the names in `COLUMNS`; None where it can't be read."""
    result = found.result
    if result is None or not found.readable:
        return None
    began = found.ended - timedelta(seconds=found.seconds)
    first, second = (_name(result, colour) for colour in Colour)
    values = (
        found.match, began.isoformat(), found.ended.isoformat(), found.ruleset, found.options,
        found.side, result.format, first, second, *result.colours, _outcome(result),
        result.termination.value, result.sparring, found.turns, found.long_turns, found.seconds,
        found.cup, found.moves,
    )  # fmt: skip
    return dict(zip(COLUMNS, values, strict=True))


def as_json_lines(matches: Iterable[Listed]) -> bytes:
    """A line for each match; `moves` is a list of its turns."""
    lines = []
    for values in filter(None, map(told, matches)):
        moves = str(values["moves"])
        lines.append(json.dumps(values | {"moves": moves.split(BETWEEN) if moves else []}))
    return "".join(f"{line}\n" for line in lines).encode()


def as_csv(matches: Iterable[Listed]) -> bytes:
    """A row for each match, without a head."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    for values in filter(None, map(told, matches)):
        writer.writerow([_plain(value) for value in values.values()])
    return text.getvalue().encode()


def head_of_csv() -> bytes:
    """The names of the columns, before all rows."""
    return (",".join(COLUMNS) + "\r\n").encode()


def as_records(matches: Iterable[Listed]) -> bytes:
    """The records one after the other, as `referee replay` reads them."""
    records = [_record(values) for values in filter(None, map(told, matches))]
    return "".join(f"{record}\n\n" for record in records).encode()


def _record(values: dict[str, object]) -> str:
    colours = str(values["first_colour"]), str(values["second_colour"])
    tags = {
        "Ruleset": values["ruleset"],
        "Options": values["options"],
        "Side": values["side"],
        "Colours": " ".join(colours),
        "First": colours[0],
        "Format": values["format"],
        colours[0].capitalize(): values["first"],
        colours[1].capitalize(): values["second"],
        "Date": str(values["began"])[:10],
        "Result": values["result"],
        "Termination": values["termination"],
        "Match": values["match"],
    }
    moves = str(values["moves"])
    turns = [Entry(tuple(turn.split())) for turn in moves.split(BETWEEN)] if moves else []
    kept = tuple((key, str(value)) for key, value in tags.items() if value != "")
    resigned = values["termination"] == Termination.RESIGNATION
    return write(Record(kept, tuple(turns), resigned)).rstrip("\n")


def _outcome(result: Result) -> str:
    if result.termination in NO_RESULT:
        return "*"
    return "tie" if result.winner is None else result.colours[result.winner]


def _name(result: Result, colour: Colour) -> str:
    return tidy(result.players[colour].name, LONGEST_NAME)


def _plain(value: object) -> object:
    """A value that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


EXPORTS: dict[str, tuple[Callable[[Iterable[Listed]], bytes], str, bytes]] = {
    "txt": (as_records, "text/plain", b""),
    "jsonl": (as_json_lines, "application/jsonl", b""),
    "csv": (as_csv, "text/csv", head_of_csv()),
}
"""How matches are written, by the end of the file's name; its type, and what stands before all."""
