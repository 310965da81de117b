"""Games in what was said: a chat's log, a channel copied from Discord, the referee's own words.

Who said what is told by the lines themselves (`speakers.py`), and what is no turn is talk. Where
the referee's announcements are among it they are the game, and the players' words are not looked
at: an announcement is what was ruled.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from bot.engine.any_game import SPELLINGS, is_turn
from bot.engine.chat import doubted, read_message
from bot.engine.notation import BUTTON, PASS
from bot.engine.plaintext import unseen
from bot.engine.record import COLOURS, RESIGN, Entry, Record
from bot.engine.speakers import Line, Speech, messages_of, without_additions
from bot.engine.talk import DOUBTS, Talk

_FORMATS = re.compile(r"[*_`]")
_NUMBER = re.compile(r"\(?([0-9]{1,3}(?:\.+|…|\)))\s[^\n]*\Z")
"""The number of a turn; several lines with numbers are a list of its stones."""
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
_NO_TURN = frozenset((Talk.TALK, Talk.PASS, Talk.RESIGN, Talk.SWAP))
"""Talk that names no cell."""


def games(text: str, first: int = 1) -> list[Record]:
    """The games of a log of a room, none of another text; `first` is the number of its line 1."""
    lines = list(without_additions([unseen(line) for line in text.split("\n")], first))
    return _announced(lines) or _chatted(messages_of(lines))


def _announced(lines: Sequence[Line]) -> list[Record]:
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


def _chatted(messages: Sequence[Speech]) -> list[Record]:
    """The game of the first two people who wrote turns.

    Of two who talk of cells one may have written every turn that can be read: then the other's may
    be missing, and the one plays one side all the same.
    """
    heard = [(message.name, turn) for message in messages for turn in _turns(message)]
    said = [(name, turn) for name, turn in heard if turn.words]
    players = list(dict.fromkeys(name for name, _ in said))[:2]
    speakers = {name for name, _ in heard}
    # Whoever played both sides alone is no side.
    told = len(speakers) > 1
    may_play = players if len(players) > 1 else speakers
    # A player's line may be a turn with talk in it; of others a whole turn alone is of interest.
    passed_over = tuple(turn.line for name, turn in heard if bool(turn.words) != (name in may_play))
    entries = [replace(turn, by=name if told else "") for name, turn in said if name in players]
    if not entries:
        return []
    resigner, place = _resignation(messages, players, entries[-1].line)
    last = next(name for name, _ in reversed(said) if name in players)
    if place and resigner == last and (told or len(entries) == 1):
        # A record has only the player to move resign, so that this is told as out of turn.
        resignation = Entry((RESIGN,), by=resigner, line=place)
        return [Record((), (*entries, resignation), passed_over=passed_over)]
    return [Record((), tuple(entries), resigned=place > 0, passed_over=passed_over)]


def _resignation(messages: Sequence[Speech], players: list[str], behind: int) -> tuple[str, int]:
    """Who resigns first behind a line, and in which; line 0 where nobody does.

    While one person alone has made turns, anybody may be the other player.
    """
    for message in messages:
        if message.name in players or len(players) == 1:
            for place, line in message.lines:
                if place > behind and _resigns(line):
                    return message.name, place
    return "", 0


def _resigns(line: str) -> bool:
    return "?" not in line and read_message(line, SPELLINGS[0]) is Talk.RESIGN


def _turns(message: Speech) -> Iterator[Entry]:
    """The turns in a message; one over several lines is one, and talk that may be one has no words.

    Whoever refereed it did not take what is doubtful for a turn either.
    """
    whole = _whole(message)
    if read_message(whole, SPELLINGS[0]) in DOUBTS - {Talk.RANGE}:
        yield Entry((), line=message.lines[0][0])
        return
    if is_turn(whole):
        yield _entry(message.lines[0][0], whole)
        return
    for (place, line), (_, behind) in pairwise((*message.lines, (0, ""))):
        if is_turn(line) and not any(doubted(line, [behind], SPELLINGS[0])):
            yield _entry(place, line.strip())
        elif read_message(line, SPELLINGS[0]) not in _NO_TURN:
            yield Entry((), line=place)


def _whole(message: Speech) -> str:
    return "\n".join(line.strip() for _, line in message.lines).strip()


def _entry(place: int, text: str) -> Entry:
    number = _NUMBER.match(text)
    return Entry(tuple(text.split()), said=text, line=place, number=number[1] if number else "")
