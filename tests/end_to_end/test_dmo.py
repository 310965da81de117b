"""The Death Match Opponent on Discord: who says who starts, and whose a tie is."""

from datetime import timedelta

from oracle.games import make
from oracle.golden import turn_text
from oracle.players import random_game

from bot.engine.reading import read
from bot.engine.replaying import replay
from bot.engine.turn import Colour
from bot.views.scenes import replay_scene

FIRST, SECOND = "Red starts", "Blue starts"


async def set_up(place, **options):
    """The host sets a match up with Bob, blue, as DMO; the referee's first announcement."""
    return await place.set_up(**{"dmo": "blue"} | options)


def labels(message):
    """What the buttons under a message say."""
    return [part["label"] for row in message.components for part in row["components"]]


def tied_game():
    """The colour-coded turns of a whole game that the independent referee calls a tie."""
    referee = make("product-original", side=3)
    for seed in range(1000):
        game = random_game(referee, seed)
        last = game.states[-1]
        if referee.winner(last) is None and referee.figures(last)[0]:
            colours = {"black": "red", "white": "blue"}
            texts = [turn_text(turn, coloured=True) for turn in game.turns]
            return [_renamed(text, colours) for text in texts], referee.figures(last)
    raise LookupError("no tied game was found")


def _renamed(text, names):
    for old, new in names.items():
        text = text.replace(old, new)
    return text


async def test_the_host_chooses_for_the_dmo_by_typing(place):
    """The host starts first, so that the match begins with the choice; a stranger has no say."""
    red, blue = place.red.mention, place.blue.mention
    await place.order(place.host, f"match start red:{red} blue:{blue} dmo:{blue}")
    opened = await place.announcement("Press Ready")
    assert f"{place.blue.mention}, you are the DMO (Death Match Opponent)" in opened.content
    assert labels(opened) == ["Ready", "Start now", FIRST, SECOND]
    assert "Who starts is open." in opened.attachments[0].description
    refused = await place.click(opened, SECOND, place.red)
    assert "Who starts is for Blue, the DMO, to say" in refused.content
    await place.click(opened, "Start now", place.host)
    ordered = await place.announcement("as soon as it is said")
    assert [user.id for user in ordered.mentions.users] == [place.blue.id]
    assert labels(ordered) == [FIRST, SECOND]
    again = await place.click(opened, "Start now", place.host)
    assert "match choose red" in again.content
    asked = await place.order(place.fan, "match first red")
    assert "for Blue, the DMO, to say" in (await place.announcement("", after=asked)).content
    said = await place.order(place.host, f"match first {red}")
    begun = await place.announcement("Host started the match", after=said)
    assert "**Red starts**: Host chose for Bob, the DMO." in begun.content
    deadline = place.clock.now() + timedelta(minutes=6)
    assert f"<t:{int(deadline.timestamp())}:R>" in begun.content
    assert "**E5**" in (await place.play(place.red, "E5")).content
    late = await place.click(opened, FIRST, place.blue)
    assert "started already" in late.content


async def test_a_choice_typed_while_the_referee_was_away_counts(place):
    """It is read in the room's history, with the rights of who typed it."""
    opened = await set_up(place)
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


async def test_the_choice_goes_with_the_seat(place):
    """Bob's seat is given to Fan: Fan is the DMO, and Bob is not any more."""
    await set_up(place)
    await place.slash(place.host, "host replace", colour="blue", player=place.fan)
    told = await place.announcement("You are the DMO: who starts?")
    assert [user.id for user in told.mentions.users] == [place.fan.id]
    answer = await place.click(told, FIRST, place.blue)
    assert "Who starts is for Blue, the DMO" in answer.content
    await place.click(told, SECOND, place.fan)
    await place.announcement("**Blue starts**: Fan, the DMO, chose.")
    await place.click(told, "Start now", place.host)
    await place.announcement("Host started the match")
    assert "**E5**" in (await place.play(place.fan, "E5")).content


async def test_a_dmo_is_one_of_the_players_and_is_suggested(place):
    """A stranger is refused in clear words; the colours seated so far are suggested."""
    seats = {"red": place.red, "blue": place.blue}
    for dmo in (place.fan.mention, "white"):
        answer = await place.slash(place.host, "match start", **seats, dmo=dmo)
        assert (
            "the Death Match Opponent, one of the two players. Write red or blue" in answer.content
        )
    suggested = await place.discord.autocomplete(
        place.room, place.host, "match start", "dmo", "", **seats
    )
    assert [one["value"] for one in suggested.choices] == ["red", "blue"]
    settled = await set_up(place, dmo=place.blue.mention, first="red")
    assert "Blue is the DMO (Death Match Opponent) and wins a tie." in settled.content
    assert labels(settled) == ["Ready", "Start now"]
    answer = await place.slash(place.blue, "match choose", choice="me")
    assert "Red starts: that is settled." in answer.content


async def test_a_tie_is_the_dmos(place):
    """A whole game of Product in red and blue ends in equal products: Bob, blue, has won."""
    turns, (points, equal) = tied_game()
    assert points == equal
    opened = await set_up(place, format="product-original", side=3, clock="none")
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
