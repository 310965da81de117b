"""What the room is told, from the opening of a match to its end."""

from dataclasses import replace
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
from bot.referee import events
from bot.referee import submission as acts
from bot.referee.arbiter import accept, rule_on_time
from bot.referee.clock import TimeControl
from bot.referee.fold import fold
from bot.referee.formats import OnFlag
from bot.referee.match import Match
from bot.referee.ruling import Accepted
from bot.referee.timekeeping import flag
from bot.wording.opening import went_on_text

SECOND = timedelta(seconds=1)
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


def of_the_game():
    for key, options in _SET_UP:
        match = new(key, options=options)
        opened = events.MatchOpened(START, HOST, match.players, match.terms)
        said = "".join(f", {name}={value}" for name, value in options)
        yield specimen(f"A match is set up: {key}{said}", match, (opened,))
    yield from _against_partner()
    yield from _who_starts()
    yield from _komi()
    yield told("Both players pressed Ready", new(), events.MatchStarted(START))
    yield told_of("The host starts it", new(), acts.StartNow(), HOST)
    yield told_of("The first turn", begun(new()), acts.Said("F6"), ANN)
    said = acts.Submission(ANN, acts.Said("F6"), START + timedelta(seconds=5), "w9")
    counted = acts.RuleMessage(said, "anybody could read it")
    yield told_of(
        "A message that was talk, and that the host has counted", begun(new()), counted, HOST
    )
    yield told_of("A turn that changes no score", begun_and(TEN_TURNS, 5), acts.Said("A4 D8"), BOB)
    behind = begun_and(TEN_TURNS, 9)
    yield told_of("A turn that leads: three stones", behind, acts.Said("D7 F8"), BOB)
    yield told_of("The three stones", begun_and(SEED_003, 10), acts.Said("B3 C1 D2"), ANN)
    behind = begun_and(SEED_003, 11)
    yield told_of("A score that rises without a lead", behind, acts.Said("F2 G7 H6"), BOB)
    catena = played(begun(new("catena", side=3)), "E3 / C2 / E1")
    yield told_of("Catena: the button", catena, acts.Said("button"), BOB)
    ribbon = played(catena, "E2 / A2 / A1 / C3 / button / D4 / C5 / B4 / B1")
    yield told_of("Catena: a ribbon is claimed", ribbon, acts.Said("A3"), ANN)
    product = played(begun(new("product")), "black:E5")
    yield told_of("Product: a turn", product, acts.Said("black:E6 white:A1"), BOB)
    ketchup = played(begun(new("ketchup")), "E5 / A1 A2")
    yield told_of("Ketchup: a pass", ketchup, acts.Said("pass"), ANN)


def _against_partner():
    match = new(resigns=True)
    players = ANN, replace(BOB, name="Referee (strong)", level="strong")
    match = replace(match, players=players)
    opened = (events.MatchOpened(START, HOST, players, match.terms),)
    yield specimen("… against the referee, with resigns:on", match, opened)
    beginning = events.Beginning(9, tuple(map(str.strip, SEED_003.split("/")[:4])))
    begun = events.MatchOpened(START, HOST, players, new().terms, beginning=beginning)
    yield specimen("… that goes on from a position of another one", fold([begun]), (begun,))
    yield "… and on its page", went_on_text(beginning)


def _who_starts():
    settled = new(dmo="blue")
    opened = (events.MatchOpened(START, HOST, settled.players, settled.terms),)
    yield specimen("… with a DMO, and first:red", settled, opened)
    match = new(dmo="blue", dmo_chooses=True)
    opened = (events.MatchOpened(START, HOST, match.players, match.terms),)
    yield specimen("… with a DMO, who says who starts", match, opened)
    yield told_of("The DMO chooses", match, acts.Choose("me"), BOB)
    yield told_of("The host chooses for the DMO", match, acts.Choose("red"), HOST)
    yield told_of("The host starts before the choice", match, acts.StartNow(), HOST)
    ordered = accepted(match, acts.StartNow(), HOST, START)[0]
    yield told_of("… and then the DMO chooses", ordered, acts.Choose("me"), BOB)
    ready = accepted(accepted(match, acts.Ready(), ANN, START)[0], acts.Ready(), BOB, START)[0]
    yield told_of("The DMO chooses once both are ready", ready, acts.Choose("opponent"), BOB)
    cat = acts.ReplacePlayer("blue", CAT)
    yield told_of("The DMO's seat is given to another", match, cat, HOST)


def _komi():
    """Catena with `komi=choose`: the second player names it, the first takes a colour."""
    match = new("catena", options=(("komi", "choose"),))
    opened = (events.MatchOpened(START, HOST, match.players, match.terms),)
    yield specimen("… with options:komi=choose", match, opened)
    yield told_of("The komi is named", match, acts.Said("komi 3"), BOB)
    yield told_of("The host starts before that", match, acts.StartNow(), HOST)
    dan = acts.ReplacePlayer("white", CAT, "Bob has left")
    yield told_of("The seat is given to another who names it", match, dan, HOST)
    named = accepted(match, acts.Choose("3"), BOB, START)[0]
    yield told_of("A colour is taken", named, acts.Choose("white"), ANN)


def of_time():
    match = begun_and(SEED_003, 2)
    bare = begun(new(control=TimeControl(timedelta(minutes=1))))
    calling = begun(new(on_flag=OnFlag.CALL_HOST))
    for when, seconds, running in (
        ("Turn time is over", 60, match),
        ("A minute of the bank is left", 300, _in_time(match, 60).match),
        ("Ten seconds of the bank are left", 350, _in_time(_in_time(match, 60).match, 300).match),
        ("The time is gone, and with it the match", 361, begun(new())),
        ("The time is gone, without a bank", 61, bare),
        ("The time is gone; the host decides", 361, calling),
    ):
        ruling = _in_time(running, seconds)
        yield specimen(when, ruling.match, ruling.events)
    flagged = accept(calling, *flag(calling)).match
    yield told_of("The host resumes then", flagged, acts.Resume(), HOST, 400 * SECOND)


