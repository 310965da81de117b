"""Discord's own signs in a message's text, as the grammar of turns takes them.

Somebody writes `@Ann D7 F8` and Discord sends `<@123> D7 F8`; a custom emoji comes as
`<:nice:99>`. Both only decorate a turn, and so become the one neutral sign for that, whatever they
are called. A text copied from Discord's API has them too, so that records are read with this.
"""

import re

from bot.engine.plaintext import OBJECT, unseen

_MARKUP = re.compile(r"<@[!&]?[0-9]{1,20}>|<a?:\w{1,40}:[0-9]{1,20}>")
_KEPT = re.compile(r"(\{[^{}]*\}|^\[[A-Za-z]+ .*\]$)", re.MULTILINE)
"""A record's comments and header tags, which are kept as they were written."""


def neutral(text: str) -> str:
    """The text of a message with a neutral sign for each mention and each custom emoji."""
    return _MARKUP.sub(OBJECT, unseen(text))


def neutral_record(text: str) -> str:
    """A file's text with neutral signs, but not in the comments and headers of records."""
    pieces = _KEPT.split(text)
    return "".join(piece if number % 2 else neutral(piece) for number, piece in enumerate(pieces))
