"""Is a message a turn? The one grammar of turns as people write them, for chat and for records.

`docs/turns.md` shows it as a table; `tests/engine/test_messages.py` runs each row. A message is
a turn if all of it is: the cells, verbs and colours of the game, what sets them apart, and what
may stand around them (a label, list marks, mentions, emoji). Any other word makes it talk, and so
does what may mean something else: a question, a choice, words struck through.

`read_words` gives the words of the turn, for whoever has to know that a turn was meant before it
is known whose turn it is; `notation.read_turn` makes the turn of them. In a log "D7 F8" stands
before anybody has said that Catchup is played, and "good luck" beside it: `is_turn` tells them
apart.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from bot.engine import phrases
from bot.engine.board import LARGEST_SIDE, board
from bot.engine.doubts import (
    CELLS,
    Doubtful,
    doubt_in,
    is_plain,
    last_thought,
    named_cells,
    names_a_cell,
)
from bot.engine.notation import BUTTON, PASS, Spelling
from bot.engine.phrases import Written, words_in
from bot.engine.plaintext import plain, unseen
from bot.engine.turn import DOUBTS, Colour, Talk

LONGEST_READ = 50_000
"""Characters that a turn can have, a hundred times what any needs; a longer message is talk."""


_CELLS_ALONE = re.compile("[A-Za-z][0-9]{1,2}(?: [A-Za-z][0-9]{1,2}){0,9}")
"""The words of most turns: `D7 F8` is a turn as it stands, whatever the game."""
_QUOTE, _QUOTED_REST = ">", ">>> "
_STRUCK = "~~"
_FENCE = re.compile(r"```([^\s`]+)\n")
_LINE_MARK = re.compile(r"^[ \t]*(?:#{1,3}|-#|[-+•‣])[ \t]+", re.MULTILINE)
_NUMBERING = re.compile(
    r"(?:(?P<start>^[ \t]*)|(?<=\s))\(?(?P<number>[0-9]{1,3})(?:\.{3}|…|[.)])[ \t]*(?=[^\s0-9])",
    re.MULTILINE,
)
_BULLET = re.compile(r"^[ \t]*[-+*•‣][ \t]+", re.MULTILINE)
_PLEA = re.compile(
    r"[\W_]*(?:(?:i|i\W?ll|let\W?s)[\W_]+)?(?:(?P<PASS>(?:pass|skip)(?:[\W_]+my[\W_]+turn)?)"
    r"|(?P<RESIGN>resign|concede|surrender|quit|give[\W_]+up)"
    r"|(?P<SWAP>swap(?:[\W_]+sides)?))[\W_]*",
    re.IGNORECASE,
)


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
    if _CELLS_ALONE.fullmatch(text):
        return Written(tuple(text.split(" ")))
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
    return likely_words(text, spelling) or named_cells(_own_words(unseen(text)), spelling)


def doubted(turn: str, behind: Iterable[str], spelling: Spelling) -> Iterator[str]:
    """A turn on a line of its own, with each later line that leaves open whether it is meant.

    A line that names no cell does so only right behind it.
    """
    for number, line in enumerate(behind):
        both = f"{turn}\n{line}"
        near = number == 0 or names_a_cell(line, spelling)
        if near and read_message(both, spelling) in DOUBTS:
            yield both


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
    text = _FENCE.sub(lambda fence: "?" if CELLS.search(fence[1]) else " ", text)
    text = _LINE_MARK.sub("", text)
    return " ".join(_items(text)[1]) or text


def _items(text: str) -> tuple[int, list[str]]:
    """A list's first number, and what stands before, between and behind its numbers or bullets.

    Nothing where no numbers count.
    """
    lines = [line for line in text.split("\n") if line.strip()]
    if all(map(_BULLET.match, lines)):
        return 1, _BULLET.split(text)
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
    for thought in (own, last_thought(own)):
        plea = _PLEA.fullmatch(phrases.without(thought))
        if plea is not None and plea.lastgroup is not None:
            kind = Talk[plea.lastgroup]
            return Talk.TALK if kind is Talk.PASS and PASS in spelling.verbs else kind
    return Talk.UNCLEAR if names_a_cell(own, spelling) else Talk.TALK


_VERBS = frozenset((PASS, BUTTON))
SPELLINGS = (
    Spelling(board(LARGEST_SIDE), ("red", "blue"), verbs=_VERBS),
    *(
        Spelling(board(LARGEST_SIDE), pair, either_colour=True, verbs=_VERBS)
        for pair in (("black", "white"), ("red", "blue"))
    ),
)
"""Under which words may be a turn as long as nobody knows the game."""
_HALF_STEPS = Spelling(board(LARGEST_SIDE), ("red", "blue"), notation="half-step")
_SAYS_SOMETHING = re.compile(f"[0-9]|{PASS}|{BUTTON}", re.IGNORECASE)


def is_turn(text: str, *, printed: bool = False) -> bool:
    """Whether words are a turn of some game; in `printed` ones, columns may have two letters."""
    if text.isascii() and _SAYS_SOMETHING.search(text) is None:
        return False
    spellings = (*SPELLINGS, _HALF_STEPS) if printed else SPELLINGS
    return any(not isinstance(read_message(text, one, asks=False), Talk) for one in spellings)
