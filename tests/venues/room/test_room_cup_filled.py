"""The sparring partner makes a cup of the room even, and plays its matches by itself."""

from typing import Any

from settling import meanwhile
from thinker import thinker

from bot.desk.sparring import Sparring
from bot.desk.thinking import Thinking
from bot.servers.results import result_of
from bot.timing import RealTime
from venues.room.cup_pages import cup, entered, opened, words
from venues.room.visitor import RoomHouse, Visitor, order

PARTNER = "The referee (gentle)"


def fields(shown: dict[str, Any], act: str) -> list[str]:
    """The fields of a dialog."""
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
    await page.act("resign")
    await page.state(lambda match: match["status"] == "over")


async def test_three_play_with_the_partner_until_it_is_champion(place: RoomHouse) -> None:
    """It gets ready, moves, and goes on by itself; none of its matches counts."""
    clock = RealTime()
    async with (
        thinker(clock) as place.desk.thinking,
        meanwhile(Sparring(place.desk, clock).run()),
    ):
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


async def test_of_an_even_number_or_where_nothing_thinks_it_is_not_asked_about(
    place: RoomHouse,
) -> None:
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
    """Catena too, with an odd number."""
    place.desk.thinking = Thinking(RealTime())
    room, tokens = await opened(place, format="catena")
    host = await place.visit(room, tokens["host"])
    await entered(place, room, tokens["watch"], "Ann")
    shown = await cup(host, line="Sign-up is open: 1 in")
    assert fields(shown, "cup-start") == ["seeding", "level"]
