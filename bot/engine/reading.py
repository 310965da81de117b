"""Records read from text: the written format, bare turns, and games as printed in the sources.

Games of Abstract Play are looked for first; logs of chats are read by `bot.text`. Reading never
fails: what is no turn stays as it is, and replaying says what is wrong with it.
Three kinds of line are told apart. A tag, `[Side "5"]`, belongs to a header. A line beginning with
a move number, perhaps behind a printed row of the board, holds turns in columns set apart by tabs
or wide blanks. Every other line holds turns set apart by `/`. Everything is one pass over the text.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from string import ascii_lowercase

from bot.engine import abstractplay
from bot.engine.chat import is_turn
from bot.engine.plaintext import unseen
from bot.engine.record import (
    COLOURS,
    EMPTY_TURN,
    RESIGN,
    Diagram,
    Entry,
    Record,
    label,
    single_spaced,
)

_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_-]*)[ \t]+"((?:[^"\\]|\\.)*)"\]')
_COMMENT = re.compile(r"\{(?:[^{}\\]|\\.)*+\}")
_COMMENTS = re.compile(rf"({_COMMENT.pattern})")
_TOKEN = re.compile(rf"{_COMMENT.pattern}|[/,]|[^\s,/{{}}]+|[{{}}]")
_NUMBER = re.compile(r"(?:[0-9]+\.+)+")
_DOTS = re.compile(r"\.{2,}|…")
_COLUMNS = re.compile(r"\t+| {2,}")
_ESCAPED = re.compile(r"\\(.)")
_UNESCAPED = {"n": "\n", "r": "\r"}
_SIGNS_OF_EMPTY = ".*+-_"
_SLASH, _COMMA = "/", ","
_BREAK = "\n"
_RESIGN_WORDS = (RESIGN, f"{RESIGN}s")


def read(text: str) -> list[Record]:
    """The games of a text, in order; a text without a tag or a turn holds none."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    tags, above = header_of(lines)
    records = abstractplay.games("\n".join(lines[above:]))
    return under(tags, records) if records else _written(lines)


def header_of(lines: Sequence[str]) -> tuple[list[tuple[str, str]], int]:
    """The tags that a text begins with, and how many lines they take."""
    header = list(takewhile(lambda line: not line.strip() or _TAG.fullmatch(line.strip()), lines))
    return _tags(header), len(header)


def looks_played(record: Record) -> bool:
    """Whether a text that was read is a game at all: it has a header, or half of it is turns."""
    if record.tags:
        return True
    played = [entry for entry in record.turns if entry.words]
    turns = sum(is_turn(entry.said or " ".join(entry.words), printed=True) for entry in played)
    return record.resigned if not played else turns * 2 >= len(played)


def _tags(header: list[str]) -> list[tuple[str, str]]:
    tags = (_TAG.fullmatch(line.strip()) for line in header)
    return [(tag[1], _plain(tag[2])) for tag in tags if tag is not None]


def under(tags: list[tuple[str, str]], records: list[Record]) -> list[Record]:
    """Games from elsewhere under a header of ours, which goes before what they tell."""
    own = {key.casefold() for key, _ in tags}
    return [
        replace(record, tags=(*tags, *(tag for tag in record.tags if tag[0].casefold() not in own)))
        for record in records
    ]


def _written(lines: list[str]) -> list[Record]:
    """The games of a text in the written format, or of bare or printed turns."""
    games: list[_Game] = [_Game()]
    for number, line in _with_whole_comments(lines):
        bare = line.strip()
        tag = _TAG.fullmatch(bare)
        if tag is not None:
            if games[-1].has_turns or games[-1].knows(tag[1]):
                games.append(_Game())
            games[-1].tags.append((tag[1], _plain(tag[2])))
            games[-1].lines.append(number)
        elif bare:
            parts = _COMMENTS.split(line)
            seen = (part if place % 2 else unseen(part) for place, part in enumerate(parts))
            games[-1].add("".join(seen), number)
        elif games[-1].has_turns:
            games.append(_Game())
    records = (game.record() for game in games)
    return [record for record in records if record.tags or record.turns or record.resigned]


def _with_whole_comments(lines: list[str]) -> Iterator[tuple[int, str]]:
    """The lines, those of a comment as one; a brace that nobody closes opens no comment."""
    waiting: list[tuple[int, str]] = []
    for number, line in enumerate(lines, start=1):
        waiting.append((number, line))
        if not line.strip() or _TAG.fullmatch(line.strip()):
            yield from waiting
            waiting = []
            continue
        bare = _ESCAPED.sub("", line)
        opens, closes = bare.rfind("{"), bare.rfind("}")
        if opens <= closes and (closes >= 0 or len(waiting) == 1):
            whole = "\n".join(text for _, text in waiting)
            yield waiting[0][0], _COMMENT.sub(lambda note: " ".join(note[0].split()), whole)
            waiting = []
    yield from waiting


