"""What could be read as a turn and is asked about instead, with the turn that is likely meant.

Red writes "D7 *D8", as people mend a slip in chat: if the first reading were ruled, the second
could not be. So a correction is no turn, nor are two turns in one message, nor a range of cells;
whoever wrote it is asked, and writes the one that is meant. Where a turn stands on a line of its
own, the next line may take it back: "or E5", "maybe", "?", "no wait, E5 is better". Words that are
no turn may name a cell, so that one may have been meant.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bot.engine import phrases
from bot.engine.notation import Misread, Spelling, read_cell, read_turn
from bot.engine.plaintext import DISC, END
from bot.engine.turn import Colour, Talk

_NAMED_CELL = re.compile("[A-Za-z][0-9]{1,2}")
CELLS = re.compile(rf"(?<![A-Za-z0-9])(?:{_NAMED_CELL.pattern})+(?![A-Za-z0-9])")
_BEGINS_LIKE_A_CELL = re.compile(
    rf"[\W_]*(?:{_NAMED_CELL.pattern}(?![A-Za-z0-9])|(?:{_NAMED_CELL.pattern}){{2}})"
)
_HALVES = re.compile(
    r"(?:\A[\W_]*(?P<first>[A-Za-z])|(?<![A-Za-z0-9'’])(?P<later>[A-Z]))"
    r"[\s.,-]{1,3}(?P<number>[0-9]{1,2})(?![A-Za-z0-9])"
)
"""A cell in two words: in any case where a message begins with it, else in capitals."""
_VERBS = re.compile(r"\b(?:pass|button|resign|swap)\b", re.IGNORECASE)


def names_a_cell(text: str, spelling: Spelling) -> bool:
    """Whether words name a cell of the board, or begin as a turn does."""
    return bool(_BEGINS_LIKE_A_CELL.match(text) or named_cells(text, spelling))


def named_cells(text: str, spelling: Spelling) -> tuple[str, ...]:
    """The cells of the board that words name."""
    named = [(one["first"] or one["later"]) + one["number"] for one in _HALVES.finditer(text)]
    named += (cell for run in CELLS.finditer(text) for cell in _NAMED_CELL.findall(run[0]))
    return tuple(word for word in named if read_cell(spelling.board, word) is not None)


def names_an_action(text: str, spelling: Spelling) -> bool:
    """Whether words name a cell, or something else that a player may do."""
    return names_a_cell(text, spelling) or _VERBS.search(text) is not None


Words = tuple[str, ...]
Reader = Callable[[str], Words]
"""The words of a turn that a text is, none where it is none."""


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A message that is no turn until its author says which.

    `kind` is one of `DOUBTS`; `likely` are the words of a turn that can be read, none where it
    can't be guessed.
    """

    kind: Talk
    likely: Words


MOST_TURNS = 30
"""In one message: of as many paragraphs or more none is looked at for a turn."""
_SUSPECT = re.compile(r"[^\w \t,;&+/]|[^\W\d_]{2}")
"""Without a word, a line end, or a sign that may mean something, there is nothing to doubt."""
_STRUCK = re.compile(r"~~[^~]*~~")
_PAIR_OF_STARS = re.compile(r"(\*{1,3})(?=\S)([^*\n]*[^*\s])\1")
_STAR = re.compile(
    r"(?<![\w*])\*{1,2}(?=[^\s*])|(?<=[^\s*])\*(?![\w*])|(?<=\S)[ \t]+\*{1,2}(?=[ \t])"
)
_MENDS = (
    r"(?:no|nope|wait|actually|sorry|sry|oops|ups|whoops|rather|correction|edit|typo|instead|nvm"
    r"|i\s+mean|(?:i\s+)?meant|make\s+(?:that|it)|never\s*mind"
    r"|(?:scratch|ignore|forget|cancel)\s+that"
    r"|nein|nee|quatsch|moment|korrektur|stattdessen|ich\s+meine?|non|plutôt)\b"
)
_MENDING = re.compile(rf"\b{_MENDS}", re.IGNORECASE)
_BEGINS_TO_MEND = re.compile(rf"\W*{_MENDS}", re.IGNORECASE)
_ONLY_MENDS = re.compile(rf"(?:\W*\b{_MENDS})+\W*", re.IGNORECASE)
_ENDS_MENDING = re.compile(
    r"\b(?:instead|rather|i\s+meant?|stattdessen|ich\s+meine?)\W*\Z", re.IGNORECASE
)
_MENDS_EARLIER = re.compile(r"(?:[^*]*(?<![\w*])\*{1,2}[^\s*][^*]*|[^*]*[^\s*][ \t]*\*{1,2}\s*)\Z")
"""One star in all, before a word or behind the last."""
_OTHERWISE = re.compile(
    r"\W*?(?:\?|(?:or|either|maybe|perhaps|oder|entweder|vielleicht|ou|peut-être)\b)",
    re.IGNORECASE,
)
_INSTEAD_OF = re.compile(r"\binstead\s+of\b", re.IGNORECASE)
_AROUND = " \t\n,;:.!()-–—…"
_PARAGRAPHS = re.compile(r"\n[ \t]*\n")
_CELL = r"([A-Za-z]{1,2}[0-9]{1,2})"
_RANGE = re.compile(
    rf"{_CELL}[ \t)*_`|]*[-‐‑‒–—−]{{1,2}}[ \t(*_`|]*(?:[A-Za-z]{{1,20}}:|{DISC}[a-z]+{END})?"
    rf"(?={_CELL}\b)"
)


