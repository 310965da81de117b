"""Seating the sparring partner, and who may not: the clerk's answers on a venue with an account."""

from dataclasses import replace

import pytest
from fakes import BLUE, FAN, HOST, RED, ROOM

from bot.commands.parsing import read_order
from bot.referee.events import Player
from bot.referee.submission import Resign, Said, StartNow
from bot.servers.settings import ServerSettings
from commands.clerks import ELSEWHERE, GAME, REFEREE, asks, clerk_of, hold, ordered, settle

MORE = ("E1 E2", "E4 E5", "F1 F2", "F4 F5")


@pytest.mark.parametrize(
    ("level", "known"), [("", "steady"), ("level:gentle", "gentle"), ("level:FIERCE", "fierce")]
)
async def test_naming_the_referee_seats_its_program(place, level, known) -> None:
    clerk = clerk_of(place)
    assert "is set up" in await ordered(place, clerk, f"match start {level}", red=RED, blue=REFEREE)
    _, partner = (await place.match()).players
    assert partner == Player("me", f"Referee ({known})", known)
    (opening,) = place.world.announced()
    assert opening.announcement.ping == (RED.id,)


@pytest.mark.parametrize(
    ("words", "seats", "expected"),
    [
        ("match start", {"red": REFEREE, "blue": REFEREE}, "I play from one seat only"),
        ("match start level:strong", {"red": RED, "blue": BLUE}, "name me as one of the players"),
        (
            "match start level:best",
            {"red": RED, "blue": REFEREE},
            "Did you mean merciless? It takes first-stone, gentle, easy",
        ),
        ("match start level:stong", {"red": RED, "blue": REFEREE}, "Did you mean strong?"),
        (
            "match start level:9",
            {"red": RED, "blue": REFEREE},
            "“9” is not understood. It takes first-stone",
        ),
        ("match start resigns:on", {"red": RED, "blue": BLUE}, "name me as one of the players"),
        ("match start resigns:yess", {"red": RED, "blue": REFEREE}, "on or off"),
    ],
)
async def test_sparring_that_can_not_be_is_refused(place, words, seats, expected) -> None:
    assert expected in await ordered(place, clerk_of(place), words, **seats)
    assert await place.desk.latest(ROOM) is None


async def test_sparring_is_turned_off_by_the_server_or_the_settings(place) -> None:
    clerk = clerk_of(place)
    await settle(place, ServerSettings(sparring=False))
    told = await ordered(place, clerk, "match start", red=RED, blue=REFEREE)
    assert "setup sparring:on" in told
    clerk = clerk_of(place, thinks=False)
    told = await ordered(place, clerk, "match start", red=RED, blue=REFEREE)
    assert "turned playing and reviews off" in told
    assert "is set up" in await ordered(place, clerk, "match start", red=RED, blue=BLUE)


async def test_replace_seats_the_partner(place) -> None:
    """Only the host, only where the other seat is a person's, and only in a game it knows."""
    clerk = clerk_of(place)
    await place.start()
    words = "match replace colour:blue level:strong"
    fan = replace(asks(place, FAN), seats={"player": REFEREE})
    assert "host" in (await clerk.carry_out(read_order(words), fan)).text
    assert (await place.match()).players == (RED, BLUE)
    host = replace(asks(place, HOST), seats={"player": REFEREE}, may_host=True, message="m9")
    # Read again after a crash, as posts are, it was carried out already.
    for answer in ("The seat is given", "dealt with"):
        assert answer in (await clerk.carry_out(read_order(words), host)).text
        await place.settled()
    seated = Player("me", "Referee (strong)", "strong")
    assert (await place.match()).players == (RED, seated)
    told = await ordered(place, clerk, "match replace colour:red", player=REFEREE)
    assert "one seat only" in told
    # Which level suits goes by whom it plays, and that may be another one a moment later.
    told = await ordered(place, clerk, "match replace colour:blue level:auto", player=REFEREE)
    assert "Name a level here" in told
    assert (await place.match()).players == (RED, seated)
    # A level means nothing for anybody else.
    told = await ordered(place, clerk, "match replace blue level:strong", player=FAN)
    assert "name me as one of the players" in told
    await ordered(place, clerk, "match replace colour:blue", player=BLUE)
    assert (await place.match()).players == (RED, BLUE)
    # What it would play now may help in a match of two people that stands alike.
    await hold(place, ELSEWHERE, GAME, side=5)
    for turn, player in zip(GAME, (RED, BLUE, RED), strict=True):
        await place.act(player, Said(turn))
    told = await ordered(place, clerk, words, player=REFEREE)
    assert "Another open match stands much as this one" in told
    assert (await place.match()).players == (RED, BLUE)
    # Nor after so many more turns that the host could take back.
    for turn, player in zip(MORE, (BLUE, RED) * 2, strict=True):
        await place.act(player, Said(turn))
    told = await ordered(place, clerk, words, player=REFEREE)
    assert "Another open match stands much as this one" in told


async def test_the_partner_is_seated_in_any_game(place) -> None:
    clerk = clerk_of(place)
    opened = await ordered(place, clerk, "match start format:plur", black=RED, white=BLUE)
    assert "is set up" in opened
    assert "given" in await ordered(place, clerk, "match replace colour:white", player=REFEREE)
    assert (await place.match()).players[1].level == "steady"


async def test_the_level_that_suits_goes_by_the_opponents_games(place) -> None:
    """It begins in the middle; Red loses and gets an easier one, Blue's games are others.

    Three losses on rungs 3, 2 and 1 leave a strength of 0.7, which is nearest to rung 1.
    """
    clerk = clerk_of(place)
    levels = []
    for player, colour in ((RED, "red"), (RED, "red"), (RED, "red"), (BLUE, "red"), (RED, "blue")):
        seats = {colour: player, {"red": "blue", "blue": "red"}[colour]: REFEREE}
        assert "is set up" in await ordered(place, clerk, "match start level:auto", **seats)
        match = await place.match()
        assert match.terms.auto_level
        levels.append(next(one.level for one in match.players if one.level))
        assert {one.name for one in match.players} == {player.name, f"Referee ({levels[-1]})"}
        await place.act(HOST, StartNow())
        await place.act(player, Resign())
    assert levels == ["steady", "easy", "gentle", "steady", "gentle"]
    # In another game it begins anew.
    told = await ordered(
        place, clerk, "match start level:auto format:plur", black=RED, white=REFEREE
    )
    assert "is set up" in told
    assert (await place.match()).players[1].level == "steady"