@dataclass(slots=True)
class _Game:
    """What has been read of one game; `tokens` are words, comments, slashes and breaks.

    A break is followed by the number of the line, and by the move number that stands there.
    """

    tags: list[tuple[str, str]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)
    signs: list[str] = field(default_factory=list)
    initials: tuple[str, ...] = ()
    columns: int = 0
    numbers: int = 0

    @property
    def has_turns(self) -> bool:
        return bool(self.tokens or self.signs or self.columns)

    def knows(self, key: str) -> bool:
        return any(name.casefold() == key.casefold() for name, _ in self.tags)

    def add(self, line: str, place: int) -> None:
        """Takes in one line that is neither blank nor a tag; it stands at a place in the text."""
        printed = line.lstrip().startswith(":")
        rest = line.lstrip()[1:] if printed else line
        words = rest.split()
        signs = _leading_signs(words)
        if words and _names_columns(words[0]):
            self.columns = self.columns or len(words[0])
            self.initials = self.initials or tuple(word for word in words[1:] if len(word) == 1)
            return
        # One sign or two are no row of a board: `G 6.` is a cell in halves.
        row = printed or not 0 < len(signs) < 3
        numbered = row and len(signs) < len(words) and _NUMBER.match(words[len(signs)])
        if signs and (printed or numbered or len(signs) == len(words) > 2):
            self.signs.append("".join(signs))
        if numbered:
            # The turns begin behind the number, which the row of the board stands before.
            start = _NUMBER.search(rest)
            columns = _COLUMNS.split(rest[start.end() :].strip()) if start else []
            for column in columns:
                self._take(column, place, "" if column is not columns[0] or not start else start[0])
        elif not (printed or len(signs) == len(words) > 2):
            self._take(rest, place)

    def _take(self, turns: str, place: int, number: str = "") -> None:
        self.numbers += bool(number)
        self.tokens.append(f"{_BREAK}{place} {number}")
        for token in _TOKEN.findall(turns):
            half = bool(self.tokens) and len(self.tokens[-1]) == 1 and self.tokens[-1].isalpha()
            found = None if half else _NUMBER.match(token)
            word = token[found.end() :] if found else token
            if found:
                self.numbers += 1
                self.tokens.append(f"{_BREAK}{place} {found[0]}")
            if word and not _DOTS.fullmatch(word):
                self.tokens.append(word)
        self.tokens.append(f"{_BREAK}{place} ")

    def record(self) -> Record:
        """The finished game."""
        before, turns = _turns(self.tokens)
        if len(turns) > 1 and not turns[-1].words and _resigns(turns[-2]):
            # One slash behind a resignation closes the game; it is no empty turn.
            turns.pop()
        resigned = bool(turns) and _resigns(turns[-1])
        if resigned:
            last = replace(turns[-1], words=turns[-1].words[:-1], said="")
            turns = turns[:-1]
            turns += [] if _only_names_mover(last.words, turns) else [last]
        diagram = None
        if self.signs or self.columns:
            diagram = Diagram(tuple(self.signs), self.initials, self.columns)
        numbered = bool(turns) and self.numbers == len(turns)
        tags, lines = tuple(self.tags), tuple(self.lines)
        return Record(tags, tuple(turns), resigned, diagram, lines, numbered, before)


def _turns(tokens: list[str]) -> tuple[str, list[Entry]]:
    """The turns of a token list, and the comment above them.

    k slashes in a row, line ends aside, hold k-1 empty turns; a slash before the first turn or
    behind the last one holds one more.
    """
    turns: list[Entry] = []
    words: list[str] = []
    notes: list[str] = []
    before, place, number = "", "0", ""
    slashes, between = 0, True
    for token in tokens:
        if token == _SLASH or token.startswith(_BREAK):
            if words:
                turns.append(_entry(words, notes, int(place), number))
                words, notes, number = [], [], ""
                slashes, between = 0, True
            slashes += token == _SLASH
            if token != _SLASH:
                place, _, told = token[1:].partition(" ")
                number = told or number
        elif token.startswith("{") and token.endswith("}"):
            note = single_spaced(_plain(token[1:-1]))
            if between and turns and note:
                turns[-1] = replace(turns[-1], comment=f"{turns[-1].comment} {note}".strip())
            elif between and not (slashes or number):
                before = f"{before} {note}".strip()
            elif note:
                notes.append(note)
        elif token == _COMMA:
            # It tells what belongs to one turn where a number stands before two.
            words += [token] if words else []
        else:
            if between:
                turns += [Entry((), line=int(place))] * (slashes - (1 if turns else 0))
                between = False
            words.append(token)
    if words:
        turns.append(_entry(words, notes, int(place), number))
        slashes = 0
    return before, turns + [Entry((), line=int(place))] * slashes


def _entry(words: list[str], notes: list[str], line: int, number: str) -> Entry:
    bare = tuple(word for word in words if word != _COMMA)
    said = "" if len(bare) == len(words) else " ".join(words)
    empty = bare == (EMPTY_TURN,)
    return Entry(() if empty else bare, " ".join(notes), said=said, line=line, number=number)


def _resigns(turn: Entry) -> bool:
    return bool(turn.words) and turn.words[-1].casefold() in _RESIGN_WORDS


def _only_names_mover(words: tuple[str, ...], before: list[Entry]) -> bool:
    """Whether words before "resign" are none, or say that it is the player to move who does."""
    if len(words) != 1:
        return not words
    name = words[0].strip("*_:").casefold()
    if name == "i":
        return True
    labels = [label(entry) for entry in before]
    other = labels[-1] if labels else None
    return name in COLOURS and other not in (None, name) and (name in labels or len(before) == 1)


def _leading_signs(words: list[str]) -> list[str]:
    signs = []
    for word in words:
        if len(word) > 1 or not (word.isalpha() or word in _SIGNS_OF_EMPTY):
            break
        signs.append(word)
    return signs


def _names_columns(word: str) -> bool:
    """Whether a word is the line `abcdefghi…` beside a printed board, which has nine at least."""
    return len(word) >= 9 and word == ascii_lowercase[: len(word)]


def _plain(value: str) -> str:
    return _ESCAPED.sub(lambda match: _UNESCAPED.get(match[1], match[1]), value)
