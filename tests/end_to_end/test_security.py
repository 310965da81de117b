"""Nobody does what is not theirs to do, and nobody's words are more than words.

Against the real discord.py over TCP. What must not change is compared in the database.
"""

import asyncio
import contextlib
import functools
import io
import logging
import sqlite3
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from handclock import HandClock
from hypothesis import given
from hypothesis import strategies as st
from loopback import Channel, Message, User
from PIL import Image, ImageChops

from bot import app as program
from bot.commands.catalogue import COMMANDS, Name
from bot.commands.command import Who
from bot.desk.venue import VenueError
from bot.engine.board import board
from bot.engine.position import Position
from bot.engine.rulesets import RULESETS
from bot.logs.redaction import hide
from bot.settings import Settings
from bot.storage.failures import StoreError
from bot.storage.store import open_store
from bot.venues.discord.voice import DiscordVoice, harmless
from bot.views.scenes import table
from end_to_end.house import DiscordHouse
from end_to_end.nasty import MARK, NASTY, effects, odd_signs
from renderers.png import png

ROOT = Path(__file__).parent.parent.parent


def stored(place: DiscordHouse) -> list[tuple[object, ...]]:
    file = place.settings.database_url.removeprefix("sqlite+aiosqlite:///")
    with contextlib.closing(sqlite3.connect(file)) as database:
        matches = database.execute(
            "SELECT match, kind, data FROM events WHERE kind <> 'Shown' ORDER BY match, number"
        ).fetchall()
        cups = database.execute(
            "SELECT cup, kind, data FROM cup_events WHERE kind <> 'CupShown' ORDER BY cup, number"
        ).fetchall()
    return matches + cups


async def typed(place: DiscordHouse, room: Channel, user: User, words: str) -> Message:
    """A command after a mention; the referee's answer, or itself where that is marked as done."""
    await place.pass_time(11, step=11)
    said = await place.discord.say(room, user, f"{place.me} {words}")

    def answer() -> Message | None:
        later = [one for one in place.discord.messages(room) if one.id > said.id]
        found = (one for one in later if one.reference == (room, said.id))
        return next(found, said if later and "✅" in said.reactions else None)

    return await place.discord.wait_until(answer, what=f"an answer to {words}")


def other_server(place: DiscordHouse) -> tuple[Channel, User]:
    guild = place.discord.guild("Another server")
    boss = place.discord.user("Boss")
    place.discord.join(guild, boss, permissions=["manage_guild"])
    return place.discord.text_channel(guild, "their-room"), boss


def with_power(place: DiscordHouse) -> str:
    """Lets the bot ping everyone and a role, so that a ping would be seen; the role's mention."""
    place.discord.allow(place.room, "mention_everyone")
    role = place.discord.role(place.guild, "Organisers")
    role.mentionable = True
    return role.mention


HOST_WORDS = (
    *("match pause tea", "match resume", "match cancel", "match begin", "match undo turns:1"),
    *("match adjudicate winner:red", "match forfeit colour:red", "match reopen reason:please"),
    "host pages off",
    *("match time colour:red amount:1m", "match replace colour:red player:{fan}"),
    "match move to:{elsewhere}",
    *("cup start", "cup award player:{fan} result:wins", "cup drop player:{fan}"),
    *("cup swap player:{fan} with:{fan}", "cup deadline at:in 2 days", "cup pause tea"),
    *("cup resume", "cup cancel"),
)


