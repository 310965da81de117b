"""What the room of a cup is told: sign-up, rounds, what decided each pairing, the champion."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import assert_never

from bot.cups import events
from bot.cups.cup import Ending
from bot.cups.events import CupEvent, DecidedBy
from bot.cups.pairing.elimination import MOST_TIES
from bot.cups.running import SeatGame
from bot.cups.state import CupPairing, CupState
from bot.referee.events import Player
from bot.wording.cup_phrases import (
    ROW,
    SHORT_ROW,
    cup_name,
    in_a_row,
    name_of,
    place_text,
    plan_text,
    reason_text,
    result_text,
    settled_lines,
)
from bot.wording.voice import Voice
from bot.wording.writing import joined, tidy, within

JOIN, LEAVE, CHECK_IN = "cup-join", "cup-leave", "cup-check-in"
_LONGEST_TITLE, _LONGEST_IN_TITLE = 100, 24
_ONE_GOES_ON = ("knockout", "double", "gauntlet")
_WHERE = {
    "thread": "Each pairing has a {thread} of its own: press Ready there.",
    "post": "Each pairing has a {post} of its own: press Ready there.",
    "here": "They are played here, one after the other.",
}


@dataclass(frozen=True, slots=True)
class CupWords:
    """What is said, who is notified, which buttons there are, and in which room.

    `room` is "" for the cup's own.
    """

    text: str
    ping: tuple[str, ...] = ()
    buttons: tuple[str, ...] = ()
    room: str = ""
    picture: bool = False
    """Whether the bracket or the table is shown with it."""


def cup_words(
    number: int,
    state: CupState,
    event: CupEvent,
    voice: Voice,
    rooms: Mapping[int, str] = MappingProxyType({}),
) -> CupWords:
    """What is told of an event; `state` is the cup after it.

    `rooms` are those of pairings that are to be linked, by the pairings' numbers.
    """
    match event:
        case events.CupOpened():
            return CupWords(_opened(number, event, voice), buttons=(JOIN, LEAVE))
        case events.CheckInOpened() | events.PlayersCalled():
            return _called(state, event, voice)
        case events.CheckInFailed():
            return CupWords(_failed(state, event, voice), ping=(state.host.id,))
        case events.CupStarted():
            return CupWords(_started(state, event, voice))
        case events.RoundPaired() | events.RoundChanged():
            return CupWords(_paired(state, event, voice, rooms), picture=True)
        case events.PairingDecided():
            room = rooms.get(event.pairing)
            where = f" {voice.room(room)}" if room else ""
            return CupWords(f"{_decided(state, event, voice)}{where}")
        case events.CupEnded():
            champion = None if event.champion is None else state.players[event.champion]
            ping = () if champion is None or champion.level else (champion.id,)
            return CupWords(_ended(state, event, voice), ping=ping, picture=True)
        case events.PlayersReminded():
            return _reminded(state, event, voice)
        case events.GameEnded() | events.ResultDoubted():
            return CupWords(_asked(state, event, voice), ping=(state.host.id,))
        case _:
            return CupWords(_host_text(state, event, voice))


def room_title(state: CupState, game: SeatGame) -> str:
    """The title of a pairing's thread or post: no two of a cup are alike."""
    first, second = (tidy(state.name(one), _LONGEST_IN_TITLE) for one in (game.first, game.second))
    end = f" {game.pairing}: {first} – {second}"
    return f"{tidy(state.opened.name, _LONGEST_TITLE - len(end))}{end}"


def called_off_text(state: CupState, match: int) -> str:
    """Why a match of a cup is called off, in plain words: they are quoted as a reason."""
    played = next((one for one in state.meetings if match in [it.match for it in one.games]), None)
    if played is None or played.result is None:
        return f"{state.opened.name} goes on without it"
    if played.result.ending is Ending.BOTH_LOST:
        return f"both lose this pairing of {state.opened.name} without a game"
    winner = played.entrants[played.result.halves[0] < played.result.halves[1]]
    return f"{state.name(winner)} wins this pairing of {state.opened.name} without a game"


def obstacle_text(state: CupState, obstacle: str) -> str:
    """What the host alone is told when a cup can't go on, or be told of."""
    return f"{state.opened.name} can't go on at the moment: {obstacle} I try again every minute."


def _opened(number: int, event: events.CupOpened, voice: Voice) -> str:
    name = voice.strong(voice.harmless(event.name, voice.longest_name))
    return (
        f"🏆 {name} (cup {number}): sign up now.\n{plan_text(event.plan)}\n"
        "Press Join to be in. "
        f"{voice.name(event.host)} starts it with {voice.command('cup start')}."
    )


