"""What is typed: commands where nothing can be pressed, and those that the help names."""

import re
from datetime import UTC, datetime

import pytest
from announcements.page import SECTIONS, made
from fakes import PlainVoice

from bot.commands.catalogue import COMMANDS
from bot.commands.parsing import read_order
from bot.engine.turn import Colour
from bot.referee.events import Player, Termination
from bot.servers.results import Result
from bot.wording import history
from bot.wording.clerk import help_text
from bot.wording.typed import choices_text, typed

ELSEWHERE = ("The local room", "Form and buttons")
"""What is said of pages and forms only where there are some."""


def test_no_sentence_is_left_that_says_press():
    """The whole page of sentences but for those of the local room and of Discord's forms."""
    for title, _ in SECTIONS:
        if title in ELSEWHERE:
            continue
        for specimen in made(title):
            said = typed(specimen.text, "referee")
            assert not re.search(r"\bpress", said, re.IGNORECASE), said


def test_ready_and_start_are_typed_as_commands():
    assert typed("Both players press Ready, or you press Start now.", "umpire") == (
        "Both players write `@umpire ready`, or you write `@umpire host begin`."
    )


def test_a_slash_command_is_typed_to_the_referee():
    text = "resume it there with /host resume, or move it: /host move match:7."
    assert typed(text, "umpire") == (
        "resume it there with `@umpire host resume`, or move it: `@umpire host move match:7`."
    )


def test_the_names_in_examples_mention_nobody():
    """There may be an Ann on the forum who has never heard of this."""
    assert "@Ann" not in typed("match start red:@Ann", "umpire")


def test_choices_are_written_out():
    assert choices_text(("accept-undo", "decline-undo"), "umpire") == (
        "Write `@umpire match accept` or `@umpire match decline`."
    )
    several = choices_text(("accept-appointment-1", "accept-appointment-2"), "umpire")
    assert several == "Write `@umpire match accept 1` or `@umpire match accept 2`."
    assert choices_text(("first-red", "first-blue"), "umpire").count("match choose") == 2
    assert choices_text(("ready", "start"), "umpire") == choices_text(("play",), "umpire") == ""


AT = datetime(2026, 11, 21, 22, 0, tzinfo=UTC)
ANN, BOB = Player("1", "Ann"), Player("2", "Bob")


def test_every_command_that_help_names_exists() -> None:
    """Six steps, and nothing in them that can't be typed."""
    text = help_text(PlainVoice())
    assert re.findall(r"^(\d)\. ", text, re.MULTILINE) == list("123456")
    assert (set(re.findall(r"\b(?:match|my) [a-z]+", text)) - {"match in"}) <= set(COMMANDS)
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
