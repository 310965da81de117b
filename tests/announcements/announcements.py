"""What the room is told, from the opening of a match to its end."""

from collections.abc import Iterator
from datetime import timedelta

from announcements.matches import (
    ANN,
    BOB,
    CAT,
    HOST,
    SEED_003,
    START,
    THINKING,
    accepted,
    begun,
    finished,
    new,
    played,
    specimen,
    told,
    told_of,
)
from announcements.paper import Specimen
from bot.engine.turn import Colour
from bot.referee import events, submission
from bot.referee.arbiter import accept, rule_on_time
from bot.referee.clock import TimeControl
from bot.referee.formats import OnFlag, OnTie
from bot.referee.match import Match
from bot.referee.ruling import Accepted
from bot.referee.timekeeping import flag

SECOND = timedelta(seconds=1)
_ENDINGS = {
    events.Termination.RESIGNATION: "A player resigns",
    events.Termination.FORFEIT: "The host rules a forfeit",
    events.Termination.ADJUDICATION: "The host decides",
    events.Termination.CANCELLED: "The host cancels",
}
_SET_UP = (
    ("genius", ()),
    ("catena", ()),
    ("catena", (("buttonless", "on"), ("komi", "7"), ("scoring", "square"))),
    ("catena", (("button", "off"), ("scoring", "longest"))),
    ("product", ()),
    ("product", (("tie", "second-player"),)),
    ("product-original", ()),
    ("brink", (("margin", "2"),)),
    ("plur", ()),
)
"""Formats with the options that differ from the usual ones."""
TIED = 59
"""Random turns that end in equal products."""
TEN_TURNS = SEED_003.rpartition(" / B3")[0]


def of_the_game() -> Iterator[Specimen]:
    """Opening, start, turns."""
    for key, options in _SET_UP:
        match = new(key, options=options)
        opened = events.MatchOpened(START, HOST, match.players, match.terms)
        said = "".join(f", {name}={value}" for name, value in options)
        yield specimen(f"A match is set up: {key}{said}", match, (opened,))
    yield from _who_starts()
    yield told("Both players pressed Ready", new(), events.MatchStarted(START))
    yield told_of("The host starts it", new(), submission.StartNow(), HOST)
    yield told_of("The first turn", begun(new()), submission.Said("F6"), ANN)
    yield told_of(
        "A turn that changes no score", begun_and(TEN_TURNS, 5), submission.Said("A4 D8"), BOB
    )
    yield told_of(
        "A turn that leads: three stones", begun_and(TEN_TURNS, 9), submission.Said("D7 F8"), BOB
    )
    yield told_of("The three stones", begun_and(SEED_003, 10), submission.Said("B3 C1 D2"), ANN)
    yield told_of(
        "A score that rises without a lead",
        begun_and(SEED_003, 11),
        submission.Said("F2 G7 H6"),
        BOB,
    )
    catena = played(begun(new("catena", side=3)), "E3 / C2 / E1")
    yield told_of("Catena: the button", catena, submission.Said("button"), BOB)
    ribbon = played(catena, "E2 / A2 / A1 / C3 / button / D4 / C5 / B4 / B1")
    yield told_of("Catena: a ribbon is claimed", ribbon, submission.Said("A3"), ANN)
    product = played(begun(new("product")), "black:E5")
    yield told_of("Product: a turn", product, submission.Said("black:E6 white:A1"), BOB)
    yield told_of(
        "Ketchup: a pass", played(begun(new("ketchup")), "E5 / A1 A2"), submission.Said("pass"), ANN
    )


def _who_starts() -> Iterator[Specimen]:
    """A match with a DMO, who says who starts."""
    settled = new(dmo="blue")
    opened = (events.MatchOpened(START, HOST, settled.players, settled.terms),)
    yield specimen("… with a DMO, and first:red", settled, opened)
    match = new(dmo="blue", dmo_chooses=True)
    opened = (events.MatchOpened(START, HOST, match.players, match.terms),)
    yield specimen("… with a DMO, who says who starts", match, opened)
    yield told_of("The DMO chooses", match, submission.ChooseFirst("me"), BOB)
    yield told_of("The host chooses for the DMO", match, submission.ChooseFirst("red"), HOST)
    yield told_of("The host starts before the choice", match, submission.StartNow(), HOST)
    ordered = accepted(match, submission.StartNow(), HOST, START)[0]
    yield told_of("… and then the DMO chooses", ordered, submission.ChooseFirst("me"), BOB)
    ready = accepted(
        accepted(match, submission.Ready(), ANN, START)[0], submission.Ready(), BOB, START
    )[0]
    yield told_of(
        "The DMO chooses once both are ready", ready, submission.ChooseFirst("opponent"), BOB
    )
    yield told_of(
        "The DMO's seat is given to another", match, submission.ReplacePlayer("blue", CAT), HOST
    )


