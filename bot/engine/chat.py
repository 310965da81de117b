"""Is a message a turn? The one grammar of turns as people write them, for chat and for records.

`docs/turns.md` shows it as a table; `tests/engine/test_turns_page.py` runs each row. A message is
a turn if all of it is: the cells, verbs and colours of the game, what sets them apart, and what
may stand around them (a label, list marks, mentions, emoji). Any other word makes it talk, and so
does what may mean something else: a question, a choice, words struck through.

`read_line` is for one line and gives the turn; `read_words` gives the words of it, for whoever
has to know that a turn was meant before it is known whose turn it is.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from bot.engine import courtesies
from bot.engine.doubts import Doubtful, doubt_in, is_plain
from bot.engine.notation import PASS, Misread, Spelling, read_cell, read_turn
from bot.engine.phrases import Written, words_in
from bot.engine.plaintext import plain, unseen
from bot.engine.talk import Talk
from bot.engine.turn import Colour, Turn

LONGEST_READ = 50_000
"""Characters that a turn can have, a hundred times what any needs; a longer message is talk."""


_QUOTE, _QUOTED_REST = ">", ">>> "
_STRUCK = "~~"
_FENCE = re.compile(r"```([^\s`]+)\n")
_LINE_MARK = re.compile(r"^[ \t]*(?:#{1,3}|-#|[-+•‣])[ \t]+", re.MULTILINE)
_NUMBERING = re.compile(
    r"(?:(?P<start>^[ \t]*)|(?<=\s))\(?(?P<number>[0-9]{1,3})(?:\.{3}|…|[.)])[ \t]*(?=[^\s0-9])",
    re.MULTILINE,
)
_CELL = re.compile("[A-Za-z][0-9]{1,2}")
_CELLS = re.compile(rf"(?<![A-Za-z0-9])(?:{_CELL.pattern})+(?![A-Za-z0-9])")
_BEGINS_LIKE_A_CELL = re.compile(
    rf"[\W_]*(?:{_CELL.pattern}(?![A-Za-z0-9])|(?:{_CELL.pattern}){{2}})"
)
_HALVES = re.compile(
    r"(?:\A[\W_]*(?P<first>[A-Za-z])|(?<![A-Za-z0-9'’])(?P<later>[A-Z]))"
    r"[\s.,-]{1,3}(?P<number>[0-9]{1,2})(?![A-Za-z0-9])"
)
"""A cell in two words: in any case where a message begins with it, else in capitals."""
_PLEA = re.compile(
    r"[\W_]*(?:gg[\W_]+)?(?:i[\W_]+)?"
    r"(?:(?P<PASS>pass|skip)|(?P<RESIGN>resign|concede|give[\W_]+up)|(?P<SWAP>swap(?:[\W_]+sides)?))[\W_]*",
    re.IGNORECASE,
)


def read_line(text: str, spelling: Spelling, mover: Colour) -> Turn | Misread | Talk:
    """What a line by the player to move says: a turn, one with a word that can't be, or talk."""
    words = read_words(text, spelling, mover)
    return words if isinstance(words, Talk) else read_turn(spelling, words, mover)


def read_words(
    text: str, spelling: Spelling, speaker: Colour | None = None
) -> tuple[str, ...] | Talk:
    """The words of a turn, or what kind of talk it is.

    `speaker` is who wrote it: a turn labelled with the other colour is not theirs.
    """
    written = read_message(text, spelling)
    if isinstance(written, Talk):
        return written
    of_another = speaker is not None and written.label not in (None, speaker)
    return Talk.UNCLEAR if of_another else written.words


def read_message(text: str, spelling: Spelling, *, asks: bool = True) -> Written | Talk:
    """What was written, whoever wrote it; of a record nobody `asks` which turn was meant."""
    text = unseen(text)
    own = _own_words(text[:LONGEST_READ])
    too_long = len(text) > LONGEST_READ
    doubtful = _doubt_in(own, spelling) if asks and not too_long else None
    if doubtful is not None:
        return doubtful.kind
    if too_long or _STRUCK in own:
        return Talk.UNCLEAR if names_a_cell(own, spelling) else Talk.TALK
    written = words_in(_without_marks(own), spelling)
    return _talk(own, spelling) if written is None else written


