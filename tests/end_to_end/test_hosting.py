"""The host's hand and the players' agreements, through Discord."""

import pytest
from loopback import Impossible

from bot.commands.catalogue import COMMANDS, Name
from bot.commands.command import CONFIRM, Kind, Who
from end_to_end.failing import answer, answers
from end_to_end.people import with_manager


async def test_a_turn_typed_in_the_old_room_is_told_where_the_match_is(place):
    """Talk and others are not; a paused match says in its new room how to go on."""
    await place.start(clock="none")
    arena = place.channel("arena")
    await place.slash(place.host, "host pause")
    await place.announcement("paused the match")
    await place.slash(place.host, "host move", to=arena)
    moved = await place.announcement("moved the match here", room=arena)
    assert "It is paused: the host resumes it with `/host resume`." in moved.content
    await place.restart()
    talk = await place.say(place.red, "where are we?")
    other = await place.say(place.fan, "E5")
    turn = await place.say(place.red, "E5")
    await place.discord.wait_until(lambda: answers(place, turn))
    where = f"Match 1 goes on in {arena.mention}: turns are taken there."
    assert answers(place, turn) == [where]
    assert answers(place, talk) == answers(place, other) == []


async def test_a_match_that_was_moved_before_its_start_has_its_buttons_there(place):
    await place.set_up()
    arena = place.channel("arena")
    await place.slash(place.host, "host move", to=arena)
    moved = await place.announcement("moved the match here", room=arena)
    assert "Press Ready, both of you." in moved.content
    for player in (place.red, place.blue):
        await place.click(moved, "Ready", player)
    await place.announcement("Both are ready", room=arena)


async def test_one_host_command_is_one_message_in_the_room(place):
    """By slash command its "Paused." is for the host alone; typed, it is a sign."""
    await place.start(clock="none")
    seen = len(place.discord.messages(place.room))
    done = await place.slash(place.host, "host pause", reason="tea")
    assert (done.content, done.ephemeral) == ("Paused.", True)
    await place.announcement("paused the match")
    typed = await place.order(place.host, "resume")
    await place.announcement("resumed the match")
    await place.discord.wait_until(lambda: typed.reactions)
    assert list(typed.reactions) == ["✅"]
    assert "Only the host" in await answer(place, await place.order(place.fan, "pause"))
    # The pause, the order, the going on, the other order, and why it is refused.
    assert len(place.discord.messages(place.room)) == seen + 5


async def test_the_play_button_opens_a_form_that_outlives_a_restart(place):
    """A turn by form is ruled like a typed one; a refusal is private.

    Its id says which match it is about; so it does when both players have theirs open.
    """
    started = await place.start(clock="none")

    async def opened(player):
        return await place.click(started, "Play", player)

    async def fill(form, turn):
        return await place.discord.modal_submit(form, {form.fields[0]: turn})

    answer = await fill(await opened(place.red), "F9")
    assert "row F has 8 cells" in answer.content
    assert answer.ephemeral
    form, other = await opened(place.red), await opened(place.blue)
    await place.restart()
    assert (await fill(form, "e5")).content == "Taken."
    await place.announcement("**E5**")
    assert "It is Blue's turn" in (await fill(await opened(place.red), "D4")).content
    assert (await fill(other, "C3 F3")).content == "Taken."
    await place.announcement("**C3 F3**")


async def test_a_spectator_s_press_on_play_says_that_they_do_not_play(place):
    """No form is opened; one that was open when the seat went to somebody else says so too."""
    started = await place.start(clock="none")
    answer = await place.click(started, "Play", place.fan)
    assert answer.modal is None
    assert answer.ephemeral
    assert "You don't play in this match" in answer.content
    form = await place.click(started, "Play", place.red)
    await place.slash(place.host, "host replace", colour="red", player=place.fan)
    await place.announcement("gave Red's seat")
    answer = await place.discord.modal_submit(form, {form.fields[0]: "E5"})
    assert "You don't play in this match" in answer.content


async def test_warnings_of_the_bank_are_given_once_and_taken_back(place):
    """The bank opens, a minute is left, ten seconds are left; gone once the turn is made."""
    await place.start()
    for seconds, part in ((60, "your turn time is over"), (230, "1:00 of"), (45, "0:10 of")):
        await place.pass_time(seconds)
        await place.pass_time_until(part)
    await place.play(place.red, "E5")
    await place.discord.wait_until(
        lambda: not any("⏳" in one.content for one in place.discord.messages(place.room)),
        what="the reminders to be deleted",
    )


