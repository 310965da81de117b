"""What is said of pauses and absences, and when the referee itself is in trouble."""

from collections.abc import Callable
from datetime import timedelta

from bot.referee.events import MatchPaused, RefereeBack
from bot.referee.match import Match, Status
from bot.referee.submission import Submission
from bot.wording.appointments import again_text
from bot.wording.phrases import clock_text, colour_name
from bot.wording.voice import Voice


def busy_text() -> str:
    """An act could not be ruled just now."""
    return "I can't get at my records right now. Nothing was changed; please try again in a moment."


def busy_question_text(again: timedelta) -> str:
    """A question is refused, since turns wait for too long as it is; when to ask it again."""
    return f"I am busy: turns go first. Please ask again in {again // timedelta(seconds=1)} s."


def unreached_text(reason: str) -> str:
    """The log's line while there is no connection to Discord."""
    return (
        f"Discord can't be reached ({reason}). I go on trying; look at the network, and at "
        "DISCORD_API_URL and DISCORD_GATEWAY_URL if you set them."
    )


def connected_again_text() -> str:
    """The log's line when the connection to Discord is there again."""
    return "Discord is reached again."


DAMAGED = "This match can't be read any further: its record so far is here. Nothing is ruled in it."


def damaged_text(voice: Voice) -> str:
    """One match's record can't be read, now or later."""
    return (
        "The record of this match is damaged: I can't read all of it, so I rule nothing in it. "
        f"{voice.command('match record')} gives what can be read. Whoever runs me can restore a "
        "backup. To hold another match here instead, whoever manages the matches here cancels this "
        f"one: {voice.command('host cancel')}."
    )


def closed_text(number: int) -> str:
    """A match whose record can't be read was closed, so that its room is free."""
    return f"Match {number} is closed without a result; its damaged record stays as it is."


def trouble_text() -> str:
    """Told to the room once, when nothing can be ruled for a while."""
    return (
        "🛠️ I am in trouble and can't rule at the moment. No clock runs until I am back, and what "
        "you write now will be read then."
    )


def speechless_text() -> str:
    """An announcement could not be worded; the match goes on."""
    return "Something happened here that I can't put into words. Ask me for: status"


def out_of_reach_text(
    number: int, room: str, reason: str, before: Status, voice: Voice, *, by_itself: bool
) -> str:
    """Told to the host alone, when a match can't go on in its room; `before` is how it stood.

    `by_itself` says that it goes on by itself once that is mended.
    """
    move = voice.command(f"host move match:{number}{voice.moving}")
    if before is Status.OVER:
        return (
            f"🏁 Match {number} in {room} has ended, but I can't tell them there: {reason}. Its "
            f"result is stored: {voice.command('history')}. I go on trying."
        )
    if before is Status.RUNNING:
        what, resume = "⏸️ I had to pause", f"resume it there with {voice.command('host resume')}"
    else:
        what, resume = "⚠️ I can't hold", "go on there"
    mended = "it goes on by itself. You can also" if by_itself else f"{resume}, or"
    return (
        f"{what} match {number} in {room}: {reason}. Nothing is lost. Once that is mended, "
        f"{mended} move it: {move}."
    )


def held_back_text(reason: str, *, starts: bool) -> str:
    """The answer to whoever would start or resume the match while a player can't be there."""
    if starts:
        return f"The match can't start: {reason}. I ask you again once that is mended."
    return f"The match can't go on: {reason}. Once that is mended, it goes on by itself."


def invited_text(late: list[str]) -> str:
    """The match waited for somebody who could not be in its room; `late` may get ready now."""
    press = f" {', '.join(late)}, press Ready, please." if late else ""
    return f"Both of you can be here now.{press}"


def back_text(match: Match, event: RefereeBack) -> str:
    """The referee was away: for how long, and what that did to the clocks."""
    away = f"I was away for {clock_text(event.at - event.away_since)}"
    again = again_text(match)
    if match.clock is None:
        return f"{away}; what was said meanwhile has been read.{again}"
    return f"{away}. No clock ran, and what was said meanwhile has been read.{again}"


