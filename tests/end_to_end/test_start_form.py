"""`/match start` with nothing after it: a host on a phone sets up a match by a form.

Expected: the match is the one that the command with the same options sets up, and whatever can't be
is said once, with the way back to a form that still holds all that was typed.
"""

from datetime import timedelta
from typing import Any

import pytest
from loopback import Answer, Duplicate, InteractionResult, Message, Reset, User
from loopback.errors import Impossible

from bot.referee.formats import FORMATS
from bot.venues.discord import interaction_answers, start_forms
from end_to_end.failing import told
from end_to_end.house import DiscordHouse
from end_to_end.people import with_manager

FIELDS = ["player-1", "player-2", "format", "clock", "first"]
BACK = "Back to the form"


async def opened(place: DiscordHouse, user: User | None = None) -> InteractionResult:
    """The form, as the host asks for it."""
    return await place.slash(user or place.host, "match start")


def fill(place: DiscordHouse, form: InteractionResult, **fields: Any) -> InteractionResult:
    """Ann and Bob, or whoever else is named, and the rest as it stands in the form."""
    people = {"player_1": place.red, "player_2": place.blue}
    values = {key.replace("_", "-"): value for key, value in (people | fields).items()}
    return place.discord.modal_submit(form, values)


def shown(form: InteractionResult) -> dict[str, Any]:
    """What stands in the fields of a form, by their names."""
    assert form.modal is not None
    stands = {}
    for label in form.modal["components"]:
        part = label["component"]
        chosen = [option["value"] for option in part.get("options", ()) if option.get("default")]
        chosen += [int(one["id"]) for one in part.get("default_values", ())]
        stands[part["custom_id"]] = "".join(map(str, chosen)) or part.get("value", "")
    return stands


async def back(place: DiscordHouse, answer: InteractionResult) -> InteractionResult:
    """The form once more, by the button under an answer."""
    assert answer.ephemeral
    assert answer.message is not None
    return await place.click(answer.message, BACK, answer.user)


async def set_up(place: DiscordHouse, **fields: Any) -> Message:
    """The first announcement of a match that the form asked for."""
    answer = await fill(place, await opened(place), **fields)
    assert "is set up. Both players press Ready" in answer.content
    assert answer.ephemeral
    assert not answer.buttons
    return await place.announcement("Press Ready")


async def test_two_players_are_all_that_has_to_be_chosen(place):
    """The rest stands there as it is usual; Ann has the colour that starts, as in the command."""
    form = await opened(place)
    assert form.fields == FIELDS
    usual = {"format": "genius", "clock": "", "first": "player-1"}
    assert shown(form) == {"player-1": "", "player-2": ""} | usual
    with pytest.raises(Impossible):
        place.discord.modal_submit(form, {"player-1": place.red})
    start = await set_up(place)
    for player in (place.red, place.blue):
        await place.click(start, "Ready", player)
    await place.announcement("Both are ready")
    assert "**Red** played **E5**" in (await place.play(place.red, "E5")).content
    assert "Banks: Red 5:00" in (await place.slash(place.fan, "match clock")).content


async def test_the_form_begins_with_what_is_usual_on_the_server(place):
    """Catena with a clock of the server's own, which another game does not get."""
    boss = with_manager(place)
    await place.slash(boss, "setup", format="catena", clock="2m+7m", sparring="off")
    form = await opened(place)
    assert shown(form)["format"] == "catena"
    lines = [label.get("description", "") for label in form.modal["components"]]
    assert "Black in catena" in lines[0]
    assert "me" not in lines[1].split()
    assert "2m+7m in catena" in lines[3]
    await set_up(place)
    assert "7:00" in (await place.slash(place.fan, "match clock")).content
    await place.slash(place.host, "host cancel", confirm="yes")
    await set_up(place, format="bentley")
    assert "has no clock" in (await place.slash(place.fan, "match clock")).content


async def test_the_match_is_held_where_the_server_has_them(place):
    """In threads: the room's own match keeps nobody from the form."""
    boss = with_manager(place)
    await place.start()
    await place.slash(boss, "setup", where="thread")
    answer = await fill(place, await opened(place))
    assert "Match 2 is set up in its own room, <#" in answer.content
    assert not answer.buttons


async def test_the_form_is_there_in_time_although_the_records_are_not(place, monkeypatch):
    """It can't be deferred as an answer is: what takes too long is left as it is everywhere."""
    boss = with_manager(place)
    await place.slash(boss, "setup", format="catena")
    await place.restart()
    monkeypatch.setattr(start_forms, "DEFER_AFTER", start_forms.DEFER_AFTER * 0)
    form = await opened(place)
    assert shown(form)["format"] == "genius"
    monkeypatch.undo()
    assert shown(await opened(place))["format"] == "catena"
    assert "is set up" in (await fill(place, form)).content


