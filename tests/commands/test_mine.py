"""`my matches` and `my remind`, without any real venue."""

from dataclasses import replace
from datetime import timedelta

import pytest
from fakes import BLUE, FAN, HOST, RED, ROOM, TERMS, FakeHouse

from bot.commands.request import Reply
from bot.desk.venue import Places
from bot.referee.clock import TimeControl
from bot.referee.events import MatchOpened, Player
from bot.referee.match import Room
from bot.referee.submission import Pause, StartNow, Submission
from bot.servers.reminders import MOST_FAILED, QuietHours, Reminders
from bot.storage.people import Person, ReminderBook
from bot.venues.discord.messages import LONGEST_TEXT
from commands.clerks import answer

HOUR = timedelta(hours=1)
ELSEWHERE = Room("fake", "elsewhere", "hall")
ANN = Person("fake", "", RED.id)


async def order(place: FakeHouse, words: str, player: Player = RED, **more: object) -> Reply:
    return await answer(place, words, player, **more)


async def opened(place: FakeHouse, room: Room, *players: Player, hours: int | None = 1) -> int:
    """A match with so many hours a turn that has begun; with none, without a clock."""
    control = None if hours is None else TimeControl(hours * HOUR)
    terms = replace(TERMS, control=control)
    event = MatchOpened(place.clock.now(), HOST, (players[0], players[1]), terms)
    number = await place.desk.open(room, event)
    await place.desk.submit(room, Submission(HOST, StartNow(), place.clock.now()))
    await place.settled()
    return number


def numbers(reply: Reply) -> list[str]:
    return [line.split("**")[1] for line in reply.text.splitlines() if line.startswith("**")]


async def test_my_matches_has_the_most_urgent_first(place) -> None:
    """On two servers; those of others, and those that are over, are not among them."""
    assert (await order(place, "my matches")).text == "You have no open match."
    rooms = [replace(ELSEWHERE, id=f"hall {number}") for number in range(8)]
    theirs = await opened(place, rooms[0], BLUE, RED, hours=2)
    no_clock = await opened(place, rooms[1], RED, BLUE, hours=None)
    slow = await opened(place, rooms[2], RED, BLUE, hours=9)
    await opened(place, rooms[3], BLUE, FAN)
    fast = await opened(place, ROOM, RED, BLUE, hours=3)
    paused = await opened(place, rooms[4], RED, BLUE)
    await place.desk.submit(rooms[4], Submission(HOST, Pause(), place.clock.now()))
    event = MatchOpened(place.clock.now(), HOST, (RED, BLUE), TERMS)
    unstarted = await place.desk.open(rooms[5], event)
    over = await opened(place, rooms[6], RED, BLUE)
    place.clock.advance(HOUR + 9 * place.venue.grace)
    await place.desk.calls.call(over)
    await place.settled()
    reply = await order(place, "my matches")
    expected = [fast, slow, no_clock, unstarted, theirs, paused]
    assert numbers(reply) == [str(number) for number in expected]
    lines = reply.text.splitlines()
    assert lines[0] == "6 open matches, your turn in 3:"
    for line, parts in zip(
        lines[1:],
        (
            ("turn 1, **yours**", "time is up [", "#room"),
            ("**yours**", "time is up [", "#hall 2"),
            ("**yours**", "no clock"),
            ("not started, waiting for Red and Blue to press Ready", "#hall 5"),
            ("turn 1, Red to move", "time is up ["),
            ("paused",),
        ),
        strict=True,
    ):
        assert all(part in line for part in parts), line
    assert reply.private
    assert numbers(await order(place, "my matches", HOST)) == []


async def test_my_matches_typed_in_public_tells_of_no_other_server(place) -> None:
    here = await opened(place, ROOM, RED, BLUE)
    await opened(place, ELSEWHERE, RED, BLUE)
    assert len(numbers(await order(place, "my matches"))) == 2
    reply = await order(place, "my matches", alone=False)
    assert numbers(reply) == [str(here)]
    assert "hall" not in reply.text
    assert reply.text.endswith("Those of other servers I show to you alone: /my matches")
    nothing = await order(place, "my matches", FAN, alone=False)
    assert nothing.text.startswith("You have no open match here.")


async def test_my_matches_lists_this_server_only_where_ids_differ(place) -> None:
    place.venue.places.one_id_everywhere = False
    await opened(place, ELSEWHERE, RED, BLUE)
    assert (await order(place, "my matches")).text == "You have no open match."
    here = await opened(place, ROOM, RED, BLUE)
    assert numbers(await order(place, "my matches")) == [str(here)]
    await order(place, "my remind 12h")
    assert set(await ReminderBook(place.store).all()) == {Person("fake", "server", RED.id)}