HOST = "Only the host"
PLAYER = "Only the two players"
MANAGER = "Only those who manage"
FREE = None
RIGHTS = {
    # host, player to move, other player, spectator
    Who.HOST: (FREE, HOST, HOST, HOST),
    Who.PLAYER: (PLAYER, FREE, FREE, PLAYER),
    Who.ANYBODY: (FREE, FREE, FREE, FREE),
    Who.MANAGER: (MANAGER,) * 4,
}
INSTEAD = {
    # What a match that has begun, and is neither paused nor asked anything, can't take.
    Name.RESUME: ("not paused", HOST, HOST, HOST),
    Name.UNDO: ("not so many", HOST, HOST, HOST),
    Name.REOPEN: ("not over", HOST, HOST, HOST),
    Name.BEGIN: ("started already", HOST, HOST, HOST),
    Name.CHOOSE: ("started already",) * 4,
    Name.READY: ("started already",) * 4,
    Name.ACCEPT: (PLAYER, "not being asked", "not being asked", PLAYER),
    Name.DECLINE: (PLAYER, "not being asked", "not being asked", PLAYER),
}
GIVEN = {
    "winner": "red", "colour": "red", "amount": "1m", "reason": "a slip", "choice": "me",
    "what": "pause", "player": "fan", "to": "arena", "shown": "on",
}  # fmt: skip
"""What is given to each option that a command needs."""


def options_of(name):
    command = COMMANDS[name]
    return {key: GIVEN[key] for key, option in command.options.items() if option.required} | (
        {"confirm": "yes"} if command.kind is Kind.ACT and CONFIRM in command.options else {}
    )


FOR_ALL = (Name.HELP, Name.PUZZLE)
"""What is of use in every room, whatever match is there."""


def rights_to(name):
    """Who is told what, another server's host last; FREE for those who may."""
    own = INSTEAD.get(name, RIGHTS[COMMANDS[name].who])
    elsewhere = "No match is open here" if name is Name.MATCHES else "no match"
    return (*own, FREE if COMMANDS[name].of_server or name in FOR_ALL else elsewhere)


MATRIX = [
    (name, options_of(name), *rights_to(name))
    for name, command in COMMANDS.items()
    if name is not Name.START and not command.of_cup
]
"""Anybody may start a match where none is open; cups have a matrix of their own."""


async def test_a_player_from_elsewhere_is_refused_in_words(place):
    """Discord lets a host name somebody who is no member of the server: said so, in private."""
    stranger = place.discord.user("Stranger")
    answer = await place.slash(place.host, "match start", red=place.red, blue=stranger)
    assert "nobody of that name here" in answer.content
    assert answer.ephemeral


async def test_bots_are_given_no_seat(place):
    robot = place.discord.user("Robot", bot=True, guilds=[place.guild])
    answer = await place.slash(place.host, "match start", red=place.red, blue=robot)
    assert answer.content == "blue: that is a bot, and other bots don't play. Name a person, or me."
    assert answer.ephemeral
    seats = f"red:{robot.mention} blue:{place.blue.mention}"
    said = await place.order(place.host, f"match start {seats}")
    await place.announcement("red: that is a bot", after=said)
    opened = await place.start()
    answer = await place.slash(place.host, "host replace", colour="red", player=robot)
    assert "player: that is a bot" in answer.content
    said = await place.order(place.host, f"match replace colour:red player:{robot.mention}")
    await place.announcement("player: that is a bot", after=said)
    assert opened.id < (await place.play(place.red, "E5")).id


async def test_the_permission_matrix(place):
    """Who may do what: each refusal says who could, and the allowed are tried last."""
    elsewhere = place.discord.guild("Another server")
    their_room = place.discord.text_channel(elsewhere, "their-room")
    stranger = place.discord.user("Stranger")
    place.discord.join(elsewhere, stranger, permissions=["manage_guild"])
    arena = place.channel("arena")
    people = (place.host, place.red, place.blue, place.fan, stranger)
    await place.start()

    async def ask(person, command, options):
        fan, to = (stranger, their_room) if person is stranger else (place.fan, arena)
        given = {"player": fan} if "player" in options else {"to": to} if "to" in options else {}
        room = their_room if person is stranger else place.room
        return await place.discord.slash(room, person, command, **options | given)

    for command, options, *rights in MATRIX:
        for person, refusal in zip(people, rights, strict=True):
            if refusal is MANAGER:
                # Discord itself does not show the command to those who do not manage the server.
                with pytest.raises(Impossible):
                    await ask(person, command, options)
            elif refusal is not FREE:
                answer = await ask(person, command, options)
                assert refusal in answer.content, (command, person.name, answer.content)
    for command, options, *rights in MATRIX:
        free = [person for person, refusal in zip(people, rights, strict=True) if refusal is FREE]
        # An act changes the match; a question can be asked by all.
        is_act = HOST in rights or PLAYER in rights
        for person in free[:1] if is_act else free:
            answer = await ask(person, command, options)
            assert "Only" not in answer.content, (command, person.name)
        if is_act and free:
            for room in (place.room, arena):
                await place.discord.slash(room, place.host, "host cancel", confirm="yes")
            await place.start()


