"""Stepping through a match: the list of turns, and the board after any of them."""

import re
from typing import Any

from oracle.games import make

from bot.web.message_limits import LOOKS
from venues.room.played import named, play, positions
from venues.room.visitor import SEED_003, RoomHouse, Visitor, seated


async def look(visitor: Visitor, turn: Any) -> dict[str, Any]:
    """The position that a page is shown."""
    await visitor.socket.send_json({"type": "look", "turn": turn})
    return await visitor.get("position")


async def test_every_turn_is_listed_and_every_position_can_be_looked_at(place: RoomHouse) -> None:
    """By the oracle: figures, three stones, and the stones on the board after each turn."""
    room, tokens, visitors = await seated(place, clock="1m+5m")
    said = await play(visitors, SEED_003)
    assert "Score 2 → 4, Red has 4 too: Blue is leading." in said[9]
    assert "Three stones allowed. Ann, Red may place up to 3 stones." in said[9]
    last = visitors[0].lines()[-1]
    picture = await place.session.get(f"{place.address}/{last['picture']}")
    assert (await picture.read()).startswith(b"\x89PNG")
    assert "Blue last played F2 G7 H6." in last["alt"]
    watching = await place.visit(room, tokens["watch"])
    moves = (await watching.get("state"))["moves"]
    states = positions(SEED_003)
    assert [move["text"].split() for move in moves] == [turn.split() for turn in SEED_003]
    assert [move["colour"] for move in moves[:3]] == ["red", "blue", "red"]
    assert [move["three"] for move in moves] == [len(t.split()) == 3 for t in SEED_003]
    wanted = [[max(1, one) for one in make("genius", 5, {}).figures(s)] for s in states[1:]]
    assert [[float(one) for one in move["figures"]] for move in moves] == wanted
    assert all(re.fullmatch(r"\d:\d\d", move["used"]) for move in moves)
    for turn, state in enumerate(states):
        shown = await look(watching, turn)
        assert shown["turn"] == turn
        assert shown["stones"] == named(state)
        assert sorted(shown["last"]) == (sorted(SEED_003[turn - 1].split()) if turn else [])
        assert shown["board"].count('class="cell taken"') == len(state.stones)


def lists(message: dict[str, Any], turns: int) -> bool:
    """Whether a page is sent a list of so many turns."""
    return len(message.get("moves", ())) == turns


async def test_what_was_taken_back_can_not_be_looked_at(place: RoomHouse) -> None:
    """The host undoes two of four turns: two are listed, and there is no third position."""
    _, _, (host, ann, bob) = await seated(place)
    await play([host, ann, bob], SEED_003[:4])
    if not any(lists(message, 4) for message in bob.seen):
        await bob.until(lambda message: lists(message, 4))
    await host.say("match undo turns:2 confirm:yes")
    await bob.until(lambda message: lists(message, 2))
    await bob.socket.send_json({"type": "look", "turn": 3})
    assert (await look(bob, 2))["turn"] == 2
    assert not [one for one in bob.seen if one["type"] == "position" and one["turn"] == 3]


async def test_a_look_at_nothing_is_no_answer_and_costs_no_turn(place: RoomHouse) -> None:
    """Nonsense, and far more looks than a page may have; then Ann plays as if nothing were."""
    _, _, (_, ann, bob) = await seated(place)
    for turn in (-1, 1, 2**60, "0", None, [0], {"turn": 0}, 0.5):
        await ann.socket.send_json({"type": "look", "turn": turn})
    for _ in range(3 * LOOKS):
        await ann.socket.send_json({"type": "look", "turn": 0})
    await ann.say("F6")
    await bob.line("played F6")
    await ann.line("played F6")
    shown = [one for one in ann.seen if one["type"] == "position"]
    assert {one["turn"] for one in shown} == {0}
    assert 0 < len(shown) < 2 * LOOKS
