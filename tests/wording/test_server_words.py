"""What is said about a server: help, settings, results."""

import re
from datetime import UTC, datetime

import pytest
from fakes import PlainVoice

from bot.commands.catalogue import COMMANDS
from bot.commands.parsing import read_order
from bot.engine.turn import Colour
from bot.referee.events import Player, Termination
from bot.servers.results import Result
from bot.wording import history
from bot.wording.help import help_text

AT = datetime(2026, 11, 21, 22, 0, tzinfo=UTC)
ANN, BOB = Player("1", "Ann"), Player("2", "Bob")


def test_every_command_that_help_names_exists() -> None:
    """Six steps, and nothing in them that can't be typed."""
    text = help_text(PlainVoice())
    assert re.findall(r"^(\d)\. ", text, re.MULTILINE) == list("123456")
    named = set(re.findall(r"\b(?:match|my) [a-z]+", text)) - {"match in"}
    assert named <= set(COMMANDS)
    for options in re.findall(r"(match start [^,]+),", text):
        assert read_order(options).command == "match start"
    for word in ("history", "leaderboard", "setup"):
        assert word in text
        assert word in COMMANDS


@pytest.mark.parametrize(
    ("termination", "winner", "ended"),
    [
        (Termination.TIME, Colour.SECOND, "blue won"),
        (Termination.GAME_OVER, None, "a tie"),
        (Termination.CANCELLED, None, "cancelled"),
    ],
)
def test_matches_to_choose_from_are_plain_words(termination, winner, ended) -> None:
    result = Result(12, "genius", (ANN, BOB), ("red", "blue"), winner, termination, AT)
    assert history.result_choice(result) == f"12: Ann against Bob, {ended}"


def test_counts_are_put_in_good_words() -> None:
    assert "out of 1 match." in history.forgotten_text(1)
    assert "out of 3 matches." in history.forgotten_text(3)
    assert "while match 3 is open" in history.not_yet_text([3])
    assert "while the matches 3, 5 are open" in history.not_yet_text([3, 5])