async def test_a_host_of_one_server_reaches_no_match_of_another_by_command(place):
    """With and without the match's number: nothing is shown or changed."""
    hosts = (name for name, one in COMMANDS.items() if one.who in (Who.HOST, Who.CUP_HOST))
    assert {words.split(" ")[1] for words in HOST_WORDS} >= {name.split(" ")[1] for name in hosts}
    place.red.name, place.blue.name = "Zebulon", "Quirin"
    await place.start(clock="none")
    await place.play(place.red, "E5")
    room, boss = other_server(place)
    before = stored(place)
    there = {"fan": boss.mention, "elsewhere": place.room.mention}
    lines = [words.format(**there) for words in HOST_WORDS]
    lines += ["status", "clock", "match rules", "matches", "history", "leaderboard"]
    lines += [f"match {words} match:1" for words in ("board", "record", "replay")]
    lines += [f"match move to:{room.mention} match:1", f"player {place.red.mention}"]
    for line in lines:
        answer = await typed(place, room, boss, line)
        assert not answer.attachments, line
        assert not any(name in answer.content for name in ("Zebulon", "Quirin", "E5")), (
            answer.content
        )
        assert MARK not in answer.content
    assert stored(place) == before
    assert not [one for one in place.discord.messages(room) if one.buttons]


async def test_a_match_cannot_be_moved_to_or_set_up_in_another_server(place):
    """A channel of another server, one that is none, and words: refused, nothing stored."""
    room, boss = other_server(place)
    await place.start(clock="none")
    before = stored(place)
    for channel in (room.mention, str(room.id), "<#1>"):
        moved = await typed(place, place.room, place.host, f"match move to:{channel}")
        assert "permission View Channel" in moved.content, (channel, moved.content)
    for channel in ("general", "<#x>", "9" * 30, "-1", "²"):
        moved = await typed(place, place.room, place.host, f"match move to:{channel}")
        assert "name the room" in moved.content, (channel, moved.content)
    for channel, refusal in (
        (place.room.mention, "can't see that channel"),
        (str(place.room.id), "can't see that channel"),
        ("general", "name the room"),
        ("9" * 30, "name the room"),
    ):
        line = f"match start red:{boss.mention} blue:{boss.mention} where:thread confirm:yes"
        made = await typed(place, room, boss, f"{line} channel:{channel}")
        assert refusal in made.content, (channel, made.content)
    assert stored(place) == before
    assert not place.discord.messages(place.room)[-1].buttons
    assert not list(place.guild.threads)


async def test_a_stale_button_reaches_no_other_match(tmp_path, place):
    """After the database was made anew, another server's old button names somebody's match 1."""
    room, boss = other_server(place)
    old = await place.set_up(boss, room, red=boss, blue=boss, confirm="yes")
    await place.close()
    for file in tmp_path.glob("referee.sqlite3*"):
        file.unlink()
    place.clock.advance(timedelta(hours=1))
    await place.open()
    assert "Match 1 is set up" in (await place.match_start()).content
    opened = await place.announcement("Press Ready")
    before = stored(place)
    for button in old.buttons:
        answer = await place.click(old, button.label, boss)
        assert "There is no match 1 here" in answer.content, button
    assert stored(place) == before
    # The same in one server: the button of a match that is over does nothing to the next one.
    await place.slash(place.host, "host cancel", confirm="yes")
    await place.announcement("🏁")
    await place.set_up()
    before = stored(place)
    for person, label in ((place.host, "Start now"), (place.red, "Ready")):
        answer = await place.click(opened, label, person)
        assert "over" in answer.content, answer.content
    assert stored(place) == before


CUP_NAME = (Name.CUP_OPEN, "name")
"""Words that open a cup: they have a test of their own."""


def check_words(place: DiscordHouse, *rooms: Channel, pinged: set[int], names: bool = False) -> int:
    """That nothing the referee has said has an effect it was not to have; how much it was."""
    seen = 0
    people = {f"<@{user.id}>" for user in (place.host, place.red, place.blue)}
    people |= {f"<@{key}>" for key in pinged}
    for one in [one for room in rooms for one in place.discord.messages(room)]:
        if one.author.bot:
            assert not one.mentions.everyone, one.content
            assert not one.mentions.roles, one.content
            assert {user.id for user in one.mentions.users} <= pinged, one.content
            seen += 1
    said = [one for room in rooms for one in place.discord.messages(room) if one.author.bot]
    for one in [*said, *place.discord.ephemerals]:
        allowed = people | {room.mention for room in rooms}
        assert effects(one.content, allowed, names=names) == [], one.content
        for file in one.attachments:
            assert odd_signs(file.description or "") == [], file.description
    return seen


