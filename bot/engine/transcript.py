"""Games in what was said: a chat's log, a channel copied from Discord, the referee's own words.

Who said what is told by a header line (`Ann — Today at 18:30`, `Ann wrote:`), by a time and a name
before the words (`[18:30] Ann: F6`, `<Ann> F6`), or by a name alone in every line. What is no turn
is talk. Where the referee's announcements are among it they are the game, and the players' words
are not looked at: an announcement is what was ruled.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, zip_longest

from bot.engine.chat import SPELLINGS, doubted, is_turn, read_message
from bot.engine.notation import BUTTON, PASS
from bot.engine.plaintext import unseen
from bot.engine.record import COLOURS, RESIGN, Entry, Record
from bot.engine.turn import DOUBTS, Talk

_TIME = r"[0-9]{1,2}[:.][0-9]{2}(?:[:.][0-9]{2})?(?: ?[AaPp]\.?[Mm]\.?| Uhr)?"
_HEADER = re.compile(rf"(?P<name>\S.{{0,60}}?)\s+—\s+[^—]{{0,40}}{_TIME}")
_REST_OF_HEADER = re.compile(rf"\s*—\s*(?:[^—]{{0,40}}{_TIME})?")
_MOMENT = re.compile(rf"[^—:]{{0,40}}{_TIME}")
_BADGE = re.compile(r"\s*(?:APP|BOT)$")
_STAMP = rf"\[?(?:[0-9][0-9./-]{{5,9}},?[ T])?{_TIME}\]?\s*(?:[-–]\s*)?"
_TIMED = re.compile(
    rf"(?:(?:{_STAMP})?<[@+%&~ ]*(?P<irc>[^<>]{{1,40}})>(?!\S)"
    rf"|{_STAMP}(?P<name>[^\s:<>][^:<>]{{0,39}}):)"
    r"\s*(?P<text>.*)"
)
_WROTE = re.compile(
    r"@?(?P<name>\S.{0,60}?) (?:wrote|said|schrieb|hat geschrieben|a écrit)\b[^:]{0,60}:"
    r"(?: ?↑.{0,60})?"
)
_TELEGRAM = re.compile(rf"(?P<name>\S.{{0,60}}?), \[[^\]]{{0,20}}{_TIME}\]")
_UNNAMED = re.compile(rf"(?:\[{_TIME}\]\s*|[0-9]{{1,2}}:[0-9]{{2}}\s+)(?P<text>.*)")
_NAMED = re.compile(r"(?P<name>[^\W\d_][^:{}\[\]/]{0,39}):\s+(?P<text>\S.*)")
_EDITED = (
    r"(?:\((?:edited|bearbeitet|modifié|editado|modificato|bewerkt|edytowano|ред\.)\)"
    r"|<(?:This message was edited|Diese Nachricht wurde bearbeitet)\.?>)"
)
_MARK_BEHIND = re.compile(rf"{_EDITED}\Z", re.IGNORECASE)
_PROGRAMS_OWN = re.compile(rf"(?:NEW|NEU|NOUVEAU|NUEVO|{_EDITED})", re.IGNORECASE)
_REACTION = re.compile(r"(?::[\w+-]+:|[^\w\s]{1,8})")
"""What a chat program writes among the messages, and what is copied with them."""
_LEAST_NAMED = 2

Line = tuple[int, str]
"""A line and its number in the text."""


@dataclass(slots=True)
class Speech:
    """What somebody said at once."""

    name: str
    lines: list[Line] = field(default_factory=list)


def without_additions(lines: Sequence[str], first: int) -> Iterator[Line]:
    """The lines without what the program adds: "(edited)", "NEW", reactions with their counts."""
    counted = False
    for place, (line, behind) in enumerate(zip_longest(lines, lines[1:], fillvalue=""), first):
        bare = line.strip()
        if counted or _PROGRAMS_OWN.fullmatch(bare):
            counted = False
            continue
        counted = behind.strip().isdigit() and _REACTION.fullmatch(bare) is not None
        if not counted:
            yield place, _MARK_BEHIND.sub("", line.rstrip())


def messages_of(lines: Sequence[Line]) -> list[Speech]:
    """Who said what; nothing if no line tells."""
    messages: list[Speech] = []
    for (_, before), (place, line) in pairwise(((0, ""), *lines)):
        bare = line.strip()
        header = _HEADER.fullmatch(bare) or _TELEGRAM.fullmatch(bare)
        timed, unnamed = _TIMED.fullmatch(bare), _UNNAMED.fullmatch(bare)
        if timed is not None:
            messages.append(Speech(timed["irc"] or timed["name"], [(place, timed["text"])]))
        elif header is not None:
            messages.append(Speech(_BADGE.sub("", header["name"])))
        elif before.strip() and _REST_OF_HEADER.fullmatch(line):
            if messages and messages[-1].lines:
                messages[-1].lines.pop()
            messages.append(Speech(_BADGE.sub("", before.strip())))
        elif (
            messages
            and not messages[-1].lines
            and before.strip() == "—"
            and _MOMENT.fullmatch(line)
        ):
            continue
        elif unnamed is not None:
            # The same person as before, or nobody knows who.
            name = messages[-1].name if messages else ""
            messages.append(Speech(name, [(place, unnamed["text"])]))
        elif messages:
            messages[-1].lines.append((place, line))
    return _without_previews(messages) or _wrote(lines) or _named(lines)


def _without_previews(messages: list[Speech]) -> list[Speech]:
    """The messages without what Discord shows above an answer, before its header line.

    That is the name of whoever is answered, and a line of what they wrote before.
    """
    written: set[tuple[str, str]] = set()
    for number, message in enumerate(messages, start=1):
        said = [(place, line.strip()) for place, line in message.lines if line.strip()]
        above, preview = said[:-2], [line for _, line in said[-2:]]
        written |= _previewed(message.name, above)
        answers = len(preview) == 2 and (preview[0].removeprefix("@"), preview[1]) in written
        if answers and number < len(messages):
            message.lines = above
        else:
            written |= _previewed(message.name, said)
    return messages


def _previewed(name: str, lines: Sequence[Line]) -> set[tuple[str, str]]:
    """What a preview can show of somebody's words: a message of one line, or all in one line."""
    texts = [line for _, line in lines]
    return {(name, text) for text in (*texts, " ".join(texts))}


def _wrote(lines: Sequence[Line]) -> list[Speech]:
    """What stands under lines as `Ann wrote:`, if they name two people or more."""
    messages: list[Speech] = []
    for place, line in lines:
        header = _WROTE.fullmatch(line.strip())
        if header is not None:
            messages.append(Speech(header["name"]))
        elif messages:
            messages[-1].lines.append((place, line))
    return messages if len({message.name for message in messages}) >= _LEAST_NAMED else []


def _named(lines: Sequence[Line]) -> list[Speech]:
    """Lines that mostly begin with one of two names; colours are labels, and read with the game.

    A line without a name goes on with what was said above it.
    """
    messages: list[Speech] = []
    for place, line in lines:
        said = _NAMED.fullmatch(line.strip())
        if said is not None:
            messages.append(Speech(said["name"], [(place, said["text"])]))
        elif not line.strip():
            continue
        elif not messages:
            return []
        else:
            messages[-1].lines.append((place, line))
    names = {message.name for message in messages}
    turns = sum(is_turn(message.lines[0][1]) for message in messages)
    unnamed = sum(len(message.lines) - 1 for message in messages)
    if unnamed > len(messages) or len(names) < _LEAST_NAMED or turns * 2 < len(messages):
        return []
    return [] if any(name.casefold() in COLOURS for name in names) else messages


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