def of_time() -> Iterator[Specimen]:
    """Bank, warnings, flags."""
    yield from _in_time(
        begun_and(SEED_003, 2),
        ("Turn time is over", 60),
        ("A minute of the bank is left", 300),
        ("Ten seconds of the bank are left", 350),
    )
    yield from _in_time(begun(new()), ("The time is gone, and with it the match", 361))
    bare = begun(new(control=TimeControl(timedelta(minutes=1))))
    yield from _in_time(bare, ("The time is gone, without a bank", 61))
    calling = begun(new(on_flag=OnFlag.CALL_HOST))
    yield from _in_time(calling, ("The time is gone; the host decides", 361))
    flagged = accept(calling, *flag(calling)).match
    yield told_of("The host resumes then", flagged, submission.Resume(), HOST, 400 * SECOND)


def of_the_host() -> Iterator[Specimen]:
    """The host's hand."""
    match = begun_and(SEED_003, 10)
    reason = "The pizza is here"
    yield told_of("The host pauses", match, submission.Pause(reason), HOST)
    paused = _after(match, submission.Pause(), HOST)
    yield told_of("The host resumes", paused, submission.Resume(), HOST, 60 * SECOND)
    yield told_of("One turn is undone", match, submission.Undo(1, "A slip of the finger"), HOST)
    yield told_of("Several turns are undone", match, submission.Undo(3), HOST)
    minute = timedelta(minutes=1)
    yield told_of(
        "Time is given", match, submission.ChangeTime("red", minute, "The lift was stuck"), HOST
    )
    yield told_of("Time is taken", match, submission.ChangeTime("blue", -minute), HOST)
    yield told_of("A seat is given to another", match, submission.ReplacePlayer("blue", CAT), HOST)
    yield told_of(
        "A seat is given before the start", new(), submission.ReplacePlayer("blue", CAT), HOST
    )
    yield told_of("The match is moved", match, submission.MoveMatch("arena"), HOST)
    yield told_of(
        "The match is moved while it is paused", paused, submission.MoveMatch("arena"), HOST
    )
    yield told_of("The match is moved before its start", new(), submission.MoveMatch("arena"), HOST)
    over = _after(match, submission.Forfeit("blue"), HOST)
    yield told_of(
        "A match that is over is reopened", over, submission.Reopen("It was Red who left"), HOST
    )
    late = rule_on_time(match, match.turn_open_at + 361 * SECOND)
    if not isinstance(late, Accepted):
        raise TypeError("the time did not run out")
    yield told_of(
        "… whose time had run out", late.match, submission.Reopen("The network was down"), HOST
    )
    cancelled = _after(new(), submission.Cancel(), HOST)
    yield told_of("… that had not begun", cancelled, submission.Reopen("The wrong match"), HOST)
    taken_back = events.MatchReopened(over.turn_open_at, HOST, "A slip in the last turn", 1)
    yield told("… that a turn had ended", over, taken_back)


def of_agreements() -> Iterator[Specimen]:
    """What players ask each other for."""
    match = begun_and(SEED_003, 10)
    for request in events.Request:
        yield told_of(f"A player asks: {request.value}", match, submission.Ask(request), BOB)
    asked = _after(match, submission.Ask(events.Request.UNDO), BOB)
    yield told_of(
        "The opponent declines", asked, submission.Respond(accept=False), ANN, 30 * SECOND
    )
    yield told_of(
        "The one who asked takes it back", asked, submission.Respond(accept=False), BOB, 30 * SECOND
    )
    yield told_of(
        "The opponent accepts: undo", asked, submission.Respond(accept=True), ANN, 30 * SECOND
    )
    asked = _after(match, submission.Ask(events.Request.PAUSE), BOB)
    yield told_of(
        "The opponent accepts: pause", asked, submission.Respond(accept=True), ANN, 30 * SECOND
    )
    asked = _after(match, submission.Ask(events.Request.ABANDON), BOB)
    yield told_of(
        "The opponent accepts: abandon", asked, submission.Respond(accept=True), ANN, 30 * SECOND
    )


