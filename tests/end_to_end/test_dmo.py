"""The Death Match Opponent on Discord: named, asked in an absence, and whose a tie is."""

from oracle.games import make
from oracle.golden import turn_text
from oracle.players import random_game

from bot.engine.reading import read
from bot.engine.replaying import replay
from bot.engine.turn import Colour
from bot.views.scenes import replay_scene


def tied_game():
    """The colour-coded turns of a whole game that the independent referee calls a tie."""
    referee = make("product-original", side=3)
    for seed in range(1000):
        game = random_game(referee, seed)
        last = game.states[-1]
        if referee.winner(last) is None and referee.figures(last)[0]:
            texts = [turn_text(turn, coloured=True) for turn in game.turns]
            named = [text.replace("black", "red").replace("white", "blue") for text in texts]
            return named, referee.figures(last)
    raise LookupError("no tied game was found")


async def test_a_choice_typed_while_the_referee_was_away_counts(place):
    """It is read in the room's history, with the rights of who typed it."""
    opened = await place.set_up(dmo="blue")
    await place.click(opened, "Start now", place.host)
    await place.announcement("as soon as it is said")
    await place.close()
    await place.order(place.red, "match first red")
    manager = place.discord.user("Zoe")
    place.discord.join(place.guild, manager, permissions=["manage_guild"])
    await place.order(manager, "match first blue")
    await place.open()
    begun = await place.announcement("**Blue starts**: Zoe chose for Bob, the DMO.")
    assert "Host started the match" in begun.content


async def test_a_dmo_is_one_of_the_players_and_is_suggested(place):
    """A stranger is refused in clear words; the colours seated so far are suggested."""
    for dmo in (place.fan.mention, "white"):
        answer = await place.match_start(dmo=dmo)
        assert (
            "the Death Match Opponent, one of the two players. Write red or blue" in answer.content
        )
    seats = {"red": place.red, "blue": place.blue}
    suggested = await place.discord.autocomplete(
        place.room, place.host, "match start", "dmo", "", **seats
    )
    assert [one["value"] for one in suggested.choices] == ["red", "blue"]
    settled = await place.set_up(dmo=place.blue.mention, first="red")
    assert "Blue is the DMO (Death Match Opponent) and wins a tie." in settled.content
    assert [one.label for one in settled.buttons] == ["Ready", "Start now"]
    answer = await place.slash(place.blue, "match choose", choice="me")
    assert "Red starts: that is settled." in answer.content


async def test_a_tie_is_the_dmos(place):
    """A whole game of Product in red and blue ends in equal products: Bob, blue, has won."""
    turns, (points, equal) = tied_game()
    assert points == equal
    opened = await place.set_up(dmo="blue", format="product-original", side=3, clock="none")
    assert "Red starts" in opened.content, "only a Genius match leaves that to the DMO"
    await place.click(opened, "Start now", place.host)
    await place.announcement("Host started")
    for number, turn in enumerate(turns):
        told = await place.play((place.red, place.blue)[number % 2], turn)
    assert "**Blue wins**: Bob. The game is tied, and a tie goes to the DMO" in told.content
    assert f"Points: Red {points} " in told.content
    assert f"Blue {points} " in told.content
    assert "Blue has won" in told.attachments[0].description
    history = await place.slash(place.fan, "history")
    assert "Bob (blue) beat Ann (red) in a tie, as DMO" in history.content
    board = await place.slash(place.fan, "leaderboard")
    assert "**Bob** 10" in board.content
    assert "1–0–0" in board.content.splitlines()[0]
    text = (await place.slash(place.fan, "match record")).files[0].data.decode()
    for tag in ('[DMO "Bob"]', '[Result "blue"]', '[Termination "tie-to-dmo"]'):
        assert tag in text
    again = replay(read(text)[0])
    assert (again.winner, again.reason, again.untrue) == (Colour.SECOND, "tie-to-dmo", ())
    assert replay_scene(again).headline == "Blue wins the tie as DMO"
