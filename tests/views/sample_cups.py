"""Brackets and tables to draw: of any size, in mid-cup and over, with names as long as they get."""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from bench.simulation import Simulation, simulate
from bot.cups.cup import Cup, Ending, Entrant, Pairing, PairingResult, Rules
from bot.cups.pairing import SYSTEMS
from bot.views.cup_brackets import RunningPairing
from bot.views.cup_scenes import bracket_scene
from renderers.cup_scene import (
    BracketMatch,
    BracketPart,
    BracketRound,
    BracketScene,
    BracketSlot,
    TableRow,
    TableScene,
)

LONG = (
    "Maximilian Alexander von Hohenau",
    "Дмитрий Александрович Жуковский!",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "김철수 왕소명 佐々木 小次郎 宮本武蔵 二天一流 五輪書 兵法",
    "Ann",
    "Bertrand-Emmanuel de La Rochelle",
    "Ωμέγα Παπαδοπούλου-Κωνσταντίνου!",
    "Nguyễn Thị Minh Khai Hồ Chí Minh",
    "xX_Slayer_of_Stones_2009_the_2nd",
    "jo",
    "illi illi illi illi illi illi il",
)
PEOPLE = (
    "Ann", "Bob", "Catherine", "Dmitri", "Emmanuel", "Fatima", "Grace Hopper", "Henrik", "Ines",
    "Jun-ho", "Katarzyna", "Leopold", "Mei Lin", "Nadia", "Oscar", "Priya", "Quentin", "Rosalind",
    "Sofia", "Takeshi", "Uma", "Viktor", "Wilhelmina",
)  # fmt: skip


def entrants(number: int, names: tuple[str, ...] = LONG) -> list[str]:
    return [
        names[place]
        if place < len(names)
        else f"{names[place % len(names)][:28].rstrip()} {place + 1}"
        for place in range(number)
    ]


def _order(size: int) -> list[int]:
    order = [1]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return order


def _titles(rounds: int) -> list[str]:
    named = ("Final", "Semi-finals", "Quarter-finals")
    return [
        named[back] if back < 3 else f"Round {rounds - back}" for back in reversed(range(rounds))
    ]


def knockout(
    number: int,
    *,
    played: float = 1.0,
    seed: int = 1,
    theme: str = "genius",
    names: tuple[str, ...] = LONG,
) -> BracketScene:
    """A knockout of so many, of whose matches a share has been played."""
    chance = random.Random(seed)
    people = entrants(number, names)
    size = 1 << max(1, (number - 1).bit_length())
    numbers = count(1)
    coming: list[BracketSlot] = [
        BracketSlot(people[place - 1], str(place)) if place <= number else BracketSlot(bye=True)
        for place in _order(size)
    ]
    total, rounds = number - 1, []
    left = round(played * total)
    champion = ""
    for title in _titles(size.bit_length() - 1):
        matches, onward = [], []
        for pair in zip(coming[::2], coming[1::2], strict=True):
            match_number = next(numbers)
            over = bool(left and all(slot.name for slot in pair))
            left -= over
            one, other = _played(chance, *pair) if over else pair
            matches.append(BracketMatch(match_number, (one, other)))
            who = one if one.winner or other.bye else other if other.winner or one.bye else None
            if who is None:
                onward.append(BracketSlot(awaited=f"winner of {match_number}", feeder=match_number))
            else:
                onward.append(BracketSlot(who.name, who.seed, feeder=match_number))
        rounds.append(BracketRound(title, tuple(matches)))
        coming = onward
    champion = coming[0].name
    return BracketScene(
        "Spring cup", (BracketPart("", tuple(rounds)),), "knockout", champion, theme
    )


def _played(
    chance: random.Random, one: BracketSlot, other: BracketSlot
) -> tuple[BracketSlot, BracketSlot]:
    first = chance.random() < 0.5
    won, lost = chance.choice((("2", "1"), ("2", "0"), ("1½", "½"), ("w.o.", ""), ("1", "0")))
    scores = (won, lost) if first else (lost, won)
    return tuple(  # type: ignore[return-value]
        BracketSlot(slot.name, slot.seed, score, wins, faint=not wins, feeder=slot.feeder)
        for slot, score, wins in zip((one, other), scores, (first, not first), strict=True)
    )


def table(
    number: int, *, seed: int = 1, theme: str = "genius", names: tuple[str, ...] = LONG
) -> TableScene:
    """A table of so many after seven rounds, with ties, and some who have left."""
    chance = random.Random(seed)
    halves = sorted((chance.randint(0, 14) for _ in range(number)), reverse=True)
    rows = []
    for place, (points, name) in enumerate(zip(halves, entrants(number, names), strict=True), 1):
        tied = points % 2
        tie = place > 1 and halves[place - 2] == points
        out = place > 3 and chance.random() < 0.1
        rows.append(
            TableRow(
                str(place),
                name,
                f"{points // 2 or ('' if tied else '0')}{'½' * tied}",
                f"{points // 2}–{tied}–{7 - points // 2 - tied}",
                (f"{chance.randint(20, 60) / 2:g}".replace(".5", "½"), str(chance.randint(5, 30))),
                parted_by=chance.choice(("BH", "SB", "wins", "lot")) if tie else "",
                note="withdrew" if out else "",
                faint=out,
            )
        )
    return TableScene(
        "Spring cup: after round 7",
        tuple(rows),
        ties=("BH", "SB"),
        through=8 if number > 8 else None,
        through_word="to the knockout",
        caption="Swiss, 9 rounds",
        theme=theme,
    )


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