def of_the_end() -> Iterator[Specimen]:
    """How matches end, each way."""
    ending: dict[events.Termination, tuple[submission.Act, events.Player]] = {
        events.Termination.RESIGNATION: (submission.Resign(), BOB),
        events.Termination.FORFEIT: (submission.Forfeit("blue", "Did not come back"), HOST),
        events.Termination.ADJUDICATION: (
            submission.Adjudicate("red", "The board was photographed"),
            HOST,
        ),
        events.Termination.CANCELLED: (submission.Cancel("Wrong channel"), HOST),
    }
    match = begun_and(SEED_003, 10)
    yield _over("The board is full", finished(begun(new()), 3))
    yield _over("Product: the board is full", finished(begun(new("product", side=3)), 1))
    yield _over("Catena: no stone can be placed", finished(begun(new("catena", side=3)), 1))
    yield _over("A tie", finished(begun(new("product-original", side=3)), TIED))
    tied = finished(begun(new("product-original", side=3, dmo="white")), TIED)
    yield told(
        "A tie that the DMO wins", tied, _tie(tied, events.Termination.TIE_TO_DMO, Colour.SECOND)
    )
    once = finished(begun(new("product-original", side=3, on_tie=OnTie.HOST_WINS)), TIED)
    yield told("… that an earlier version's format gave to the host", once, _tie(once))
    for termination, (act, author) in ending.items():
        yield told_of(_ENDINGS[termination], match, act, author)
    yield told_of("The host decides on a tie", match, submission.Adjudicate(None), HOST)


def of_absences() -> Iterator[Specimen]:
    """The referee away, and messages changed afterwards."""
    match = begun_and(SEED_003, 10)
    since = match.turn_open_at + 10 * SECOND
    gone = accept(match, events.RefereeAway(since, told=True)).match
    later = since + timedelta(minutes=3)
    yield told("The referee is back", gone, events.RefereeBack(later, since, told=True))
    for deleted in (False, True):
        done = "deleted" if deleted else "edited"
        kept = events.RulingKept(since, "w1", deleted, Colour.SECOND)
        yield told(f"A ruled message was {done}", match, kept)
    yield told("Many ruled messages were deleted", match, *[kept] * 12)
    why = "the permission Send Messages is missing"
    yield told("The referee can't go on by itself", match, events.MatchPaused(since, None, why))
    late = events.MatchPaused(since, late=since, colour=Colour.FIRST)
    yield told("A turn appears when others were ruled after it", match, late)
    edited = events.MatchPaused(since, edited=("w11", "w12"))
    yield told("A message was edited unread, after it had been answered", match, edited)


def _over(when: str, match: Match) -> Specimen:
    winner = match.ruleset.winner(match.position)
    return told(
        when, match, events.MatchEnded(match.turn_open_at, winner, events.Termination.GAME_OVER)
    )


def _tie(
    match: Match,
    termination: events.Termination = events.Termination.TIE_TO_HOST,
    winner: Colour | None = None,
) -> events.MatchEnded:
    return events.MatchEnded(match.turn_open_at, winner, termination)


def _after(match: Match, act: submission.Act, author: events.Player) -> Match:
    return accepted(match, act, author, match.turn_open_at + THINKING)[0]


def _in_time(match: Match, *steps: tuple[str, int]) -> Iterator[Specimen]:
    """What time brings so many seconds after a turn began; steps without words are not shown."""
    since = match.turn_open_at
    for when, seconds in steps:
        ruling = rule_on_time(match, since + seconds * SECOND)
        if not isinstance(ruling, Accepted):
            raise TypeError(f"nothing happened {seconds} seconds after the turn began")
        match = ruling.match
        if when:
            yield specimen(when, match, ruling.events)


def begun_and(turns: str, count: int) -> Match:
    """A running match after so many of these turns."""
    return played(begun(new()), " / ".join(turns.split(" / ")[:count]))


def of_a_whole_match() -> Iterator[Specimen]:
    """The death match of the source's worked example, from set-up to result."""
    match = new()
    yield specimen("Set-up", match, (events.MatchOpened(START, HOST, match.players, match.terms),))
    yield told("Both pressed Ready", match, events.MatchStarted(START))
    for number, words in enumerate(SEED_003.split(" / ")):
        match = begun_and(SEED_003, number) if number else begun(new())
        mover = match.players[match.to_move]
        yield told_of(f"Turn {number + 1}: {words}", match, submission.Said(words), mover)
    yield told_of("Red resigns", begun_and(SEED_003, 12), submission.Resign(), ANN)
