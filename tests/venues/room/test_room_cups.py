"""A cup in the room: what each page may do and is told, and what a link opens."""

import secrets
from typing import Any

import pytest
from settling import meanwhile
from thinker import thinker

from bot.desk.sparring import Sparring
from bot.desk.thinking import Thinking
from bot.servers.results import result_of
from bot.timing import RealTime
from venues.room.cup_pages import ask, checking, cup, entered, opened, words
from venues.room.visitor import RoomHouse, Visitor, order


async def begun(place: RoomHouse) -> tuple[str, dict[str, str], list[str], Visitor]:
    room, tokens = await opened(place)
    host = await place.visit(room, tokens["host"])
    keys = [(await entered(place, room, tokens["watch"], name))[1] for name in ("Ann", "Bob")]
    await order(host, "cup-start", seeding="order")
    return room, tokens, keys, host


async def test_signed_up_twice_one_is_in_once_and_what_is_no_seat_is_refused(place):
    room, tokens = await opened(place)
    page, token = await place.visit(room, tokens["watch"]), secrets.token_urlsafe(24)
    assert (await order(page, "cup-join", name="Ann", token=token))["enters"]
    again = await order(page, "cup-join", name="Ann", token=token)
    assert again["refused"]
    assert words(again) == "You are in already."
    assert (await cup(await place.visit(room, token)))["players"][0]["name"] == "Ann"
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
async def test_cup_commands_of_the_host_are_refused_to_others(place: RoomHouse, role: str) -> None:
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
    assert shown["cup"]["playing"][0]["score"] == ""
    state = await (await place.visit(side, ann)).state(bool)
    assert state["roles"] in (["one"], ["two"])
    assert [seat["yours"] for seat in state["match"]["seats"]].count(True) == 1
    other, tokens = await opened(place)
    assert (await (await place.visit(side, tokens["watch"])).get("closed"))["text"]
    assert (await (await place.visit(other, ann)).get("closed"))["text"]


async def test_a_cup_that_can_not_be_held_opens_no_room(place):
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
    answer = await ask(place, **{"check-in": "1m"})
    assert answer.status == 422
    assert "5m to 2d" in (await answer.json())["error"]
    assert await place.desk.cups.table.cups.open_cups() == {}


async def test_people_talk_before_there_is_a_match(place: RoomHouse) -> None:
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


def offered(shown: dict[str, Any]) -> dict[str, str]:
    return {one["act"]: one["label"] for one in shown["acts"]}


async def test_check_in_is_on_each_player_s_own_page(place: RoomHouse) -> None:
    """With one answer each; who comes by the link to watch signs up, and is there."""
    room, tokens, host, pages = await checking(place, "Ann", "Bob", "Cid")
    shown = await cup(pages["Ann"], status="check-in")
    assert shown["line"] == "Check-in: 0 of 3 are here"
    assert shown["until"]
    assert offered(shown) == {
        "cup-check-in": "I'm here",
        "cup-join": "Sign up somebody else here",
        "cup-leave": "Leave",
    }
    assert fields(shown, "cup-join") == ["name"]
    (ann,) = [one["id"] for one in shown["players"] if one["name"] == "Ann"]
    told = await order(pages["Ann"], "cup-check-in", player=ann)
    assert words(told).startswith("You have checked in: 1 of 3 are here.")
    shown = await cup(host, line="Check-in: 1 of 3 are here")
    assert [one["here"] for one in shown["players"]] == [True, False, False]
    assert "cup-check-in" not in offered(await cup(await place.visit(room, tokens["watch"])))
    late, _ = await entered(place, room, tokens["watch"], "Dan")
    shown = await cup(late, line="Check-in: 2 of 4 are here")
    assert "cup-check-in" not in offered(shown)
    # Nobody checks in somebody else.
    (cid,) = [one["id"] for one in shown["players"] if one["name"] == "Cid"]
    told = await order(pages["Bob"], "cup-check-in", player=cid)
    assert words(told) == "Nobody at this browser is in the cup."
    # What is typed has the same dialog, and says it once.
    await pages["Bob"].say("cup join")
    asked = (await pages["Bob"].get("ask"))["action"]
    assert (asked["act"], [one["name"] for one in asked["form"]["fields"]]) == (
        "cup-check-in", ["player"]
    )  # fmt: skip
    (bob,) = [one["id"] for one in shown["players"] if one["name"] == "Bob"]
    await order(pages["Bob"], "cup-check-in", player=bob)
    assert offered(await cup(host, line="Check-in: 3 of 4 are here")) == {
        "cup-join": "Join",
        "cup-start": "Begin now",
        "cup-deadline": "Move the deadline",
        "cup-drop": "Take somebody out",
        "cup-cancel": "Call the cup off",
    }
    assert not (await order(host, "cup-start")).get("refused")
    shown = await cup(host, status="running")
    assert [one["name"] for one in shown["players"]] == ["Ann", "Bob", "Dan"]