async def test_every_format_is_offered_with_its_line_and_what_is_not_asked_is_named(place):
    """Fourteen games in a list of twenty-five; the options of the command stand at the end."""
    labels = (await opened(place)).modal["components"]
    games = labels[2]["component"]["options"]
    assert [game["value"] for game in games] == list(FORMATS)
    assert all(game["description"] for game in games)
    (line,) = (label["description"] for label in labels if "Who starts" in label["label"])
    offered = place.discord.commands.find("match", place.room)["options"]
    (start,) = (command for command in offered if command["name"] == "start")
    # What goes with `at:` is told there.
    asked = {"first", "format", "clock", "at", "confirm", "remind", "grace"}
    # Who plays is asked; the colours are the format's.
    asked |= {"red", "blue", "black", "white"}
    for option in {option["name"] for option in start["options"]} - asked:
        assert f" {option}:" in line


@pytest.mark.parametrize(
    ("first", "words"),
    [
        ("player-1", ("**Red** Ann", "**Blue** Bob")),
        ("player-2", ("**Blue** Bob", "**Red** Ann")),
        ("dmo-2", ("Bob", "you are the DMO (Death Match Opponent): who starts?")),
    ],
)
async def test_start_form_settles_who_starts(place, first, words):
    """The colours stay with the players; a DMO is asked, as after dmo: in the command."""
    start = await set_up(place, first=first, clock="none")
    text = start.content.replace(place.red.mention, "Ann").replace(place.blue.mention, "Bob")
    assert [text.index(word) for word in words] == sorted(text.index(word) for word in words)


async def test_a_form_that_cannot_be_is_refused_and_nothing_typed_is_lost(place):
    """A bot, a clock, a DMO where there is none: each has its sentence, and the way back."""
    robot = place.discord.user("Robot", bot=True, guilds=[place.guild])
    form, clock = await opened(place), "fünf Minuten: 5'"
    for fields, sentence in (
        ({"player_2": robot, "clock": "3m+1m"}, "player-2: that is a bot"),
        ({"player_2": place.blue, "clock": clock}, f"“{clock}” is neither a clock"),
        ({"format": "catena", "first": "dmo-2", "clock": "daily"}, "DMO says in a Genius match"),
    ):
        answer = await fill(place, form, **fields)
        assert sentence in answer.content
        assert [button.label for button in answer.buttons] == [BACK]
        form = await back(place, answer)
        assert shown(form)["player-1"] == str(place.red.id)
        for key, value in fields.items():
            typed = str(value.id) if isinstance(value, User) else value
            assert shown(form)[key.replace("_", "-")] == typed
    assert not told(place, "Press Ready")
    assert "is set up" in (await fill(place, form, first="player-2")).content


async def test_the_way_back_outlives_a_restart(place):
    fields = {"format": "product-original", "clock": "23h59m+29d23h59m+59m", "first": "random"}
    answer = await fill(place, await opened(place), player_2=place.red, **fields)
    assert "would play both" in answer.content
    await place.restart()
    form = await back(place, answer)
    people = {"player-1": str(place.red.id), "player-2": str(place.red.id)}
    assert shown(form) == people | fields


async def test_the_same_player_twice_is_asked_about(place):
    """As by command: Ann may try things out alone, or it was a slip and the form comes back."""
    answer = await fill(place, await opened(place), player_2=place.red)
    assert "Ann would play both **Red** and **Blue**" in answer.content
    assert [button.label for button in answer.buttons] == ["Yes, do it", BACK]
    assert answer.message is not None
    await place.click(answer.message, "Yes, do it", place.host)
    await place.announcement("Press Ready")
    assert "has an open match" in (await place.click(answer.message, BACK, place.host)).content


async def test_a_room_that_is_taken_is_said_before_anything_is_typed(place):
    """Or afterwards, if another host was quicker; the form waits until the room is free."""
    form = await opened(place)
    await place.start()
    refused = await fill(place, form, clock="2m+2m")
    assert "This room has an open match" in refused.content
    assert refused.message is not None
    for asked in (await opened(place), await place.click(refused.message, BACK, place.host)):
        assert asked.modal is None
        assert asked.ephemeral
        assert "This room has an open match" in asked.content
    await place.slash(place.host, "host cancel", confirm="yes")
    await place.announcement("there is no result")
    assert shown(await back(place, refused))["clock"] == "2m+2m"


