"""Puzzles in the local room: typed in the talk, shown and answered to whoever typed them."""

import json

import pytest
from puzzles.test_built_in import LINES

from venues.room.visitor import House, plain, seated, words

PUZZLES = {values["number"]: values for values in map(json.loads, LINES)}


@pytest.mark.parametrize("number", [1, 7])
async def test_a_puzzle_is_for_whoever_asked_and_no_turn_of_the_match(
    place: House, number: int
) -> None:
    """The picture, a proof; the other player hears nothing of it and plays on."""
    _, _, (_, ann, bob) = await seated(place)
    await ann.say(f"puzzle {number}")
    assert f"Puzzle {number}" in await ann.whisper()
    await ann.say(f"puzzle answer:{PUZZLES[number]['answer']}")
    assert "Right: " in await ann.whisper()
    await ann.say("puzzle is hard, that one")
    assert "puzzle is hard" in words(await bob.line("hard", "said"))
    await ann.say("puzzle number:99")
    assert "they have the numbers 1 to 72" in await ann.whisper()
    await ann.say("E5")
    await bob.line("E5", "said")
    told = [plain(one["parts"]) for one in bob.seen if one["type"] == "whisper"]
    assert not [text for text in told if text != "You are ready."]