def _called(
    state: CupState, event: events.CheckInOpened | events.PlayersCalled, voice: Voice
) -> CupWords:
    """Those who have signed up are called to check in, by several messages if they are many."""
    if isinstance(event, events.PlayersCalled):
        players = [state.players[one] for one in event.players if one in state.players]
        head, tail = f"🔔 The check-in of {cup_name(state, voice)} is open", ""
    else:
        players = [one for key, one in state.players.items() if key not in state.uncalled]
        head = f"🔔 {cup_name(state, voice)}: the check-in is open"
        tail = (
            "\nThe cup begins then, or as soon as all are here. Whoever is not is taken out; who "
            "has not signed up yet still can, by checking in."
        )
    until = "" if state.until is None else f" until {voice.moment(state.until, 'UTC')}"
    names = ", ".join(voice.mention(one) for one in players)
    text = f"{head}{until}. {names}: press I'm here.{tail}"
    return CupWords(text, tuple(one.id for one in players), (CHECK_IN, LEAVE))


def _failed(state: CupState, event: events.CheckInFailed, voice: Voice) -> str:
    """Too few are there."""
    return (
        f"⌛ The check-in of {cup_name(state, voice)} is over, and too few are here: "
        f"{event.count}, and it takes {event.least}. The sign-up is open again, and all are still "
        f"in. {voice.mention(state.host)} starts it with {voice.command('cup start')}."
    )


def _started(state: CupState, event: events.CupStarted, voice: Voice) -> str:
    fills = ""
    if event.absent:
        names = in_a_row([voice.name(one) for one in event.absent], SHORT_ROW)
        fills += f"\nNot here, and so not in it: {names}."
    if event.filled is not None:
        fills += f"\n{voice.name(event.filled)} makes it even: those games count for no rating."
    elif state.check_in is not None and state.check_in.draw.filled is not None:
        fills += "\nAn even number is here, so I do not play."
    seeds = [f"{place} {name_of(state, one.id, voice)}" for place, one in enumerate(event.seeds, 1)]
    return (
        f"🏆 {cup_name(state, voice)} begins with {len(event.seeds)} players. "
        f"Seeds: {in_a_row(seeds, ROW)}.{fills}\n"
        + voice.small(f"All lots come from the seed {event.lot}: anybody can draw them again.")
    )


def _paired(
    state: CupState,
    event: events.RoundPaired | events.RoundChanged,
    voice: Voice,
    rooms: Mapping[int, str],
) -> str:
    head = f"⚔️ {cup_name(state, voice)}, round {state.round}"
    if isinstance(event, events.RoundChanged):
        one, other = (name_of(state, who, voice) for who in (event.one, event.other))
        by = voice.name(event.by)
        head += f": {by} exchanged {one} and {other}.{reason_text(event.reason, voice)}"
    elif any(one.round == event.number for one in state.meetings[: state.batch - 1]):
        head += ", once more after a tie"
    lines = [
        f"{meeting.number}. {' – '.join(name_of(state, one, voice) for one in meeting.entrants)}"
        + (f": {voice.room(rooms[meeting.number])}" if meeting.number in rooms else "")
        for meeting in state.meetings[state.batch - 1 :]
    ]
    settled = [result for result in event.settled if result.round == state.round]
    lines += settled_lines(state, settled, voice)
    where = _WHERE[state.opened.plan.rooms].format(thread=voice.thread, post=voice.post)
    text = f"{head}\n{within(lines, voice.command('cup status'))}\n{where}"
    if state.until is not None:
        text += f"\nUntil {voice.moment(state.until, 'UTC')}: whoever is not ready then loses."
    return text


def _decided(state: CupState, event: events.PairingDecided, voice: Voice) -> str:
    meeting = state.meeting(event.pairing)
    text = result_text(state, meeting, event.result, voice)
    loser = meeting.entrants[event.result.halves[0] > 0]
    both = event.result.ending is Ending.BOTH_LOST
    match event.why:
        case DecidedBy.GAMES:
            return f"🏁 {text}.{_after_tie(state, meeting, voice)}"
        case DecidedBy.LEFT:
            who = "both have left" if both else f"{name_of(state, loser, voice)} has left the cup"
            return f"🏁 {text}: {who}."
        case DecidedBy.NO_SHOW:
            who = "neither was" if both else f"{name_of(state, loser, voice)} was not"
            return f"⌛ {text}: {who} ready in time."
        case DecidedBy.HOST:
            by = voice.name(event.by) if event.by else "The host"
            return f"⚖️ {by} decided: {text}.{reason_text(event.reason, voice)}"
    assert_never(event.why)


