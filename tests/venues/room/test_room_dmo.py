"""The Death Match Opponent in the local room: the form, the buttons, and typed commands."""

from typing import Any

from venues.room.visitor import FORM, RoomHouse, Visitor, words

WAITS = "Who starts is open."


def offered(shown: dict[str, Any]) -> list[str]:
    """The buttons that say who starts."""
    return [one["label"] for one in shown["actions"] if one["act"].startswith("first-")]


def names(shown: dict[str, Any]) -> list[str]:
    """The players by seat, the starting one first, and whose a tie is."""
    return [seat["name"] + " DMO" * seat["dmo"] for seat in shown["match"]["seats"]]


async def waiting(place: Any, **changes: Any) -> tuple[list[Visitor], list[dict[str, Any]]]:
    """A match that waits for Bob, with the host and both players at their pages."""
    room, tokens = await place.open(**{"dmo": "two", "first": "dmo"} | changes)
    visitors = [await place.visit(room, tokens[role]) for role in ("host", "one", "two")]
    return visitors, [await visitor.get("state") for visitor in visitors]


async def test_pages_show_who_may_say_who_starts_and_what_was_said(place: RoomHouse) -> None:
    """Only the DMO and the host are offered the choice; who holds all seats chooses as the DMO."""
    (host, ann, _), shown = await waiting(place, clock="1m+5m")
    assert [offered(one) for one in shown] == [
        ["Red starts", "Blue starts"],
        [],
        ["Red starts", "Blue starts"],
    ]
    assert names(shown[0]) == ["Ann", "Bob DMO"]
    assert shown[0]["match"]["headline"] == "Waiting for Blue, the DMO, to say who starts"
    assert WAITS in shown[0]["match"]["alt"]
    assert not any(seat["toMove"] for seat in shown[0]["match"]["seats"])
    await host.act("start")
    told = words(await ann.line("as soon as it is said"))
    assert told.endswith("Bob, you are the DMO: who starts?")
    await host.act("first-blue")
    begun = words(await ann.line("started the match"))
    assert begun.startswith("Blue starts: Zoe chose for Bob, the DMO.")
    now = await host.state(lambda match: match["clock"]["deadline"] is not None)
    assert names(now) == ["Bob DMO", "Ann"]
    assert offered(now) == []
    room, tokens = await place.open(dmo="two", first="")
    alone = await place.visit(room, *(tokens[role] for role in ("host", "one", "two")))
    await alone.get("state")
    await alone.act("first-blue")
    assert "Bob, the DMO, chose" in words(await alone.line("Blue starts"))


async def test_a_rematch_keeps_the_dmo_and_asks_nobody(place: RoomHouse) -> None:
    """The other player starts, as the button says."""
    (host, ann, _), _ = await waiting(place)
    await host.act("first-blue")
    await host.act("start")
    await ann.line("started the match")
    await ann.act("resign")
    await host.state(lambda match: match["status"] == "over")
    await host.act("rematch")
    shown = await host.state(lambda match: match["number"] == 2)
    assert names(shown) == ["Ann", "Bob DMO"]
    assert offered(shown) == []
    assert shown["match"]["headline"] == "Red starts when both are ready"


async def test_what_the_form_cannot_mean_is_said(place: RoomHouse) -> None:
    """A DMO who plays no seat, and a choice that nobody has."""
    nobody = "or the DMO says in a Genius match"
    for form, problem in (
        ({"dmo": "three"}, "DMO is player 1 or player 2, or nobody"),
        ({"first": "dmo"}, nobody),
        ({"first": "dmo", "dmo": "two", "format": "bentley"}, nobody),
    ):
        answer = await place.ask(FORM | form)
        assert answer.status == 422
        assert problem in (await answer.json())["error"]
