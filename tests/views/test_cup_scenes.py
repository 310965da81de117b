"""Brackets and tables of cups, worked out by hand."""

from dataclasses import replace

import pytest
from cups.papers import written

from bot.cups.cup import Cup, Entrant, Lots, Pairing, Rules
from bot.views.cup_brackets import RunningPairing
from bot.views.cup_pictures import bracket_in_words, table_in_words
from bot.views.cup_scenes import bracket_scene, table_scenes
from renderers.cup_scene import BracketScene

NAMES = {
    "a": "Ann", "b": "Bob", "c": "Cid", "d": "Dora", "e": "Eve", "f": "Finn", "g": "Gil",
    "h": "Hal",
}  # fmt: skip


def cup_of(ids: str, *rounds: str, rules: Rules | None = None, left: str = "") -> Cup:
    """A cup with a line of results for each round, such as "a>b c=d d>c e."."""
    entrants = tuple(Entrant(one, NAMES[one]) for one in ids)
    gone = dict.fromkeys(left, 1)
    return Cup(entrants, Lots("1"), rules or Rules(), tuple(written(*rounds)), gone)


def bracket(system: str, cup: Cup, *running: tuple[int, str, str]) -> BracketScene:
    playing = [RunningPairing(number, Pairing(one, other)) for number, one, other in running]
    scene = bracket_scene(system, cup, "Spring cup", "", playing)
    assert scene is not None
    return scene


def told(system: str, cup: Cup, *running: tuple[int, str, str]) -> str:
    """The whole bracket in words, without its title."""
    return bracket_in_words(bracket(system, cup, *running), None).removeprefix("Spring cup. ")


def lines(scene: BracketScene) -> set[tuple[int | None, int]]:
    matches = [m for part in scene.parts for one in part.rounds for m in one.matches]
    return {(s.feeder, m.number) for m in matches for s in m.slots if s.feeder is not None}


def test_a_knockout_before_its_first_result() -> None:
    """Of five, three have a bye: they are in the second round; who is not known is awaited."""
    scene = bracket("knockout", cup_of("abcde"))
    assert bracket_in_words(scene) == (
        "Spring cup. Quarter-finals: 1 Ann has a bye; 2 Dora against Eve; 3 Bob has a bye;"
        " 4 Cid has a bye. Semi-finals: 5 Ann against winner of 2; 6 Bob against Cid."
        " Final: 7 winner of 5 against winner of 6."
    )
    assert lines(scene) == {(1, 5), (2, 5), (3, 6), (4, 6), (5, 7), (6, 7)}
    assert scene.champion == ""


def test_scores_are_the_points_of_all_games_of_a_pairing() -> None:
    """Tied and played again, a walkover, a walkover after a tie, and three ties."""
    semis = "d=a a=d d=a b=c"
    assert told("knockout", cup_of("abcd", semis), (1, "c", "b")) == (
        "Semi-finals: 1 Ann 1½ beat Dora 1½; 2 Bob ½ against Cid ½."
        " Final: 3 Ann against winner of 2."
    )
    assert told("knockout", cup_of("abcd", f"{semis} c>b", "c+a")) == (
        "Semi-finals: 1 Ann 1½ beat Dora 1½; 2 Cid 1½ beat Bob ½."
        " Final: 3 Cid w.o. beat Ann. Champion: Cid."
    )
    assert told("knockout", cup_of("abcd", f"{semis} c+b")) == (
        "Semi-finals: 1 Ann 1½ beat Dora 1½; 2 Cid ½, w.o. beat Bob ½. Final: 3 Ann against Cid."
    )


def test_a_best_of_is_the_sum_of_its_games() -> None:
    assert told("knockout", cup_of("ab", "a>b b>a a>b")) == (
        "Final: 1 Ann 2 beat Bob 1. Champion: Ann."
    )


def test_bracket_gives_a_bye_after_a_double_loss() -> None:
    """Told of both; where both finalists lose as well, there is no champion, and nobody is bold."""
    scene = bracket("knockout", cup_of("abcd", "a-d b>c", "b."))
    assert bracket_in_words(scene) == (
        "Spring cup. Semi-finals: 1 Ann lost against Dora lost; 2 Bob 1 beat Cid 0."
        " Final: 3 Bob has a bye. Champion: Bob."
    )
    lost = scene.parts[0].rounds[0].matches[0].slots
    assert [(slot.score, slot.winner, slot.faint) for slot in lost] == [("lost", False, True)] * 2
    assert lines(scene) == {(1, 3), (2, 3)}
    assert not any(slot.winner for slot in scene.parts[0].rounds[1].matches[0].slots)
    scene = bracket("knockout", cup_of("abcd", "a-d b-c"))
    assert bracket_in_words(scene).endswith("Final: 3 nobody.")
    assert scene.champion == ""


