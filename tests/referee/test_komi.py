"""Catena with `komi=choose`: the second player names it, then the first takes a colour."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.engine.reading import read
from bot.engine.record import write
from bot.engine.replaying import replay
from bot.engine.turn import Colour
from bot.referee import events, submission
from bot.referee.arbiter import rule
from bot.referee.events import Player
from bot.referee.fold import fold
from bot.referee.match import Choice, Match, Status
from bot.referee.partner import wished
from bot.referee.ruling import Ignored, Reason, Refused
from bot.servers.results import result_of
from bot.views.files import match_record
from referee.tables import BLUE, FAN, GENIUS, HOST, RED, accepted, at, by, played, say, show, terms

TERMS = replace(
    terms(ruleset="catena", side=3), colours=("black", "white"), options=(("komi", "choose"),)
)
ANN, BOB = RED, BLUE
OPENED = events.MatchOpened(at(0), HOST, (ANN, BOB), TERMS)


def done(match: Match, who: Player, word: str, when: float = 5) -> Match:
    return accepted(match, who, submission.Choose(word), when).match


def refusal(match: Match, who: Player, word: str) -> Reason:
    ruling = rule(match, by(who, submission.Choose(word), 5))
    assert isinstance(ruling, Refused), ruling
    return ruling.reason


@pytest.mark.parametrize(("takes", "names"), [("black", "Ann Bob"), ("white", "Bob Ann")])
def test_the_second_names_the_komi_and_the_first_takes_a_colour(takes: str, names: str) -> None:
    """Black begins, whoever it is; White gets the komi; no clock runs before both are said."""
    match = fold([OPENED])
    assert (match.start.choice, match.chooser) == (Choice.KOMI, Colour.SECOND)
    for player in (ANN, BOB):
        match = accepted(match, player, submission.Ready(), 1).match
    match = done(match, BOB, "3")
    assert (match.start.choice, match.chooser, match.status) == (
        Choice.COLOUR,
        Colour.FIRST,
        Status.WAITING,
    )
    match = show(done(match, ANN, takes), 10)
    assert (match.start.choice, match.status) == (None, Status.RUNNING)
    assert match.terms.colours == ("black", "white")
    assert " ".join(player.name for player in match.players) == names
    assert match.deadline() == at(10) + GENIUS.per_move + GENIUS.bank
    assert match.ruleset.figures(match.position) == (0, 3)
    assert played(match, match.players[Colour.FIRST], "C3", 12).turns[0].colour is Colour.FIRST


def test_each_says_only_what_is_theirs_or_the_host_does() -> None:
    match = fold([OPENED])
    for who in (ANN, FAN):
        assert refusal(match, who, "3") is Reason.NOT_YOURS_TO_CHOOSE
    for word in ("white", "-1", "1000", "3.5", "choose", ""):
        assert refusal(match, BOB, word) is Reason.NO_SUCH_KOMI
    match = done(match, HOST, "999")
    assert refusal(match, BOB, "black") is Reason.NOT_YOURS_TO_CHOOSE
    assert refusal(match, ANN, "red") is Reason.NO_SUCH_COLOUR
    match = done(match, HOST, "white")
    assert refusal(match, ANN, "black") is Reason.FIRST_SETTLED
    assert [player.name for player in match.players] == ["Bob", "Ann"]


@pytest.mark.parametrize(
    ("komi", "colour"),
    [
        ("3", "white"),
        ("komi 3", "White!"),
        ("Komi: 3, please", "I take white"),
        ("komi=3 👍", "⚪"),
    ],
)
def test_words_in_the_room_will_do(komi: str, colour: str) -> None:
    match = fold([OPENED])
    for talk in ("komi 3?", "3 or 4", "not 3", "white", "hello", "komi, well", "1.5"):
        assert isinstance(say(match, BOB, talk, 5), Ignored), talk
    for wrong in ("komi -3", "komi 3.5", "Komi: 3 or 4", "komi is 3½", "komi 1000"):
        assert say(match, BOB, wrong, 5) == Refused(Reason.NO_SUCH_KOMI), wrong
    assert isinstance(say(match, ANN, komi, 5), Ignored)
    match = played(match, BOB, komi, 5)
    assert match.terms.options == (("komi", "3"),)
    for talk in ("white?", "black or white", "4"):
        assert isinstance(say(match, ANN, talk, 6), Ignored), talk
    match = played(match, ANN, colour, 6)
    assert match.players == (BOB, ANN)
    assert say(match, ANN, "white", 7) == Ignored()


def test_the_record_tells_the_komi_the_colours_and_who_chose() -> None:
    waits = match_record(fold([OPENED]), "discord")
    assert waits.tag("Options") == "komi=choose"
    assert replay(read(write(waits))[0]).problem is None
    match = done(done(fold([OPENED]), BOB, "3"), ANN, "white")
    match = accepted(match, HOST, submission.StartNow(), 6).match
    match = played(show(match, 7), BOB, "C3", 8)
    text = write(match_record(match, "discord"))
    (record,) = read(text)
    assert [record.tag(tag) for tag in ("Options", "Black", "White")] == ["komi=3", "Bob", "Ann"]
    assert record.before == "komi 3: named by Bob; colours taken by Ann"
    again = replay(record)
    assert again.setup.ruleset.figures(again.last) == (1, 3)
    assert write(again.record) == text


def test_a_partner_says_what_is_its_to_say() -> None:
    """A number as the second player, a colour as the first; the match does not wait for it."""
    program = Player("referee", "The referee", "steady")
    match = fold([replace(OPENED, players=(ANN, program))])
    assert wished(match) == submission.Choose("1")
    match = accepted(match, program, submission.Choose("1"), 5).match
    assert wished(match) is None
    match = fold([replace(OPENED, players=(program, BOB))])
    assert wished(match) is None
    match = done(match, BOB, "5")
    assert wished(match) == submission.Choose("white")


def test_all_that_belongs_to_a_player_goes_over_with_them() -> None:
    """The bank, and the right of the DMO; the result has the players under their colours."""
    opened = replace(OPENED, terms=replace(TERMS, dmo="black"))
    match = fold([opened])
    happened: list[events.Event] = [opened]
    acts: list[tuple[Player, submission.Act]] = [
        (HOST, submission.ChangeTime("black", timedelta(minutes=1))),
        (BOB, submission.Choose("2")),
        (ANN, submission.Choose("white")),
        (HOST, submission.StartNow()),
        (HOST, submission.Adjudicate("white")),
    ]
    for who, act in acts:
        ruling = accepted(match, who, act, 5)
        match = ruling.match
        happened += ruling.events
    assert match.clock is not None
    assert match.clock.banks == (GENIUS.bank, GENIUS.bank + timedelta(minutes=1))
    assert match.dmo is Colour.SECOND
    assert fold(happened) == match
    result = result_of(1, happened)
    assert result is not None
    assert (result.players, result.colours, result.winner) == (
        (BOB, ANN),
        ("black", "white"),
        Colour.SECOND,
    )
