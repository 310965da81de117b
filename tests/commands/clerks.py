"""What the tests of commands share: who asks a clerk, and what was there before."""

from dataclasses import replace

from fakes import BLUE, FAN, HOST, RED, ROOM, TERMS, FakeHouse, Whispers

from bot.commands.clerk import Clerk
from bot.commands.parsing import read_order
from bot.commands.request import Asker, Reply
from bot.desk.thinking import Thinking
from bot.referee.events import MatchOpened, Player
from bot.referee.match import Room
from bot.referee.submission import Said, StartNow, Submission
from bot.servers.settings import ServerSettings
from bot.storage.store import Servers

REFEREE = Player("me", "Referee")
SMALL = replace(TERMS, side=3)
ELSEWHERE = Room("fake", "another server", "another room")
GAME = ("C3", "B2 B3", "D2 D3")


def asks(place: FakeHouse, player: Player = FAN, **more: object) -> Asker:
    return replace(Asker(player, ROOM, place.clock.now()), **more)


async def answer(place: FakeHouse, words: str, player: Player = FAN, **more: object) -> Reply:
    """What a clerk of the house answers to a command, when all has been told."""
    clerk = Clerk(place.desk, place.store, place.venue)
    reply = await clerk.carry_out(read_order(words), asks(place, player, **more))
    await place.settled()
    return reply


async def settle(place: FakeHouse, rules: ServerSettings) -> None:
    await Servers(place.store).change(ROOM.venue, ROOM.server, lambda _: rules)


class Signed(Whispers):
    def account(self) -> Player:
        return REFEREE


def clerk_of(place: FakeHouse, *, thinks: bool = True) -> Clerk:
    place.venue.places = Signed(place.world)
    place.desk.thinking = Thinking(place.clock) if thinks else None
    return Clerk(place.desk, place.store, place.venue)


async def ordered(place: FakeHouse, clerk: Clerk, words: str, **seats: Player) -> str:
    asker = asks(place, HOST, seats=seats, may_host=True)
    reply = await clerk.carry_out(read_order(words), asker)
    await place.settled()
    return reply.text


async def hold(
    place: FakeHouse,
    room: Room,
    turns: tuple[str, ...] = GAME,
    side: int = 3,
    *,
    pages: bool | None = None,
    players: tuple[Player, Player] = (RED, BLUE),
) -> None:
    opened = MatchOpened(place.clock.now(), HOST, players, replace(SMALL, side=side), pages=pages)
    await place.desk.open(room, opened)
    await place.settled()
    await place.desk.submit(room, Submission(HOST, StartNow(), place.clock.now()))
    await place.settled()
    for number, turn in enumerate(turns):
        said = Submission(players[number % 2], Said(turn), place.clock.now(), f"{room.id}-{number}")
        await place.desk.submit(room, said)
        await place.settled()


async def signed_up(place, clerk: Clerk, *people, options: str = "") -> None:
    place.run_cups()
    assert "is open" in await ordered(place, clerk, f"cup open Colosseum {options}")
    for person in people:
        reply = await clerk.carry_out(read_order("cup join"), asks(place, person))
        assert "You are in" in reply.text


async def players(place) -> list[str]:
    """The names of those in the cup, by seed, once it has begun."""
    (held,) = place.desk.cups.table.held()
    return [seed.name for seed in held.state.seeds]
