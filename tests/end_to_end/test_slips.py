"""The host's hand can't slip, and a manager's settings are kept: through Discord."""

from datetime import timedelta

import pytest
from loopback import Impossible

from end_to_end.people import order, with_manager


async def two_matches(place):
    """Match 1 in the room, two turns old; match 2 in a lobby, one turn old."""
    await place.start()
    await place.play(place.red, "E5")
    await place.play(place.blue, "C3 F3")
    lobby = place.channel("lobby")
    await place.discord.slash(lobby, place.host, "match start", red=place.blue, blue=place.red)
    await place.discord.slash(lobby, place.host, "host begin")
    await place.announcement("started the match", room=lobby)
    said = await place.discord.say(lobby, place.blue, "E5")
    await place.announcement("played", room=lobby, after=said)
    return lobby


async def typed(place, room, user, words):
    await place.pass_time(2)
    return await place.discord.say(room, user, f"{place.me} {words}")


async def test_undo_of_a_match_named_from_another_room(place):
    """`undo match:1` in match 2's room takes back a turn of match 1; another server has none."""
    lobby = await two_matches(place)
    said = await typed(place, lobby, place.host, "match undo match:1")
    assert "Reason" not in (await place.announcement("took back the last turn")).content
    await place.discord.wait_until(lambda: list(said.reactions) == ["✅"], what="a sign")
    assert place.discord.messages(lobby)[-1].id == said.id
    await typed(place, lobby, place.host, "match pause match:1 lunch")
    assert "“lunch”" in (await place.announcement("paused")).content
    refused = await typed(place, lobby, place.fan, "match resume match:1")
    await place.announcement("Only the host", room=lobby, after=refused)
    other = place.discord.guild("Elsewhere")
    stranger = place.discord.user("Zoe", guilds=[other])
    hall = place.discord.text_channel(other, "hall")
    for command in ("host pause", "match resign", "match status", "match board", "match record"):
        shown = await place.discord.slash(hall, stranger, command, match="1")
        assert shown.content.startswith("There is no match 1 here."), command
        assert not shown.files


async def test_forfeit_is_done_when_the_host_confirms_it(place):
    """The question names colour and player; nobody else's press counts, and a second does not."""
    await place.start()
    said = await order(place, place.host, "match forfeit red left")
    asked = await place.announcement("forfeits match 1", after=said)
    assert "**Red** (Ann) forfeits match 1? **Blue** (Bob) wins." in asked.content
    pressed = await place.click(asked, "Yes, do it", place.blue)
    assert "Only the one who gave the command" in pressed.content
    await place.click(asked, "Yes, do it", place.host)
    assert "“left”" in (await place.announcement("ruled it a forfeit")).content
    assert "not open any more" in (await place.click(asked, "Yes, do it", place.host)).content


async def test_forfeit_asked_about_another_player_is_not_done(place):
    """The host was asked about Ann; Fan has her seat when the button is pressed."""
    await place.start()
    said = await order(place, place.host, "match forfeit red")
    asked = await place.announcement("**Red** (Ann) forfeits", after=said)
    await place.slash(place.host, "host replace", colour="red", player=place.fan)
    await place.announcement("gave Red's seat")
    pressed = await place.click(asked, "Yes, do it", place.host)
    assert "The match has moved on meanwhile" in pressed.content
    assert "Fan" in (await place.slash(place.fan, "match status")).content


async def test_undo_of_several_turns_asks_first(place):
    """Where a turn was played since, nothing is done; with confirm:yes there is no question."""
    await place.start()
    await place.play(place.red, "E5")
    await place.play(place.blue, "C3 F3")
    said = await order(place, place.host, "match undo 2")
    asked = await place.announcement("Take back the last 2 turns", after=said)
    await place.play(place.red, "D4")
    pressed = await place.click(asked, "Yes, do it", place.host)
    assert "The match has moved on meanwhile" in pressed.content
    await order(place, place.host, "match undo 2 confirm:yes")
    await place.announcement("took back the last 2 turns")
    await order(place, place.host, "match undo")
    await place.announcement("took back the last turn")


async def test_setup_is_for_managers_only(place):
    """Discord hides the command from others; whoever types it is refused, the host included."""
    await place.start()
    for user in (place.host, place.red, place.blue, place.fan):
        with pytest.raises(Impossible):
            await place.slash(user, "setup", theme="go")
        said = await place.order(user, "setup theme:go")
        refused = await place.announcement("Only those who manage the matches here", after=said)
        assert "theme" not in refused.content
        place.clock.advance(timedelta(seconds=11))
    assert "theme genius" in (await place.slash(with_manager(place), "setup")).content
