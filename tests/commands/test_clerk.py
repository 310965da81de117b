"""The clerk's answers, `setup` among them, without any real venue."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from fakes import BLUE, HOST, RED, ROOM, house

from bot.commands.acts import READERS
from bot.commands.catalogue import COMMANDS, Name
from bot.commands.clerk import Clerk
from bot.commands.command import Kind, Late
from bot.commands.parsing import read_order
from bot.commands.setup import settled, with_rules
from bot.desk.backlog import MATCHES, Queue
from bot.desk.venue import Places
from bot.referee.events import Player
from bot.referee.match import Room
from bot.referee.problems import OrderError
from bot.referee.submission import Cancel, Pause
from bot.servers.settings import USUAL, ServerSettings
from commands.clerks import answer, asks, settle


async def test_announcements_look_as_the_server_settled(place) -> None:
    await place.start()
    await settle(place, ServerSettings(theme="go", coordinates=True))
    await place.hear(RED, "E5")
    scenes = [one.announcement.scene for one in place.world.announced()]
    assert (scenes[0].theme, scenes[0].coordinates) == ("genius", False)
    assert (scenes[-1].theme, scenes[-1].coordinates) == ("go", True)
    shown = await answer(place, "board")
    assert (shown.scene.theme, shown.scene.coordinates) == ("go", True)


async def test_while_turns_wait_for_long_nothing_is_asked_of_all_matches(place) -> None:
    clerk, backlog = Clerk(place.desk, place.store, place.venue), place.desk.backlog
    await place.start()
    assert list(await clerk.known_matches(asks(place))) == [1]
    for number in range(MATCHES):
        backlog.add(Queue.ACTS, number, number)
    place.clock.advance(timedelta(seconds=3))
    assert await clerk.known_matches(asks(place)) == {}
    assert "ask again" in (await answer(place, "matches")).text


async def test_a_venue_that_offers_nothing_but_its_rooms_holds_matches_in_them(place) -> None:
    """A new thread is refused in words; in the room itself nothing is missing, and no button is."""
    place.venue.places = Places()
    clerk = Clerk(place.desk, place.store, place.venue)
    asker = asks(place, HOST, seats={"red": RED, "blue": BLUE})
    refused = await clerk.carry_out(read_order("match start where:thread"), asker)
    assert refused.text == "There are no new rooms to be had here: leave out where:."
    assert "Match 1 is set up" in (await clerk.carry_out(read_order("match start"), asker)).text
    await place.settled()
    (opening,) = place.world.announced()
    assert opening.announcement.buttons == ()
    assert "http" not in (await answer(place, "match status")).text


async def test_a_match_is_opened_with_the_server_s_warnings(place) -> None:
    clerk = Clerk(place.desk, place.store, place.venue)
    rules = ServerSettings(format="catena", clock="1d+3d", warnings=(timedelta(hours=1),))
    await settle(place, rules)
    asker = asks(place, HOST, seats={"black": RED, "white": BLUE})
    assert "is set up" in (await clerk.carry_out(read_order("match start komi=3"), asker)).text
    await place.settled()
    terms = (await place.match()).terms
    assert (terms.format, str(terms.control)) == ("catena", "1d+3d")
    assert terms.warnings == (timedelta(hours=1),)
    assert ("komi", "3") in terms.options


@pytest.mark.parametrize(
    ("asker", "allowed"),
    [
        ({"player": HOST}, True),
        ({"may_host": True}, True),
        ({"roles": frozenset({"8", "9"})}, True),
        ({"roles": frozenset({"8"})}, False),
        ({}, False),
        ({"player": RED}, False),
        ({"manages": True}, False),
    ],
)
async def test_acting_as_host_by_each_kind_of_person(place, asker, allowed) -> None:
    clerk = Clerk(place.desk, place.store, place.venue)
    await settle(place, ServerSettings(host_role="9"))
    await place.start()
    reply = await clerk.act(Pause("tea"), asks(place, **asker))
    assert reply.text.startswith("Paused" if allowed else "Only the host")


async def test_a_host_role_that_was_never_named_lets_nobody_host(place) -> None:
    clerk = Clerk(place.desk, place.store, place.venue)
    await place.start()
    reply = await clerk.act(Cancel(), asks(place, roles=frozenset({""})))
    assert reply.text.startswith("Only the host")


async def test_a_room_that_keeps_to_itself(place) -> None:
    clerk = Clerk(place.desk, place.store, place.venue)
    number = await place.start()
    await place.hear(RED, "E5")
    here = asks(place, only_here=True, manages=True)
    asked = [name for name, command in COMMANDS.items() if command.of_server]
    assert {"history", "player", "leaderboard", "my forget", "setup"} <= set(asked)
    for name in asked:
        reply = await clerk.carry_out(read_order(name), here)
        assert reply.text.startswith("This room keeps to itself"), name
    elsewhere = replace(here, room=Room(ROOM.venue, ROOM.server, "other"))
    for name in ("board", "record", "replay"):
        order = read_order(f"{name} match:{number}")
        assert (await clerk.carry_out(order, elsewhere)).text.startswith("There is no match")
        own = await clerk.carry_out(order, here)
        assert own.files or own.scene, name


async def test_the_referee_goes_on_ruling_while_a_film_is_drawn(place) -> None:
    """Drawing is done in another thread, one film at a time."""
    await place.start()
    await place.hear(RED, "E5")
    await place.hear(BLUE, "C3 F3")
    films = [asyncio.create_task(answer(place, "replay")) for _ in range(3)]
    await asyncio.wait(films, timeout=0.01)
    assert not any(film.done() for film in films)
    await place.hear(RED, "D3 F6")
    assert place.world.texts()[-1].startswith("**Red** played **D3 F6**")
    replies = [await film for film in films]
    assert {reply.files[0][0] for reply in replies} == {"match-1.gif"}


@pytest.mark.parametrize("turn", ["-1", "4", "x", "1.5", "00001", "١"])
async def test_board_of_a_turn_that_there_is_not(place, turn) -> None:
    await place.start()
    await place.hear(RED, "E5")
    reply = await answer(place, f"board turn:{turn}")
    assert reply.text == "Match 1 has 1 turn so far: ask for turn:0 to turn:1."
    assert reply.private
    assert reply.scene is None


async def test_every_command_has_exactly_one_handler(tmp_path):
    async with house(tmp_path) as place:
        clerk = Clerk(place.desk, place.store, place.venue)
    assert set(clerk.handlers) == set(COMMANDS) == set(Name)
    acts = {name for name, command in COMMANDS.items() if command.kind is Kind.ACT}
    assert acts == set(READERS)
    assert {name for name in Name if COMMANDS[name].late is Late.IN_ORDER} < acts
    assert len({getattr(handler, "args", handler) for handler in clerk.handlers.values()}) == (
        len(COMMANDS) - len(acts) + 1
    )


async def test_when_and_accept_of_several_hours_of_which_one_is_past(place) -> None:
    await place.start(begun=False)

    async def orders(player: Player, words: str) -> str:
        return (await answer(place, words, player)).text

    assert "Proposed:\n1: " in await orders(BLUE, "match when in 1 hour or in 2 hours")
    assert "“x” is not understood" in await orders(RED, "match accept which:x")
    place.clock.advance(timedelta(minutes=61))
    assert "Say which" in await orders(RED, "match accept")
    assert "accept another one, or propose" in await orders(RED, "match accept 1")
    assert "No hour of that number" in await orders(RED, "match accept 3")
    assert (await place.match()).appointment is None
    await orders(RED, "match accept #2")
    assert (await place.match()).appointment is not None
    await orders(BLUE, "match when in 3 hours")
    assert "No hour of that number" in await orders(RED, "match accept 2")
    place.clock.advance(timedelta(hours=4))
    past = await orders(RED, "match accept 1")
    assert past == "That hour is past: propose another one with match when."


async def test_accept_with_a_number_is_no_answer_to_an_undo(place) -> None:
    await place.start()
    await place.hear(RED, "E5")
    await answer(place, "match ask undo", RED)
    other = await answer(place, "match accept 2", BLUE)
    assert other.text == "No hours are proposed: write match accept without a number."
    assert len((await place.match()).turns) == 1
    await answer(place, "match accept", BLUE)
    assert not (await place.match()).turns


@pytest.mark.parametrize(
    ("key", "text", "field", "value"),
    [
        ("host-role", "123", "host_role", "123"),
        ("host-role", "none", "host_role", ""),
        ("format", "Catena", "format", "catena"),
        ("clock", "1m+5m", "clock", "1m+5m"),
        ("clock", "90s+300s", "clock", "90s+5m"),
        ("clock", "off", "clock", "none"),
        ("clock", "usual", "clock", ""),
        ("theme", "GO", "theme", "go"),
        ("coordinates", "on", "coordinates", True),
        ("coordinates", "No", "coordinates", False),
        ("coordinates", "Usual", "coordinates", None),
        ("play", "off", "play", False),
        ("where", "thread", "where", "thread"),
        ("warnings", "10s, 2m", "warnings", (timedelta(minutes=2), timedelta(seconds=10))),
        ("warnings", "10s,10s", "warnings", (timedelta(seconds=10),)),
        ("warnings", "none", "warnings", ()),
    ],
)
def test_setup_option_changes_its_own_part(key: str, text: str, field: str, value: object) -> None:
    before = ServerSettings(host_role="9", clock="none", coordinates=True)
    after = settled(before, {key: text})
    assert getattr(after, field) == value
    others = set(ServerSettings.__dataclass_fields__) - {field}
    assert all(getattr(after, one) == getattr(before, one) for one in others)


@pytest.mark.parametrize(
    "options",
    [
        {"host-role": "@Referees"}, {"host-role": ""}, {"format": "chess"}, {"clock": "0+0"},
        {"clock": ""}, {"theme": ""}, {"coordinates": "perhaps"}, {"where": "outside"},
        {"warnings": ""}, {"warnings": "0"}, {"warnings": "soon"},
        {"warnings": "1s 2s 3s 4s 5s 6s"},
    ],
)  # fmt: skip
def test_setup_option_that_can_not_be_read_is_refused(options: dict[str, str]) -> None:
    with pytest.raises(OrderError):
        settled(USUAL, options)


def test_setup_reset_comes_first() -> None:
    rules = ServerSettings(host_role="9", theme="go")
    assert settled(rules, {"reset": "yes"}) == USUAL
    assert settled(rules, {"reset": "yes", "theme": "dark"}) == ServerSettings(theme="dark")
    assert settled(rules, {"reset": "no"}) == rules


def test_setup_is_taken_for_what_a_host_left_open() -> None:
    """The host's word is first; the server's clock goes with the server's format."""
    rules = ServerSettings(format="catena", clock="1d+3d", where="thread")
    assert with_rules({}, rules) == {"format": "catena", "clock": "1d+3d", "where": "thread"}
    given = {"format": "genius", "where": "here", "side": "4"}
    assert with_rules(given, rules) == given
    assert with_rules({"clock": "none"}, rules)["clock"] == "none"
    assert with_rules({"format": "CATENA"}, rules)["clock"] == "1d+3d"
    assert "clock" not in with_rules({}, USUAL)
    assert with_rules({}, USUAL, "daily")["clock"] == "daily"
    assert "clock" not in with_rules({"format": "bentley"}, USUAL, "daily")
    assert with_rules({}, rules, "daily")["clock"] == "1d+3d"
    with pytest.raises(OrderError):
        with_rules({"format": "chess"}, rules)