async def test_a_long_list_ends_with_how_many_more_there_are(place) -> None:
    names = [Player(f"p{number}", "A name that is as long as names are") for number in range(30)]
    for number, player in enumerate(names):
        room = replace(ELSEWHERE, id=f"a room with a long name, number {number}")
        await opened(place, room, *(RED, player)[:: -1 if number % 2 else 1], hours=number + 1)
    reply = await order(place, "my matches")
    assert len(reply.text) <= LONGEST_TEXT
    assert reply.text.startswith("30 open matches, your turn in 15:")
    shown = len(numbers(reply))
    assert 8 < shown < 20
    assert f"… and {30 - shown} more: /match status shows one" in reply.text
    assert "**1** " in reply.text.splitlines()[1]


@pytest.mark.parametrize(
    ("words", "settled"),
    [
        ("my remind 12h", Reminders(12 * HOUR)),
        ("my remind after:90m quiet:22-7", Reminders(1.5 * HOUR, QuietHours(22, 7))),
        ("my remind quiet:23:00-8:00", Reminders(quiet=QuietHours(23, 8))),
        ("my remind 12h quiet:off", Reminders(12 * HOUR)),
    ],
)
async def test_my_remind_is_kept_and_told(place, words, settled) -> None:
    reply = await order(place, words)
    assert await ReminderBook(place.store).of(ANN) == settled
    assert reply.private
    assert (await order(place, "my remind")).text == reply.text
    assert ("on all servers" in reply.text) is bool(settled.after)


async def test_my_remind_changes_hours_and_quiet_by_themselves(place) -> None:
    book = ReminderBook(place.store)
    for words, settled in (
        ("my remind 12h quiet:23-8", Reminders(12 * HOUR, QuietHours(23, 8))),
        ("my remind after:1d", Reminders(24 * HOUR, QuietHours(23, 8))),
        ("my remind quiet:0-6", Reminders(24 * HOUR, QuietHours(0, 6))),
        ("my remind off", None),
        ("my remind quiet:0-6", Reminders(quiet=QuietHours(0, 6))),
        ("my remind quiet:off", None),
        ("my remind off", None),
    ):
        reply = await order(place, words)
        assert await book.of(ANN) == settled, words
    assert reply.text.startswith("I don't remind you any more")


async def test_my_timezone_is_the_zone_of_quiet_hours(place) -> None:
    """Before it is known, UTC; afterwards, without a further word, that one."""
    reply = await order(place, "my remind 12h quiet:23-8")
    assert "(UTC; I don't know your time zone" in reply.text
    await order(place, "my timezone Europe/Paris")
    assert "23:00 and 8:00 (Europe/Paris)" in (await order(place, "my remind")).text
    reply = await order(place, "my remind 6h", room=ELSEWHERE)
    assert "(Europe/Paris)" in reply.text
    assert "any more" in (await order(place, "my timezone none")).text


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("my remind soon", "after:soon: "),
        ("my remind 1m", "that takes 5m to 30d"),
        ("my remind 40d", "that takes 5m to 30d"),
        ("my remind quiet:night", "such as quiet:23-8, or off"),
        ("my remind 12h quiet:8-8", "such as quiet:23-8, or off"),
    ],
)
async def test_my_remind_that_cannot_be_read_changes_nothing(place, words, part) -> None:
    await order(place, "my remind 3h")
    assert part in (await order(place, words)).text
    assert await ReminderBook(place.store).of(ANN) == Reminders(3 * HOUR)


async def test_my_remind_tells_of_failed_reminders_and_begins_anew(place) -> None:
    book = ReminderBook(place.store)
    for failed, part in ((1, "the last one did not reach you"), (MOST_FAILED, "I write no more")):
        await book.settle(ANN, Reminders(12 * HOUR, failed=failed))
        assert part in (await order(place, "my remind")).text
    assert "did not reach" not in (await order(place, "my remind 12h")).text
    assert await book.of(ANN) == Reminders(12 * HOUR)


async def test_a_venue_without_private_messages_says_so_at_once(place) -> None:
    place.venue.places = Places()
    for words in ("my remind", "my remind 12h", "my remind off"):
        assert (await order(place, words)).text.startswith("I can't write to you privately here")
    assert await ReminderBook(place.store).all() == {}
