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
from bot.referee.arbiter import accept, rule_on_time
from bot.referee.clock import TimeControl
from bot.referee.events import (
    MatchEnded,
    MatchOpened,
    MatchPaused,
    MatchReopened,
    MatchStarted,
    Player,
    RefereeAway,
    RefereeBack,
    Request,
    RulingKept,
    Termination,
)
from bot.referee.formats import OnFlag, OnTie
from bot.referee.match import Match
from bot.referee.ruling import Accepted
from bot.referee.submission import (
    Act,
    Adjudicate,
    Ask,
    Cancel,
    ChangeTime,
    ChooseFirst,
    Forfeit,
    MoveMatch,
    Pause,
    Ready,
    Reopen,
    ReplacePlayer,
    Resign,
    Respond,
    Resume,
    Said,
    StartNow,
    Undo,
)
from bot.referee.timekeeping import flag

SECOND = timedelta(seconds=1)
_ENDINGS = {
    Termination.RESIGNATION: "A player resigns",
    Termination.FORFEIT: "The host rules a forfeit",
    Termination.ADJUDICATION: "The host decides",
    Termination.CANCELLED: "The host cancels",
}
_SET_UP = (
    ("genius", ()),
    ("catena", ()),
    ("catena", (("buttonless", "on"), ("komi", "7"), ("scoring", "square"))),
    ("catena", (("button", "off"), ("scoring", "longest"))),
    ("product", ()),
    ("product", (("tie", "second-player"),)),
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
        opened = MatchOpened(START, HOST, match.players, match.terms)
        said = "".join(f", {name}={value}" for name, value in options)
        yield specimen(f"A match is set up: {key}{said}", match, (opened,))
    yield from _who_starts()
    yield told("Both players pressed Ready", new(), MatchStarted(START))
    yield told_of("The host starts it", new(), StartNow(), HOST)
    yield told_of("The first turn", begun(new()), Said("F6"), ANN)
    yield told_of("A turn that changes no score", begun_and(TEN_TURNS, 5), Said("A4 D8"), BOB)
    yield told_of("A turn that leads: three stones", begun_and(TEN_TURNS, 9), Said("D7 F8"), BOB)
    yield told_of("The three stones", begun_and(SEED_003, 10), Said("B3 C1 D2"), ANN)
    yield told_of(
        "A score that rises without a lead", begun_and(SEED_003, 11), Said("F2 G7 H6"), BOB
    )
    catena = played(begun(new("catena", side=3)), "E3 / C2 / E1")
    yield told_of("Catena: the button", catena, Said("button"), BOB)
    ribbon = played(catena, "E2 / A2 / A1 / C3 / button / D4 / C5 / B4 / B1")
    yield told_of("Catena: a ribbon is claimed", ribbon, Said("A3"), ANN)
    product = played(begun(new("product")), "black:E5")
    yield told_of("Product: a turn", product, Said("black:E6 white:A1"), BOB)
    yield told_of("Ketchup: a pass", played(begun(new("ketchup")), "E5 / A1 A2"), Said("pass"), ANN)


def _who_starts() -> Iterator[Specimen]:
    """A match with a DMO, who says who starts."""
    settled = new(dmo="blue")
    opened = (MatchOpened(START, HOST, settled.players, settled.terms),)
    yield specimen("… with a DMO, and first:red", settled, opened)
    match = new(dmo="blue", dmo_chooses=True)
    opened = (MatchOpened(START, HOST, match.players, match.terms),)
    yield specimen("… with a DMO, who says who starts", match, opened)
    yield told_of("The DMO chooses", match, ChooseFirst("me"), BOB)
    yield told_of("The host chooses for the DMO", match, ChooseFirst("red"), HOST)
    yield told_of("The host starts before the choice", match, StartNow(), HOST)
    ordered = accepted(match, StartNow(), HOST, START)[0]
    yield told_of("… and then the DMO chooses", ordered, ChooseFirst("me"), BOB)
    ready = accepted(accepted(match, Ready(), ANN, START)[0], Ready(), BOB, START)[0]
    yield told_of("The DMO chooses once both are ready", ready, ChooseFirst("opponent"), BOB)
    yield told_of("The DMO's seat is given to another", match, ReplacePlayer("blue", CAT), HOST)


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
    yield told_of("The host resumes then", flagged, Resume(), HOST, 400 * SECOND)


def of_the_host() -> Iterator[Specimen]:
    """The host's hand."""
    match = begun_and(SEED_003, 10)
    reason = "The pizza is here"
    yield told_of("The host pauses", match, Pause(reason), HOST)
    paused = _after(match, Pause(), HOST)
    yield told_of("The host resumes", paused, Resume(), HOST, 60 * SECOND)
    yield told_of("One turn is undone", match, Undo(1, "A slip of the finger"), HOST)
    yield told_of("Several turns are undone", match, Undo(3), HOST)
    minute = timedelta(minutes=1)
    yield told_of("Time is given", match, ChangeTime("red", minute, "The lift was stuck"), HOST)
    yield told_of("Time is taken", match, ChangeTime("blue", -minute), HOST)
    yield told_of("A seat is given to another", match, ReplacePlayer("blue", CAT), HOST)
    yield told_of("A seat is given before the start", new(), ReplacePlayer("blue", CAT), HOST)
    yield told_of("The match is moved", match, MoveMatch("arena"), HOST)
    yield told_of("The match is moved while it is paused", paused, MoveMatch("arena"), HOST)
    yield told_of("The match is moved before its start", new(), MoveMatch("arena"), HOST)
    over = _after(match, Forfeit("blue"), HOST)
    yield told_of("A match that is over is reopened", over, Reopen("It was Red who left"), HOST)
    late = rule_on_time(match, match.turn_open_at + 361 * SECOND)
    if not isinstance(late, Accepted):
        raise TypeError("the time did not run out")
    yield told_of("… whose time had run out", late.match, Reopen("The network was down"), HOST)
    cancelled = _after(new(), Cancel(), HOST)
    yield told_of("… that had not begun", cancelled, Reopen("The wrong match"), HOST)
    taken_back = MatchReopened(over.turn_open_at, HOST, "A slip in the last turn", 1)
    yield told("… that a turn had ended", over, taken_back)


def of_agreements() -> Iterator[Specimen]:
    """What players ask each other for."""
    match = begun_and(SEED_003, 10)
    for request in Request:
        yield told_of(f"A player asks: {request.value}", match, Ask(request), BOB)
    asked = _after(match, Ask(Request.UNDO), BOB)
    yield told_of("The opponent declines", asked, Respond(accept=False), ANN, 30 * SECOND)
    yield told_of("The one who asked takes it back", asked, Respond(accept=False), BOB, 30 * SECOND)
    yield told_of("The opponent accepts: undo", asked, Respond(accept=True), ANN, 30 * SECOND)
    asked = _after(match, Ask(Request.PAUSE), BOB)
    yield told_of("The opponent accepts: pause", asked, Respond(accept=True), ANN, 30 * SECOND)
    asked = _after(match, Ask(Request.ABANDON), BOB)
    yield told_of("The opponent accepts: abandon", asked, Respond(accept=True), ANN, 30 * SECOND)


def of_the_end() -> Iterator[Specimen]:
    """How matches end, each way."""
    ending: dict[Termination, tuple[Act, Player]] = {
        Termination.RESIGNATION: (Resign(), BOB),
        Termination.FORFEIT: (Forfeit("blue", "Did not come back"), HOST),
        Termination.ADJUDICATION: (Adjudicate("red", "The board was photographed"), HOST),
        Termination.CANCELLED: (Cancel("Wrong channel"), HOST),
    }
    match = begun_and(SEED_003, 10)
    yield _over("The board is full", finished(begun(new()), 3))
    yield _over("Product: the board is full", finished(begun(new("product", side=3)), 1))
    yield _over("Catena: no stone can be placed", finished(begun(new("catena", side=3)), 1))
    yield _over("A tie", finished(begun(new("product-original", side=3)), TIED))
    tied = finished(begun(new("product-original", side=3, dmo="white")), TIED)
    yield told("A tie that the DMO wins", tied, _tie(tied, Termination.TIE_TO_DMO, Colour.SECOND))
    once = finished(begun(new("product-original", side=3, on_tie=OnTie.HOST_WINS)), TIED)
    yield told("… that an earlier version's format gave to the host", once, _tie(once))
    for termination, (act, author) in ending.items():
        yield told_of(_ENDINGS[termination], match, act, author)
    yield told_of("The host decides on a tie", match, Adjudicate(None), HOST)


def of_absences() -> Iterator[Specimen]:
    """The referee away, and messages changed afterwards."""
    match = begun_and(SEED_003, 10)
    since = match.turn_open_at + 10 * SECOND
    gone = accept(match, RefereeAway(since, told=True)).match
    later = since + timedelta(minutes=3)
    yield told("The referee is back", gone, RefereeBack(later, since, told=True))
    for deleted in (False, True):
        done = "deleted" if deleted else "edited"
        kept = RulingKept(since, "w1", deleted, Colour.SECOND)
        yield told(f"A ruled message was {done}", match, kept)
    yield told("Many ruled messages were deleted", match, *[kept] * 12)
    why = "the permission Send Messages is missing"
    yield told("The referee can't go on by itself", match, MatchPaused(since, None, why))
    late = MatchPaused(since, late=since, colour=Colour.FIRST)
    yield told("A turn appears when others were ruled after it", match, late)
    edited = MatchPaused(since, edited=("w11", "w12"))
    yield told("A message was edited unread, after it had been answered", match, edited)


def _over(when: str, match: Match) -> Specimen:
    winner = match.ruleset.winner(match.position)
    return told(when, match, MatchEnded(match.turn_open_at, winner, Termination.GAME_OVER))


def _tie(
    match: Match,
    termination: Termination = Termination.TIE_TO_HOST,
    winner: Colour | None = None,
) -> MatchEnded:
    return MatchEnded(match.turn_open_at, winner, termination)


def _after(match: Match, act: Act, author: Player) -> Match:
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
    yield specimen("Set-up", match, (MatchOpened(START, HOST, match.players, match.terms),))
    yield told("Both pressed Ready", match, MatchStarted(START))
    for number, words in enumerate(SEED_003.split(" / ")):
        match = begun_and(SEED_003, number) if number else begun(new())
        mover = match.players[match.to_move]
        yield told_of(f"Turn {number + 1}: {words}", match, Said(words), mover)
    yield told_of("Red resigns", begun_and(SEED_003, 12), Resign(), ANN)
