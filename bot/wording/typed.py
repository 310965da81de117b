"""The referee's sentences where there is nothing to press: each says what to write instead.

On a forum "Press Ready, both of you." becomes "Write `@referee ready`, both of you.", and what is
a slash command elsewhere is a line that begins with the referee's mention. A test reads the whole
page of sentences and sees to it that none is left that says "press".
"""

import re
from collections.abc import Iterable

_PRESSED = {
    "Ready": "ready",
    "Start now": "host begin",
    "Pause": "host pause",
    "Resume": "host resume",
    "Rematch": "match start",
    "Join": "cup join",
    "I'm here": "cup join",
}
_PRESS = re.compile(rf"\b([Pp])ress(es)? ({'|'.join(_PRESSED)})\b")
_SLASH = re.compile(
    r"(?<![\w/`])/((?:match|host|cup|my) [a-z]+(?: match:\d+)?"
    r"|matches|history|player|leaderboard|setup|help)\b"
)
_JOINER = "\u2060"
_INSTEAD = {"accept": "match accept", "decline": "match decline", "komi": "match choose 3"}


def typed(text: str, referee: str) -> str:
    """The text as it tells what to write; the referee is mentioned by the name `referee`.

    Names in examples mention nobody.
    """
    text = re.sub(rf"@(?=\w)(?!{re.escape(referee)}\b)", f"@{_JOINER}", text)

    def instead(press: re.Match[str]) -> str:
        verb = "Write" if press[1] == "P" else "write"
        return f"{verb}{'s' if press[2] else ''} {order(_PRESSED[press[3]], referee)}"

    return _SLASH.sub(lambda slash: order(slash[1], referee), _PRESS.sub(instead, text))


def order(command: str, referee: str) -> str:
    """A command as it is typed."""
    return f"`@{referee} {command}`"


def at_length(turn: str, least: int) -> str:
    """A turn as it is written where a message needs so many characters; by itself if it has them.

    `E5` becomes `move: E5`, with talk behind it if need be.
    """
    written = turn if len(turn) >= least else f"`move: {turn}`"
    for words in (", good luck", " to both of us"):
        if len(written.strip("`")) < least:
            written = f"{written[:-1]}{words}`"
    return written


def choices_text(actions: Iterable[str], referee: str) -> str:
    """What to write instead of pressing buttons; "" where a sentence has said it."""
    orders: dict[str, None] = {}
    for action in actions:
        head, _, tail = action.partition("-")
        if head in ("first", "take"):
            orders[order(f"match choose {tail}", referee)] = None
        elif head in _INSTEAD:
            number = tail.rpartition("-")[2] if head == "accept" else ""
            which = f" {number}" if number.isdigit() else ""
            orders[order(f"{_INSTEAD[head]}{which}", referee)] = None
    return f"Write {' or '.join(orders)}." if orders else ""
