"""`match start from:9@12`: a match that is over is played on, against the partner."""

from dataclasses import replace

import pytest
from fakes import BLUE, FAN, HOST, RED, ROOM, FakeHouse
from oracle.board import named
from oracle.games import make
from oracle.oracle import Turn
from sqlalchemy import delete, insert

from bot.commands.clerk import Clerk
from bot.commands.parsing import read_order
from bot.referee.clock import read_control
from bot.referee.events import Beginning, Player, Request
from bot.referee.formats import OnFlag
from bot.referee.match import Match, Status
from bot.referee.submission import Ask, Reopen, Resign, Said, StartNow, Submission, Undo
from bot.storage import schema
from bot.views.film import history
from commands.clerks import ELSEWHERE, GAME, REFEREE, asks, clerk_of, hold

BEGUN = Beginning(1, GAME[:2])


async def over(place: FakeHouse, *, pages: bool | None = None) -> Clerk:
    """The clerk of a room in which Red resigned a match of three turns."""
    clerk = clerk_of(place)
    await hold(place, ROOM, pages=pages)
    await place.act(RED, Resign())
    return clerk


async def ordered(
    place: FakeHouse, clerk: Clerk, words: str, asker: Player = RED, **seats: Player
) -> str:
    seats = {name.replace("_", "-"): player for name, player in seats.items()}
    reply = await clerk.carry_out(read_order(words), asks(place, asker, seats=seats))
    await place.settled()
    return reply.text


async def resigned_elsewhere(place: FakeHouse) -> None:
    await place.desk.submit(ELSEWHERE, Submission(RED, Resign(), place.clock.now()))
    await place.settled()


def stones(match: Match) -> list[list[str]]:
    board = match.position.board
    return [
        sorted(board.name(cell) for cell in range(board.size) if lying >> cell & 1)
        for lying in match.position.stones
    ]


async def test_the_match_goes_on_where_it_was_and_the_record_says_so(place: FakeHouse) -> None:
    """Red, who asked, has the seat of then; the board is the other referee's after two turns."""
    clerk = await over(place)
    old = await place.match()
    await ordered(place, clerk, "match start from:1@2")
    match = await place.match()
    assert match.beginning == BEGUN
    assert match.players == (RED, Player("me", "Referee (steady)", "steady"))
    assert match.terms == replace(old.terms, warnings=match.terms.warnings, auto_level=True)
    oracle = make("genius", 3)
    state = oracle.start()
    for turn in GAME[:2]:
        cells = [named(cell) for cell in turn.split()]
        state = oracle.play(state, Turn(tuple((cell, state.to_move) for cell in cells)))
    assert stones(match) == [["C3"], ["B2", "B3"]]
    assert match.position.number == 2
    assert match.ruleset.allowance(match.position).most == oracle.allowance(state)[1] == 3
    (opening,) = [sent for sent in place.world.announced() if sent.announcement.match == 2]
    assert "Goes on from match 1, turn 2, Red to move · side 3" in opening.announcement.text
    assert opening.announcement.scene is not None
    await place.act(RED, StartNow())
    await place.act(RED, Said("D2 D3 D4"))
    match = await place.match()
    assert stones(match)[0] == ["C3", "D2", "D3", "D4"]


@pytest.mark.parametrize(
    ("seats", "asker", "expected"),
    [
        ({}, RED, ("Ann", "")),
        ({}, BLUE, ("", "Bob")),
        ({}, FAN, ("Fan", "")),
        ({"blue": RED}, HOST, ("", "Ann")),
        ({"red": REFEREE}, FAN, ("", "Fan")),
        ({"player_1": BLUE}, HOST, ("", "Bob")),
        ({"player_1": BLUE, "player_2": REFEREE}, HOST, ("", "Bob")),
        ({"red": REFEREE, "blue": FAN}, HOST, ("", "Fan")),
    ],
)
async def test_playing_on_without_names_keeps_the_seats(place, seats, asker, expected) -> None:
    """Who had no seat plays whoever is to move, which is Red; the referee has what is left."""
    clerk = await over(place)
    told = await ordered(place, clerk, "match start from:1@2 level:easy", asker, **seats)
    assert "is set up" in told
    one, other = (await place.match()).players
    names = tuple(name or "Referee (easy)" for name in expected)
    assert (one.name, other.name) == names


