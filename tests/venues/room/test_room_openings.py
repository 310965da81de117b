"""Before the start, as the pages show it: the DMO, komi and colour; and who asks for a rematch."""

from pathlib import Path
from typing import Any

from venues.room.visitor import FORM, RoomHouse, Visitor, house, seated, words

WAITS = "Who starts is open."


def starts_offered(shown: dict[str, Any]) -> list[str]:
    return [one["label"] for one in shown["actions"] if one["act"].startswith("first-")]


def names_and_dmo(shown: dict[str, Any]) -> list[str]:
    """The players by seat, the starting one first, and whose a tie is."""
    return [seat["name"] + " DMO" * seat["dmo"] for seat in shown["match"]["seats"]]


async def waiting_for_dmo(place: Any, **changes: Any) -> tuple[list[Visitor], list[dict[str, Any]]]:
    room, tokens = await place.open(**{"dmo": "two", "first": "dmo"} | changes)
    visitors = [await place.visit(room, tokens[role]) for role in ("host", "one", "two")]
    return visitors, [await visitor.get("state") for visitor in visitors]


async def test_dmo_pages_show_who_may_say_who_starts_and_what_was_said(place: RoomHouse) -> None:
    """Only the DMO and the host are offered the choice; who holds all seats chooses as the DMO."""
    (host, ann, _), shown = await waiting_for_dmo(place, clock="1m+5m")
    assert [starts_offered(one) for one in shown] == [
        ["Red starts", "Blue starts"],
        [],
        ["Red starts", "Blue starts"],
    ]
    assert names_and_dmo(shown[0]) == ["Ann", "Bob DMO"]
    assert shown[0]["match"]["headline"] == "Waiting for Blue, the DMO, to say who starts"
    assert WAITS in shown[0]["match"]["alt"]
    assert not any(seat["toMove"] for seat in shown[0]["match"]["seats"])
    await host.act("start")
    await ann.line("as soon as it is said")
    await host.act("first-blue")
    now = await host.state(lambda match: match["clock"]["deadline"] is not None)
    assert names_and_dmo(now) == ["Bob DMO", "Ann"]
    assert starts_offered(now) == []
    room, tokens = await place.open(dmo="two", first="")
    alone = await place.enters(room, *(tokens[role] for role in ("host", "one", "two")))
    await alone.act("first-blue")
    assert "Bob, the DMO, chose" in words(await alone.line("Blue starts"))


async def test_dmo_that_the_form_cannot_mean_is_refused(place: RoomHouse) -> None:
    nobody = "or the DMO says in a Genius match"
    for form, problem in (
        ({"dmo": "three"}, "DMO is player 1 or player 2, or nobody"),
        ({"first": "dmo"}, nobody),
        ({"first": "dmo", "dmo": "two", "format": "bentley"}, nobody),
    ):
        answer = await place.ask(FORM | form)
        assert answer.status == 422
        assert problem in (await answer.json())["error"]


async def test_komi_and_colour_are_said_by_whoever_plays_both_seats(place: RoomHouse) -> None:
    """At one page: as Bob they name the komi, as Ann they take a colour."""
    room, tokens = await place.open(format="catena", options={"komi": "choose"},
                                    one={"name": "Ann", "colour": "black"},
                                    two={"name": "Bob", "colour": "white"})  # fmt: skip
    both = await place.visit(room, *(tokens[role] for role in ("host", "one", "two")))
    shown = await both.get("state")
    assert shown["speaks"]["name"] == "Bob"
    assert shown["match"]["headline"] == "Waiting for White to name the komi"
    assert not any(seat["toMove"] for seat in shown["match"]["seats"])
    await both.say("komi 3")
    assert words(await both.line("Komi is 3")).startswith("Komi is 3: Bob named it.")
    await both.state(lambda match: match["seats"][1]["figure"] == "3")
    await both.say("white")
    assert "Black is Bob" in words(await both.line("Ann chose"))
    await both.state(lambda match: [seat["name"] for seat in match["seats"]] == ["Bob", "Ann"])


ASKS = "Ann asks for a rematch."


async def shown(visitor: Visitor, **wanted: Any) -> dict[str, Any]:
    return await visitor.until(
        lambda one: (
            one["type"] == "state" and all(one[key] == value for key, value in wanted.items())
        )
    )


def acts(state: dict[str, Any]) -> list[str]:
    return [action["act"] for action in state["actions"]]


async def all_saw_the_end(*visitors: Visitor) -> None:
    for visitor in visitors:
        await visitor.state(lambda match: match["status"] == "over")


