"""Who said what: the lines of a chat's log as messages, each with a name.

That is told by a header line (`Ann — Today at 18:30`, `Ann wrote:`), by a time and a name before
the words (`[18:30] Ann: F6`, `<Ann> F6`), or by a name alone in every line.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, zip_longest

from bot.engine.any_game import is_turn
from bot.engine.record import COLOURS

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
