"""Nobody does what is not theirs to do, and nobody's words are more than words.

Against the real discord.py over TCP. What must not change is compared in the database.
"""

import ast
import contextlib
import io
import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from end_to_end.house import House, house
from end_to_end.nasty import MARK, NASTY, ZALGO, effects
from hypothesis import given
from hypothesis import strategies as st
from loopback import Channel, Message, User
from PIL import Image, ImageChops

from bot.__main__ import serve
from bot.discretion import DiscreetFormatter, hide, secrets_of
from bot.engine.board import board
from bot.engine.position import Position
from bot.engine.rulesets import RULESETS
from bot.orders import COMMANDS, OrderError, read_order
from bot.picture import table
from bot.settings import Settings
from bot.storage.failures import StoreError
from bot.venue import VenueError
from bot.venues.discord.voice import DiscordVoice, harmless
from renderers.png import png

ROOT = Path(__file__).parent.parent.parent


def stored(place: House) -> list[tuple[object, ...]]:
    """Everything that was ruled, but for when boards became visible."""
    file = place.settings.database_url.removeprefix("sqlite+aiosqlite:///")
    with contextlib.closing(sqlite3.connect(file)) as database:
        return database.execute(
            "SELECT match, kind, data FROM events WHERE kind <> 'Shown' ORDER BY match, number"
        ).fetchall()


async def typed(place: House, room: Channel, user: User, words: str) -> Message:
    """A command after a mention; the referee's answer."""
    said = await place.discord.say(room, user, f"<@{place.discord.world.bot.id}> {words}")
    return await place.discord.wait_message(
        room, lambda one: one.author.bot and one.reference == (room, said.id), after=said
    )


def other_server(place: House) -> tuple[Channel, User]:
    """A room of another server and somebody who manages that server."""
    guild = place.discord.guild("Another server")
    boss = place.discord.user("Boss")
    place.discord.join(guild, boss, permissions=["manage_guild"])
    return place.discord.text_channel(guild, "their-room"), boss


def with_power(place: House) -> str:
    """Lets the bot ping everyone and a role, so that a ping would be seen; the role's mention."""
    place.discord.allow(place.room, "mention_everyone")
    role = place.discord.role(place.guild, "Organisers")
    role.mentionable = True
    return role.mention


# Acting for others


async def test_nobody_plays_or_answers_for_a_player(tmp_path):
    """Words, buttons, forms and commands of others: no event comes of any of them."""
    async with house(tmp_path) as place:
        await place.slash(place.host, "match start", red=place.red, blue=place.blue)
        opened = await place.announcement("Press Ready")
        for stranger in (place.fan, place.host):
            answer = await place.discord.click(opened, "Ready", stranger)
            assert "Only the two players" in answer.content
        assert [kind for _, kind, _ in stored(place)] == ["MatchOpened"]
        for player in (place.red, place.blue):
            await place.discord.click(opened, "Ready", player)
        started = await place.announcement("Both are ready")
        before = stored(place)
        await place.discord.say(place.room, place.fan, "E5")
        await place.discord.say(place.room, place.host, "E5")
        said = await place.discord.say(place.room, place.blue, "E5")
        assert "It is Red's turn" in (await place.announcement("", after=said)).content
        for person, refusal in (
            (place.fan, "That is no turn"),
            (place.host, "That is no turn"),
            (place.blue, "It is Red's turn"),
        ):
            form = await place.discord.click(started, "Play", person)
            if form.modal is None:
                assert refusal in form.content
                continue
            answer = await place.discord.modal_submit(form, {form.fields[0]: "E5"})
            assert refusal in answer.content
            assert answer.ephemeral
        for words in ("resign", "match ask undo", "match accept", "match decline", "match ready"):
            answer = await typed(place, place.room, place.fan, words)
            assert "Only the two players" in answer.content, words
        assert stored(place) == before
        place.discord.assert_clean()


