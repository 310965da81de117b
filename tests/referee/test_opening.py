"""Before the first turn: the DMO says who starts, and the match waits for that."""

from dataclasses import replace

import pytest

from bot.engine.turn import Colour
from bot.referee import events, submission
from bot.referee.arbiter import accept, rule, rule_on_time
from bot.referee.events import Player
from bot.referee.fold import fold
from bot.referee.match import Match, Status
from bot.referee.ruling import Ignored, Reason, Refused
from referee.tables import BLUE, FAN, GENIUS, HOST, RED, accepted, at, by, new, played, show, terms

CAT = Player("cat", "Cat")


def waiting(dmo: str = "blue") -> Match:
    """A match in which Bob, blue, is to say who starts."""
    return new(replace(terms(), dmo=dmo, dmo_chooses=True))


def done(
    match: Match, who: Player, act: submission.Act, when: float = 5
) -> tuple[Match, list[type[events.Event]]]:
    """The match after an act that must be taken, and the kinds of events it made."""
    ruling = accepted(match, who, act, when)
    return ruling.match, [type(event) for event in ruling.events]


def refusal(match: Match, who: Player, word: str, when: float = 5) -> Reason:
    ruling = rule(match, by(who, submission.Choose(word), when))
    assert isinstance(ruling, Refused), ruling
    return ruling.reason


def names(match: Match) -> list[str]:
    return [player.name for player in match.players]


@pytest.mark.parametrize(
    ("who", "word", "first"),
    [
        (BLUE, "me", "blue"), (BLUE, "Opponent", "red"), (BLUE, "b", "blue"), (BLUE, "red", "red"),
        (BLUE, "ann", "red"), (HOST, "blue", "blue"), (HOST, "Red", "red"),
    ],
)  # fmt: skip
def test_the_dmo_or_the_host_for_them_says_who_starts(who: Player, word: str, first: str) -> None:
    match, kinds = done(waiting(), who, submission.Choose(word))
    assert kinds == [events.FirstChosen]
    assert match.terms.colours == (first, "blue" if first == "red" else "red")
    assert names(match) == (["Ann", "Bob"] if first == "red" else ["Bob", "Ann"])
    assert match.players[match.dmo or Colour.FIRST] == BLUE
    assert (match.status, match.first_open) == (Status.WAITING, False)


def test_only_the_dmo_or_the_host_says_who_starts() -> None:
    for who in (RED, FAN):
        assert refusal(waiting(), who, "red") is Reason.NOT_YOURS_TO_CHOOSE
    for who, word in ((BLUE, "green"), (BLUE, "random"), (HOST, "me"), (HOST, "opponent")):
        assert refusal(waiting(), who, word) is Reason.NO_SUCH_COLOUR


@pytest.mark.parametrize("settled", [terms(), replace(terms(), dmo="blue")])
def test_a_settled_start_asks_no_dmo(settled) -> None:
    for who in (BLUE, HOST):
        assert refusal(new(settled), who, "blue") is Reason.FIRST_SETTLED
    match, kinds = done(new(settled), HOST, submission.StartNow())
    assert (kinds, match.status, match.to_move) == (
        [events.MatchStarted],
        Status.RUNNING,
        Colour.FIRST,
    )


@pytest.mark.parametrize("choice_at", range(3))
def test_ready_may_come_before_the_choice_or_after_it(choice_at: int) -> None:
    acts: list[tuple[Player, submission.Act]] = [
        (RED, submission.Ready()),
        (BLUE, submission.Ready()),
    ]
    acts.insert(choice_at, (BLUE, submission.Choose("me")))
    match = waiting()
    for number, (who, act) in enumerate(acts):
        assert match.status is Status.WAITING
        match, kinds = done(match, who, act, number)
    assert kinds[-1] is events.MatchStarted
    assert match.status is Status.RUNNING
    match = show(match, 10)
    assert match.deadline() == at(10) + GENIUS.per_move + GENIUS.bank
    refused = rule(match, by(RED, submission.Said("E5"), 11))
    assert isinstance(refused, Refused)
    assert refused.reason is Reason.NOT_YOUR_TURN
    assert played(match, BLUE, "E5", 12).turns[0].colour is Colour.FIRST


def test_no_clock_runs_and_no_turn_is_taken_before_the_choice() -> None:
    match, _ = done(done(waiting(), RED, submission.Ready())[0], BLUE, submission.Ready())
    match = show(match, 6)
    assert match.deadline() is None
    assert isinstance(rule_on_time(match, at(3600)), Ignored)
    refused = rule(match, by(RED, submission.Said("E5"), 3600))
    assert isinstance(refused, Refused)
    assert refused.reason is Reason.NOT_STARTED


def test_a_host_who_begins_before_the_choice_has_the_match_begin_with_it() -> None:
    match, kinds = done(waiting(), HOST, submission.StartNow())
    assert kinds == [events.StartOrdered]
    assert match.status is Status.WAITING
    assert rule(match, by(HOST, submission.StartNow(), 6)) == Refused(Reason.FIRST_OPEN)
    chosen, started = accepted(match, BLUE, submission.Choose("me"), 7).events
    assert chosen == events.FirstChosen(at(7), Colour.SECOND, BLUE)
    assert started == events.MatchStarted(at(7), HOST)


def test_the_choice_may_be_changed_until_the_start() -> None:
    match = waiting()
    for word, order in (("me", ["Bob", "Ann"]), ("opponent", ["Ann", "Bob"]), ("me", None)):
        match, _ = done(match, BLUE, submission.Choose(word))
        assert names(match) == (order or ["Bob", "Ann"])
    assert refusal(match, HOST, "blue", 6) is Reason.FIRST_SETTLED
    match, _ = done(match, HOST, submission.StartNow())
    assert refusal(match, BLUE, "red", 7) is Reason.ALREADY_STARTED
    match = played(show(match, 8), BLUE, "E5", 9)
    match, _ = done(match, HOST, submission.Undo(1), 10)
    assert refusal(match, BLUE, "red", 11) is Reason.ALREADY_STARTED
    assert match.players[match.to_move] == BLUE
    match, _ = done(match, HOST, submission.Cancel(), 12)
    assert refusal(match, BLUE, "red", 13) is Reason.OVER


def test_the_right_goes_with_the_seat() -> None:
    match, _ = done(waiting(), HOST, submission.StartNow())
    match, kinds = done(match, HOST, submission.ReplacePlayer("blue", CAT))
    assert kinds == [events.PlayerReplaced]
    assert match.start.ordered is None
    assert refusal(match, BLUE, "blue", 6) is Reason.NOT_YOURS_TO_CHOOSE
    match, kinds = done(match, CAT, submission.Choose("me"), 7)
    assert (kinds, names(match)) == ([events.FirstChosen], ["Cat", "Ann"])
    match, _ = done(match, HOST, submission.ReplacePlayer("blue", BLUE), 8)
    assert names(match) == ["Bob", "Ann"], "the choice stands"


def test_a_host_who_plays_speaks_for_their_own_seat() -> None:
    settled = replace(terms(), dmo="blue", dmo_chooses=True)
    hosted = fold([events.MatchOpened(at(0), RED, (RED, BLUE), settled)])
    for word, first in (("me", "red"), ("opponent", "blue")):
        assert done(hosted, RED, submission.Choose(word))[0].terms.colours[0] == first


def test_a_stored_start_settles_who_starts() -> None:
    ready, started = events.PlayerReady(at(1), Colour.FIRST), events.MatchStarted(at(2), HOST)
    match = accept(waiting(), ready, started).match
    assert (match.first_open, match.status) == (False, Status.RUNNING)