@pytest.mark.parametrize(
    ("words", "seats", "why"),
    [
        ("from:1@2", {"red": RED, "blue": BLUE}, "is a match against me"),
        ("from:1@2", {"green": RED}, "The colours are red and blue."),
        ("from:1@2 side:4", {}, "Leave side: out, or leave out from:."),
        ("from:1@2 format:plur", {}, "as match 1 was set up"),
        ("from:1@2 first:blue", {}, "Leave first: out"),
        ("from:1@2 komi:3", {}, "komi"),
        ("from:1@2 levle:easy", {}, "levle"),
        ("from:1@2 pages:on", {}, "Leave pages: out"),
        ("from:1@2", {"red": REFEREE, "blue": REFEREE}, "one seat only"),
        ("from:1@2", {"player_1": REFEREE, "player_2": REFEREE}, "one seat only"),
        ("from:1@2", {"red": REFEREE, "player_1": REFEREE}, "one seat only"),
        ("from:1@2", {"red": REFEREE, "player_1": RED, "player_2": BLUE}, "two players"),
        ("from:1@4", {}, "3 turns"),
        ("from:7@1", {}, "no match 7"),
        ("from:1", {}, "match start from:9@12"),
        ("from:1@-2", {}, "match start from:9@12"),
        ("from:1@2 level:hard", {}, "Did you mean strong?"),
    ],
)
async def test_playing_on_that_can_not_be_is_refused(place: FakeHouse, words, seats, why) -> None:
    clerk = await over(place, pages=False)
    assert why in await ordered(place, clerk, f"match start {words}", **seats)
    assert (await place.match()).beginning is None


async def test_clock_and_other_terms_may_be_others(place: FakeHouse) -> None:
    """What is no part of the game; the clock else is the match's own."""
    await ordered(place, await over(place), "match start from:1@0 clock:10s+1m resigns:on")
    match = await place.match()
    assert match.terms.control == read_control("10s+1m")
    assert match.terms.resigns
    assert match.beginning is None
    assert match.position.number == 0


async def test_nothing_is_gone_back_to_while_people_play_what_began_alike(place: FakeHouse) -> None:
    clerk = await over(place)
    await hold(place, ELSEWHERE)
    alike = await ordered(place, clerk, "match start from:1@1")
    assert "An open match stands as this one once did" in alike
    await resigned_elsewhere(place)
    # One against the partner has hints, unless a cup counts it.
    await hold(place, ELSEWHERE, players=(RED, replace(REFEREE, level="steady")))
    positions = history((await place.match()).position)
    assert not await place.desk.likeness.is_played_now(positions)
    cup = insert(schema.cups).values(id=1, venue="fake", server="1", room="9", open=True)
    await place.store.change(cup)
    game = insert(schema.cup_games).values(cup=1, pairing=0, game=0, match=3)
    await place.store.change(game)
    assert await place.desk.likeness.is_played_now(positions)
    await place.store.change(delete(schema.cup_games))
    assert "is set up" in await ordered(place, clerk, "match start from:1@1")
    still = await ordered(place, clerk, "match start from:4@1")
    assert "say nothing about one that is open" in still
    await place.act(RED, StartNow())
    await place.act(RED, Resign())
    assert "is set up" in await ordered(place, clerk, "match start from:4@1")


async def test_undo_takes_back_no_turn_of_the_match_before(place: FakeHouse) -> None:
    """Neither the host's nor the players'; an end that is taken back leaves them, too."""
    await ordered(place, await over(place), "match start from:1@2")
    await place.act(RED, StartNow())
    assert "none played so far" in (await place.act(RED, Undo(1))).text
    assert "have not played a turn yet" in (await place.act(RED, Ask(Request.UNDO))).text
    await place.act(RED, Said("D2"))
    assert "1 played so far" in (await place.act(RED, Undo(2))).text
    await place.act(RED, Undo(1))
    match = await place.match()
    assert (match.position.number, match.played) == (2, ())
    await place.act(RED, Resign())
    await place.desk.submit_to(2, Submission(RED, Reopen("a slip"), place.clock.now()))
    match = await place.match()
    assert match.status is Status.PAUSED
    assert [turn.turn for turn in match.turns] == list(GAME[:2])


async def test_a_match_played_on_tells_nothing_of_the_level_that_suits(place: FakeHouse) -> None:
    """Who wins from a won position has not shown how strong they are."""
    clerk = await over(place)
    for _ in range(3):
        await ordered(place, clerk, "match start from:1@2 level:steady")
        await place.act(RED, StartNow())
        await place.act(RED, Resign())
    await ordered(place, clerk, "match start level:auto", red=RED, blue=REFEREE)
    assert (await place.match()).players[1].level == "steady"


async def test_a_match_on_no_page_is_played_on_on_none(place: FakeHouse) -> None:
    """Everybody would read there what few could; the level and the flag are as they were."""
    clerk = await over(place, pages=False)
    await ordered(place, clerk, "match start from:1@2 level:easy flag:call-host")
    assert (await place.match()).pages is False
    await place.act(RED, StartNow())
    await place.act(RED, Resign())
    await ordered(place, clerk, "match start from:2@1")
    match = await place.match()
    assert match.pages is False
    assert match.players[1].level == "easy"
    assert match.terms.on_flag is OnFlag.CALL_HOST


async def test_a_place_is_for_its_own_server(place: FakeHouse) -> None:
    clerk = clerk_of(place)
    await hold(place, ELSEWHERE)
    await resigned_elsewhere(place)
    assert "no match 1" in await ordered(place, clerk, "match start from:1@1")
