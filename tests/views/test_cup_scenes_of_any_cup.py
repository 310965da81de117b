"""Whatever the lot brings about: every result of a cup stands in its picture once, and is right.

What is expected is worked out here from the results alone.
"""

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

from bot.cups.cup import Cup, Rules
from bot.cups.results import Ending, PairingResult
from bot.views.cup_matches import RunningPairing
from bot.views.cup_pictures import bracket_in_words, tables_in_words
from bot.views.cup_scenes import bracket_scene, table_scenes
from bot.wording.position import LONGEST
from renderers.bracket_pages import bracket_pages
from renderers.cup_scene import BracketMatch, BracketScene, BracketSlot
from renderers.table_sheets import table_sheets
from views.sample_cups import cut, simulated

SYSTEMS = ("knockout", "double", "groups", "gauntlet", "round-robin", "swiss")
Shown = tuple[int, frozenset[tuple[str, str, bool]]]
"""A match: its round; of each side its name, its score and whether it won."""


def cups(system: str) -> Iterator[tuple[Cup, list[RunningPairing], bool]]:
    """A hundred cups, each stopped somewhere, and whether it is over."""
    for seed in range(100):
        chance = Random(f"{system} {seed}")
        groups = chance.randint(1, 4)
        rules = Rules(groups=groups, through=chance.randint(1, 3))
        least = groups * max(2, rules.through) if system == "groups" else 2
        names = [f"P{place:02}" for place in range(chance.randint(least, least + 14))]
        whole = simulated(system, names, str(seed), rules, chance.choice((0, 0, 1, 3)))
        most = len(whole.cup.results)
        cup, running = cut(whole, chance.choice((0, 1, most, chance.randint(0, most))))
        # For a moment a round is over, and the next one is not given out.
        running = chance.choice((running, running, []))
        yield cup, running, len(cup.results) == most


def points_text(games: list[PairingResult], entrant: str) -> str:
    halves = sum(game.halves[0 if game.first == entrant else 1] for game in games)
    whole, half = divmod(halves, 2)
    return ("" if half and not whole else str(whole)) + "½" * half


def expected_match(cup: Cup, games: list[PairingResult]) -> frozenset[tuple[str, str, bool]]:
    """What is to be shown of a pairing with these results."""
    names = {one.id: one.name for one in cup.entrants}
    last = games[-1]
    if last.second is None:
        return frozenset({(names[last.first], "", False)})
    pair = (last.first, last.second)
    best = max(last.halves)
    winners = [one for one, halves in zip(pair, last.halves, strict=True) if halves == best]
    if len(winners) == 2 and best and len(games) == 3:
        # Names are in the order of seeds.
        winners = [min(winners, key=names.__getitem__)]
    sides = []
    for one in pair:
        at_the_board = [game for game in games if game.ending is Ending.PLAYED]
        score = [points_text(at_the_board, one)] if at_the_board else []
        if last.ending is Ending.WALKOVER and winners == [one]:
            score.append("w.o.")
        if last.ending is Ending.BOTH_LOST:
            score.append("lost")
        sides.append((names[one], ", ".join(score), winners == [one]))
    return frozenset(sides)


def expected(cup: Cup, running: list[RunningPairing], since: int) -> Counter[Shown]:
    """All pairings from a round on, and those that run and have no result."""
    names = {one.id: one.name for one in cup.entrants}
    games: dict[tuple[int, frozenset[str | None]], list[PairingResult]] = {}
    for result in cup.results:
        met = frozenset((result.first, result.second))
        games.setdefault((result.round, met), []).append(result)
    found = Counter(
        (number, expected_match(cup, played))
        for (number, _), played in games.items()
        if number >= since
    )
    for number, pairing in running:
        pair = (pairing.first, pairing.second)
        if number >= since and (number, frozenset(pair)) not in games:
            found[number, frozenset((names[one], "", False) for one in pair)] += 1
    return found


def shown(system: str, scene: BracketScene, since: int) -> Counter[Shown]:
    """All matches whose sides are known; of doubles the title says the round."""
    found: Counter[Shown] = Counter()
    for part in scene.parts:
        for place, one in enumerate(part.rounds):
            for match in one.matches:
                number = since + place
                if system == "double":
                    number = int(one.title.split()[-1])
                elif system == "gauntlet":
                    number = match.number
                if all(side.name or side.bye for side in match.slots):
                    sides = (side for side in match.slots if side.name)
                    here = frozenset((side.name, side.score, side.winner) for side in sides)
                    found[number, here] += 1
    return found