async def test_rematch_is_asked_for_by_players_and_accepted_by_the_host(place: RoomHouse) -> None:
    """All are told; it can be taken back, declined and asked anew, and begins as any rematch."""
    room, tokens, (host, ann, bob) = await seated(place)
    fan = await place.enters(room, tokens["watch"])
    await ann.act("ask-rematch")
    assert "still open" in await ann.whisper()
    await bob.act("resign")
    await all_saw_the_end(host, ann, bob, fan)
    await ann.act("ask-rematch")
    assert acts(await shown(ann, wish=ASKS)) == ["no-rematch"]
    assert acts(await shown(host, wish=ASKS)) == ["accept-rematch", "decline-rematch", "reopen"]
    assert acts(await shown(bob, wish=ASKS)) == []
    assert acts(await shown(fan, wish=ASKS)) == []
    # A press comes again where the first was slow, and only the host accepts.
    await ann.act("ask-rematch")
    await bob.act("no-rematch")
    await bob.act("decline-rematch")
    await bob.act("accept-rematch")
    assert "Only the host" in await bob.whisper()
    await ann.act("no-rematch")
    await fan.line("Ann has taken back the request")
    assert acts(await shown(bob, wish="")) == ["ask-rematch"]
    assert acts(await shown(host, wish="")) == ["rematch", "reopen"]
    await bob.act("ask-rematch")
    await shown(host, wish="Bob asks for a rematch.")
    await host.act("decline-rematch")
    await fan.line("The host would rather not")
    await ann.act("ask-rematch")
    await shown(host, wish=ASKS)
    await host.act("accept-rematch")
    again = (await fan.state(lambda match: match["number"] == 2))["match"]
    # Everybody keeps their colour; the other player starts.
    seats = [(seat["name"], seat["colour"]) for seat in again["seats"]]
    assert seats == [("Bob", "blue"), ("Ann", "red")]
    asked = [words(line) for line in fan.lines() if "asks for a rematch." in words(line)]
    assert [line.split()[1] for line in asked] == ["Ann", "Bob", "Ann"]


async def test_rematch_that_is_asked_for_outlives_the_referee(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        room, tokens, (host, ann, bob) = await seated(place)
        await bob.act("resign")
        await all_saw_the_end(host, ann)
        await ann.act("ask-rematch")
        for visitor in (ann, host):
            await shown(visitor, wish=ASKS)
        await host.act("decline-rematch")
        await shown(ann, wish="")
    async with house(tmp_path) as place:
        ann = await place.visit(room, tokens["one"])
        assert acts(await shown(ann, wish="")) == ["ask-rematch"]
        await ann.act("ask-rematch")
        await shown(ann, wish=ASKS)
    async with house(tmp_path) as place:
        host = await place.visit(room, tokens["host"])
        assert acts(await shown(host, wish=ASKS)) == ["accept-rematch", "decline-rematch", "reopen"]
        ann = await place.visit(room, tokens["one"])
        assert acts(await shown(ann, wish=ASKS)) == ["no-rematch"]


async def play(host: Visitor, winner: str, number: int) -> dict[str, Any]:
    """Has the open match end so, and gives what the host's page then shows of it."""
    if winner == "none":
        await host.act("cancel")
    else:
        await host.say(f"match adjudicate winner:{winner} confirm:yes")
    return await host.state(lambda match: match["status"] == "over" and match["number"] == number)


async def test_rematch_series_counts_by_seat_whoever_starts(tmp_path: Path) -> None:
    """Red is Ann throughout; ties are told apart, a cancelled match counts for nobody."""
    scores = []
    async with house(tmp_path) as place:
        room, tokens, (host, _, _) = await seated(place)
        for number, winner in enumerate(("red", "blue", "tie", "red", "none", "red"), 1):
            if number > 1:
                # A page says only so much at once.
                host = await place.enters(room, tokens["host"])
                await host.act("rematch")
                begun = await host.state(lambda match, of=number: match["number"] == of)
                scores.append(begun["match"]["series"])
                await host.act("start")
            state = await play(host, winner, number)
            scores.append(state["match"]["series"])
    one, tie = "Ann 1 – 1 Bob", "Ann 1 – 1 Bob, 1 tie"
    two, last = "Ann 2 – 1 Bob, 1 tie", "Ann 3 – 1 Bob, 1 tie"
    assert scores == ["", "Ann 1 – 0 Bob", one, one, tie, tie, two, two, two, two, last]
    # What another room plays is no part of it, and all of it is in the store.
    async with house(tmp_path) as place:
        _, _, (other, _, _) = await seated(place)
        assert (await play(other, "red", 7))["match"]["series"] == ""
        fan = await place.visit(room, tokens["watch"])
        assert (await fan.get("state"))["match"]["series"] == "Ann 3 – 1 Bob, 1 tie"
