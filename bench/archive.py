"""A server with a hundred thousand ended matches, written into a database as if they had been held.

Some games are played by a program, of several rulesets and sides; each is held again and again, by
other people on other days. A few people play most of the matches, as everywhere.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from engine.samples import history, random_game

from bot.engine.board import board
from bot.engine.notation import Spelling, write_turn
from bot.engine.rulesets import RULESETS
from bot.engine.turn import Colour
from bot.referee.events import (
    Event,
    MatchEnded,
    MatchOpened,
    MatchStarted,
    Player,
    Termination,
    Terms,
    TurnPlayed,
)
from bot.servers.facts import GameFacts, facts_of
from bot.servers.results import Result, result_of
from bot.servers.settings import ServerSettings
from bot.storage.columns import RESULT, encode, encode_settings, microseconds
from bot.storage.results import values_of

PEOPLE = 2000
SHARES = {
    ("genius", 5): 60,
    ("genius", 4): 15,
    ("mindsports", 5): 10,
    ("catena", 4): 8,
    ("too", 4): 7,
}
"""Of a hundred matches, how many are of a ruleset and side."""
GAMES = 40
"""How many games are played of each."""
SLUG = "aServerWithAHundredThousandMatch"
NAME = "The Colosseum"
AT_ONCE = 2000
FIRST = 1_000_000
"""The number of the first match: below it there is room for others."""
_START, _APART = datetime(2020, 1, 1, tzinfo=UTC), timedelta(minutes=25)
_COLOURS = ("red", "blue")


@dataclass(frozen=True, slots=True)
class _Played:
    """A game that was played: its ruleset and side, its turns, and who won."""

    ruleset: str
    side: int
    turns: tuple[str, ...]
    winner: Colour | None


def fill(file: Path, matches: int, venue: str, server: str) -> None:
    """Writes so many ended matches of a server, whose pages are open to all, into a database."""
    people = [Player(f"p{number}", f"{_name(number)}") for number in range(PEOPLE)]
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA synchronous=OFF")
        _settle(database, venue, server)
        rows = _Rows(database, {"venue": venue, "server": server})
        for number, events in _held(matches, people):
            result = result_of(number, events)
            assert result is not None  # noqa: S101
            rows.add(number, events, result, facts_of(result, events))
        rows.write()
        database.execute("ANALYZE")
        database.commit()


class _Rows:
    """Gathers the rows of matches, and writes many at once."""

    def __init__(self, database: sqlite3.Connection, here: Mapping[str, str]) -> None:
        self._database = database
        self._here = here
        self._waiting: dict[str, list[dict[str, object]]] = {}
        self._matches = 0

    def add(self, match: int, events: list[Event], result: Result, facts: GameFacts) -> None:
        """The rows of a match and what belongs to it."""
        here = self._here
        opened = events[0].at.isoformat()
        self._row("matches", id=match, room=f"r{match % 50}", open=0, opened_at=opened, **here)
        for colour in Colour:
            player = result.players[colour].id
            self._row("players", match=match, colour=int(colour), player=player)
        for number, event in enumerate(events):
            data = encode(event)
            self._row("events", match=match, number=number, kind=type(event).__name__, data=data)
        ended = microseconds(result.at)
        self._row("results", match=match, ended=ended, data=RESULT.keep(result), **here)
        values = values_of(facts, result)
        self._row("facts", match=match, ended=ended, **values, **here)
        self._matches += 1
        if self._matches % AT_ONCE == 0:
            self.write()

    def write(self) -> None:
        """Writes what was gathered."""
        for table, rows in self._waiting.items():
            names = list(rows[0])
            marks = ", ".join(f":{name}" for name in names)
            columns = ", ".join(f'"{name}"' for name in names)
            self._database.executemany(
                f"INSERT INTO {table} ({columns}) VALUES ({marks})",  # noqa: S608
                rows,
            )
        self._waiting.clear()
        self._database.commit()

    def _row(self, table: str, **values: object) -> None:
        self._waiting.setdefault(table, []).append(values)


def _settle(database: sqlite3.Connection, venue: str, server: str) -> None:
    rules = encode_settings(ServerSettings(pages="public", watch=True))
    database.execute("INSERT INTO servers VALUES (?, ?, ?)", (venue, server, rules))
    database.execute("INSERT INTO halls VALUES (?, ?, ?, ?)", (SLUG, venue, server, NAME))


def _held(matches: int, people: list[Player]) -> Iterator[tuple[int, list[Event]]]:
    random = Random(1)
    games = {key: _games(*key) for key in SHARES}
    keys, shares = list(SHARES), list(SHARES.values())
    for number in range(matches):
        game = random.choice(games[random.choices(keys, shares)[0]])
        one, other = (people[int(PEOPLE * random.random() ** 2)] for _ in "ab")
        if one is other:
            other = random.choice([player for player in people if player is not one])
        yield FIRST + number, list(_events(game, (one, other), _START + number * _APART, random))


def _events(
    game: _Played, players: tuple[Player, Player], at: datetime, random: Random
) -> Iterable[Event]:
    terms = Terms(game.ruleset, game.ruleset, game.side, _COLOURS, None, warnings=())
    if game.ruleset == "genius":
        terms = replace(terms, format="genius")
    yield MatchOpened(at, players[0], players, terms, public=True)
    yield MatchStarted(at)
    for number, turn in enumerate(game.turns):
        at += timedelta(seconds=random.randrange(5, 50))
        yield TurnPlayed(at, Colour(number % 2), turn)
    yield MatchEnded(at, game.winner, Termination.GAME_OVER)


def _games(ruleset: str, side: int) -> list[_Played]:
    """Some games by random legal play; the first turns of a game are often those of another."""
    random, law, games = Random(f"{ruleset} {side}"), RULESETS[ruleset], list[_Played]()
    spelling = Spelling(board(side), _COLOURS, law.either_colour, law.verbs)
    for _ in range(GAMES):
        last = random_game(law, side, random)
        turns = [write_turn(spelling, one.turn) for one in history(last)[1:] if one.turn]
        games.append(_Played(ruleset, side, tuple(turns), law.winner(last)))
    return games


def _name(number: int) -> str:
    usual = ("Ann", "Björk", "홍진호", "O'Neil & Sons", "<b>Bob</b>", "🦆 Duck", "\u202eEvil")
    strange = (*usual, "W" * 60)
    return f"{strange[number % len(strange)]} {number}"