def first_round(system: str, cup: Cup) -> int:
    """The first round that the bracket shows: of groups, the one after a full circle of each."""
    if system != "groups":
        return 1
    largest = -(-len(cup.entrants) // cup.rules.groups)
    sizes = {largest, len(cup.entrants) // cup.rules.groups}
    return 1 + max(size if size % 2 else size - 1 for size in sizes)


@pytest.mark.parametrize("system", ["knockout", "double", "groups", "gauntlet"])
def test_every_result_is_in_the_bracket_once(system: str) -> None:
    """What is shown and has no result is a bye to come, or a match that is not given out yet."""
    for cup, running, is_over in cups(system):
        since = first_round(system, cup)
        want = expected(cup, running, since)
        scene = bracket_scene(system, cup, "Spring cup", "", running)
        if scene is None:
            assert not want
            continue
        found = shown(system, scene, since)
        assert not want - found
        known = {entrant.id: entrant.name for entrant in cup.entrants}
        met = {
            (one.round, known[who]) for one in cup.results for who in (one.first, one.second) if who
        }
        for number, sides in found - want:
            assert sides == frozenset() or not is_over
            assert all(not score and not won for _, score, won in sides)
            assert not {(number, name) for name, _, _ in sides} & met
        assert max(found.values(), default=0) <= 1
        assert_lines_are_right(scene)


def assert_lines_are_right(scene: BracketScene) -> None:
    """From each match at most one line, to where its winner is, who is awaited, or nobody."""
    matches = {m.number: m for p in scene.parts for r in p.rounds for m in r.matches}
    sides = [(s, m) for m in matches.values() for s in m.slots if s.feeder is not None]
    assert max(Counter(side.feeder for side, _ in sides).values(), default=0) <= 1
    for side, match in sides:
        assert side.feeder is not None
        assert side.feeder < match.number
        winner = who_comes_from(matches[side.feeder])
        assert (side.name or None) == winner
        assert side.bye or bool(side.awaited) == (winner is None)


def who_comes_from(match: BracketMatch) -> str | None:
    here: list[BracketSlot] = [slot for slot in match.slots if not slot.bye]
    won = [slot.name for slot in here if slot.winner]
    if won:
        return won[0]
    return here[0].name or None if len(here) == 1 else None


def test_group_players_stand_where_their_place_was_awaited() -> None:
    """For 1 to 8 groups, of which 1 to 3 go on, where nobody leaves."""
    for groups in range(1, 9):
        for through in range(1, 4):
            rules = Rules(groups=groups, through=through)
            names = [f"P{place:02}" for place in range(groups * (through + 1))]
            whole = simulated("groups", names, f"{groups} {through}", rules)
            before, _ = cut(whole, 0)
            scenes = [bracket_scene("groups", cup, "", "") for cup in (before, whole.cup)]
            if groups * through == 1:
                continue
            awaited, seeds = (
                [slot for match in scene.parts[0].rounds[0].matches for slot in match.slots]
                for scene in scenes
                if scene is not None
            )
            for before_it, after in zip(awaited, seeds, strict=True):
                place = re.fullmatch(r"(\d)\w\w of ([A-H])", before_it.awaited)
                assert after.seed == (f"{place[2]}{place[1]}" if place else "")
                assert before_it.bye == after.bye == (place is None)


@pytest.mark.parametrize("system", ["knockout", "double", "groups", "gauntlet"])
def test_the_bracket_in_words_has_the_same_results(system: str) -> None:
    """On all its pages together; each match by its number, who won, and both scores."""
    for cup, running, _ in cups(system):
        scene = bracket_scene(system, cup, "Spring cup", "", running)
        if scene is None:
            continue
        text = " ".join(bracket_in_words(page, None) for page in bracket_pages(scene))
        told = {
            int(number): frozenset(((one, score, word == "beat"), (other, its_score, False)))
            for number, one, score, word, other, its_score in re.findall(
                r"(\d+) (P\d\d) ?([^;:]*?) (beat|against) (P\d\d) ?([^;.]*)",
                text,
            )
        }
        for match in (m for part in scene.parts for one in part.rounds for m in one.matches):
            if all(slot.name for slot in match.slots):
                sides = ((slot.name, slot.score, slot.winner) for slot in match.slots)
                assert told[match.number] == frozenset(sides)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_result_is_in_the_tables_once(system: str) -> None:
    """Points are those of all results of a table; wins, ties and losses are as many as meetings."""
    for cup, _, is_over in cups(system):
        scenes = table_scenes(system, cup, "Spring cup", "")
        if system == "groups" and is_over:
            assert [len(scenes[0].rows), len(scenes)] == [len(cup.entrants), 1 + cup.rules.groups]
            scenes = scenes[1:]
        rows = [row for scene in scenes for row in scene.rows]
        assert sorted(row.name for row in rows) == [one.name for one in cup.entrants]
        since = first_round(system, cup)
        counted = [one for one in cup.results if system != "groups" or one.round < since]
        for entrant in cup.entrants:
            (row,) = (row for row in rows if row.name == entrant.name)
            points, record = expected_row(system, counted, entrant.id)
            assert row.points == points
            assert row.record == ("" if system in ("knockout", "double") else record)
            assert (row.note == "withdrew") == (entrant.id in cup.left)
        text = " ".join(tables_in_words(sheet, None) for sheet in table_sheets(scenes))
        assert all(len(tables_in_words(sheet)) <= LONGEST for sheet in table_sheets(scenes))
        for row in rows:
            assert text.count(f"{row.place} {row.name} {row.points}") == 1
            assert row.record in text


def expected_row(system: str, results: list[PairingResult], entrant: str) -> tuple[str, str]:
    """Points and record. Of games played again the last counts; a round of rest is no result."""
    last: dict[tuple[int, frozenset[str | None]], tuple[Fraction, Fraction, Ending]] = {}
    for one in results:
        if entrant not in (one.first, one.second):
            continue
        if one.second is None and system in ("round-robin", "groups"):
            continue
        mine, theirs = one.halves if one.first == entrant else one.halves[::-1]
        met = one.round, frozenset((one.first, one.second))
        last[met] = (Fraction(mine, 2), Fraction(theirs, 2), one.ending)
    total = sum((mine for mine, _, _ in last.values()), Fraction())
    whole, half = divmod(total, 1)
    won = sum(mine > theirs for mine, theirs, _ in last.values())
    tied = sum(mine == theirs > 0 for mine, theirs, _ in last.values())
    points = ("" if half and not whole else str(whole)) + ("½" if half else "")
    return points, f"{won}–{tied}–{len(last) - won - tied}"
