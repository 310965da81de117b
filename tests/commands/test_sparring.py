"""Seating the sparring partner, and who may not: the clerk's answers on a venue with an account."""

from dataclasses import replace

import pytest
from fakes import BLUE, FAN, HOST, RED, ROOM, House, Whispers

from bot.commands.clerk import Clerk
from bot.commands.parsing import read_order
from bot.desk.thinking import Thinking
from bot.referee.events import Player
from bot.servers.settings import ServerSettings
from commands.test_clerk import asks, settle

REFEREE = Player("me", "Referee")


class Signed(Whispers):
    """A venue where the referee has an account."""

    def account(self) -> Player:
        """The referee."""
        return REFEREE


def clerk_of(place: House, *, thinks: bool = True) -> Clerk:
    """A clerk of a venue where the referee can be named."""
    place.venue.places = Signed(place.world)
    place.desk.thinking = Thinking(place.clock) if thinks else None
    return Clerk(place.desk, place.store, place.venue)


async def ordered(place: House, clerk: Clerk, words: str, **seats: Player) -> str:
    """The answer to a host's command."""
    asker = asks(place, HOST, seats=seats, may_host=True)
    reply = await clerk.carry_out(read_order(words), asker)
    await place.settled()
    return reply.text


@pytest.mark.parametrize(
    ("level", "known"), [("", "steady"), ("level:gentle", "gentle"), ("level:FIERCE", "fierce")]
)
async def test_whoever_names_the_referee_seats_its_program(place, level, known) -> None:
    """Under its account, with its level in the name; `steady` unless somebody says otherwise."""
    clerk = clerk_of(place)
    told = await ordered(place, clerk, f"match start {level}", red=RED, blue=REFEREE)
    assert "is set up" in told
    _, partner = (await place.match()).players
    assert partner == Player("me", f"Referee ({known})", known)
    (opening,) = place.world.announced()
    assert opening.announcement.ping == (RED.id,)


@pytest.mark.parametrize(
    ("words", "seats", "expected"),
    [
        ("match start", {"red": REFEREE, "blue": REFEREE}, "I play from one seat only"),
        ("match start level:strong", {"red": RED, "blue": BLUE}, "name me as one of the players"),
        (
            "match start level:best",
            {"red": RED, "blue": REFEREE},
            "first-stone, gentle, easy",
        ),
    ],
)
async def test_what_can_not_be_played_is_refused_before_a_match_is_set_up(
    place, words, seats, expected
) -> None:
    """Each with what is allowed."""
    told = await ordered(place, clerk_of(place), words, **seats)
    assert expected in told
    assert await place.desk.latest(ROOM) is None


async def test_the_server_and_whoever_runs_the_referee_can_turn_it_off(place) -> None:
    """Both say so, and people play as before."""
    clerk = clerk_of(place)
    await settle(place, ServerSettings(sparring=False))
    told = await ordered(place, clerk, "match start", red=RED, blue=REFEREE)
    assert "setup sparring:on" in told
    clerk = clerk_of(place, thinks=False)
    told = await ordered(place, clerk, "match start", red=RED, blue=REFEREE)
    assert "turned playing and reviews off" in told
    assert "is set up" in await ordered(place, clerk, "match start", red=RED, blue=BLUE)


async def test_the_host_puts_the_partner_in_an_absent_players_place(place) -> None:
    """Only the host, only where the other seat is a person's, and only in a game it knows."""
    clerk = clerk_of(place)
    await place.start()
    words = "match replace colour:blue level:strong"
    fan = replace(asks(place, FAN), seats={"player": REFEREE})
    assert "host" in (await clerk.carry_out(read_order(words), fan)).text
    assert (await place.match()).players == (RED, BLUE)
    await ordered(place, clerk, words, player=REFEREE)
    seated = Player("me", "Referee (strong)", "strong")
    assert (await place.match()).players == (RED, seated)
    told = await ordered(place, clerk, "match replace colour:red", player=REFEREE)
    assert "one seat only" in told
    # A level means nothing for anybody else.
    told = await ordered(place, clerk, "match replace blue level:strong", player=FAN)
    assert "name me as one of the players" in told
    await ordered(place, clerk, "match replace colour:blue", player=BLUE)
    assert (await place.match()).players == (RED, BLUE)


async def test_the_partner_is_seated_in_any_game(place) -> None:
    """Plur is one that no program knows by name."""
    clerk = clerk_of(place)
    opened = await ordered(place, clerk, "match start format:plur", black=RED, white=BLUE)
    assert "is set up" in opened
    told = await ordered(place, clerk, "match replace colour:white", player=REFEREE)
    assert "given" in told
    assert (await place.match()).players[1].level == "steady"
