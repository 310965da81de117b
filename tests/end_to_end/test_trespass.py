"""Nobody has the referee write where they may not write themselves."""

import pytest
from loopback import Channel, User

from end_to_end.failing import answer
from end_to_end.house import DiscordHouse
from end_to_end.people import with_manager

WRITE = "send_messages"
THREAD_WRITE = "send_messages_in_threads"
OPEN = "create_public_threads"


async def asked(place: DiscordHouse, user: User, words: str, room: Channel | None = None) -> str:
    """What the referee answers to a typed command."""
    await place.pass_time(11, step=11)
    room = room or place.room
    said = await place.discord.say(room, user, f"{place.me} {words}")
    answer = await place.discord.wait_message(
        room, lambda one: one.author.bot and one.reference == (room, said.id), after=said
    )
    return answer.content


async def hosted_by_fan(place: DiscordHouse) -> None:
    """A match that the spectator started, and so hosts."""
    await place.set_up(place.fan, red=place.fan, blue=place.red, clock="none", where="here")


@pytest.mark.parametrize(
    ("denied", "label"), [("view_channel", "View Channel"), (WRITE, "Send Messages")]
)
async def test_a_match_moves_only_to_where_its_host_may_write(place, denied, label):
    """By slash and by text; once the host may, it does. Nothing is written there before."""
    news = place.channel("announcements")
    await hosted_by_fan(place)
    place.discord.deny(news, denied, who=place.fan)
    answer = await place.slash(place.fan, "host move", to=news)
    assert f"you lack the permission {label} there" in answer.content
    assert answer.ephemeral
    answer = await asked(place, place.fan, f"match move to:{news.mention}")
    assert f"you lack the permission {label} there" in answer
    assert not place.discord.messages(news)
    place.discord.allow(news, denied, who=place.fan)
    assert "goes on" in (await place.slash(place.fan, "host move", to=news)).content
    await place.announcement("moved the match here", room=news)


async def test_a_right_may_come_with_a_role(place):
    """Everybody is denied, a role is allowed: its members go there, others do not."""
    news = place.channel("announcements")
    writers = place.discord.role(place.guild, "Writers")
    place.discord.deny(news, WRITE, who=place.guild.everyone)
    for right in (WRITE, "attach_files"):
        place.discord.allow(news, right)
    place.discord.allow(news, WRITE, who=writers)
    writer = place.discord.user("Wendy")
    place.discord.join(place.guild, writer, roles=[writers])
    await place.set_up(writer, clock="none", where="here")
    manager = with_manager(place)
    for person, words in ((manager, "Send Messages"), (writer, "goes on")):
        assert words in (await place.slash(person, "host move", to=news)).content


async def test_a_match_moves_only_to_a_thread_of_its_host_s(place):
    """The parent's rights count, a lock, and in a private thread who is in it."""
    parent = place.channel("lounge")
    thread = place.discord.thread(parent, place.red, "open to all")
    private = place.discord.private_thread(parent, place.red, "between us")
    place.discord.add_to_thread(private, place.discord.world.bot)
    await hosted_by_fan(place)
    answer = await place.slash(place.fan, "host move", to=private)
    assert "View Channel" in answer.content
    place.discord.deny(parent, THREAD_WRITE, who=place.fan)
    answer = await place.slash(place.fan, "host move", to=thread)
    assert "Send Messages in Threads" in answer.content
    place.discord.allow(parent, THREAD_WRITE, who=place.fan)
    place.discord.lock(thread)
    answer = await place.slash(place.fan, "host move", to=thread)
    assert "Manage Threads" in answer.content
    for room in (thread, private):
        assert not [one for one in place.discord.messages(room) if one.author.bot]
    place.discord.add_to_thread(private, place.fan)
    answer = await asked(place, place.fan, f"match move to:{private.id}")
    assert "goes on" in answer
    await place.announcement("moved the match here", room=private)


async def test_a_manager_of_threads_needs_no_seat_in_a_private_one(place):
    private = place.discord.private_thread(place.room, place.red, "between us")
    place.discord.add_to_thread(private, place.discord.world.bot)
    mod = place.discord.user("Mod")
    place.discord.join(place.guild, mod, permissions=["manage_threads"])
    await place.match_start(mod, clock="none")
    assert "goes on" in (await place.slash(mod, "host move", to=private)).content