async def test_a_player_cannot_accept_what_they_asked_themselves(tmp_path):
    """By button, by slash command and by text: only the opponent can; the old button stays void."""
    async with house(tmp_path) as place:
        await place.start()
        await place.play(place.red, "E5")
        await place.slash(place.red, "match ask", what="undo")
        asked = await place.announcement("undo")
        before = stored(place)
        for answer in (
            await place.discord.click(asked, "Accept", place.red),
            await place.discord.click(asked, "Accept", place.fan),
            await place.slash(place.red, "match accept"),
            await typed(place, place.room, place.red, "accept"),
        ):
            assert answer.content
            assert "Taken" not in answer.content
        assert stored(place) == before
        await place.discord.click(asked, "Decline", place.blue)
        await place.slash(place.red, "match ask", what="abandon")
        await place.announcement("abandon")
        before = stored(place)
        await place.discord.click(asked, "Accept", place.blue)
        assert stored(place) == before, "an old button answered a new question"


HOST_WORDS = (
    "match pause tea",
    "match resume",
    "match cancel",
    "match begin",
    "match undo turns:1",
    "match adjudicate winner:red",
    "match forfeit colour:red",
    "match time colour:red amount:1m",
    "match replace colour:red player:{fan}",
    "match move to:{elsewhere}",
)


async def test_those_who_are_no_host_cannot_act_as_one_by_text(tmp_path):
    """Each command of the host, typed by a player and by a spectator: refused, nothing stored."""
    async with house(tmp_path) as place:
        await place.start()
        elsewhere = place.discord.text_channel(place.guild, "elsewhere")
        before = stored(place)
        for words in HOST_WORDS:
            line = words.format(fan=place.fan.mention, elsewhere=elsewhere.mention)
            for person in (place.red, place.fan):
                answer = await typed(place, place.room, person, line)
                assert "Only the host" in answer.content, (line, answer.content)
        assert {words.split(" ")[1] for words in HOST_WORDS} >= {
            name.removeprefix("match ")
            for name, command in COMMANDS.items()
            if "as host" in command.help
        }
        assert stored(place) == before


# Other servers


async def test_a_host_of_one_server_reaches_no_match_of_another_by_command(tmp_path):
    """By slash and by text, with and without the match's number: nothing is shown or changed."""
    async with house(tmp_path) as place:
        await place.start()
        await place.play(place.red, "E5")
        room, boss = other_server(place)
        before = stored(place)
        there = dict(fan=boss.mention, elsewhere=place.room.mention)
        lines = [words.format(**there) for words in HOST_WORDS]
        lines += ["status", "clock", "match rules", "matches", "history", "leaderboard"]
        lines += [f"match {words} match:1" for words in ("board", "record", "replay")]
        lines += [f"match move to:{room.mention} match:1", f"player {place.red.mention}"]
        for line in lines:
            answer = await typed(place, room, boss, line)
            assert not answer.attachments, line
            assert not any(name in answer.content for name in ("Ann", "Bob", "E5")), answer.content
            assert MARK not in answer.content
        for command, options in (
            ("match pause", {}),
            ("match move", {"to": room}),
            ("match move", {"to": room, "match": "1"}),
            ("match board", {"match": "1"}),
            ("match record", {"match": "1"}),
            ("match replay", {"match": "1"}),
            ("matches", {}),
        ):
            answer = await place.discord.slash(room, boss, command, **options)
            assert not answer.files, command
            assert not any(name in answer.content for name in ("Ann", "Bob", "E5")), answer.content
        assert stored(place) == before
        assert not [one for one in place.discord.messages(room) if one.buttons]


async def test_a_match_cannot_be_moved_to_or_set_up_in_another_server(tmp_path):
    """A channel of another server, one that is none, and words: refused, nothing stored."""
    async with house(tmp_path) as place:
        room, boss = other_server(place)
        await place.start()
        before = stored(place)
        for channel in (room.mention, str(room.id), "<#1>", "general", "<#x>", "9" * 30, "-1", "²"):
            moved = await typed(place, place.room, place.host, f"match move to:{channel}")
            assert "permission View Channel" in moved.content, (channel, moved.content)
        for channel in (place.room.mention, "general", "9" * 30):
            line = f"match start red:{boss.mention} blue:{boss.mention} where:thread"
            made = await typed(place, room, boss, f"{line} channel:{channel}")
            assert "can't see that channel" in made.content, (channel, made.content)
        assert stored(place) == before
        assert not place.discord.messages(place.room)[-1].buttons
        assert not list(place.guild.threads)


