"""The check-in of a cup in the room: who may press what on their page, and what each is told."""

from typing import Any

from venues.room.cup_pages import ask, cup, entered, opened, words
from venues.room.visitor import RoomHouse, Visitor, order


def offered(shown: dict[str, Any]) -> dict[str, str]:
    """The buttons on a page: what they ask for, and their labels."""
    return {one["act"]: one["label"] for one in shown["acts"]}


async def checking(place: RoomHouse, *names: str) -> tuple[str, dict[str, str], Visitor, dict]:
    """A cup whose host has started it: its room, tokens, the host's page, and all others'."""
    room, tokens = await opened(place, **{"check-in": "30m"})
    host = await place.visit(room, tokens["host"])
    pages = {name: (await entered(place, room, tokens["watch"], name))[0] for name in names}
    assert not (await order(host, "cup-start", seeding="order")).get("refused")
    return room, tokens, host, pages


async def test_each_checks_in_on_their_own_page(place: RoomHouse) -> None:
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


async def test_all_are_there_and_it_begins(place: RoomHouse) -> None:
    """Without a press of the host's; nobody was taken out."""
    _, _, host, pages = await checking(place, "Ann", "Bob")
    for name, page in pages.items():
        shown = await cup(page, status="check-in")
        (player,) = [one["id"] for one in shown["players"] if one["name"] == name]
        await order(page, "cup-check-in", player=player)
    shown = await cup(host, status="running")
    assert [one["name"] for one in shown["players"]] == ["Ann", "Bob"]
    await host.line("round 1")


async def test_a_time_that_can_not_be_is_refused_on_the_start_page(place: RoomHouse) -> None:
    """In words, and no room is left."""
    answer = await ask(place, **{"check-in": "1m"})
    assert answer.status == 422
    assert "5m to 2d" in (await answer.json())["error"]
    assert await place.desk.cups.table.cups.open_cups() == {}
