"""What `replay --review` adds to a game: chances by turn, and which turns cost the most."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bot.cli.live import LiveLine, live_line
from bot.engine.replaying import Replay
from bot.engine.turn import Turn
from bot.players.levels import plays
from bot.players.place import Game
from bot.players.review import Review, Reviewed, review
from bot.servers.settings import Look
from bot.wording.command_line import review_step_text
from bot.wording.review import NOT_KNOWN, cells_text, review_text

SEED = 1


@dataclass(frozen=True, slots=True)
class LookedBack:
    """A replayed game and its review."""

    game: Replay
    review: Review

    def text(self) -> str:
        """The review for people to read."""
        setup = self.game.setup
        return review_text("Review", self.review, setup.side, setup.colours)

    def added_to(self, values: dict[str, object]) -> dict[str, object]:
        """The values of the game with the review's own: for each turn, and for the whole game."""
        turns = values["turns"]
        assert isinstance(turns, list)  # noqa: S101
        side = self.game.setup.side
        return values | {
            "turns": [
                turn | _values(reviewed, side)
                for turn, reviewed in zip(turns, self.review.turns, strict=True)
            ],
            "review": {
                "before": round(self.review.before, 3),
                "certain": self.review.certain,
                "worst": [turn.number for turn in self.review.worst],
            },
        }

    def draw(self, out: Path, look: Look) -> None:
        """Writes the chart of the chances."""
        from bot.views.chances import replay_chances
        from renderers.chances import chances_chart

        out.write_bytes(chances_chart(replay_chances(self.game, self.review, look)))


def looked_back(game: Replay) -> LookedBack:
    """The review of a game; ValueError if the players don't know its ruleset."""
    setup = game.setup
    if not plays(setup.ruleset):
        raise ValueError(NOT_KNOWN)
    start = Game(setup.ruleset.key, setup.side)
    turns = [position.turn for position in game.positions if position.turn is not None]
    with live_line(review_step_text(0, len(turns))) as live:
        return LookedBack(game, review(start, _each(turns, live), SEED))


def _each(turns: list[Turn], live: LiveLine) -> Iterator[Turn]:
    """The turns; the line says which of them is looked back at."""
    for number, turn in enumerate(turns, start=1):
        live.say(review_step_text(number, len(turns)))
        yield turn


def _values(turn: Reviewed, side: int) -> dict[str, object]:
    return {
        "chance": round(turn.chance, 3),
        "exact": turn.exact,
        "lost": round(turn.lost, 3),
        "better": cells_text(turn.better, side).split() or None,
        "best": round(turn.best, 3) if turn.better else None,
    }
