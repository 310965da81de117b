"""Games that the referee's own announcements tell: where there are any, they are the game."""

import re
from collections.abc import Sequence

from bot.engine.chat import is_turn
from bot.engine.notation import BUTTON, PASS
from bot.engine.record import COLOURS, Entry, Record

Line = tuple[int, str]

_FORMATS = re.compile(r"[*_`]")
_PLAYED = re.compile(
    r"\W*(?P<colour>[^\W\d_]{2,20}) "
    r"(?:played (?P<turn>[^.{}]{1,200})|(?P<passed>passed)|took the (?P<button>button))\.(?!\S)"
)
_UNDONE = re.compile(r"\blast(?: (?P<many>[0-9]{1,3}))? turns?\b")
_UNDOING, _ENDING, _REOPENING = "↩", "🏁", "↪"
_REOPENED = re.compile(r"\breopened the match\.(?P<taken> The turn that ended it is taken back\.)?")
_WINS = re.compile(r"\W*(?P<colour>[^\W\d_]{2,20}) wins\b")
_TIED = re.compile(r"\W*A tie\b")
_TERMINATIONS = {
    "resigned": "resignation",
    "time ran out": "time",
    "a forfeit by": "forfeit",
    "decided the match": "adjudication",
    "Both players agreed": "abandonment",
    "there is no result": "cancelled",
}


def announced(lines: Sequence[Line]) -> list[Record]:
    """The games that the referee's announcements tell."""
    records: list[Record] = []
    turns: list[Entry] = []
    for place, line in lines:
        bare = _FORMATS.sub("", line)
        played = _PLAYED.match(bare)
        if played is not None and played["colour"].casefold() in COLOURS:
            turn = played["turn"] or (PASS if played["passed"] else BUTTON)
            if is_turn(turn):
                by = played["colour"].casefold()
                turns.append(Entry(tuple(turn.split()), by=by, line=place))
        elif _UNDOING in line and (undone := _UNDONE.search(bare)):
            del turns[-int(undone["many"] or 1) :]
        elif _REOPENING in line and records and not turns and (again := _REOPENED.search(bare)):
            turns = list(records.pop().turns)
            del turns[len(turns) - bool(again["taken"]) :]
        if turns and _ENDING in line:
            records.append(_ended(turns, bare))
            turns = []
    return [*records, Record((), tuple(turns))] if turns else records


def _ended(turns: list[Entry], line: str) -> Record:
    """A game whose result was told; only what the board does not tell is kept of it."""
    termination = next((key for words, key in _TERMINATIONS.items() if words in line), "")
    told = line.partition(_ENDING)[2]
    wins = _WINS.match(told)
    winner = [wins["colour"].casefold()] if wins else []
    colours = tuple(dict.fromkeys([*(turn.by for turn in turns), *winner]))
    tags: list[tuple[str, str]] = []
    if termination:
        nobodys = "tie" if _TIED.match(told) else "*"
        tags = [("Result", winner[0] if winner else nobodys), ("Termination", termination)]
    if len(colours) == 2:
        tags.append(("Colours", " ".join(colours)))
    return Record(tuple(tags), tuple(turns))