def late_text(number: int, match: Match, submission: Submission, voice: Voice) -> str:
    """Told to the host alone: a turn appeared when it was too late to rule it."""
    name, at = voice.name(submission.author), voice.countdown(submission.sent_at)
    what = f"⚠️ A turn that {name} wrote in match {number} ({at}) appeared only now"
    if match.over:
        return f"{what}. The match was over by then, and its result stands."
    return (
        f"{what}, when it was too late to rule it. Resume the match without it, or undo so that it "
        "can be sent again."
    )


def no_link(_: str) -> str:
    """The address of a message where messages have none."""
    return ""


def pause_text(
    match: Match, event: MatchPaused, voice: Voice, link: Callable[[str], str] = no_link
) -> str:
    """Who paused the match, and why; the host is asked where they have to decide.

    `link` is the address of a message, "" where it has none.
    """
    if event.edited is not None:
        return _edited_text(match, event.edited, voice, link)
    if event.agreed:
        return "⏸️ Both players agreed on a pause; the clock stands until the host resumes."
    if event.by is not None:
        reason = f" Reason: {voice.quote(event.reason)}" if event.reason else ""
        return f"⏸️ {voice.name(event.by)} paused the match; the clock stands.{reason}"
    host = voice.mention(match.host)
    if event.late is not None and event.colour is not None:
        turn = f"{colour_name(match, event.colour)}'s turn of {voice.countdown(event.late)}"
        return (
            f"⏸️ The match is paused; the clock stands. {turn} appeared only now, when it was too "
            f"late to rule it. {host}, please decide: resume without it, or undo so that it can be "
            "sent again."
        )
    if match.flagged:
        mover = colour_name(match, match.to_move)
        bank = "" if match.clock is None or not match.clock.control.per_move else ", without a bank"
        return (
            f"⏸️ The match is paused. {host}, please decide: resume, and {mover} gets a fresh "
            f"turn{bank}; or end the match."
        )
    mended = (
        f"{host}, please see to it. Once that is mended, it goes on by itself"
        if voice.sees_mended(event.reason)
        else f"{host}, resume it once that is mended"
    )
    return (
        f"⏸️ The match is paused; the clock stands. It can't go on here: "
        f"{voice.quote(event.reason)}. {mended}. What you write meanwhile counts then."
    )


def paused_text(match: Match, voice: Voice) -> str:
    """Who or what a paused match waits for, as its status says it."""
    pause = match.pauses.event
    if pause is None or not match.pauses.may_go_on:
        return "Paused: the host has to decide before it goes on."
    if match.pauses.for_room:
        mended = (
            "it goes on by itself" if voice.sees_mended(pause.reason) else "the host resumes it"
        )
        return (
            f"Paused: it can't go on here: {voice.quote(pause.reason)}. Once that is mended, "
            f"{mended}; turns written meanwhile count then."
        )
    who = voice.name(pause.by) if pause.by else "Both players"
    return f"{who} paused it: no turn is taken until the host resumes it."


def counts_later_text() -> str:
    """The answer to a turn that was written while the match stands for its room."""
    return "The match is paused. Your turn counts once it goes on."


def _edited_text(
    match: Match, edited: tuple[str, str], voice: Voice, link: Callable[[str], str]
) -> str:
    """A message was changed after it had been answered, and before it was read."""
    mover = colour_name(match, match.to_move)
    opponent = colour_name(match, match.to_move.other)
    pause = (
        f"⏸️ The match is paused; the clock stands. {mover} edited a message after {opponent} had "
        f"answered it and before I could read it: I can't know what it said. "
        f"{voice.mention(match.host)}, please ask both, then resume: {mover} sends the turn again."
    )
    named = zip((f"{mover}'s message", f"{opponent}'s answer"), edited, strict=True)
    links = [f"{name}: {link(message)}" for name, message in named if link(message)]
    return "\n".join([pause, *links])


BROKEN = "Something went wrong on my side; nothing was changed. Please try again."
"""The one sentence when something unexpected happened; the log has the rest."""
