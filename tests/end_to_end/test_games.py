"""Whole games of other rulesets through Discord, from their golden files."""

from pathlib import Path

import pytest

GAMES = Path(__file__).parent.parent / "games"


def golden(name: str) -> tuple[dict[str, str], list[str], str]:
    head, *turns, end = (GAMES / name).read_text(encoding="utf-8").splitlines()
    tags = dict(word.split("=", 1) for word in head.removeprefix("# ").split())
    return tags, turns, end.split()[1]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("sauce/random-1.txt", "may place up to 3 stones or pass"),
        *(
            pytest.param(f"{ruleset}/random-1.txt", said, marks=pytest.mark.thorough)
            for ruleset, said in (
                ("catena", "Black claimed a ribbon of 15 and turned 7 stones."),
                ("product", "Points: Black 36 → 42 (7 × 6), White 33 → 42 (14 × 3)."),
                ("plur", "Of the 7 largest groups: Black 1 · White 6."),
            )
        ),
    ],
)
async def test_a_whole_game_in_its_own_terms(place, name, said):
    """Each turn is taken and announced, with what the game is about; the winner is right."""
    tags, turns, winner = golden(name)
    await place.slash(
        place.host,
        "match start",
        black=place.red,
        white=place.blue,
        format=tags["ruleset"],
        side=int(tags["side"]),
        options=tags["options"].replace(",", " ") or "",
    )
    opened = await place.announcement("Press Ready")
    await place.click(opened, "Start now", place.host)
    await place.announcement("started the match")
    told = []
    for number, turn in enumerate(turns):
        player = (place.red, place.blue)[number % 2]
        done = {"pass": "passed", "button": "took the button"}.get(turn, "played")
        told.append((await place.play(player, turn, done)).content)
    assert any(said in text for text in told)
    assert f"{ {'first': 'Black', 'second': 'White'}[winner] } wins" in told[-1]
    rules = await place.slash(place.fan, "match rules")
    assert tags["ruleset"] in rules.content.casefold()
