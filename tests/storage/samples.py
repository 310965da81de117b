"""A match as any: what the tests of the store open, where it does not matter which."""

from pathlib import Path

import pytest
from handclock import START

from bot.engine.turn import Colour
from bot.referee.events import MatchOpened, Player, Terms, TurnPlayed
from bot.referee.match import Room
from bot.storage.store import Store

ROOM = Room("discord", "1", "2")
OPENED = MatchOpened(
    START,
    Player("1", "Host"),
    (Player("2", "Ann"), Player("3", "Bob")),
    Terms("genius", "genius", 5, ("red", "blue"), None),
)
TURN = TurnPlayed(START, Colour.FIRST, "E5")
IN_A_FILE = pytest.mark.parametrize("each_database", ["sqlite"], indirect=True)
"""A test to which the kind of database makes no difference."""


def url(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


async def number_of_events(store: Store) -> int:
    return len((await store.load(1)).events)


def thorough(*values: object) -> list[object]:
    """Rows of a table that `make test-all` adds to the others."""
    return [pytest.param(value, marks=pytest.mark.thorough) for value in values]
