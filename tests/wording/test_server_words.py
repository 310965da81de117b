"""What is said about a server: help, settings, results."""

import re
from datetime import UTC, datetime

import pytest
from fakes import PlainVoice

from bot.commands.catalogue import COMMANDS
from bot.commands.parsing import read_order
from bot.engine.turn import Colour
from bot.referee.events import Player, Termination
from bot.servers.ratings import standings
from bot.servers.results import Result
from bot.wording import history
from bot.wording.help import help_text

VOICE = PlainVoice()
AT = datetime(2026, 11, 21, 22, 0, tzinfo=UTC)
ANN, BOB = Player("1", "Ann"), Player("2", "Bob")


def result(termination: Termination, winner: Colour | None) -> Result:
    """A match of Ann against Bob."""
    return Result(12, "genius", (ANN, BOB), ("red", "blue"), winner, termination, AT)


def test_every_command_that_help_names_exists() -> None:
    """Six steps, and nothing in them that can't be typed."""
    text = help_text(VOICE)
    assert re.findall(r"^(\d)\. ", text, re.MULTILINE) == list("123456")
    named = set(re.findall(r"\b(?:match|my) [a-z]+", text)) - {"match in"}
    assert named <= set(COMMANDS)
    for options in re.findall(r"(match start [^,]+),", text):
        assert read_order(options).command == "match start"
    for word in ("history", "leaderboard", "setup"):
        assert word in text
        assert word in COMMANDS


@pytest.mark.parametrize(
    ("termination", "winner", "line"),
    [
        (Termination.GAME_OVER, Colour.FIRST, "Ann (red) beat Bob (blue)"),
        (Termination.GAME_OVER, None, "Ann (red) against Bob (blue): a tie"),
        (Termination.TIE_TO_HOST, None, "Ann (red) against Bob (blue): a tie"),
        (Termination.RESIGNATION, Colour.SECOND, "Bob (blue) beat Ann (red) by resignation"),
        (Termination.TIME, Colour.SECOND, "Bob (blue) beat Ann (red) on time"),
        (Termination.FORFEIT, Colour.FIRST, "Ann (red) beat Bob (blue) by forfeit"),
        (Termination.ADJUDICATION, Colour.FIRST, "Ann (red) beat Bob (blue) by decision"),
        (Termination.ABANDONMENT, None, "Ann (red) against Bob (blue): abandoned"),
        (Termination.CANCELLED, None, "Ann (red) against Bob (blue): cancelled"),
    ],
)
def test_a_line_of_history(termination: Termination, winner: Colour | None, line: str) -> None:
    """Number, who beat whom and how, the format, when."""
    text = history.history_text([result(termination, winner)], VOICE)
    assert text == f"The last matches:\n**12** · {line} · genius · [22:00:00]"


def test_matches_to_choose_from_are_plain_words() -> None:
    """No marks: a list of choices shows them as they are."""
    assert (
        history.result_choice(result(Termination.TIME, Colour.SECOND))
        == "12: Ann against Bob, blue won"
    )
    assert (
        history.result_choice(result(Termination.GAME_OVER, None)) == "12: Ann against Bob, a tie"
    )
    assert (
        history.result_choice(result(Termination.CANCELLED, None))
        == "12: Ann against Bob, cancelled"
    )


def test_a_player_s_page() -> None:
    """Rating and place, then what was won and lost and how."""
    known = standings([result(Termination.TIME, Colour.FIRST)] * 2)
    assert history.player_text(BOB, known[1], 2, VOICE) == (
        f"**Bob**: rating {known[1].rating}, place 2 of 2.\n"
        "All matches, genius: won 0, lost 2 (2 on time), tied 0."
    )
    assert history.player_text(BOB, None, 2, VOICE) == "Bob has no rated match on this server yet."


def test_the_leaderboard_says_how_many_more_there_are() -> None:
    """A line each; the fine print explains the numbers."""
    known = standings([result(Termination.TIME, Colour.FIRST)])
    assert (
        history.leaderboard_text([], 0, VOICE) == "Nobody has finished a match on this server yet."
    )
    text = history.leaderboard_text(known[:1], len(known), VOICE)
    assert text.startswith(f"1. **Ann** {known[0].rating} · 1–0–0\n-# 2 players. ")


def test_counts_are_put_in_good_words() -> None:
    """One match is one match."""
    assert "out of 1 match." in history.forgotten_text(1)
    assert "out of 3 matches." in history.forgotten_text(3)
    assert "while match 3 is open" in history.not_yet_text([3])
    assert "while the matches 3, 5 are open" in history.not_yet_text([3, 5])