@pytest.mark.parametrize("share", [9, pytest.param(1, marks=pytest.mark.thorough)])
async def test_words_in_options_are_shown_harmlessly_and_ping_nobody(place, share):
    """Every option of every command, by text: unknown values and names are repeated as words.

    Of all these lines, one in so many is said.
    """
    role = with_power(place)
    await place.start(clock="none")
    words = [*NASTY, role, place.fan.mention, f"<@!{place.fan.id}>", f"<#{place.room.id}>"]
    lines = [
        f"{command.name} {option}:{word}"
        for command in COMMANDS.values()
        for option in command.options
        if option not in ("reason", "options") and (command.name, option) != CUP_NAME
        for word in (words if option in ("format", "theme") else words[:1] + words[-3:])
    ]
    lines += [f"{name} {word}" for name in ("match status", "match start") for word in words]
    lines += [f"match start red:{place.red.mention} blue:{place.blue.mention} {w}" for w in lines]
    lines += [f"match {MARK}{word}" for word in words]
    seats = f"red:{place.red.mention} blue:{place.blue.mention}"
    lines += [f"match start {seats} options:{word}=1" for word in words]
    lines += [f"match start {seats} {MARK}x:{word}" for word in words]
    for line in list(dict.fromkeys(lines))[::share]:
        with contextlib.suppress(UnicodeEncodeError):
            line.encode()
            await typed(place, place.room, place.host, line)
    assert check_words(place, place.room, pinged={place.red.id, place.blue.id}) > 100 // share


@pytest.mark.parametrize("share", [6, pytest.param(1, marks=pytest.mark.thorough)])
async def test_a_cup_and_its_players_are_named_harmlessly_and_ping_nobody(place, share):
    """Each nasty name as that of a cup, through all that is said of one; one player has another."""
    role = with_power(place)
    rooms = []
    for number, word in enumerate([*NASTY, role, place.fan.mention][::share]):
        with contextlib.suppress(UnicodeEncodeError):
            word.encode()
            place.blue.name = f"x{word}"[:32]
            room = place.channel(f"cup-{number}")
            rooms.append(room)
            said = await place.discord.slash(
                room, place.host, "cup open", name=word[:40], rooms="here"
            )
            assert said.content.startswith("Cup "), said.content
            card = await place.announcement("sign up now", room=room)
            for person in (place.red, place.blue):
                await place.click(card, "Join", person)
            await place.discord.slash(room, place.host, "cup open", name="Another")
            await place.discord.slash(room, place.host, "cup start")
            await place.announcement("round 1", room=room)
            await place.discord.slash(room, place.host, "cup pause", reason=word[:100])
            await place.announcement("paused", room=room)
            for command in ("cup status", "cup standings"):
                await place.discord.slash(room, place.fan, command)
            await place.discord.slash(
                room, place.host, "cup cancel", reason=word[:100], confirm="yes"
            )
            await place.announcement("off", room=room)
    pinged = {place.red.id, place.blue.id}
    assert check_words(place, *rooms, pinged=pinged, names=True) > 100 // share


NO_REASON = " cancel:1>"
"""In a word of `NASTY`: typed, it names an option that pausing does not have."""


