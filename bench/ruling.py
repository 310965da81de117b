"""What a ruling costs: from the words of a turn to the events that are stored."""

from datetime import UTC, datetime, timedelta
from time import process_time

from bench.games import SETUP, record
from bot.engine.board import groups
from bot.referee.arbiter import rule
from bot.referee.clock import TimeControl
from bot.referee.events import MatchOpened, MatchStarted, Player, Terms
from bot.referee.fold import fold
from bot.referee.match import Match
from bot.referee.ruling import Accepted
from bot.referee.submission import Said, Submission

_GAMES, _ROUNDS = 20, 5
_START = datetime(2026, 1, 1, tzinfo=UTC)
_PLAYERS = Player("1", "Anna"), Player("2", "Bertrand")
_CONTROL = TimeControl(timedelta(minutes=1), timedelta(minutes=5))
_TERMS = Terms("genius", "genius", SETUP.side, SETUP.colours, _CONTROL)


def ruling() -> float:
    """The processor's seconds for a turn of whole games, in the best of some rounds.

    Each game is played once: what is known of the groups of a position is kept for a while.
    """
    opened = fold([MatchOpened(_START, _PLAYERS[0], _PLAYERS, _TERMS), MatchStarted(_START)])
    best = float("inf")
    for first in range(0, _ROUNDS * _GAMES, _GAMES):
        games = [_texts(seed) for seed in range(first, first + _GAMES)]
        groups.cache_clear()
        begun = process_time()
        for game in games:
            _play(opened, game)
        best = min(best, (process_time() - begun) / sum(map(len, games)))
    return best


def _texts(seed: int) -> list[str]:
    """The turns of a game as they are typed."""
    return [" ".join(entry.words) for entry in record(seed).turns]


def _play(match: Match, game: list[str]) -> None:
    for number, text in enumerate(game):
        at = _START + timedelta(seconds=number)
        said = Submission(_PLAYERS[number % 2], Said(text), at, str(number))
        ruled = rule(match, said)
        if not isinstance(ruled, Accepted):
            raise TypeError(f"a legal turn was not taken: {ruled}")
        match = ruled.match
