"""Hundreds of messages as people write them in a match, each with what a good host makes of it.

`messages.tsv` was written from the host's side of the table: whoever disagrees with the reader
changes a line there, and then the reader.
"""

import re
from itertools import cycle
from pathlib import Path

import pytest

from bot.engine import phrases
from bot.engine.board import board
from bot.engine.chat import likely_words, read_words
from bot.engine.notation import Spelling
from bot.engine.turn import DOUBTS, Colour, Talk
from bot.venues.discord.markup import neutral

TABLE = Path(__file__).with_name("messages.tsv")
_COLOURS = ("black", "white")
GAMES = {
    "genius": Spelling(board(5), ("red", "blue"), verbs=frozenset()),
    "ketchup": Spelling(board(5), _COLOURS, verbs=frozenset({"pass"})),
    "catena": Spelling(board(5), _COLOURS, verbs=frozenset({"button"})),
    "product": Spelling(board(5), _COLOURS, either_colour=True, verbs=frozenset()),
}


def rows():
    """The game, verdict, reading and message of each line."""
    game = ""
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            named = line.removeprefix("## ").partition(":")[0]
            game = named if named in GAMES else game or "genius"
        else:
            verdict, reading, message = line.split("\t")
            yield game, verdict, reading, message.replace("↵", "\n")


def verdict_on(message, spelling):
    """What the referee makes of a message by the player to move: the verdict and the reading."""
    read = read_words(message, spelling, Colour.FIRST)
    if isinstance(read, tuple):
        return "turn", " ".join(read)
    if read in DOUBTS:
        return "ask", " ".join(likely_words(message, spelling))
    return ("talk", "-") if read in (Talk.TALK, Talk.UNCLEAR) else ("plea", read.name)


@pytest.mark.parametrize(("game", "verdict", "reading", "message"), list(rows()))
def test_the_referee_does_what_a_good_host_would(game, verdict, reading, message):
    """Takes the turn, asks which one is meant, says what can't be done, or keeps quiet."""
    made, read = verdict_on(neutral(message), GAMES[game])
    assert (made, read.casefold()) == (verdict, reading.casefold())


PAGE = Path(__file__).parents[2] / "docs" / "turns.md"
PLAIN = Spelling(board(5), ("red", "blue"), verbs=frozenset())
EITHER = Spelling(board(5), ("black", "white"), either_colour=True, verbs=frozenset())
SIGNS = {
    "": Talk.TALK, "❔": Talk.UNCLEAR, "❔ pass": Talk.PASS, "❔ resign": Talk.RESIGN,
    "❔ swap": Talk.SWAP,
}  # fmt: skip
_CODE = re.compile(r"(?<!`)(`+)(?!`) ?(.+?) ?(?<!`)\1(?!`)")


def table(title: str) -> list[list[str]]:
    section = PAGE.read_text(encoding="utf-8").split(f"\n## {title}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")][1:]
    return [[one.strip() for one in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


def forms(cell: str) -> list[str]:
    """What stands as code in a cell of the table, with the signs it stands for."""
    found = [one[2].replace("\\|", "|").replace("↵", "\n") for one in _CODE.finditer(cell)]
    return [re.sub("⟨([0-9a-f]+)⟩", lambda code: chr(int(code[1], 16)), one) for one in found]


def turns(title: str) -> list[tuple[str, str]]:
    """What is written and what it is read as; one reading stands for all the forms of a row."""
    return [
        pair
        for written, read, _ in table(title)
        for pair in zip(forms(written), cycle(forms(read)), strict=False)
    ]


WHICH = [
    (written, likely, Talk[kind])
    for (cell, likely_cell, _), kind in zip(
        table("Which one?"),
        ("CORRECTED",) * 3 + ("CHOICE", "CORRECTED") + ("TWO_TURNS",) * 2 + ("RANGE",),
        strict=True,
    )
    for likely in forms(likely_cell)
    for written in forms(cell)
]
TALK = [(written, SIGNS[sign]) for cell, sign, _ in table("Talk") for written in forms(cell)]


@pytest.mark.parametrize(
    ("spelling", "written", "read"),
    [(PLAIN, *turn) for turn in turns("Turns")]
    + [(EITHER, *turn) for turn in turns("Stones of either colour")],
)
def test_the_page_is_true_of_turns(spelling: Spelling, written: str, read: str) -> None:
    words = read_words(neutral(written), spelling, Colour.FIRST)
    assert not isinstance(words, Talk)
    assert " ".join(words).upper() == read.upper()


@pytest.mark.parametrize(("written", "kind"), TALK, ids=repr)
def test_the_page_is_true_of_talk(written: str, kind: Talk) -> None:
    assert read_words(neutral(written), PLAIN, Colour.FIRST) is kind


@pytest.mark.parametrize(("written", "likely", "kind"), WHICH, ids=repr)
def test_the_page_is_true_of_what_is_asked_about(written: str, likely: str, kind: Talk) -> None:
    written = neutral(written)
    assert read_words(written, PLAIN, Colour.FIRST) is kind
    assert " ".join(likely_words(written, PLAIN)).upper() == likely


def test_the_page_lists_every_courtesy() -> None:
    section = PAGE.read_text(encoding="utf-8").split("\n## Courtesies\n")[1].split("\n## ")[0]
    listed = [one[2] for one in _CODE.finditer(section)]
    known = {*phrases.WORDS, *phrases.PHRASES, *phrases.SMILEYS}
    assert sorted(listed) == sorted(known)
    for courtesy in known:
        for written in (f"{courtesy} D7 F8", f"D7 F8 {courtesy}", f"D7 F8, {courtesy}!"):
            assert read_words(written, PLAIN) == ("D7", "F8"), written
        between = read_words(f"D7 {courtesy} F8", PLAIN)
        assert isinstance(between, Talk) or courtesy in phrases.SMILEYS