async def test_reasons_are_quoted_harmlessly_and_ping_nobody_but_the_player_to_move(place):
    """Every act that gives a reason, by text and by slash command, with every nasty reason.

    What looks like an option of another command is no reason where it is typed.
    """
    role = with_power(place)
    await place.start(clock="none")
    words = [*NASTY, role, place.fan.mention]
    pinged = {place.red.id, place.blue.id}
    for number, word in enumerate(writable(words)):
        pause, resume = (f"match {act} {word}" for act in ("pause", "resume"))
        if NO_REASON in word:
            before = stored(place)
            for line in (pause, resume):
                refused = await typed(place, place.room, place.host, line)
                assert "does not understand" in refused.content, refused.content
            assert stored(place) == before
        if number % 2 and NO_REASON not in word:
            await typed(place, place.room, place.host, pause)
            await typed(place, place.room, place.host, resume)
        else:
            await place.slash(place.host, "host pause", reason=word[:200])
            await place.slash(place.host, "host resume", reason=word[:200])
    last = await typed(place, place.room, place.host, f"match cancel confirm:yes {NASTY[10]}")
    await place.announcement("🏁", after=last)
    assert (await place.slash(place.fan, "match record")).files
    kinds = [kind for _, kind, _ in stored(place)]
    assert kinds.count("MatchPaused") == kinds.count("MatchResumed") == len(writable(words))
    assert check_words(place, place.room, pinged=pinged) > len(words)


def writable(words: list[str]) -> list[str]:
    """The words that can be sent over a line at all."""
    return [word for word in words if word.encode(errors="replace") == word.encode(errors="ignore")]


@pytest.mark.parametrize("number", range(0, len(NASTY), 3))
async def test_names_are_shown_harmlessly_wherever_they_are_shown(place, number):
    """A match with players and a host of such names, and every answer that names somebody."""
    names = [name.encode(errors="replace").decode() for name in NASTY[number : number + 3]]
    with_power(place)
    place.host.name, place.red.name, place.blue.name = names
    pinged = {place.red.id, place.blue.id, place.host.id}
    answer = await place.match_start(where="thread", clock="none")
    (thread,) = place.guild.threads
    opened = await place.announcement("Press Ready", room=thread)
    await place.click(opened, "Start now", place.host)
    await place.announcement("started the match", room=thread)
    await place.discord.say(thread, place.red, "E5")
    await place.announcement("played", room=thread)
    for person, command, options in (
        (place.host, "host pause", {"reason": names[0][:200]}),
        (place.host, "host resume", {}),
        (place.host, "host time", {"colour": "red", "amount": "1m"}),
        (place.host, "host replace", {"colour": "red", "player": place.fan}),
        (place.fan, "match status", {}),
        (place.fan, "match board", {}),
        (place.fan, "matches", {}),
        (place.blue, "match resign", {}),
    ):
        answer = await place.discord.slash(thread, person, command, **options)
    await place.click(answer.message, "Yes, resign", place.blue)
    await place.announcement("🏁", room=thread)
    for command, options in (
        ("match status", {}),
        ("history", {}),
        ("leaderboard", {}),
        ("player", {"player": place.blue}),
    ):
        await place.discord.slash(thread, place.fan, command, **options)
    assert check_words(place, place.room, thread, pinged=pinged | {place.fan.id}, names=True) > 8
    assert odd_signs(thread.name) == []


@given(st.text(max_size=200) | st.sampled_from(NASTY))
def test_no_words_at_all_have_an_effect(words):
    """Any text as a name, as a quotation and among our words: one line, nothing but words."""
    voice = DiscordVoice()
    for shown in (
        f"by {harmless(f'{words}{MARK}{words}', 2000)}",
        voice.quote(f"{words}{MARK}"),
        voice.plain(f"there is no format {words!r}; known: genius"),
    ):
        assert "\n" not in shown
        assert effects(shown) == []
        assert len(voice.quote(words)) <= 410


@pytest.mark.parametrize("number", range(len(NASTY)))
def test_names_stay_in_their_place_in_the_picture(number):
    """What a nasty name changes in the picture is where a long plain name would be, and no more."""

    def drawn(shown: str) -> Image.Image:
        scene = table(RULESETS["genius"], Position(board(5)), ("red", "blue"), (shown, "Bob"))
        assert odd_signs(scene.alt) == []
        return Image.open(io.BytesIO(png(scene))).convert("RGB")

    plain = drawn("A")
    places = [ImageChops.difference(plain, drawn(letter * 80)).getbbox() for letter in "Mjl"]
    changed = ImageChops.difference(plain, drawn(NASTY[number])).getbbox()
    for side, outermost in enumerate((min, min, max, max)):
        if changed is not None:
            most = outermost([place[side] for place in places] + [changed[side]])
            assert abs(most - outermost(place[side] for place in places)) <= 4


