"""What somebody is told of their own matches, on all servers."""

from collections.abc import Sequence
from datetime import datetime

from bot.engine.turn import Colour
from bot.referee.events import Player
from bot.referee.match import Match, Status
from bot.wording.lists import within
from bot.wording.opening import waiting_text
from bot.wording.phrases import clock_text, colour_name
from bot.wording.status import seats_text
from bot.wording.voice import Voice

Entry = tuple[int, Match, str]
"""A match: its number, how it stands, and where it is."""


def my_matches_text(
    entries: Sequence[Entry],
    waiting: int,
    player: Player,
    now: datetime,
    voice: Voice,
    *,
    only_here: bool,
) -> str:
    """Somebody's open matches, a line each; so many of them wait for them.

    `only_here` says that those of other servers are left out, since everybody sees the answer.
    """
    if entries:
        one = len(entries) == 1
        head = "1 open match" if one else f"{len(entries)} open matches"
        wait = (", your turn" if one else f", your turn in {waiting}") if waiting else ""
        lines = [_line(*entry, player, now, voice) for entry in entries]
        more = f"{voice.command('match status')} shows one by its number"
        text = f"{head}{wait}:\n{within(lines, more)}"
    else:
        text = "You have no open match" + (" here." if only_here else ".")
    if not only_here:
        return text
    elsewhere = f"Those of other servers I show to you alone: {voice.command('my matches')}"
    return f"{text}\n{voice.small(elsewhere)}"


def _line(number: int, match: Match, link: str, player: Player, now: datetime, voice: Voice) -> str:
    parts = [voice.strong(str(number)), seats_text(match, voice), *_standing(match, player, voice)]
    time = _time(match, now, voice) if match.status is Status.RUNNING else ""
    return " · ".join(filter(None, [*parts, time, link]))


def _standing(match: Match, player: Player, voice: Voice) -> list[str]:
    """Whose turn it is, or why it is nobody's."""
    if match.damaged:
        return ["its record is damaged"]
    match match.status:
        case Status.WAITING:
            meets = match.appointment
            hour = [f"for {voice.moment(meets.hour, meets.zone)}"] if meets else []
            return [f"not started, {waiting_text(match)}", *hour]
        case Status.PAUSED:
            return [f"turn {match.position.number + 1}", "paused"]
        case _:
            turn = f"turn {match.position.number + 1}"
            if match.to_move in match.seat(player.id):
                return [f"{turn}, {voice.strong('yours')}"]
            return [f"{turn}, {colour_name(match, Colour(match.to_move))} to move"]


def _time(match: Match, now: datetime, voice: Voice) -> str:
    """How long the player to move has left."""
    clock, deadline = match.clock, match.deadline()
    if clock is None:
        return "no clock"
    if deadline is not None:
        return f"time is up {voice.countdown(deadline)}"
    left = clock.remaining(match.to_move, now)
    return f"the clock stands at {clock_text(left.turn + left.bank)}"