async def test_a_stale_button_reaches_no_other_match(tmp_path):
    """After the database was made anew, an old button of another server names somebody's match 1."""
    async with house(tmp_path) as place:
        room, boss = other_server(place)
        await place.discord.slash(room, boss, "match start", red=boss, blue=boss)
        old = await place.announcement("Press Ready", room=room)
        await place.close()
        for file in tmp_path.glob("referee.sqlite3*"):
            file.unlink()
        await place.open()
        await place.slash(place.host, "match start", red=place.red, blue=place.blue)
        opened = await place.announcement("Press Ready")
        before = stored(place)
        for button in old.buttons:
            answer = await place.discord.click(old, button.label, boss)
            assert "There is no match here" in answer.content, button
        assert stored(place) == before
        # The same in one server: the button of a match that is over does nothing to the next one.
        await place.slash(place.host, "match cancel")
        await place.announcement("cancelled")
        await place.slash(place.host, "match start", red=place.red, blue=place.blue)
        await place.announcement("Press Ready", after=opened)
        before = stored(place)
        for person, label in ((place.host, "Start now"), (place.red, "Ready")):
            answer = await place.discord.click(opened, label, person)
            assert "over" in answer.content, answer.content
        assert stored(place) == before


# Words


def check_words(place: House, *rooms: Channel, pinged: set[int] = frozenset()) -> int:
    """That nothing the referee has said so far has an effect it was not to have; how much it was."""
    seen = 0
    people = {f"<@{user.id}>" for user in (place.host, place.red, place.blue)}
    for one in [one for room in rooms for one in place.discord.messages(room)]:
        if one.author.bot:
            assert not one.mentions.everyone, one.content
            assert not one.mentions.roles, one.content
            assert {user.id for user in one.mentions.users} <= pinged, one.content
            seen += 1
    said = [one for room in rooms for one in place.discord.messages(room) if one.author.bot]
    for one in [*said, *place.discord.ephemerals]:
        allowed = people | {room.mention for room in rooms}
        assert effects(one.content, allowed) == [], one.content
        for file in one.attachments:
            assert effects(file.description or "", allowed) == [], file.description
    return seen


async def test_words_in_options_are_shown_harmlessly_and_ping_nobody(tmp_path):
    """Every option of every command, by text: unknown values and names are repeated as words."""
    async with house(tmp_path) as place:
        role = with_power(place)
        await place.start()
        words = [*NASTY, role, place.fan.mention, f"<@!{place.fan.id}>", f"<#{place.room.id}>"]
        lines = [
            f"{command.name} {option}:{word}"
            for command in COMMANDS.values()
            for option in command.options
            if option not in ("reason", "options")
            for word in (words if option in ("format", "theme") else words[:1] + words[-3:])
        ]
        lines += [f"{name} {word}" for name in ("match status", "match start") for word in words]
        lines += [
            f"match start red:{place.red.mention} blue:{place.blue.mention} {w}" for w in lines
        ]
        lines += [f"match {MARK}{word}" for word in words]
        seats = f"red:{place.red.mention} blue:{place.blue.mention}"
        lines += [f"match start {seats} options:{word}=1" for word in words]
        lines += [f"match start {seats} {MARK}x:{word}" for word in words]
        for line in dict.fromkeys(lines):
            with contextlib.suppress(UnicodeEncodeError):
                line.encode()
                await place.pass_time(11, step=11)
                await typed(place, place.room, place.host, line)
        assert check_words(place, place.room, pinged={place.red.id, place.blue.id}) > 100
