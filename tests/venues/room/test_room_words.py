"""The room's voice, its reading of typed lines, its tokens and its limits."""

from datetime import timedelta

import pytest
from handclock import START
from hypothesis import given
from hypothesis import strategies as st

from bot.commands.parsing import OrderError
from bot.limits import Bucket
from bot.referee.events import Player
from bot.storage.links import Link, Role
from bot.venues.room.seats import RoomRole, RoomVoice, all_tokens, issue, links_of
from bot.web.messages_in import is_command, order_in
from bot.web.pieces import harmless, pieces
from bot.web.view import moment

VOICE = RoomVoice()


@given(st.text(max_size=80))
def test_no_word_of_a_person_looks_like_the_referees(text: str) -> None:
    player = Player("1", text)
    said = f"{VOICE.name(player)} {VOICE.mention(player)} {VOICE.quote(text)}"
    shown = pieces(said)
    assert len(shown) == 1
    assert all(set(part) == {"text"} for part in shown[0])
    assert "".join(str(part["text"]) for part in shown[0]) == said


@given(st.text(max_size=300))
def test_harmless_words_have_no_control_or_format_signs(text: str) -> None:
    """Every sign left can be printed, the length is kept, and a second washing changes nothing."""
    plain = harmless(text, 40)
    assert len(plain) <= 40
    assert plain.isprintable() or all(sign.isprintable() for sign in plain)
    assert harmless(plain, 40) == plain


def test_marks_become_parts() -> None:
    text = f"{VOICE.strong('Red')} played.\n{VOICE.small('Banks')} {VOICE.countdown(START)}!"
    assert pieces(text) == [
        [{"text": "Red", "strong": 1}, {"text": " played."}],
        [
            {"text": "Banks ", "small": 1},
            {"text": "", "until": moment(START), "small": 1},
            {"text": "!", "small": 1},
        ],
    ]


TYPED = {
    "match status": ("status", "/status", "@Referee /status"),
    "match board": ("Match Board",),
    "host pause": (
        *("match pause lunch is ready", "/pause lunch is ready", "pause", "@Referee pause"),
        "@referee, host pause lunch is ready",
    ),
    "match record": ("record notation:half-step",),
    "matches": ("matches",),
    None: (
        *("pause a moment please", "cancel that idea", "board games are fun", "hello", "D7 F8"),
        *("ready when you are", "@Referee hello", "@Refereeing pause"),
    ),
}
"""What is typed for each command, and what is none."""


@pytest.mark.parametrize("command", TYPED)
def test_short_commands_stand_alone(command: str | None) -> None:
    for text in TYPED[command]:
        order = order_in(text)
        assert (None if order is None else order.command) == command, text
        assert is_command(text) == (command is not None), text


def test_a_command_gone_wrong_is_still_a_command() -> None:
    for text in ("match dance", "/status now", "@Referee pasue"):
        assert is_command(text)
        with pytest.raises(OrderError):
            order_in(text)


def test_whose_token_makes_which_links():
    """Cid sits in Bob's place: the host's token makes Cid's link, and Bob's makes none of it."""
    tokens, opened = issue("r1")
    assert {role: opened.pop(token) for role, token in tokens.items()} == {
        "host": Link(Role.HOST, "r1", person="r1.host"),
        "one": Link(Role.SEAT, "r1", person="r1.one"),
        "two": Link(Role.SEAT, "r1", person="r1.two"),
        "watch": Link(Role.WATCH, "r1", person="r1.watch"),
    }
    assert not opened
    assert all_tokens(tokens[RoomRole.HOST]) == tokens
    for role in (RoomRole.ONE, RoomRole.TWO, RoomRole.WATCH):
        made = all_tokens(tokens[role])
        assert not set(made.values()) - {tokens[role]} & set(tokens.values())
    tokens, _ = issue("r1")
    now = all_tokens(tokens[RoomRole.HOST], ("one", "two-1"))
    assert (now[RoomRole.HOST], now[RoomRole.ONE]) == (tokens[RoomRole.HOST], tokens[RoomRole.ONE])
    made = all_tokens(tokens[RoomRole.TWO], ("one", "two-1"))
    assert now[RoomRole.TWO] not in {*tokens.values(), *made.values()}
    opened = links_of("r1", tokens[RoomRole.HOST], ["two-1"])
    assert opened == {now[RoomRole.TWO]: Link(Role.SEAT, "r1", person="r1.two-1")}


def test_a_bucket_fills_again() -> None:
    now, second = timedelta(hours=7), timedelta(seconds=1)
    bucket = Bucket(10, 5 * second, now)
    assert [bucket.take(now) for _ in range(11)] == [True] * 10 + [False]
    now += second
    assert [bucket.take(now) for _ in range(3)] == [True, True, False]
    now += timedelta(hours=1)
    assert sum(bucket.take(now) for _ in range(20)) == 10