def _after_tie(state: CupState, meeting: CupPairing, voice: Voice) -> str:
    """What follows a tie where one of the two has to go on; "" for anything else."""
    result = meeting.result
    if state.opened.plan.system not in _ONE_GOES_ON or result is None or result.halves != (1, 1):
        return ""
    pair = set(meeting.entrants)
    games = [it for it in state.meetings if it.round == meeting.round and set(it.entrants) == pair]
    if len(games) >= MOST_TIES:
        better = next(seed.id for seed in state.seeds if seed.id in pair)
        return f" After three ties the better seed goes on: {name_of(state, better, voice)}."
    return f" They play again{' when the others of this round have played' * bool(state.playing)}."


def _ended(state: CupState, event: events.CupEnded, voice: Voice) -> str:
    if event.champion is None:
        head = f"🏆 {cup_name(state, voice)} is over, and nobody is left to be champion."
    else:
        champion = voice.mention(state.players[event.champion])
        head = f"🏆 {champion} is the champion of {cup_name(state, voice)}!"
    lines = [f"{place_text(place)} {name_of(state, one, voice)}" for place, one in event.places]
    return f"{head}\n{within(lines, voice.command('cup standings'))}"


def _reminded(state: CupState, event: events.PlayersReminded, voice: Voice) -> CupWords:
    meeting = state.meeting(event.pairing)
    players = [state.players[one] for one in event.absent]
    room = next(game.room for game in meeting.games if game.number == event.game)
    until = "" if state.until is None else voice.countdown(state.until)
    text = (
        f"⏰ {joined([voice.mention(one) for one in players])}: the round ends {until}. Whoever "
        "is not ready by then loses without a game."
    )
    return CupWords(text, tuple(one.id for one in players), room=room)


def _asked(state: CupState, event: events.GameEnded | events.ResultDoubted, voice: Voice) -> str:
    """The host has to decide, or to know."""
    meeting, host = state.meeting(event.pairing), voice.mention(state.host)
    pair = " – ".join(name_of(state, one, voice) for one in meeting.entrants)
    if isinstance(event, events.ResultDoubted):
        why = "the cup is over"
        if state.end is None:
            why = "its result has brought about later pairings"
        return (
            f"❓ {host}, a match of {pair} (round {meeting.round}) was reopened, but {why}: "
            "the cup keeps it as it was."
        )
    return (
        f"❓ {host}, a match of {pair} ended without a result. You decide with "
        f"{voice.command('cup award')}: who wins, that both lose, or that they play again."
    )


def _what_ends(state: CupState) -> str:
    """What has a deadline."""
    return f"round {state.round}" if state.started is not None else "the check-in"


_OfHost = (
    events.PlayerEntered
    | events.PlayerCheckedIn
    | events.PlayerLeft
    | events.GameSeated
    | events.GameReopened
    | events.PairingReplayed
    | events.DeadlineMoved
    | events.CupPaused
    | events.CupResumed
    | events.CupCancelled
    | events.CupShown
)


def _host_text(state: CupState, event: _OfHost, voice: Voice) -> str:
    """What the host did, or somebody who left."""
    cup = cup_name(state, voice)
    match event:
        case events.PlayerLeft(by=None):
            return f"🚪 {voice.name(event.player)} has left {cup}. What they played stands."
        case events.PlayerLeft(by=Player() as by):
            reason = reason_text(event.reason, voice)
            return f"🚪 {voice.name(by)} took {voice.name(event.player)} out of {cup}.{reason}"
        case events.PairingReplayed():
            pair = [name_of(state, one, voice) for one in state.meeting(event.pairing).entrants]
            reason = reason_text(event.reason, voice)
            return f"⚖️ {voice.name(event.by)} decided: {joined(pair)} play again.{reason}"
        case events.DeadlineMoved(by=None):
            until = voice.moment(event.until, "UTC")
            return f"⏳ I was away: {_what_ends(state)} of {cup} now has until {until}."
        case events.DeadlineMoved(by=Player() as by):
            until = voice.moment(event.until, "UTC")
            text = f"⏳ {voice.name(by)}: {_what_ends(state)} of {cup} has until {until}."
            return text + reason_text(event.reason, voice)
        case events.CupPaused():
            text = f"⏸️ {voice.name(event.by)} paused {cup}: matches go on, nothing new begins."
            return text + reason_text(event.reason, voice)
        case events.CupResumed():
            until = (
                f" Round {state.round} has until {voice.moment(state.until, 'UTC')}."
                if state.until
                else ""
            )
            return f"▶️ {cup} goes on.{until}{reason_text(event.reason, voice)}"
        case events.CupCancelled():
            text = f"🚫 {voice.name(event.by)} called {cup} off."
            if state.started is not None:
                text += " Matches under way are played out."
            return text + reason_text(event.reason, voice)
        case _:
            return ""
