"""What is said of a cup: to its room, and to those who do something in it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

from announcements.matches import ANN, BOB, CAT, HOST, START, new
from announcements.paper import PaperVoice, Specimen
from announcements.small import of_dialogs
from bot.cups import acts, events, standings
from bot.cups.acts import By, CupError, NotNow
from bot.cups.check_in import outcome
from bot.cups.cup import Ending, Entrant, PairingResult
from bot.cups.entry import Seeding
from bot.cups.events import CupEvent, CupPlan, DecidedBy
from bot.cups.fold import applied
from bot.cups.running import next_round, to_seat
from bot.cups.standings import Row
from bot.cups.state import CupState
from bot.players.levels import Level
from bot.referee.events import Player
from bot.wording import cup_answers, cup_pages, cup_telling
from bot.wording.cup_phrases import parted_text
from bot.wording.forms import LABELS

_DAN, _EVE = Player("dan", "Dan"), Player("eve", "Eve")
_PEOPLE = (ANN, BOB, CAT, _DAN, _EVE)
_PARTNER = Player("referee", "Referee (steady)", "steady")
_PLAN = CupPlan(
    "knockout", new().terms, best_of=3, round_time=timedelta(days=3), lower_seed_is_dmo=True
)
_LATER = START + timedelta(days=4)
_BY = By(HOST, START, may_host=True)
_VOICE = PaperVoice(START)


def of_cups():
    opened = events.CupOpened(START, HOST, "Colosseum", _PLAN)
    yield _told("A cup is opened", CupState(opened), opened)
    state = _signed_up()
    started = acts.start(state, _BY, Seeding.ORDER, {}, "9f2c61d07be4a853")
    state = applied(state, started)
    yield _told("It begins", state, started)
    filled = acts.start(_signed_up(), _BY, Seeding.ORDER, {}, "9f2c61d07be4a853", (), _PARTNER)
    yield _told("… and the sparring partner makes it even", *_after(_signed_up(), filled))
    yield from _check_in()
    paired = next_round(state, START)
    state = applied(state, paired)
    yield _told("A round is paired", state, paired)
    told = cup_telling.cup_words(3, state, paired, _VOICE, {state.meetings[-1].number: "topic 12"})
    yield "… on a forum, where each topic is linked", told.text
    state = _seated(state)
    reminded = events.PlayersReminded(START, 1, 1, timedelta(hours=36), ("eve",))
    yield _told("Half of the round's time is over", *_after(state, reminded))
    for when, event in _decisions(state).items():
        yield _told(when, *_after(state, event))
    won = _won(state)
    decided = events.PairingDecided(START, 1, _RESULT, DecidedBy.GAMES)
    yield _told("A pairing is decided", *_after(won, decided))
    yield from _host_acts(state)
    yield from _at_the_end(won)


_RESULT = PairingResult(1, "dan", "eve", (2, 0))
_BOTH = PairingResult(1, "dan", "eve", (0, 0), Ending.BOTH_LOST)
_OVER = PairingResult(1, "dan", "eve", (2, 0), Ending.WALKOVER)


def _check_in():
    checking, opened = _after(_checking_in(), _CHECK_IN)
    yield _told("cup start, in a cup with check-in:30m", checking, opened)
    many = events.PlayersCalled(START, ("dan", "eve"))
    yield _told("… and more have signed up than one message can call", *_after(checking, many))
    moved = acts.move_deadline(checking, _BY, _LATER, "we wait for Cat")
    yield _told("The host moves the end of the check-in", *_after(checking, moved))
    yield _told("I was away meanwhile", *_after(checking, events.DeadlineMoved(START, _LATER)))
    off = acts.cancel(checking, _BY, "")
    yield _told("The host calls it off meanwhile", *_after(checking, off))
    alone = replace(_CHECK_IN, draw=replace(_CHECK_IN.draw, filled=None))
    few = _came(applied(_checking_in(), alone), ANN)
    yield _told("… and too few are here", *_after(few, _outcome(few)))
    four = _came(checking, ANN, BOB, CAT, _DAN)
    yield _told("… and somebody did not come", *_after(four, _outcome(four)))


_CHECK_IN = events.CheckInOpened(
    START,
    HOST,
    START + timedelta(minutes=30),
    events.CupDraw(Seeding.ORDER, "9f2c61d07be4a853", (), _PARTNER),
)


def _checking_in() -> CupState:
    state = _signed_up()
    plan = replace(_PLAN, check_in=timedelta(minutes=30))
    return replace(state, opened=replace(state.opened, plan=plan))


def _came(state: CupState, *people: Player) -> CupState:
    for player in people:
        state = applied(state, acts.enter(state, By(player, START)))
    return state


def _outcome(state: CupState) -> CupEvent:
    over = _CHECK_IN.until + timedelta(seconds=1)
    event = outcome(state, over, over, {})
    assert event is not None
    return event


def of_cup_answers():
    empty = CupState(events.CupOpened(START, HOST, "Colosseum", _PLAN))
    signed, playing = _signed_up(), _playing()
    yield "cup open: done", cup_answers.opened_text(3)
    yield "cup open, where one goes on", cup_answers.taken_text(3, signed, _VOICE)
    yield "There is no cup", cup_answers.no_cup_text("", _VOICE)
    yield "cup status cup:9", cup_answers.no_cup_text("9", _VOICE)
    yield "cup status: sign-up", cup_answers.status_text(3, signed, _VOICE)
    yield "… nobody yet", cup_answers.status_text(3, empty, _VOICE)
    checking = _came(applied(_checking_in(), _CHECK_IN), BOB, _DAN)
    yield "cup status: people check in", cup_answers.status_text(3, checking, _VOICE)
    for when, event in _of_check_in(checking).items():
        yield when, cup_answers.done_text(event, applied(checking, event), _VOICE)
    last = _came(checking, ANN, CAT)
    enters = acts.enter(last, By(_EVE, START))
    text = cup_answers.done_text(enters, applied(last, enters), _VOICE)
    yield "… and all are here", text
    yield ("cup start: done, with a check-in", cup_answers.done_text(_CHECK_IN, checking, _VOICE))
    yield "cup status: a round is on", cup_answers.status_text(3, playing, _VOICE)
    stuck = applied(playing, events.GameEnded(START, 1, 1, None))
    yield "… and a match has no result", cup_answers.status_text(3, stuck, _VOICE)
    yield "cup standings", cup_answers.standings_text(_won(playing), _VOICE)
    yield "cup bracket", cup_answers.bracket_text(playing, _VOICE)
    yield "… before it begins", cup_answers.standings_text(signed, _VOICE)
    for when, event in _done(signed, playing).items():
        yield when, cup_answers.done_text(event, signed, _VOICE)
    yield "cup leave, once it has begun", cup_answers.LEAVE_QUESTION
    yield "cup drop", cup_answers.drop_question(_DAN, _VOICE)
    yield "cup cancel", cup_answers.cancel_question(playing, _VOICE)
    for problem in NotNow:
        text = cup_answers.problem_text(problem, signed, _VOICE)
        yield f"It can't be done: {problem.name.replace('_', ' ').lower()}", text, (problem,)
    for when, act in {
        "cup start, and one has signed up": lambda: acts.start(
            applied(empty, acts.enter(empty, By(ANN, START))), _BY, Seeding.ORDER, {}, "1"
        ),
        "cup join, and there is no room": lambda: acts.enter(_full(signed), By(_EVE, START)),
    }.items():
        yield when, cup_answers.problem_text(_problem(act), signed, _VOICE)
    yield (
        "The host alone, where it can't go on",
        cup_telling.obstacle_text(playing, "I lack the Create Public Threads permission."),
    )
    yield "The title of a thread", cup_telling.room_title(_paired(), to_seat(_paired())[0])
    yield "Why a match is called off", cup_telling.called_off_text(playing, 0)


def of_cup_pages():
    empty = CupState(events.CupOpened(START, HOST, "Colosseum", _PLAN))
    signed, playing = _signed_up(), _playing()
    stuck = applied(playing, events.GameEnded(START, 1, 1, None))
    checking = _came(applied(_checking_in(), _CHECK_IN), BOB, _DAN)
    paused = applied(playing, acts.pause(playing, _BY, "dinner"))
    off = applied(playing, acts.cancel(playing, _BY, "too few came"))
    for when, state in {
        "Nobody is in": empty, "Some are in": signed, "People check in": checking,
        "A round is on": playing, "It is paused": paused, "It was called off": off,
    }.items():  # fmt: skip
        lines = cup_pages.status_line(state, _VOICE), cup_pages.next_line(state, _VOICE)
        yield when, "\n".join(filter(None, lines))
    for when, state in {
        "A match is open": playing,
        "One has no result": stuck,
        "One is to be opened": _paired(),
    }.items():
        yield when, cup_pages.where_text(state.meetings[0], paused=False, here=False)
    yield "What they have scored", cup_pages.score_text(_won(playing).meetings[0])
    yield "A name that somebody has", cup_pages.name_taken_text("Ann")
    yield "The host starts it", cup_pages.start_note(signed)
    yield "… in a cup with a check-in", cup_pages.start_note(_checking_in())
    yield "… and ends the check-in", cup_pages.begin_note(3, 5)
    yield "The partner may play too", cup_pages.filled_text(Level.STEADY)
    yield from of_dialogs(cup_pages, cup_pages.FIELDS)
    yield "cup status, where pages are served", cup_pages.watch_text("https://…/cup/…")


def _decisions(state: CupState) -> dict[str, CupEvent]:
    reason = "Eve had to go"
    return {
        "Somebody has left": events.PairingDecided(START, 1, _OVER, DecidedBy.LEFT),
        "Both have left": events.PairingDecided(START, 1, _BOTH, DecidedBy.LEFT),
        "Somebody did not come": events.PairingDecided(START, 1, _OVER, DecidedBy.NO_SHOW),
        "Nobody came": events.PairingDecided(START, 1, _BOTH, DecidedBy.NO_SHOW),
        "The host decides": acts.award(state, _BY, ("dan",), "dan", reason),
        "The host decides that both lose": acts.award(state, _BY, ("dan",), None, ""),
        "A match has no result": events.GameEnded(START, 1, 1, None),
        "A match was reopened too late": events.ResultDoubted(START, 1, 1),
    }


def _host_acts(state: CupState):
    stuck = applied(state, events.GameEnded(START, 1, 1, None))
    replayed = acts.play_again(stuck, _BY, ("dan",), "it was not their fault")
    yield _told("The host has it played again", *_after(stuck, replayed))
    for when, event in {
        "Somebody leaves": acts.leave(state, By(_EVE, START)),
        "The host takes somebody out": acts.drop(state, _BY, "eve", "no answer for a week"),
        "The host exchanges two": acts.swap(state, _BY, ("ann", "eve"), {}, ""),
        "The host moves the deadline": acts.move_deadline(state, _BY, _LATER, "holidays"),
        "I was away": events.DeadlineMoved(START, _LATER),
        "The host pauses the cup": acts.pause(state, _BY, "dinner"),
        "The host calls it off": acts.cancel(state, _BY, "too few came"),
    }.items():
        yield _told(when, *_after(state, event))
    paused = applied(state, acts.pause(state, _BY, ""))
    resumed = acts.resume(paused, replace(_BY, at=START + timedelta(hours=1)), "")
    yield _told("… and it goes on", *_after(paused, resumed))


def _at_the_end(state: CupState):
    state = applied(state, events.PairingDecided(START, 1, _RESULT, DecidedBy.GAMES))
    tie = PairingResult(2, "ann", "dan", (1, 1))
    second = applied(state, next_round(state, START))
    tie = PairingResult(2, *second.meetings[1].entrants, (1, 1))
    event = events.PairingDecided(START, 2, tie, DecidedBy.GAMES)
    tied = applied(second, event)
    yield _told("A pairing is tied", tied, event)
    won = PairingResult(2, *second.meetings[2].entrants, (2, 0))
    tied = applied(tied, events.PairingDecided(START, 3, won, DecidedBy.GAMES))
    yield _told("… and they play again", *_after(tied, next_round(tied, START)))
    places = ((1, "ann"), (2, "bob"), (3, "cat"), (3, "dan"), (5, "eve"))
    for when, ended in {
        "It is over": events.CupEnded(START, "ann", places),
        "… and nobody is left": events.CupEnded(START, None, places),
    }.items():
        yield _told(when, *_after(tied, ended))
    left = replace(second, left={"dan": 2})
    settled = (
        PairingResult(2, "ann", "dan", (2, 0), Ending.WALKOVER),
        PairingResult(2, "bob", "cat", (0, 0), Ending.BOTH_LOST),
    )
    walkovers = events.RoundPaired(START, 3, (), settled)
    walkovers = replace(walkovers, settled=tuple(replace(it, round=3) for it in settled))
    yield _told("A round is paired, and some have left", *_after(left, walkovers))


def _of_check_in(checking: CupState) -> dict[str, CupEvent]:
    late = By(Player("fay", "Fay"), START)
    return {
        "I'm here: done": acts.enter(checking, By(_EVE, START)),
        "… by somebody who had not signed up": acts.enter(checking, late),
        "cup deadline, during the check-in: done": acts.move_deadline(checking, _BY, _LATER, ""),
    }


def _done(signed: CupState, playing: CupState) -> dict[str, CupEvent]:
    return {
        "cup join: done": events.PlayerEntered(START, _EVE),
        "cup leave: done": acts.leave(signed, By(_EVE, START)),
        "cup drop: done": acts.drop(playing, _BY, "eve", ""),
        "cup start: done": acts.start(signed, _BY, Seeding.ORDER, {}, "1"),
        "cup award: done": acts.award(playing, _BY, ("dan",), "dan", ""),
        "cup swap: done": acts.swap(playing, _BY, ("ann", "eve"), {}, ""),
        "cup deadline: done": acts.move_deadline(playing, _BY, _LATER, ""),
        "cup pause: done": acts.pause(playing, _BY, ""),
        "cup resume: done": events.CupResumed(START, HOST),
        "cup cancel: done": acts.cancel(playing, _BY, ""),
    }


def _signed_up() -> CupState:
    state = CupState(events.CupOpened(START, HOST, "Colosseum", _PLAN))
    for player in _PEOPLE:
        state = applied(state, acts.enter(state, By(player, START)))
    return state


def _full(state: CupState) -> CupState:
    state = replace(state, opened=replace(state.opened, plan=replace(_PLAN, most=4)))
    return applied(state, acts.leave(state, By(_EVE, START)))


def _paired() -> CupState:
    state = _signed_up()
    state = applied(state, acts.start(state, _BY, Seeding.ORDER, {}, "9f2c61d07be4a853"))
    return applied(state, next_round(state, START))


def _playing() -> CupState:
    return _seated(_paired())


def _seated(state: CupState) -> CupState:
    for number, game in enumerate(to_seat(state), 7):
        event = events.GameSeated(START, game.pairing, game.game, game.first, number, "arena")
        state = applied(state, event)
    return state


def _won(state: CupState) -> CupState:
    """Dan has beaten Eve in two games of three."""
    for number in (1, 2, 3):
        score = (2, 0) if number != 2 else (0, 2)
        if number > 1:
            state = applied(state, events.GameSeated(START, 1, number, "dan", 10 + number, "arena"))
        state = applied(state, events.GameEnded(START, 1, number, score))
    return state


def _after(state: CupState, event: CupEvent) -> tuple[CupState, CupEvent]:
    return applied(state, event), event


def _told(when: str, state: CupState, event: CupEvent) -> Specimen:
    words = cup_telling.cup_words(3, state, event, _VOICE)
    names = {player.id: f"@{player.name}" for player in (HOST, *_PEOPLE)}
    rings = tuple(names[one] for one in words.ping)
    buttons = tuple(LABELS[action] for action in words.buttons)
    return Specimen(when, words.text, (type(event), *words.buttons), rings, buttons)


def _problem(act: Callable[[], object]) -> acts.CupProblem:
    try:
        act()
    except CupError as error:
        return error.problem
    raise AssertionError("it can be done")


_MADE = {
    standings.DIRECT: (2, 1),
    standings.CUT: (Fraction(13, 2), Fraction(6)),
    standings.BUCHHOLZ: (Fraction(19, 2), Fraction(8)),
    standings.BERGER: (Fraction(39, 4), Fraction(7)),
    standings.WINS: (3, 2),
    standings.LATE: (0, 2),
    standings.LOT: (12, 907),
}


def of_the_table():
    for tiebreak, (above, own) in _MADE.items():
        parted = (Fraction(above), Fraction(own))
        row = Row(2, Entrant("bob", "Bob"), 4, tiebreak.name, parted, {}, 2, 0, 1)
        yield "Bob has as many points as Ann, who is above", parted_text(row), (tiebreak,)