PARTNER = "The referee (gentle)"


def fields(shown: dict[str, Any], act: str) -> list[str]:
    (offered,) = [one for one in shown["acts"] if one["act"] == act]
    return [field["name"] for field in offered["form"]["fields"]]


async def loses(place: RoomHouse, main: Visitor, player: str, name: str) -> None:
    """Somebody meets the partner, waits for its turn, plays one if that is theirs, and resigns."""

    def room_of(message: dict[str, Any]) -> str:
        playing = message["cup"]["playing"] if message["type"] == "cup" else []
        return next((one["room"] for one in playing if {name, PARTNER} == {*one["names"]}), "")

    page = await place.visit(room_of(await main.until(lambda one: bool(room_of(one)))), player)
    await page.act("ready")
    state = await page.state(lambda match: match["status"] == "running")
    begins = state["match"]["seats"][0]["name"] == name
    if begins:
        await page.say("B2")
    await page.state(lambda match: match["turn"] == 1 + begins)
    await page.resigns(page)


async def test_three_play_with_the_partner_until_it_is_champion(place: RoomHouse) -> None:
    """It gets ready, moves, and goes on by itself; none of its matches counts."""
    clock = RealTime()
    async with thinker(clock) as place.desk.thinking, meanwhile(Sparring(place.desk, clock).run()):
        room, tokens = await opened(place, side="3", clock="none")
        host = await place.visit(room, tokens["host"])
        people = {}
        for name in ("Ann", "Bob", "Cid"):
            people[name] = await entered(place, room, tokens["watch"], name)
        shown = await cup(host, line="Sign-up is open: 3 in")
        assert fields(shown, "cup-start") == ["seeding", "level"]
        told = await order(host, "cup-start", seeding="order", level="gentle")
        assert not told.get("refused"), words(told)
        shown = await cup(host, status="running")
        assert [one["name"] for one in shown["players"]] == ["Ann", "Bob", "Cid", PARTNER]
        # Bob is not there for Cid, whom the host takes out.
        (cid,) = [one["id"] for one in shown["players"] if one["name"] == "Cid"]
        await order(host, "cup-drop", player=cid)
        for name in ("Ann", "Bob"):
            page, player = people[name]
            await loses(place, page, player, name)
        shown = await cup(host, status="over")
        assert shown["champion"] == PARTNER
        held = await place.desk.cups.table.find(shown["number"])
        matches = [game.match for one in held.state.meetings for game in one.games]
        results = [result_of(one, (await place.store.load(one)).events) for one in matches]
        assert [one.counts for one in results if one and one.sparring] == [False, False]


async def test_partner_is_not_asked_about_with_an_even_number_or_where_nothing_thinks(place):
    """The dialog has no such field then; what is sent all the same is refused in words."""
    room, tokens = await opened(place)
    host = await place.visit(room, tokens["host"])
    await entered(place, room, tokens["watch"], "Ann")
    shown = await cup(host, line="Sign-up is open: 1 in")
    assert fields(shown, "cup-start") == ["seeding"]
    assert "turned playing" in words(await order(host, "cup-start", level="gentle"))
    place.desk.thinking = Thinking(RealTime())
    await entered(place, room, tokens["watch"], "Bob")
    shown = await cup(host, line="Sign-up is open: 2 in")
    assert fields(shown, "cup-start") == ["seeding"]
    assert "nobody is missing" in words(await order(host, "cup-start", level="gentle"))
    await entered(place, room, tokens["watch"], "Cid")
    shown = await cup(host, line="Sign-up is open: 3 in")
    assert fields(shown, "cup-start") == ["seeding", "level"]


async def test_a_cup_of_any_game_can_be_filled(place: RoomHouse) -> None:
    place.desk.thinking = Thinking(RealTime())
    room, tokens = await opened(place, format="catena")
    host = await place.visit(room, tokens["host"])
    await entered(place, room, tokens["watch"], "Ann")
    shown = await cup(host, line="Sign-up is open: 1 in")
    assert fields(shown, "cup-start") == ["seeding", "level"]