def likely_words(text: str, spelling: Spelling) -> tuple[str, ...]:
    """The words of the turn that is most likely meant by a message that has to be asked about."""
    doubtful = _doubt_in(_own_words(unseen(text)[:LONGEST_READ]), spelling)
    return () if doubtful is None else doubtful.likely


def likely_turn(text: str, spelling: Spelling) -> tuple[str, ...]:
    """The words of the turn that is most likely meant by talk: at the least the cells it names."""
    return likely_words(text, spelling) or _named_cells(_own_words(unseen(text)), spelling)


def _doubt_in(own: str, spelling: Spelling) -> Doubtful | None:
    if is_plain(own):
        return None

    def read(part: str) -> tuple[str, ...]:
        written = words_in(_without_marks(part), spelling)
        return () if written is None else written.words

    first, items = _items(own)
    return doubt_in(own, items, first, spelling, read)


@lru_cache(maxsize=8)
def _own_words(text: str) -> str:
    """The author's own lines in plain signs; kept, as a log is read under several spellings."""
    return "\n".join(_own_lines(plain(text)))


def _own_lines(text: str) -> Iterator[str]:
    """The lines that are the author's own."""
    for line in text.split("\n"):
        if line.lstrip().startswith(_QUOTED_REST):
            return
        if not line.lstrip().startswith(_QUOTE):
            yield line


def _without_marks(text: str) -> str:
    """The text without the marks and numbers of lists, headings, and a code block's language.

    Discord does not show that language, so that a cell named there makes no turn.
    """
    text = _FENCE.sub(lambda fence: "?" if _CELLS.search(fence[1]) else " ", text)
    text = _LINE_MARK.sub("", text)
    return " ".join(_items(text)[1]) or text


def _items(text: str) -> tuple[int, list[str]]:
    """A list's first number, and what stands before, between and behind its numbers.

    Nothing where no numbers count.
    """
    numbers = list(_NUMBERING.finditer(text))
    at_starts = [number for number in numbers if number["start"] is not None]
    for numbering in (numbers, at_starts):
        if numbering and numbering[0] in at_starts and _counts(numbering):
            starts = [0, *(number.end() for number in numbering)]
            ends = [*(number.start() for number in numbering), len(text)]
            parts = [text[start:end] for start, end in zip(starts, ends, strict=True)]
            return int(numbering[0]["number"]), parts
    return 0, []


def _counts(numbering: list[re.Match[str]]) -> bool:
    """Whether the numbers of a list go up one by one, or are all 1 as Markdown allows."""
    numbers = [int(one["number"]) for one in numbering]
    steps = {after - before for before, after in pairwise(numbers)}
    return steps <= {1} or set(numbers) == {1}


def _talk(own: str, spelling: Spelling) -> Talk:
    plea = _PLEA.fullmatch(courtesies.without(own))
    if plea is not None and plea.lastgroup is not None:
        kind = Talk[plea.lastgroup]
        return Talk.TALK if kind is Talk.PASS and PASS in spelling.verbs else kind
    return Talk.UNCLEAR if names_a_cell(own, spelling) else Talk.TALK


def names_a_cell(text: str, spelling: Spelling) -> bool:
    """Whether words name a cell of the board, or begin as a turn does."""
    return bool(_BEGINS_LIKE_A_CELL.match(text) or _named_cells(text, spelling))


def _named_cells(text: str, spelling: Spelling) -> tuple[str, ...]:
    """The cells of the board that words name."""
    named = [(one["first"] or one["later"]) + one["number"] for one in _HALVES.finditer(text)]
    named += (cell for run in _CELLS.finditer(text) for cell in _CELL.findall(run[0]))
    return tuple(word for word in named if read_cell(spelling.board, word) is not None)