def of_the_host():
    match = begun_and(SEED_003, 10)
    yield told_of("The host pauses", match, acts.Pause("The pizza is here"), HOST)
    paused = _after(match, acts.Pause(), HOST)
    yield told_of("The host resumes", paused, acts.Resume(), HOST, 60 * SECOND)
    yield told_of("One turn is undone", match, acts.Undo(1, "A slip of the finger"), HOST)
    yield told_of("Several turns are undone", match, acts.Undo(3), HOST)
    minute = timedelta(minutes=1)
    given = acts.ChangeTime("red", minute, "The lift was stuck")
    yield told_of("Time is given", match, given, HOST)
    yield told_of("Time is taken", match, acts.ChangeTime("blue", -minute), HOST)
    yield told_of("A seat is given to another", match, acts.ReplacePlayer("blue", CAT), HOST)
    yield told_of("A seat is given before the start", new(), acts.ReplacePlayer("blue", CAT), HOST)
    yield told_of("The match is moved", match, acts.MoveMatch("arena"), HOST)
    yield told_of("The match is moved while it is paused", paused, acts.MoveMatch("arena"), HOST)
    yield told_of("The match is moved before its start", new(), acts.MoveMatch("arena"), HOST)
    over = _after(match, acts.Forfeit("blue"), HOST)
    off = acts.ChoosePages(False, "It was played in private")
    yield told_of("A match is put on the server's pages", over, acts.ChoosePages(True), HOST)
    yield told_of("… or taken off them", match, off, HOST)
    reopened = acts.Reopen("It was Red who left")
    yield told_of("A match that is over is reopened", over, reopened, HOST)
    late = _in_time(match, 361).match
    yield told_of("… whose time had run out", late, acts.Reopen("The network was down"), HOST)
    cancelled = _after(new(), acts.Cancel(), HOST)
    yield told_of("… that had not begun", cancelled, acts.Reopen("The wrong match"), HOST)
    taken_back = events.MatchReopened(over.turn_open_at, HOST, "A slip in the last turn", 1)
    yield told("… that a turn had ended", over, taken_back)


def of_agreements():
    match = begun_and(SEED_003, 10)
    for request in events.ASKABLE:
        yield told_of(f"A player asks: {request.value}", match, acts.Ask(request), BOB)
    undo, pause, abandon = events.Request.UNDO, events.Request.PAUSE, events.Request.ABANDON
    yield _answered("The opponent declines", match, undo, ANN, accept=False)
    yield _answered("The one who asked takes it back", match, undo, BOB, accept=False)
    yield _answered("The opponent accepts: undo", match, undo, ANN)
    yield _answered("The opponent accepts: pause", match, pause, ANN)
    yield _answered("The opponent accepts: abandon", match, abandon, ANN)


def _answered(when, match, request, by, *, accept=True) -> Specimen:
    asked = _after(match, acts.Ask(request), BOB)
    return told_of(when, asked, acts.Respond(accept=accept), by, 30 * SECOND)


def of_the_end():
    match = begun_and(SEED_003, 10)
    yield _over("The board is full", finished(begun(new()), 3))
    yield _over("Product: the board is full", finished(begun(new("product", side=3)), 1))
    yield _over("Catena: no stone can be placed", finished(begun(new("catena", side=3)), 1))
    yield _over("A tie", finished(begun(new("product-original", side=3)), TIED))
    tied = finished(begun(new("product-original", side=3, dmo="white")), TIED)
    yield _over("A tie that the DMO wins", tied, events.Termination.TIE_TO_DMO, Colour.SECOND)
    left, photo = "Did not come back", "The board was photographed"
    yield told_of("A player resigns", match, acts.Resign(), BOB)
    yield told_of("The host rules a forfeit", match, acts.Forfeit("blue", left), HOST)
    yield told_of("The host decides", match, acts.Adjudicate("red", photo), HOST)
    yield told_of("The host cancels", match, acts.Cancel("Wrong channel"), HOST)
    yield told_of("The host decides on a tie", match, acts.Adjudicate(None), HOST)


def of_absences():
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


def _over(when, match, how=events.Termination.GAME_OVER, winner=None) -> Specimen:
    winner = match.ruleset.winner(match.position) if winner is None else winner
    return told(when, match, events.MatchEnded(match.turn_open_at, winner, how))


def _after(match: Match, act: acts.Act, author: events.Player) -> Match:
    return accepted(match, act, author, match.turn_open_at + THINKING)[0]


def _in_time(match: Match, seconds: int) -> Accepted:
    ruling = rule_on_time(match, match.turn_open_at + seconds * SECOND)
    if not isinstance(ruling, Accepted):
        raise TypeError(f"nothing happened {seconds} seconds after the turn began")
    return ruling


def begun_and(turns: str, count: int) -> Match:
    return played(begun(new()), " / ".join(turns.split(" / ")[:count]))


def of_a_whole_match():
    match = new()
    yield specimen("Set-up", match, (events.MatchOpened(START, HOST, match.players, match.terms),))
    yield told("Both pressed Ready", match, events.MatchStarted(START))
    for number, words in enumerate(SEED_003.split(" / ")):
        match = begun_and(SEED_003, number) if number else begun(new())
        mover = match.players[match.to_move]
        yield told_of(f"Turn {number + 1}: {words}", match, acts.Said(words), mover)
    yield told_of("Red resigns", begun_and(SEED_003, 12), acts.Resign(), ANN)
