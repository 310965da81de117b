"""Who is who in a cup of the room, by their links: what each may do, and what opens nothing."""

import secrets
from pathlib import Path

import pytest

from venues.room.cup_pages import ask, cup, entered, opened, words
from venues.room.visitor import RoomHouse, Visitor, house, order


async def begun(place: RoomHouse) -> tuple[str, dict[str, str], list[str], Visitor]:
    """A cup of Ann and Bob that has begun: its room, tokens, theirs, and the host's page."""
    room, tokens = await opened(place)
    host = await place.visit(room, tokens["host"])
    keys = [(await entered(place, room, tokens["watch"], name))[1] for name in ("Ann", "Bob")]
    await order(host, "cup-start", seeding="order")
    return room, tokens, keys, host


async def test_signed_up_twice_one_is_in_once(place: RoomHouse) -> None:
    """A page that lost the answer sends its token again: it is told that it is in."""
    room, tokens = await opened(place)
    page, token = await place.visit(room, tokens["watch"]), secrets.token_urlsafe(24)
    assert (await order(page, "cup-join", name="Ann", token=token))["enters"]
    again = await order(page, "cup-join", name="Ann", token=token)
    assert again["refused"]
    assert words(again) == "You are in already."
    assert (await cup(await place.visit(room, token)))["players"][0]["name"] == "Ann"


async def test_what_is_no_seat_is_refused(place: RoomHouse) -> None:
    """No name, no token, a host's token, one to another room, a name that is taken."""
    room, tokens = await opened(place)
    other, theirs = await opened(place)
    page = await place.visit(room, tokens["watch"])
    await entered(place, room, tokens["watch"], "Ann")
    fresh = secrets.token_urlsafe(24)
    for name, token, says in (
        ("", fresh, "this field is needed"),
        ("Bob", "", "could not be given a seat"),
        ("Bob", "<script>", "could not be given a seat"),
        ("Bob", tokens["host"], "could not be given a seat"),
        ("Bob", theirs["watch"], "could not be given a seat"),
        (" aNN ", fresh, "is in already"),
    ):
        answer = await order(page, "cup-join", name=name, token=token)
        assert answer["refused"], name
        assert says in words(answer), name
    assert len((await cup(await place.visit(room, tokens["watch"])))["players"]) == 1
    assert other != room


@pytest.mark.parametrize("role", ["watch", "player"])
async def test_what_the_host_does_nobody_else_can(place: RoomHouse, role: str) -> None:
    """Every dialog of the host, sent by others: refused in words, and nothing changes."""
    room, tokens, keys, host = await begun(place)
    page = await place.visit(room, tokens["watch"] if role == "watch" else keys[0])
    before = await cup(page, status="running")
    assert not [one for one in before["acts"] if one["host"]]
    ann = before["players"][0]["id"]
    for act, options in (
        ("cup-start", {}), ("cup-pause", {}), ("cup-cancel", {}), ("cup-resume", {}),
        ("cup-drop", {"player": ann}), ("cup-deadline", {"at": "in 2 hours"}),
        ("cup-award", {"player": ann, "result": "wins"}),
        ("cup-swap", {"player": ann, "with": before["players"][1]["id"]}),
    ):  # fmt: skip
        answer = await order(page, act, **options)
        assert answer["refused"], act
        assert "That is for Zoe" in words(answer), act
    if role == "watch":
        assert (await order(page, "cup-leave", player=ann))["refused"]
    assert (await cup(await place.visit(room, tokens["host"])))["status"] == "running"
    await host.close()


async def test_a_players_link_opens_the_rooms_of_the_cup_alone(place: RoomHouse) -> None:
    """Bob's link has him sit in the room of his match; one to another cup opens nothing there."""
    _, _, (ann, _), host = await begun(place)
    shown = await host.until(
        lambda one: one["type"] == "cup" and any(it["room"] for it in one["cup"]["playing"])
    )
    side = shown["cup"]["playing"][0]["room"]
    page = await place.visit(side, ann)
    state = await page.state(bool)
    assert state["roles"] in (["one"], ["two"])
    assert [seat["yours"] for seat in state["match"]["seats"]].count(True) == 1
    other, tokens = await opened(place)
    stranger = await place.visit(side, tokens["watch"])
    assert (await stranger.get("closed"))["text"]
    wrong = await place.visit(other, ann)
    assert (await wrong.get("closed"))["text"]


async def test_a_cup_that_can_not_be_held_opens_no_room(place: RoomHouse) -> None:
    """What is wrong with the form is said, and no room is left."""
    for wish, says in (
        ({"name": " "}, "name"),
        ({"system": "lottery"}, "lottery"),
        ({"best-of": "2"}, "best-of"),
        ({"clock": "soon"}, "clock"),
        ({"round-time": "soon"}, "round-time"),
        ({"most": "1"}, "most"),
    ):
        answer = await ask(place, **wish)
        assert answer.status == 422, wish
        assert says in (await answer.json())["error"], wish
    assert await place.desk.cups.table.cups.open_cups() == {}


async def test_the_room_of_a_cup_outlives_a_restart(tmp_path: Path) -> None:
    """No match was opened in it yet: its links are good all the same, and the cup goes on."""
    async with house(tmp_path) as place:
        room, tokens = await opened(place)
        _, ann = await entered(place, room, tokens["watch"], "Ann")
    async with house(tmp_path) as place:
        page = await place.visit(room, ann)
        assert (await cup(page))["mine"][0]["name"] == "Ann"
        _, bob = await entered(place, room, tokens["watch"], "Bob")
        assert bob
        await cup(page, line="Sign-up is open: 2 in")


async def test_people_talk_before_there_is_a_match(place: RoomHouse) -> None:
    """Everybody sees who says something; questions are answered to whoever asks."""
    room, tokens = await opened(place)
    host = await place.visit(room, tokens["host"], name="Zoe")
    ann, _ = await entered(place, room, tokens["watch"], "Ann")
    await ann.say("hello")
    line = await host.line("hello")
    assert (line["name"], line["kind"]) == ("Ann", "said")
    for text, says in (
        ("cup status", "Signed up (1): Ann"),
        ("match status", "no match"),
        ("cup when", "no match to play"),
        ("cup drop player:@Ann", "That is for Zoe"),
        ("cup drop player:@Bob", "Nobody of that name"),
        ("cup bracket", "has not begun"),
    ):
        await ann.say(text)
        told = await ann.whisper()
        assert says.casefold() in told.casefold(), (text, told)