def is_plain(text: str) -> bool:
    """Whether a text is nothing but cells and what sets them apart, as most turns are."""
    return _SUSPECT.search(text) is None


def last_thought(text: str) -> str:
    """What stands behind all marks of correction; the whole text where there is none."""
    return _MENDING.split(_STAR.split(text)[-1])[-1]


def doubt_in(
    text: str, items: Sequence[str], first: int, spelling: Spelling, read: Reader
) -> Doubtful | None:
    """What is doubtful in a plain text; `items` are those of a list that is numbered from `first`.

    A list of single stones that is numbered from 1 is one turn.
    """
    corrected = _corrected(text, read)
    if corrected or "~~" in text:
        # Where only what is struck through can be read, it is talk.
        return Doubtful(Talk.CORRECTED, _playable(corrected, spelling)) if corrected else None
    if _MENDS_EARLIER.match(text) and (words := read(text)):
        # It may be one stone of a turn before, which was refused.
        return Doubtful(Talk.CORRECTED, _playable(words, spelling))
    before = _before_doubt(text, spelling, read)
    if before:
        return Doubtful(Talk.CHOICE, _playable(before, spelling))
    for parts in (items, _PARAGRAPHS.split(text) if "\n" in text else ()):
        turns = [read(part) for part in parts if part.strip()] if len(parts) < MOST_TURNS else []
        counted = parts is items and first > 1
        if len(turns) > 1 and all(turns) and (counted or any(len(turn) > 1 for turn in turns)):
            return Doubtful(Talk.TWO_TURNS, _playable(turns[0], spelling))
    if not any(_spans(spelling, *ends.groups()) for ends in _RANGE.finditer(text)):
        return None
    words = read(text)
    return Doubtful(Talk.RANGE, _playable(words, spelling)) if words else None


def _before_doubt(text: str, spelling: Spelling, read: Reader) -> Words:
    """The words of the turn that ends at the first line which doubts it."""
    lines = text.split("\n")
    for number, line in enumerate(map(phrases.without, lines[1:]), start=1):
        if _OTHERWISE.match(line) or _mends(line, spelling, read):
            return read("\n".join(lines[:number]))
    return ()


def _mends(line: str, spelling: Spelling, read: Reader) -> bool:
    """Whether a line behind a turn takes it back: "no wait, E5", "E5 instead", "scratch that"."""
    if _BEGINS_TO_MEND.match(line):
        return names_an_action(line, spelling) or _ONLY_MENDS.fullmatch(line) is not None
    ending = _ENDS_MENDING.search(line)
    return ending is not None and bool(read(line[: ending.start()]))


def _corrected(text: str, read: Reader) -> Words:
    """The words of the turn that a correction leaves; none where there is none."""
    instead = _INSTEAD_OF.split(text, maxsplit=1)
    if len(instead) > 1:
        # "D7 instead of D8 F8": of what is named behind, the first words are replaced.
        new, old = read(instead[0].strip(_AROUND)), read(instead[1])
        return (*new, *old[len(new) :]) if new and old else ()
    for before, after in _corrections(text):
        old_words, new_words = read(before), read(after)
        if old_words and new_words:
            return _mended(old_words, new_words)
    return read(_STRUCK.sub(" ", text)) if "~~" in text else ()


def _corrections(text: str) -> Iterator[tuple[str, str]]:
    """The text before a mark of correction and behind the last one, for each kind of mark."""
    bare = _PAIR_OF_STARS.sub(r"\2", text) if "*" in text else ""
    stars = [star.span() for star in _STAR.finditer(bare)]
    if stars:
        (first, begin), (last, behind) = stars[0], stars[-1]
        # Where a star begins the message, its word is the one that the last star's replaces.
        begins = len(stars) > 1 and not bare[:first].strip()
        yield bare[begin : stars[1][0]] if begins else bare[:first], bare[behind:]
        # Behind the word that stands in another's place, or behind that and its colour: "F9*".
        end = head = bare[:last].rstrip()
        for _ in range(2):
            head = head[: max(head.rfind(" "), head.rfind("\n")) + 1].rstrip()
            yield head, end[len(head) :]
    pieces = [piece.strip(_AROUND) for piece in _MENDING.split(text)]
    written = [piece for piece in pieces if piece]
    if len(written) > 1:
        yield written[0], written[-1]


def _mended(old: Words, new: Words) -> Words:
    """The turn with its last words replaced, each in the colour of the one that it replaces."""
    replaced = old[-len(new) :]
    colours = [word.rpartition(":")[0] for word in replaced] + [""] * (len(new) - len(replaced))
    coloured = [
        f"{colour}:{word}" if colour and ":" not in word else word
        for colour, word in zip(colours, new, strict=True)
    ]
    whole = (*old[: -len(new)], *coloured)
    return whole if len(set(whole)) == len(whole) else tuple(coloured)


def _playable(words: Words, spelling: Spelling) -> Words:
    """The words, where they can be a turn: none where one of them is no cell of the board."""
    turn = read_turn(spelling, words, Colour.FIRST)
    return () if isinstance(turn, Misread) else words


def _spans(spelling: Spelling, first: str, last: str) -> bool:
    """Whether two cells stand in one row with others between them."""
    places = []
    for word in (first, last):
        # A colour's first letter may stand before the cell.
        cells = (read_cell(spelling.board, end, spelling.notation) for end in (word, word[1:]))
        places += [spelling.board.places[cell] for cell in cells if cell is not None][:1]
    if len(places) < 2:
        return False
    (row, number), (other_row, other_number) = places
    return row == other_row and abs(number - other_number) > 1
