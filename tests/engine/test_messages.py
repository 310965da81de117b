"""Hundreds of messages as people write them in a match, each with what a good host makes of it.

`messages.tsv` was written from the host's side of the table: whoever disagrees with the reader
changes a line there, and then the reader.
"""

from pathlib import Path

import pytest

from bot.engine.board import board
from bot.engine.chat import likely_words, read_words
from bot.engine.notation import Spelling
from bot.engine.talk import DOUBTS, Talk
from bot.engine.turn import Colour
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


def test_the_table_is_large_and_names_each_message_once():
    """550 at least, in every game that reads otherwise than the others."""
    found = [(game, message) for game, _, _, message in rows()]
    assert len(set(found)) == len(found) >= 550
    assert {game for game, _ in found} == set(GAMES)
