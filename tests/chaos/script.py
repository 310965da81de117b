"""What the players of a match write: legal turns, tries, talk. Seeded."""

from dataclasses import dataclass
from random import Random

from oracle.board import cells, name
from oracle.games import make
from oracle.golden import turn_text
from oracle.oracle import Oracle, State, Turn
from oracle.players import random_turn

SIDE = 3
TALK = (
    "good luck!",
    "hm",
    "B3 or C1?",
    "A1 is so good",
    "that was close :)",
    "> D2\nreally?",
    "gg",
)


@dataclass(frozen=True, slots=True)
class Profile:
    """How a match is held: `silent_at` is the turn in which the player to move stays silent."""

    format: str
    clock: str
    limit: float = 0.0
    silent_at: int | None = None


def draw_profile(dice: Random) -> Profile:
    """A way to hold a match."""
    game = dice.choice(["genius", "genius", "genius", "mindsports", "mures"])
    kind = dice.random()
    if kind < 0.3:
        return Profile(game, "none")
    if kind < 0.5:
        return Profile(game, "1h+1h")
    if kind < 0.75:
        return Profile(game, "10s+20s", limit=30.0)
    return Profile(game, "2s+3s", limit=5.0, silent_at=dice.choice([0, 1, 2, 3]))


class Script:
    """The words for one match."""

    def __init__(self, profile: Profile, dice: Random) -> None:
        self.oracle: Oracle = make(profile.format, SIDE)
        self._dice = dice

    def legal(self, state: State) -> tuple[Turn, str]:
        """A turn of the player to move, and one of the ways to write it."""
        turn = random_turn(self.oracle, state, self._dice)
        words = turn_text(turn).split()
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
        taken = sorted(name(cell) for cell in cells(SIDE) - state.empty)
        kinds = ["Z9", f"{free[0]} {free[0]}", "A1 A9"]
        if taken and not may_overtake:
            kinds.append(self._dice.choice(taken))
        if len(free) > 4:
            kinds.append(" ".join(self._dice.sample(free, 5)))
        return self._dice.choice(kinds)

    def talk(self) -> str:
        """Something that is no turn."""
        return self._dice.choice(TALK)
