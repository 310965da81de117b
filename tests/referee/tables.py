"""Matches for the referee's tests: terms, players, submissions, and short ways to make them."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from bot.referee.arbiter import accept, rule, rule_on_time
from bot.referee.clock import TimeControl
from bot.referee.events import Event, MatchOpened, MatchStarted, Player, Shown, Terms
from bot.referee.fold import fold
from bot.referee.formats import OnFlag
from bot.referee.match import Match
from bot.referee.ruling import Accepted, Ruling
from bot.referee.submission import Act, Said, Submission

START = datetime(2026, 11, 21, 22, 0, tzinfo=UTC)
RED, BLUE, HOST, FAN = (Player(name.casefold(), name) for name in ("Ann", "Bob", "Host", "Fan"))
MINUTE = timedelta(minutes=1)
GENIUS = TimeControl(MINUTE, 5 * MINUTE)


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def seconds(moment: datetime) -> float:
    return (moment - START).total_seconds()


def terms(
    control: TimeControl | None = GENIUS,
    *,
    ruleset: str = "genius",
    side: int = 5,
    on_flag: OnFlag = OnFlag.FORFEIT,
    warnings: tuple[timedelta, ...] = (),
) -> Terms:
    return Terms("genius", ruleset, side, ("red", "blue"), control, (), on_flag, warnings)


def new(settled: Terms | None = None) -> Match:
    return fold([MatchOpened(at(0), HOST, (RED, BLUE), settled or terms())])


def running(settled: Terms | None = None, shown: float = 0) -> Match:
    """A match whose first turn became visible so many seconds after it began."""
    return show(accept(new(settled), MatchStarted(at(0), HOST)).match, shown)


def alone() -> Match:
    """A match that Ann plays against herself; its first turn is visible."""
    return show(fold([MatchOpened(at(0), HOST, (RED, RED), terms()), MatchStarted(at(0), HOST)]), 0)


def show(match: Match, when: float) -> Match:
    """All that was announced has become visible."""
    return accept(match, Shown(at(when), f"m{match.seen}", match.seen - 1, board=True)).match


def after(match: Match, *events: Event) -> Match:
    return accept(match, *events).match


def by(player: Player, act: Act, when: float, *, may_host: bool = False) -> Submission:
    """An act at a moment; words come as a message of their own."""
    message = f"{player.id}-{when}" if isinstance(act, Said) else None
    return Submission(player, act, at(when), message, may_host)


def say(match: Match, player: Player, text: str, when: float) -> Ruling:
    return rule(match, by(player, Said(text), when))


def played(match: Match, player: Player, text: str, when: float) -> Match:
    return accepted(match, player, Said(text), when).match


def both(match: Match, turns: Iterable[str], first: int = 1) -> Match:
    """The match after turns of either player, each made and seen a second after the one before."""
    for when, words in enumerate(turns, start=first):
        match = show(played(match, match.players[match.to_move], words, when), when)
    return match


def accepted(match: Match, player: Player, act: Act, when: float) -> Accepted:
    ruling = rule(match, by(player, act, when))
    assert isinstance(ruling, Accepted), ruling
    return ruling


def called(match: Match, when: float) -> Accepted:
    ruling = rule_on_time(match, at(when))
    assert isinstance(ruling, Accepted), ruling
    return ruling