def test_the_knockout_after_groups_is_known_before_they_are_over() -> None:
    """Winners of groups meet the second of the other group; then names come, with their places."""
    rules = Rules(groups=2, through=2)
    # Groups are dealt there and back: a, d, e and b, c, f; in each one rests in a round.
    first, second = "d>e c>f a. b.", "a>e b>f d. c."
    cup = cup_of("abcdef", first, second, rules=rules)
    assert told("groups", cup) == (
        "Semi-finals: 1 1st of A against 2nd of B; 2 1st of B against 2nd of A."
        " Final: 3 winner of 1 against winner of 2."
    )
    # One match of the last round is still played.
    assert told("groups", cup_of("abcdef", first, second, "a>d e. f.", rules=rules)) == told(
        "groups", cup
    )
    over = cup_of("abcdef", first, second, "a>d b>c e. f.", rules=rules)
    scene = bracket("groups", over)
    assert bracket_in_words(scene) == (
        "Spring cup. Semi-finals: 1 Ann against Cid; 2 Bob against Dora."
        " Final: 3 winner of 1 against winner of 2."
    )
    slots = [slot for match in scene.parts[0].rounds[0].matches for slot in match.slots]
    assert [slot.seed for slot in slots] == ["A1", "B2", "B1", "A2"]


def test_a_place_of_a_group_that_has_a_bye_is_awaited_in_the_next_round() -> None:
    """Of three groups the first two winners have one. The second of A would meet the second of B on
    the side of A's winner, so that it changes places with the second of C.
    """
    assert told("groups", cup_of("abcdef", rules=Rules(groups=3, through=2))) == (
        "Quarter-finals: 1 1st of A has a bye; 2 2nd of C against 2nd of B;"
        " 3 1st of B has a bye; 4 1st of C against 2nd of A."
        " Semi-finals: 5 1st of A against winner of 2; 6 1st of B against winner of 4."
        " Final: 7 winner of 5 against winner of 6."
    )


def test_two_of_one_group_are_awaited_on_different_sides() -> None:
    """The usual bracket would have 1st and 2nd of A above, of B below, and so on."""
    scene = bracket("groups", cup_of("abcdefgh"))
    awaited = [s.awaited for match in scene.parts[0].rounds[0].matches for s in match.slots]
    for group in "ABCD":
        assert sum(f"of {group}" in one for one in awaited[:4]) == 1
    assert [one[:3] for one in awaited] == ["1st", "2nd"] * 4


def test_a_double_stands_in_parts_by_losses() -> None:
    """Nobody is shown who has not been drawn; lines join what somebody won in one part."""
    scene = bracket("double", cup_of("abcd", "a>d b>c", "a>b d>c"), (3, "b", "d"))
    assert bracket_in_words(scene) == (
        "Spring cup. Without a loss, Round 1: 1 Ann 1 beat Dora 0; 2 Bob 1 beat Cid 0."
        " Without a loss, Round 2: 3 Ann 1 beat Bob 0. One loss, Round 2: 4 Dora 1 beat Cid 0."
        " One loss, Round 3: 5 Dora against Bob."
    )
    assert lines(scene) == {(1, 3), (2, 3), (4, 5)}
    assert scene.champion == ""


def test_a_double_ends_with_its_final_and_once_more() -> None:
    """Ann has not lost, loses the final, and wins the second."""
    cup = cup_of("abcd", "a>d b>c", "a>b d>c", "b>d", "b>a", "a>b")
    scene = bracket("double", cup)
    assert bracket_in_words(scene).endswith(
        " One loss, Round 3: 5 Bob 1 beat Dora 0. Final, Round 4: 6 Bob 1 beat Ann 0."
        " Final, Round 5: 7 Ann 1 beat Bob 0. Champion: Ann."
    )
    # The one who comes from the first final stands above.
    assert scene.parts[-1].rounds[1].matches[0].slots[0].feeder == 6
    assert bracket("double", replace(cup, results=cup.results[:-1])).champion == ""


def test_a_double_of_two_and_one_in_which_both_lose() -> None:
    """The first meeting is no final yet; nobody is left where both lose twice."""
    assert told("double", cup_of("ab", "a>b", "a>b")) == (
        "Without a loss, Round 1: 1 Ann 1 beat Bob 0. Final, Round 2: 2 Ann 1 beat Bob 0."
        " Champion: Ann."
    )
    scene = bracket("double", cup_of("ab", "a-b", "a-b"))
    assert bracket_in_words(scene).endswith("Final, Round 2: 2 Ann lost against Bob lost.")


def test_a_bye_in_a_double() -> None:
    assert told("double", cup_of("abc", "b>c a.")) == (
        "Without a loss, Round 1: 1 Ann has a bye; 2 Bob 1 beat Cid 0."
    )


def test_a_gauntlet_is_a_ladder() -> None:
    """The champion of each time is above; later challengers are known, their champion is not."""
    scene = bracket("gauntlet", cup_of("abcde", "a>b", "c>a"), (3, "c", "d"))
    assert bracket_in_words(scene) == (
        "Spring cup. 1 Ann 1 beat Bob 0; 2 Cid 1 beat Ann 0; 3 Cid against Dora;"
        " 4 winner of 3 against Eve."
    )
    assert lines(scene) == {(1, 2), (2, 3), (3, 4)}
    for bye in ("", "c."):
        assert told("gauntlet", cup_of("abc", "a-b", bye)) == (
            "1 Ann lost against Bob lost; 2 Cid has a bye. Champion: Cid."
        )


