"""Games played in the room, their positions by the oracle, and a record that is damaged."""

import contextlib
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from oracle.board import name
from oracle.games import make
from oracle.golden import read_turn
from oracle.oracle import State

from venues.room.visitor import SEED_003, RoomHouse, Visitor, seated, words

GAME = ("B2", "C2", "A1 B1", "B3 C1")
"""On side 2, where all is solved: the last two turns each threw a won game away."""


async def over(place: RoomHouse) -> tuple[str, dict[str, str]]:
    """A room in which that game was played, and Red resigned."""
    room, tokens, (host, *players) = await seated(place, side="2", clock="none")
    for number, turn in enumerate(GAME):
        await players[number % 2].say(turn)
        await host.state(lambda match, number=number: match["turn"] == number + 1)
    await players[0].act("resign")
    await host.state(lambda match: match["status"] == "over")
    return room, tokens


async def play(visitors: list[Visitor], turns: Sequence[str]) -> list[str]:
    said = []
    for number, turn in enumerate(turns):
        await visitors[1 + number % 2].say(turn)
        said.append(words(await visitors[0].line("played", "told")))
    return said


def positions(turns: list[str]) -> list[State]:
    oracle = make("genius", 5, {})
    states = [oracle.start()]
    for turn in turns:
        states.append(oracle.play(states[-1], read_turn(turn, states[-1].to_move)))
    return states


def named(state: State) -> dict[str, str]:
    colours = {"first": "red", "second": "blue"}
    return {name(cell): colours[colour] for cell, colour in state.stones.items()}


def damage(file: Path, change: str, number: int) -> None:
    """Changes one event of the first match, as a bad disk does."""
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        turns = "SELECT number FROM events WHERE match = 1 AND kind = 'TurnPlayed' ORDER BY number"
        (found,) = database.execute(f"{turns} LIMIT 1 OFFSET {number - 1}").fetchone()
        changed = database.execute(
            f"UPDATE events SET {change} WHERE match = 1 AND number = ?",  # noqa: S608
            (found,),
        )
        assert changed.rowcount == 1


async def play_seed_003(players: list[Visitor], turns: int) -> None:
    for number, turn in enumerate(SEED_003[:turns]):
        await players[number % 2].say(turn)
        for player in players:
            await player.line("played")
