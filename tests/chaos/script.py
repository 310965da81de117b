"""What a match is held as, and what its players and its host write. Seeded."""

from dataclasses import replace
from datetime import timedelta
from random import Random

from oracle.board import cells, name
from oracle.games import make
from oracle.oracle import Oracle, State, Turn
from oracle.players import random_turn

from chaos.clockwork import Control
from chaos.history import SEATS, Order, Profile

TALK = (
    "good luck!", "hm", "B3 or C1?", "A1 is so good", "that was close :)", "> D2\nreally?", "gg",
)  # fmt: skip
OPTIONS: dict[str, list[tuple[tuple[str, str], ...]]] = {
    "catena": [
        (),
        (("komi", "2"),),
        (("button", "off"), ("scoring", "longest")),
        (("buttonless", "on"), ("scoring", "square")),
    ],
    "product": [(), (("tie", "second-player"),)],
    "brink": [(), (("margin", "2"),)],
}
WITH_PARTNER = ("genius", "bentley", "mindsports", "mures")
"""What the sparring partner knows."""
LEVELS = ("gentle", "gentle", "gentle", "steady")
COLOURS = dict.fromkeys(WITH_PARTNER, ("white", "black")) | {"genius": ("red", "blue")}
FORMATS = (
    *(["genius"] * 6),
    *("bentley", "mindsports", "mindsports", "mures", "mures", "ketchup", "catena", "catena"),
    *("product", "product-original", "alpha", "plur", "too", "brink"),
)


def seconds(number: float) -> timedelta:
    return timedelta(seconds=number)


MOMENTS = {
    "flag": Profile(control=Control(seconds(2)), silent_at=1, moment="flag"),
    "late": Profile(control=Control(seconds(2), seconds(3)), silent_at=1, moment="late"),
    "bank": Profile(control=Control(seconds(0), seconds(60)), moment="bank"),
    "partner": Profile(partner=1, level="gentle", moment="partner"),
}
"""What has to happen in every run of some length, or the judge had nothing to judge: a flag falls,
a turn comes too late, a bank is used, the sparring partner plays."""


def draw_profile(dice: Random) -> Profile:
    kind = dice.choice(FORMATS)
    colours = COLOURS.get(kind, ("black", "white"))
    profile = Profile(
        format=kind,
        ruleset="genius" if kind == "bentley" else kind,
        colours=colours,
        side=dice.choice([3, 3, 3, 3, 4, 4, 5]) if kind in COLOURS else 3,
        options=dice.choice(OPTIONS.get(kind, [()])),
        calls_host=dice.random() < 0.3,
        dmo=dice.choice(["", "", *colours]),
    )
    if kind in WITH_PARTNER and dice.random() < 0.35:
        profile = replace(profile, partner=dice.choice([0, 1]), level=dice.choice(LEVELS))
    return _timed(profile, dice)


def _timed(profile: Profile, dice: Random) -> Profile:
    chance = dice.random()
    if chance < 0.2:
        return profile
    if chance < 0.3:
        return replace(profile, control=Control(seconds(3600), seconds(3600)))
    if chance < 0.45:
        return replace(profile, control=Control(seconds(10), seconds(20)))
    late = dice.choice([0.0, 0.0, 0.15])
    if chance < 0.6:
        control = Control(seconds(1), seconds(8), seconds(1), dice.choice([None, seconds(9)]))
        return replace(profile, control=control, unhurried=True, late=late)
    if chance < 0.75:
        control = Control(seconds(0), seconds(9), seconds(2))
        return replace(profile, control=control, unhurried=True, late=late)
    control = Control(seconds(2), seconds(dice.choice([0, 3, 14])))
    return replace(profile, control=control, silent_at=dice.choice([0, 1, 2, 3]), late=late)


class Script:
    def __init__(self, profile: Profile, dice: Random) -> None:
        self.profile = profile
        self.oracle: Oracle = make(profile.ruleset, profile.side, dict(profile.options))
        self._dice = dice

    def legal(self, state: State) -> tuple[Turn, str]:
        turn = random_turn(self.oracle, state, self._dice)
        words = self._words(turn)
        self._dice.shuffle(words)
        style = self._dice.choice(["{}", "{}", "**{}**", "> A1 was yours\n{}", "||{}||"])
        glue = self._dice.choice([" ", ", ", " + ", "\n"])
        text = style.format(glue.join(words))
        return turn, text.lower() if self._dice.random() < 0.3 else text

    def illegal(self, state: State, *, may_overtake: bool = False) -> str:
        """Something that looks like a turn and never is one.

        Nor is it one, if it `may_overtake`, before the author's own last turn.
        """
        free = sorted(name(cell) for cell in state.empty)
        taken = sorted(name(cell) for cell in cells(self.profile.side) - state.empty)
        colour = f"{self.profile.colours[0]}:" if self.oracle.either_colour else ""
        kinds = [[f"{colour}Z9"], [f"{colour}A1", f"{colour}A99"]]
        if free:
            kinds.append([f"{colour}{free[0]}"] * 2)
        if taken and not may_overtake:
            kinds.append([f"{colour}{self._dice.choice(taken)}"])
        if len(free) > 4:
            kinds.append([f"{colour}{cell}" for cell in self._dice.sample(free, 5)])
        return " ".join(self._dice.choice(kinds))

    def talk(self) -> str:
        return self._dice.choice(TALK)

    def host_order(self, turns: int, free: str) -> tuple[Order, str]:
        """Something that a host does in a running match, and how it is typed.

        `free` is the id of somebody who may take a seat, "" where seats can't be given.
        """
        seat = self._dice.choice([0, 1])
        colour = self.profile.colours[seat]
        kinds = ["pause", "pause", "adjudicate", "forfeit", "cancel"]
        kinds += ["undo"] * 3 * (turns > 0) + ["replace"] * 2 * bool(free)
        kinds += ["time"] * 3 * (self.profile.control is not None)
        match self._dice.choice(kinds):
            case "undo":
                back = self._dice.randint(1, min(turns, 3))
                return Order("undo", turns=back), f"match undo turns:{back} confirm:yes"
            case "time":
                amount = self._dice.choice([5, 30, -2])
                order = Order("time", seat=seat, amount=seconds(amount))
                return order, f"match time colour:{colour} amount:{amount}s"
            case "replace":
                return Order("replace", seat=seat, player=free), f"match replace colour:{colour}"
            case "adjudicate":
                tie = self._dice.random() < 0.3
                order = Order("adjudicate", seat=None if tie else seat)
                word = "tie" if tie else colour
                return order, f"match adjudicate winner:{word} confirm:yes"
            case "forfeit":
                return Order("forfeit", seat=seat), f"match forfeit colour:{colour} confirm:yes"
            case "cancel":
                return Order("cancel"), "match cancel confirm:yes"
            case _:
                return Order("pause"), "match pause"

    def _words(self, turn: Turn) -> list[str]:
        if turn.passing or turn.button:
            return ["pass" if turn.passing else "button"]
        either = self.oracle.either_colour
        return [
            f"{self.profile.colours[SEATS.index(colour)]}:{name(cell)}" if either else name(cell)
            for cell, colour in turn.drops
        ]