class Everything(logging.Handler):
    """Keeps every record of every library as it would be written without any care."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(logging.Formatter("%(name)s %(message)s %(args)s"))
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def everything() -> Iterator[Everything]:
    handler, root = Everything(), logging.getLogger()
    known = [one for one in root.manager.loggerDict.values() if isinstance(one, logging.Logger)]
    levels = {one: one.level for one in (root, *known)}
    root.addHandler(handler)
    for one in levels:
        one.setLevel(logging.DEBUG)
    yield handler
    root.removeHandler(handler)
    for one, level in levels.items():
        one.setLevel(level)


async def test_the_token_reaches_no_log_of_any_library(place, everything):
    """A match, a dropped gateway, a restart and a refused token, all at DEBUG."""
    await place.start()
    await place.discord.gateway.drop()
    await place.discord.gateway.wait_connected()
    await place.play(place.red, "E5")
    await place.close()
    place.discord.token = "another-token-than-the-referees"  # noqa: S105
    with pytest.raises(VenueError, match="refuses the token") as refused:
        await program.serve(place.settings, place.clock, asyncio.Event())
    text = "\n".join(everything.lines)
    assert "discord.gateway" in text
    assert "sqlalchemy" in text or "aiosqlite" in text
    assert place.settings.discord_token not in text
    assert place.settings.discord_token not in f"{refused.value!r} {place.settings!r}"
    place.discord.token = place.settings.discord_token
    await place.open()


async def test_the_database_password_reaches_no_log_and_no_error(everything, monkeypatch):
    """A server that is not there, at DEBUG; the settings do not show it either."""
    brief = functools.partial(open_store, start_timeout=timedelta(seconds=0.2))
    monkeypatch.setattr(program, "open_store", brief)
    settings = Settings(database_url="postgresql+asyncpg://ref:hunter2secret@127.0.0.1:9/matches")
    with pytest.raises(StoreError) as failed:
        await program.serve(settings, HandClock(), asyncio.Event())
    chain, error = [], failed.value
    while error is not None:
        chain.append(repr(error))
        error = error.__cause__ or error.__context__
    shown = "\n".join([*everything.lines, *chain, repr(settings), str(settings)])
    assert "hunter2secret" not in shown


TOKEN = "OtL9VtGlkPKfdRXEZ0YgV2bAkWqJYI-_"  # noqa: S105


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        # Links to watch had shorter tokens once, and stay good.
        ("w.example/watch/0XU1TCjHbqdWl5CkAwRUJA?overlay", "w.example/watch/•••?overlay"),
        (f"GET /watch/{TOKEN}/board.png", "GET /watch/•••/board.png"),
        (f"'https://w.example/go/match/7#{TOKEN}'", "'https://w.example/go/match/7#•••'"),
        (f"/room/5f3a#{TOKEN}", "/room/5f3a#•••"),
        (f"/room/5f3a#{TOKEN},{TOKEN},{TOKEN}.", "/room/5f3a#•••."),
        (f"http://127.0.0.1:8080/#{TOKEN}\n", "http://127.0.0.1:8080/#•••\n"),
        (f"#{TOKEN}", "#•••"),
        *[(plain, plain) for plain in ("match #7", f"in #a{TOKEN}", "POST /watch/5f3a0c9d1e")],
    ],
)
def test_a_link_is_hidden_in_the_log(written, shown):
    """Whoever has it watches, or plays from a seat; the name of a channel is no link."""
    assert hide(written, ()) == shown
