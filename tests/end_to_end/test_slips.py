"""The host's hand can't slip, and a manager's settings are kept: through Discord."""

from datetime import timedelta

import pytest
from loopback import Impossible

from end_to_end.failing import answer
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
    """A typed command in a room."""
    await place.pass_time(2)
    return await place.discord.say(room, user, f"{place.me} {words}")


async def test_undo_of_a_match_named_from_another_room(place):
    """`undo match:1` in match 2's room takes back a turn of match 1; another server has none."""
    lobby = await two_matches(place)
    said = await typed(place, lobby, place.host, "match undo match:1")
    told = await place.announcement("took back the last turn")
    assert "Reason" not in told.content
    await place.discord.wait_until(lambda: list(said.reactions) == ["✅"], what="a sign")
    assert place.discord.messages(lobby)[-1].id == said.id
    await typed(place, lobby, place.host, "match pause match:1 lunch")
    assert "“lunch”" in (await place.announcement("paused")).content
    refused = await typed(place, lobby, place.fan, "match resume match:1")
    await place.announcement("Only the host", room=lobby, after=refused)
    other = place.discord.guild("Elsewhere")
    stranger = place.discord.user("Zoe", guilds=[other])
    hall = place.discord.text_channel(other, "hall")
    for command in ("host pause", "match resign", "match status"):
        shown = await place.discord.slash(hall, stranger, command, match="1")
        assert shown.content.startswith("There is no match 1 here."), command


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
    again = await place.click(asked, "Yes, do it", place.host)
    assert "not open any more" in again.content


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


async def test_reopen_then_adjudicate(place):
    """With a reason, while the room is free; the record tells of it, and the last result counts."""
    await place.start()
    await place.play(place.red, "E5")
    await place.slash(place.host, "host forfeit", colour="blue", confirm="yes")
    await place.announcement("ruled it a forfeit")
    assert "**Ann** (red) beat" in (await place.slash(place.fan, "history")).content.replace(
        "Ann (red)", "**Ann** (red)"
    )
    bare = await order(place, place.host, "match reopen")
    assert "host reopen needs reason" in await answer(place, bare)
    refused = await place.slash(place.red, "host reopen", reason="please")
    assert "Only the host" in refused.content
    await place.slash(place.host, "match start", red=place.red, blue=place.fan)
    taken = await place.slash(place.host, "host reopen", reason="a slip", match="1")
    assert "has an open match" in taken.content
    await place.slash(place.host, "host cancel", confirm="yes")
    await place.announcement("there is no result")
    await place.slash(place.host, "host reopen", reason="a slip", match="1")
    told = await place.announcement("reopened the match")
    assert "“a slip”" in told.content
    assert "No match" in (await place.slash(place.fan, "history", player=place.blue)).content
    await place.restart()
    await place.slash(place.host, "host resume")
    await place.announcement("resumed")
    await place.play(place.blue, "C3 F3")
    record = (await place.slash(place.fan, "match record")).files[0].data.decode()
    assert "forfeit by Host; reopened by Host: a slip" in record
    await place.slash(place.host, "host adjudicate", winner="blue", confirm="yes")
    await place.announcement("Blue wins")
    assert "Bob (blue) beat" in (await place.slash(place.fan, "history")).content


async def test_setup_is_shown_changed_and_kept(place):
    """Without options they are shown; an option changes its own part; a restart keeps them."""
    manager = with_manager(place)
    shown = await place.slash(manager, "setup")
    assert shown.ephemeral
    assert "genius, clock 1m+5m (the format's own)" in shown.content
    assert "with 1:00 and 0:10 left" in shown.content
    changed = await place.slash(
        manager, "setup", theme="go", coordinates="on", clock="30s+2m", warnings="30s"
    )
    for part in (
        "theme go, coordinates on",
        "genius, clock 30s+2m",
        "with 0:30 left",
        "held where they are started",
    ):
        assert part in changed.content
    changed = await place.slash(manager, "setup", where="thread")
    assert "theme go" in changed.content
    assert "held in a new thread" in changed.content
    await place.restart()
    kept = await place.slash(manager, "setup")
    assert kept.content.splitlines()[1:] == changed.content.splitlines()[1:]
    reset = await place.slash(manager, "setup", reset="yes")
    assert reset.content.splitlines()[1:] == shown.content.splitlines()[1:]


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
    shown = await place.slash(with_manager(place), "setup")
    assert "theme genius" in shown.content


async def test_setup_of_a_host_role_lets_its_members_host(place):
    """They may act in matches that others started, by command and by button; others may not."""
    manager = with_manager(place)
    role = place.discord.role(place.guild, "Referees")
    helper = place.discord.user("Hal")
    place.discord.join(place.guild, helper, roles=[role])
    opened = await place.set_up()
    for user in (helper, place.fan, place.red):
        refused = await place.click(opened, "Start now", user)
        assert "Only the host" in refused.content
    await place.slash(manager, "setup", host_role=role)
    refused = await place.click(opened, "Start now", place.fan)
    assert "Only the host" in refused.content
    await place.click(opened, "Start now", helper)
    await place.announcement("Hal started the match")
    await place.slash(helper, "host pause", reason="tea")
    await place.announcement("Hal paused the match")
    for user in (place.fan, place.red, place.blue):
        refused = await place.slash(user, "host resume")
        assert "Only the host" in refused.content
    said = await place.order(manager, "setup host-role:none")
    await place.announcement("and who manages the matches here", after=said)
    refused = await place.slash(helper, "host resume")
    assert "Only the host" in refused.content
