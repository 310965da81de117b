"""A topic as plain text → its posts: each under a line `Name:` or `Name, 2026-11-22T10:00Z:`.

A host types the posts of a forum that has no page to save. Quotes stand behind `>` or in `[quote]`,
one in another as often as they like. Text copied off a page is another thing: its quotes and
previews come out as plain lines that look like turns, so it is refused.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from bot.text.html import HtmlLine
from bot.threads.values import Author, Post, ThreadError, read_stamp
from bot.wording.threads import SAVE_AS_HTML, unclosed_text
from bot.wording.writing import tidy

LONGEST_NAME = 60
_HEADER = re.compile(
    r"(?P<name>[^\s:>\[\]](?:[^:\[\]\n]{0,58}[^\s:\[\]])?)"
    r"(?:,[ \t]*(?P<at>[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.]{4,15}(?:Z|[+-][0-9:]{4,6})))?:"
)
_MOST_WORDS = 3
"""In a name without a stamp: a sentence that ends in a colon is part of a post."""
_LABELS = frozenset(("move", "my move", "moves", "turn", "my turn", "play", "final", "edit"))
_FROM_A_PAGE = re.compile(
    r".{0,80}\b(?:wrote|said|writes|schrieb|geschrieben|sagte|écrit|escribió|escreveu|scritto"
    r"|napisał(?:\(a\))?|schreef|писал(?:\(а\))?)\s?(?:.{0,80}:|:\s?↑.{0,80})"
    r"|(?:in reply to|replying to|quote from|originally posted by|last edited by)\b.{0,200}",
    re.IGNORECASE,
)
"""What stands over a quote, in the languages that forums mostly speak, and beside posts."""
_TAG = re.compile(
    r"\[(?P<end>/?)(?P<name>quote|code|spoiler|hide|s|strike|del)(?:[= ][^\[\]\n]{0,200})?\]",
    re.IGNORECASE,
)
_STRUCK = frozenset(("s", "strike", "del"))
_ROW = "|"
"""What a row of a table begins with."""


@dataclass(slots=True)
class _Draft:
    name: str
    at: datetime | None
    lines: list[HtmlLine] = field(default_factory=list)


def posts_in(text: str) -> tuple[Post, ...]:
    """The posts of a plain text; ThreadError if it is none whose authors are told."""
    drafts: list[_Draft] = []
    for line in _own_lines(text):
        if _FROM_A_PAGE.fullmatch(line.text):
            raise ThreadError(SAVE_AS_HTML)
        header = None if line.talk else _header(line.text)
        if header is not None:
            drafts.append(header)
        elif drafts:
            drafts[-1].lines.append(line)
        else:
            raise ThreadError(SAVE_AS_HTML)
    return tuple(
        Post(
            id=str(number),
            author=Author(f"~{draft.name.casefold()}", draft.name),
            lines=tuple(draft.lines),
            at=draft.at,
        )
        for number, draft in enumerate(drafts, start=1)
    )


def _header(line: str) -> _Draft | None:
    header = _HEADER.fullmatch(line)
    if header is None or header["name"].casefold() in _LABELS:
        return None
    if header["at"] is None and len(header["name"].split()) > _MOST_WORDS:
        return None
    return _Draft(tidy(header["name"], LONGEST_NAME), read_stamp(header["at"] or ""))


def _own_lines(text: str) -> Iterator[HtmlLine]:
    """The lines without what is quoted; where something is struck through, the line is talk."""
    open_tags: list[str] = []
    for raw in text.splitlines():
        if not open_tags and raw.lstrip().startswith((">", "＞")):
            continue
        parts, talk = [""], False
        at = 0
        for tag in _TAG.finditer(raw):
            talk = _take(raw[at : tag.start()], parts, open_tags) or talk
            at = tag.end()
            name = tag["name"].casefold()
            if tag["end"]:
                if open_tags and name == open_tags[-1]:
                    open_tags.pop()
            elif not open_tags or open_tags[-1] in (name, "quote", *_STRUCK):
                open_tags.append(name)
            if name not in _STRUCK:
                parts.append("")
        talk = _take(raw[at:], parts, open_tags) or talk
        for part in filter(None, map(str.strip, parts)):
            yield HtmlLine(part, talk or part.startswith(_ROW))
    if open_tags:
        raise ThreadError(unclosed_text(open_tags[0]))


def _take(piece: str, parts: list[str], open_tags: list[str]) -> bool:
    """Adds a piece of a line if it is not quoted; whether it is struck through."""
    if any(tag not in _STRUCK for tag in open_tags):
        return False
    parts[-1] += piece
    return bool(open_tags) and bool(piece.strip())