@pytest.mark.parametrize(
    ("denied", "label"),
    [
        ("view_channel", "View Channel"),
        (OPEN, "Create Public Threads"),
        (THREAD_WRITE, "Send Messages in Threads"),
    ],
)
async def test_a_thread_is_opened_only_where_the_host_may_open_one(place, denied, label):
    """In the channel that they name and in this one, by slash and by text."""
    news = place.channel("announcements")
    place.discord.deny(news, denied, who=place.fan)
    answer = await place.match_start(place.fan, where="thread", channel=news)
    assert "you lack the permission" in answer.content
    assert label in answer.content
    line = f"match start red:{place.red.mention} blue:{place.blue.mention} where:thread"
    assert label in await asked(place, place.fan, f"{line} channel:{news.mention}")
    if denied != "view_channel":
        answer = await place.match_start(place.fan, news, where="thread")
        assert label in answer.content
        thread = place.discord.thread(news, place.red, "talk")
        answer = await place.match_start(place.fan, thread, where="thread")
        assert label in answer.content
        assert [one.name for one in place.guild.threads] == ["talk"]
    else:
        assert not list(place.guild.threads)
    place.discord.allow(news, denied, who=place.fan)
    answer = await place.match_start(place.fan, where="thread", channel=news)
    assert "its own room" in answer.content


@pytest.mark.parametrize(
    ("denied", "label"), [("view_channel", "View Channel"), (WRITE, "Create Posts")]
)
async def test_a_post_is_made_only_where_the_host_may_make_one(place, denied, label):
    forum = place.discord.forum_channel(place.guild, "matches")
    place.discord.deny(forum, denied, who=place.fan)
    for more in ({}, {"channel": forum}):
        answer = await place.match_start(place.fan, where="post", **more)
        assert label in answer.content
    assert not list(place.guild.threads)
    answer = await place.match_start(where="post")
    assert "its own room" in answer.content


async def test_setup_of_where_needs_no_right_of_the_host(place):
    """Members who may open no threads are why a server has the referee do it; but only here."""
    manager = with_manager(place)
    await place.slash(manager, "setup", where="thread")
    other = place.channel("other")
    for room in (place.room, other):
        place.discord.deny(room, OPEN, who=place.fan)
    answer = await place.match_start(place.fan, channel=other)
    assert "Create Public Threads" in answer.content
    answer = await place.match_start(place.fan)
    assert "its own room" in answer.content
    assert [one.parent for one in place.guild.threads] == [place.room]


async def test_the_referee_s_own_rights_there_are_seen_to_before_anything_is_made(place):
    news = place.channel("announcements")
    for name, label in (
        ("attach_files", "Attach Files"),
        (THREAD_WRITE, "Send Messages in Threads"),
        (OPEN, "Create Public Threads"),
    ):
        place.discord.deny(news, name)
        answer = await place.match_start(where="thread", channel=news)
        assert "I can't hold a match there" in answer.content
        assert label in answer.content
        place.discord.allow(news, name)
    # It opens threads where it may not write itself.
    place.discord.deny(news, WRITE)
    answer = await place.match_start(where="thread", channel=news)
    assert "its own room" in answer.content


async def test_a_match_moves_to_no_forum(place):
    """Nobody can write in a forum itself; the match goes on where it is."""
    await place.start()
    forum = place.discord.forum_channel(place.guild, "matches")
    assert "Nobody can write there" in await asked(
        place, place.host, f"match move to:{forum.mention}"
    )
    assert "**E5**" in (await place.play(place.red, "E5")).content


async def test_a_host_who_has_left_moves_no_match(place):
    """A member who leaves at once after a command is none any more when it is read later."""
    arena = place.channel("arena")
    await hosted_by_fan(place)
    await place.close()
    said = await place.order(place.fan, f"match move to:{arena.mention}")
    place.discord.leave(place.guild, place.fan)
    await place.open()
    assert "you lack the permission View Channel" in await answer(place, said)
    assert not place.discord.messages(arena)
