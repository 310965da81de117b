"""A rematch that players ask for, and the score of a room's matches."""

from pathlib import Path
from typing import Any

from venues.room.visitor import RoomHouse, Visitor, house, seated, words

ASKS = "Ann asks for a rematch."


async def shown(visitor: Visitor, **wanted: Any) -> dict[str, Any]:
    """The next state of a page in which these are so."""
    return await visitor.until(
        lambda one: (
            one["type"] == "state" and all(one[key] == value for key, value in wanted.items())
        )
    )


def acts(state: dict[str, Any]) -> list[str]:
    """What a page may press."""
    return [action["act"] for action in state["actions"]]


async def ended(*visitors: Visitor) -> None:
    """Everybody has seen the match end."""
    for visitor in visitors:
        await visitor.state(lambda match: match["status"] == "over")


async def test_players_ask_for_a_rematch_and_the_host_accepts(place: RoomHouse) -> None:
    """All are told; it can be taken back, declined and asked anew, and begins as any rematch."""
    room, tokens, (host, ann, bob) = await seated(place)
    fan = await place.visit(room, tokens["watch"])
    await fan.get("state")
    await ann.act("ask-rematch")
    assert "still open" in await ann.whisper()
    await bob.act("resign")
    await ended(host, ann, bob, fan)
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


async def test_what_is_asked_outlives_the_referee(tmp_path: Path) -> None:
    """Asked, declined and asked again, then stopped: after the start it is still asked."""
    async with house(tmp_path) as place:
        room, tokens, (host, ann, bob) = await seated(place)
        await bob.act("resign")
        await ended(host, ann)
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


async def test_a_series_counts_by_seat_whoever_starts(tmp_path: Path) -> None:
    """Red is Ann throughout; ties are told apart, a cancelled match counts for nobody."""
    scores = []
    async with house(tmp_path) as place:
        room, tokens, (host, _, _) = await seated(place)
        for number, winner in enumerate(("red", "blue", "tie", "red", "none", "red"), 1):
            if number > 1:
                # A page says only so much at once.
                host = await place.visit(room, tokens["host"])
                await host.get("state")
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
