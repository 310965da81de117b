"""Catena with `komi=choose` on Discord: by buttons, by a command, and in the room's own words."""

from bot.engine.reading import read
from bot.engine.replaying import replay


async def set_up(place):
    """Ann, black, and Bob, white: the referee's first announcement."""
    seats = {"black": place.red, "white": place.blue}
    await place.slash(place.host, "match start", **seats, format="catena", options="komi=choose")
    return await place.announcement("what is the komi")


def labels(message):
    """What the buttons under a message say."""
    return [part["label"] for row in message.components for part in row["components"]]


async def test_the_komi_is_named_and_a_colour_taken_in_the_rooms_own_words(place):
    """Both are ready before; only then does the match begin, and Bob, now black, moves."""
    opened = await set_up(place)
    assert f"{place.blue.mention}, what is the komi" in opened.content
    assert labels(opened) == ["Ready", "Start now", *(f"Komi {points}" for points in range(5))]
    for player in (place.red, place.blue):
        answer = await place.click(opened, "Ready", player)
        assert answer.content == "You are ready; White has yet to name the komi."
    named = await place.play(place.blue, "komi is 12, good luck!", "Komi is")
    assert "**Komi is 12**: Bob named it." in named.content
    assert [user.id for user in named.mentions.users] == [place.red.id]
    assert labels(named) == ["Ready", "Start now", "I take Black", "I take White"]
    await place.pass_time(400, step=20)
    begun = await place.play(place.red, "White", "Both are ready")
    assert begun.content.startswith("**Black is Bob, White is Ann**: Ann chose.")
    assert [user.id for user in begun.mentions.users] == [place.blue.id]
    assert "**C3**" in (await place.play(place.blue, "C3")).content
    status = await place.slash(place.fan, "match status")
    assert "Black 1 · White 12" in status.content.replace("–", "·")
    text = (await place.slash(place.fan, "match record")).files[0].data.decode()
    assert "{komi 12: named by Bob; colours taken by Ann}" in text
    again = replay(read(text)[0])
    assert again.setup.ruleset.figures(again.last) == (1, 12)
    place.discord.assert_clean()


async def test_by_buttons_that_outlive_a_restart(place):
    """Nobody else's press counts; the host's does, in their place."""
    opened = await set_up(place)
    answer = await place.click(opened, "Komi 3", place.red)
    assert "The komi is for White to say" in answer.content
    await place.close()
    await place.open()
    await place.click(opened, "Komi 3", place.blue)
    named = await place.announcement("Komi is 3", after=opened)
    await place.click(named, "I take Black", place.host)
    taken = await place.announcement("Black is Ann", after=named)
    assert taken.content.startswith("**Black is Ann, White is Bob**: Host chose.")
    await place.click(taken, "Start now", place.host)
    await place.announcement("Host started the match")
    assert "**C3**" in (await place.play(place.red, "C3")).content
    place.discord.assert_clean()


async def test_by_commands(place):
    """Also what there is no button for; and what is no number is said."""
    await set_up(place)
    answer = await place.slash(place.blue, "match choose", choice="half")
    assert "Komi is a whole number from 0 to 999" in answer.content
    asked = await place.order(place.blue, "match choose 40")
    named = await place.announcement("Komi is 40", after=asked)
    await place.slash(place.red, "match choose", choice="white")
    await place.announcement("Black is Bob", after=named)
