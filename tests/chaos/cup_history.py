"""What the judge of cups is given: a cup as it is stored, and what people saw of it."""

from dataclasses import dataclass

from chaos.cup_script import CupScript
from chaos.history import Announced, Event, Log
from chaos.ledger import Ledger


@dataclass(frozen=True)
class StoredCup(Log):
    """A cup; `games` are the matches by pairing and game."""

    games: tuple[tuple[int, int, int], ...] = ()
    letter = "c"

    @property
    def pairings(self) -> list[tuple[int, str, str]]:
        """The round and both entrants of each pairing, in the order of their numbers."""
        return [
            (int(event.data["number"]), str(one["first"]), str(one["second"]))
            for _, event in self.of("RoundPaired")
            for one in event.data["pairings"]
        ]


@dataclass(frozen=True, slots=True)
class Seen:
    """What people saw of a cup: what was announced, and the threads under its channel."""

    told: tuple[Announced, ...]
    threads: tuple[tuple[str, str], ...]
    """The id and the title of each."""


@dataclass(frozen=True, slots=True)
class Undisturbed:
    """Each batch of pairings with its round, the champion, and the place of each entrant."""

    rounds: tuple[tuple[int, tuple[tuple[str, str], ...]], ...]
    champion: str | None
    places: tuple[tuple[int, str], ...]


@dataclass(slots=True)
class PlayedCup:
    """A cup of the script: its people's ids and names, in the order of their seeds."""

    script: CupScript
    name: str
    people: tuple[tuple[str, str], ...]
    room: str
    number: int = 0
    done: bool = False

    def index(self, entrant: str) -> int:
        return next(n for n, (key, _) in enumerate(self.people) if key == entrant)


async def read_cup(ledger: Ledger, number: int) -> StoredCup:
    rows = await ledger.fetch("SELECT open FROM cups WHERE id = ?", number)
    lines = await ledger.fetch("SELECT data FROM cup_events WHERE cup = ? ORDER BY number", number)
    games = await ledger.fetch(
        "SELECT pairing, game, match FROM cup_games WHERE cup = ? ORDER BY pairing, game", number
    )
    events = tuple(Event.read(line) for (line,) in lines)
    return StoredCup(number, bool(rows and rows[0][0]), events, tuple(map(tuple, games)))  # type: ignore[arg-type]


async def latest_cup(ledger: Ledger, room: str) -> StoredCup:
    """The last cup of a room; one without events where there is none."""
    query = "SELECT id FROM cups WHERE room = ? ORDER BY id DESC LIMIT 1"
    found = await ledger.fetch(query, room)
    return await read_cup(ledger, found[0][0] if found else 0)


async def count_steps(ledger: Ledger) -> int:
    """How many steps all cups have made; what was told, or made up for, is none."""
    found = await ledger.fetch(
        "SELECT count(*) FROM cup_events WHERE kind NOT IN ('CupShown', 'DeadlineMoved')"
    )
    return int(found[0][0]) if found else 0