async def test_a_permission_that_is_missing_is_said_before_anything_is_typed(place):
    place.discord.deny(place.room, "attach_files", who=place.discord.world.bot)
    asked = await opened(place)
    assert asked.modal is None
    assert "permission Attach Files" in asked.content


async def test_a_player_who_has_left_meanwhile(place):
    robot = place.discord.user("Robot", bot=True, guilds=[place.guild])
    form = await back(place, await fill(place, await opened(place), player_1=robot))
    place.discord.leave(place.guild, place.blue)
    answer = await place.discord.modal_submit(form, {"player-1": place.red})
    assert "nobody of that name here" in answer.content


async def test_discord_cannot_say_who_was_chosen(place):
    """It answers 503 to that: the host is told, and tries again by two presses."""
    place.discord.faults.next("GET /guilds/*/members/*", Answer(503))
    answer = await fill(place, await opened(place), format="too")
    assert "503" in answer.content
    again = await back(place, answer)
    assert shown(again)["format"] == "too"
    assert "is set up" in (await fill(place, again)).content


async def test_the_referee_is_a_player_like_any_other(place):
    await set_up(place, player_2=place.discord.world.bot)
    assert "(steady)" in (await place.slash(place.fan, "match status")).content


async def test_a_form_is_shown_although_discord_fails_to_answer(place):
    """Once the answer is lost, once it is 503: the second try is the same form."""
    callback = "POST /interactions/*/*/callback"
    place.discord.faults.next(callback, Answer(503))
    place.discord.faults.next(callback, Reset(after=True))
    assert (await opened(place)).fields == FIELDS
    assert (await opened(place)).fields == FIELDS


async def test_a_form_that_is_delivered_twice_is_one_match(place):
    """The second delivery is passed over: the room would be taken by then."""
    form = await opened(place)
    place.discord.faults.next("INTERACTION_CREATE", Duplicate())
    assert "is set up" in (await fill(place, form)).content
    await place.announcement("Press Ready")
    assert "Turn 1" in (await place.slash(place.fan, "match status")).content
    assert len(told(place, "Press Ready")) == 1


async def test_an_answer_that_takes_long_is_deferred(place, monkeypatch):
    """Whoever is named is asked for at Discord: three seconds may be over by then."""
    form = await opened(place)
    monkeypatch.setattr(interaction_answers, "DEFER_AFTER", interaction_answers.DEFER_AFTER * 0)
    answer = fill(place, form)
    await answer.wait_acknowledged()
    assert answer.type == 5
    assert "is set up" in (await answer).content
    assert answer.ephemeral


async def test_typed_it_offers_the_form_by_a_button(place):
    """A message can't be answered with a form, but with a press that opens one for whoever did.

    With options after it there is no form.
    """
    said = await place.order(place.host, "match start")
    offer = await place.announcement("Name two players", after=said)
    form = await place.click(offer, "Fill in a form", place.fan)
    assert shown(form)["format"] == "genius"
    assert "is set up" in (await fill(place, form)).content
    said = await place.order(place.host, f"match start red:{place.red.mention}")
    assert not (await place.announcement("Name two players", after=said)).buttons
    answer = await place.slash(place.host, "match start", red=place.red)
    assert answer.modal is None
    assert "Name two players" in answer.content


@pytest.mark.parametrize(
    "typed", ["1m+2m, in 5 hours", "1m+2m in 5 hours", "1m + 2m, in 5 hours", "in 5 hours"]
)
async def test_an_hour_goes_into_the_field_of_the_clock(place, typed):
    """Behind the clock, or alone: the match is played then, and told as after the command."""
    hour = int((place.clock.now() + timedelta(hours=5)).timestamp())
    answer = await fill(place, await opened(place), clock=typed)
    assert f"Match 1 is set up, for <t:{hour}:F>" in answer.content
    assert ("1m+2m" if "2m" in typed else "1m+5m") in (await place.announcement("play on")).content


async def test_an_hour_that_is_not_understood_comes_back(place):
    """Past, in no zone that is known, without an hour: each is said, and nothing typed is lost."""
    form = await opened(place)
    for typed, sentence in (
        ("1m+5m, sat 20:00", "I don't know your time zone"),
        ("1m+5m, 2020-01-01T20:00Z", "that is past"),
        ("saturday", "names no hour"),
        ("1m+5m, whenever", "“whenever” is not understood"),
    ):
        answer = await fill(place, form, clock=typed)
        assert sentence in answer.content
        form = await back(place, answer)
        assert shown(form)["clock"] == typed
    assert not told(place, "play on")
    await place.slash(place.host, "my timezone", zone="Europe/Paris")
    assert "Match 1 is set up, for <t:" in (await fill(place, form, clock="sat 20:00")).content
