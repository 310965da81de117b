"""Where nothing can be pressed, every sentence says what to write."""

import re

from announcements.page import SECTIONS, made

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
    text = "Both players press Ready, or you press Start now."
    assert typed(text, "umpire") == (
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
