"""What stands in the pictures of a cup beside names and figures: heads, scores, who is awaited."""

from string import ascii_uppercase

from bot.cups import tiebreaks
from bot.wording.phrases import figure_text, nth

NOBODY = "nobody"
"""Stands in a match to which nobody came."""
WITHDREW = "withdrew"
THROUGH = "to the knockout"
UNBEATEN, ONE_LOSS, FINAL = "Without a loss", "One loss", "Final"
"""The parts of a double elimination."""
POINTS, RECORD = "points", "W–T–L"
MARKS = {
    tiebreaks.DIRECT.name: "direct",
    tiebreaks.CUT.name: "BH−1",
    tiebreaks.BUCHHOLZ.name: "BH",
    tiebreaks.BERGER.name: "SB",
    tiebreaks.WINS.name: "wins",
    tiebreaks.LATE.name: "late",
    tiebreaks.LOT.name: "lot",
}
"""Tie-breaks in a few letters, for heads and beside rows; `docs/cups.md` explains them."""
_LAST_ROUNDS = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}


def tree_round_title(matches: int) -> str:
    """What a round of a knockout is called, by how many matches it has."""
    return _LAST_ROUNDS.get(matches, f"Round of {2 * matches}")


def drawn_round_title(number: int) -> str:
    """What a round is called where rounds are drawn one by one."""
    return f"Round {number}"


def winner_of(match: int) -> str:
    """Stands where the winner of an earlier match will."""
    return f"winner of {match}"


def awaited_place(place: int, group: int) -> str:
    """Stands where somebody of a group will, both counted from 0: `1st of A`."""
    return f"{nth(place + 1)} of {group_letter(group)}"


def group_place(place: int, group: int) -> str:
    """By what place of what group somebody is in the knockout: `A1`."""
    return f"{group_letter(group)}{place + 1}"


def group_title(title: str, group: int) -> str:
    """What a group's table is called."""
    return f"{title}: group {group_letter(group)}"


def group_letter(group: int) -> str:
    """`A` to `Z`, then `AA`, `AB` and so on; groups are counted from 0."""
    more, last = divmod(group, len(ascii_uppercase))
    return (group_letter(more - 1) if more else "") + ascii_uppercase[last]


def record_of(won: int, tied: int, lost: int) -> str:
    """Wins, ties and losses, as `RECORD` heads them."""
    return f"{won}–{tied}–{lost}"


def score_of(halves: int | None, *, walkover: bool, lost: bool) -> str:
    """What somebody scored in a match: `1½`, `w.o.`, `½, w.o.` after a tie.

    `halves` are those of its games, None if there was none; it is `lost` where nobody won.
    """
    words = [] if halves is None else [figure_text(halves / 2)]
    words += ["w.o."] * walkover + ["lost"] * lost
    return ", ".join(words)
