"""Cups that the lot has played, stopped anywhere: some results of a round are in, the rest runs."""

from collections.abc import Sequence
from dataclasses import replace

from bot.cups.cup import Cup, Pairing, Rules
from bot.cups.pairing import SYSTEMS
from bot.cups.results import Ending, Entrant, PairingResult
from bot.cups.simulation import Simulation, simulate
from bot.views.cup_matches import RunningPairing
from bot.views.cup_scenes import bracket_scene
from renderers.cup_scene import BracketScene
from views.sample_cups import entrants


def simulated(
    system: str, names: Sequence[str], seed: str, rules: Rules | None = None, leaving: int = 0
) -> Simulation:
    """A cup played to its end. Nobody's id is their name."""
    entered = [Entrant(f"id{place}", name) for place, name in enumerate(names, 1)]
    return simulate(SYSTEMS[system], entered, seed, rules or Rules(), leaving)


def cut(whole: Simulation, count: int) -> tuple[Cup, list[RunningPairing]]:
    """The cup after so many results, and who play now.

    The next round is given out as soon as one is over, and what needs no game in it is settled.
    """
    results: list[PairingResult] = []
    running: list[RunningPairing] = []
    number = 0
    for given, came in zip(whole.rounds, whole.results, strict=True):
        if running:
            break
        number = given.number
        for result in came:
            if result.ending is not Ending.PLAYED or len(results) < count:
                results.append(result)
            else:
                pairing = Pairing(result.first, result.second or "")
                running.append(RunningPairing(result.round, pairing))
    left = {one: since for one, since in whole.cup.left.items() if since <= number}
    return replace(whole.cup, results=tuple(results), left=left), running


def scene_of(system: str, number: int, *, share: float = 1.0) -> BracketScene:
    """The bracket of a cup of so many with long names, of whose results there is a share."""
    whole = simulated(system, entrants(number), "1", Rules(groups=4), leaving=1)
    cup, running = cut(whole, round(share * len(whole.cup.results)))
    scene = bracket_scene(system, cup, "Spring cup", system, running)
    assert scene is not None
    return scene