@pytest.mark.parametrize("system", ["swiss", "round-robin", "a new one"])
def test_table_systems_have_no_bracket(system: str) -> None:
    """A system without a line among the brackets is one of them."""
    assert bracket_scene(system, cup_of("abcd", "a>b c>d"), "Spring cup", "") is None


def test_a_double_that_is_not_drawn_has_no_bracket() -> None:
    assert bracket_scene("double", cup_of("abcd"), "Spring cup", "") is None


def tables(system: str, cup: Cup) -> list[str]:
    return [table_in_words(one, None) for one in table_scenes(system, cup, "Spring cup", "")]


def test_a_round_robin_has_the_tie_breaks_that_parted_somebody() -> None:
    """Ann, Bob and Cid beat each other: Sonneborn-Berger is level, and so are wins; Bob lost a game
    on time. Dora lost all, and has left.
    """
    cup = cup_of("abcd", "a>b c>d", "b>c a>d", "c>a b>d", left="d")
    cup = replace(cup, results=(replace(cup.results[0], late=(0, 1)), *cup.results[1:]))
    (table,) = table_scenes("round-robin", cup, "Spring cup", "", "dark")
    assert (table.ties, table.theme, table.record) == (("SB", "late"), "dark", "W–T–L")
    rows = {row.name: row for row in table.rows}
    assert [row.name for row in table.rows][2:] == ["Bob", "Dora"]
    assert {rows[one].points for one in ("Ann", "Bob", "Cid")} == {"2"}
    assert rows["Bob"].parted_by == "late"
    assert rows["Bob"].ties == ("2", "1")
    assert rows["Ann"].record == "2–0–1"
    assert (rows["Dora"].note, rows["Dora"].faint, rows["Bob"].faint) == ("withdrew", True, False)


def test_a_swiss_has_buchholz() -> None:
    """After one round of four: the winners are level in all, and the lot parts them."""
    (table,) = table_scenes("swiss", cup_of("abcd", "a>b c=d"), "Spring cup", "3 rounds")
    assert (table.ties, table.caption) == (("BH−1",), "3 rounds")
    assert [row.points for row in table.rows] == ["1", "½", "½", "0"]
    assert [row.parted_by for row in table.rows] == ["", "", "lot", ""]


def test_a_table_for_each_group_with_the_line_of_those_who_go_on() -> None:
    """Who has left does not go on: the next one does. At the end all places come first."""
    rules = Rules(groups=2, through=1)
    cup = cup_of("abcdef", "d>e c>f", "a>e b>f", "a>d b>c", rules=rules, left="a")
    first, second = tables("groups", cup)
    assert first == (
        "Spring cup: group A. 1 Ann 2 (withdrew, 2–0–0, SB 1); 2 Dora 1 (1–0–1, SB 0)."
        " Up to here: to the knockout. 3 Eve 0 (0–0–2, SB 0)."
    )
    assert second == (
        "Spring cup: group B. 1 Bob 2 (2–0–0, SB 1). Up to here: to the knockout."
        " 2 Cid 1 (1–0–1, SB 0); 3 Finn 0 (0–0–2, SB 0)."
    )
    over = cup_of("abcdef", "d>e c>f", "a>e b>f", "a>d b>c", "b>d", rules=rules, left="a")
    assert tables("groups", over)[0] == (
        "Spring cup. 1 Bob 3; 2 Dora 1; 3 Ann 2 (withdrew); 4 Cid 1; 5 Eve 0; 5 Finn 0."
    )


def test_a_knockout_is_a_plain_order() -> None:
    """While it goes on, those who are out are lighter; at its end only who has left is."""
    (table,) = table_scenes("knockout", cup_of("abcd", "a>d b>c"), "Spring cup", "")
    assert table_in_words(table) == "Spring cup. 1 Ann 1; 1 Bob 1; 3 Cid 0; 3 Dora 0."
    assert [row.faint for row in table.rows] == [False, False, True, True]
    (table,) = table_scenes("knockout", cup_of("abcd", "a>d b>c", "a>b"), "Spring cup", "")
    assert not any(row.faint for row in table.rows)
    (table,) = table_scenes("double", cup_of("abcd", "a>d b>c", "a>b d>c"), "Spring cup", "")
    assert [row.name for row in table.rows if row.faint] == ["Cid"]


def test_a_gauntlet_has_wins_and_losses_beside_its_order() -> None:
    """The champion first, whoever has more points."""
    assert tables("gauntlet", cup_of("abcd", "a>b", "a>c", "d>a")) == [
        "Spring cup. 1 Dora 1 (1–0–0); 2 Ann 2 (2–0–1); 3 Bob 0 (0–0–1); 3 Cid 0 (0–0–1)."
    ]