IN_CUPS = {
    Name.CUP_OPEN: {"name": "Colosseum"},
    Name.CUP_AWARD: {"player": "red", "result": "wins"},
    Name.CUP_DROP: {"player": "red", "confirm": "yes"},
    Name.CUP_SWAP: {"player": "red", "with": "blue"},
    Name.CUP_DEADLINE: {"at": "in 2 days"},
    Name.CUP_LEAVE: {"confirm": "yes"},
    Name.CUP_CANCEL: {"confirm": "yes"},
}
"""What is given to a command of cups."""
BEFORE_START = (Name.CUP_OPEN, Name.CUP_JOIN, Name.CUP_START)
CUP_HOST = "the cup's host"


@pytest.mark.parametrize("name", [name for name, command in COMMANDS.items() if command.of_cup])
async def test_the_permission_matrix_of_cups(place, name):
    """A player, a spectator, another server's host, who may host here, and the cup's host."""
    elsewhere = place.discord.guild("Another server")
    their_room = place.discord.text_channel(elsewhere, "their-room")
    stranger, manager = place.discord.user("Stranger"), with_manager(place)
    place.discord.join(elsewhere, stranger, permissions=["manage_guild"])
    rooms = [place.channel("one"), place.channel("two")]
    for room in rooms if name is not Name.CUP_OPEN else ():
        await place.discord.slash(room, place.host, "cup open", name="Colosseum", rooms="here")
        card = await place.announcement("sign up now", room=room)
        for person in (place.red, place.blue):
            await place.click(card, "Join", person)
        if name not in BEFORE_START:
            await place.discord.slash(room, place.host, "cup start")
            await place.announcement("round 1", room=room)
        if name is Name.CUP_RESUME:
            await place.discord.slash(room, place.host, "cup pause")
            await place.announcement("paused", room=room)

    async def ask(person, room, **more):
        people = {"red": place.red, "blue": place.blue}
        options = {key: people.get(word, word) for key, word in IN_CUPS.get(name, {}).items()}
        return await place.discord.slash(room, person, name, **options | more)

    refused = COMMANDS[name].who is Who.CUP_HOST
    there = {key: stranger for key in IN_CUPS.get(name, {}) if key in ("player", "with")}
    for more in ({}, {"cup": 1}) if name is not Name.CUP_OPEN else ():
        answer = await ask(stranger, their_room, **there, **more)
        assert "There is no cup" in answer.content, answer.content
    for person in (place.red, place.fan) if refused else ():
        answer = await ask(person, rooms[0])
        assert CUP_HOST in answer.content, answer.content
        assert answer.ephemeral
    for person, room in zip((place.host, manager), rooms, strict=True):
        answer = await ask(person if refused else place.red, room)
        assert CUP_HOST not in answer.content, (person.name, answer.content)
        assert not answer.content.startswith("There is no cup"), answer.content


async def test_resume_all_by_a_manager(place):
    """The host is gone from the server; what a host has to decide is left alone."""
    manager = with_manager(place)
    rooms = [place.room, *(place.channel(name) for name in ("two", "three", "four"))]
    for room in rooms:
        flag = "call-host" if room is rooms[2] else "forfeit"
        await place.start(room, clock="1m", flag=flag)
    for room in rooms[:2]:
        await place.discord.slash(room, place.host, "host pause", reason="lunch")
    place.discord.leave(place.guild, place.host)
    await place.pass_while(place.announcement("please decide", room=rooms[2]))
    refused = await place.slash(place.fan, "host resume", reason="all")
    assert refused.content == "Nothing stands still here that you could resume."
    told = await place.order(manager, "match resume all")
    answer = await place.announcement("Resumed: 1, 2.", after=told)
    assert "You have to decide first, and resume by itself: 3." in answer.content
    for room in rooms[:2]:
        await place.announcement("Mia resumed", room=room)
    for room in rooms:
        resumed = [m for m in place.discord.messages(room) if "Mia resumed" in m.content]
        assert len(resumed) == (room in rooms[:2])


async def test_resume_with_a_reason_that_begins_with_all(place):
    await place.start()
    other = place.channel("arena")
    await place.start(other)
    for room in (place.room, other):
        await place.discord.slash(room, place.host, "host pause")
        await place.announcement("paused the match", room=room)
    await place.order(place.host, "resume all is well")
    assert "Reason: “all is well”" in (await place.announcement("resumed the match")).content
    await place.order(place.host, "resume all match:1")
    assert not [m for m in place.discord.messages(other) if "resumed" in m.content]
