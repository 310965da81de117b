"""Puzzles, asked for and answered in words during a match."""

import json

from puzzles.test_puzzles import LINES

from venues.conformance.arena import ANN, BOB, Arena
from venues.conformance.arenas import at_every_venue

PUZZLES = {values["number"]: values for values in map(json.loads, LINES)}


@at_every_venue("puzzle")
async def test_a_puzzle_is_for_whoever_asked_and_no_turn_of_the_match(arena: Arena) -> None:
    """Its answer is judged by proof; the match is not disturbed."""
    await arena.begin()
    for number in (1, 7):
        assert f"Puzzle {number}." in await arena.ask(ANN, f"puzzle number={number}")
        assert "✓ Right: " in await arena.ask(ANN, f"puzzle answer:{PUZZLES[number]['answer']}")
    talk = await arena.say(ANN, "puzzle is hard, that one")
    assert "they have the numbers 1 to 72" in await arena.ask(ANN, "puzzle number=99")
    assert "played E5." in await arena.play(ANN, "E5")
    assert arena.answers(talk) == []
    if arena.own_pages:
        assert arena.alone(BOB) == []
