"""Puzzles by slash command."""

import json
import re

from puzzles.test_built_in import LINES

PUZZLES = {values["number"]: values for values in map(json.loads, LINES)}


async def test_a_puzzle_is_shown_answered_and_given_up_for_the_asker_alone(place):
    """By slash command: a picture with words for it, and a proof."""
    shown = await place.slash(place.fan, "puzzle")
    number = int(re.search(r"Puzzle (\d+), the puzzle of the day", shown.content)[1])
    (picture,) = shown.files
    assert picture.data.startswith(b"\x89PNG")
    assert "to move" in picture.description
    answer = PUZZLES[number]["answer"]
    right = await place.slash(place.fan, "puzzle", answer=answer)
    assert right.content.startswith("✓ Right: ")
    assert right.content.endswith("1 day in a row.")
    following = await place.slash(place.fan, "puzzle", which="next")
    assert f"Puzzle {number % 72 + 1}." in following.content
    told = await place.slash(place.fan, "puzzle", **{"give-up": "yes"})
    assert f"**{PUZZLES[number % 72 + 1]['answer']}**" in told.content
    none = await place.slash(place.fan, "puzzle", number=73)
    assert none.content == "There is no puzzle “73”: they have the numbers 1 to 72."
    for one in (shown, right, following, told, none):
        assert one.ephemeral
