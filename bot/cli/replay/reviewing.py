"""What `replay --review` adds to a game: chances by turn, and which turns cost the most."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bot.cli.live import LiveLine, live_line
from bot.engine.notation import Spelling
from bot.engine.replaying import Replay
from bot.engine.turn import Turn
from bot.players.game import game_at
from bot.players.review import Review, Reviewed, interval, review
from bot.servers.settings import Look
from bot.wording.review import codes_text, review_text, share_text
from bot.wording.settings import review_step_text

SEED = 1


@dataclass(frozen=True, slots=True)
class LookedBack:
    """A replayed game and its review."""

    game: Replay
    review: Review

    def text(self) -> str:
        """The review for people to read."""
        setup = self.game.setup
        return review_text("Review", self.review, setup.ruleset, setup.spelling)

    def shares(self) -> list[str]:
        """The starting player's share of wins after each turn, for people to read."""
        colours = self.game.setup.colours
        return [share_text(*colours, turn.chance, proven=turn.exact) for turn in self.review.turns]

    def added_to(self, values: dict[str, object]) -> dict[str, object]:
        """The values of the game with the review's own: for each turn, and for the whole game."""
        turns = values["turns"]
        assert isinstance(turns, list)  # noqa: S101
        spelling = self.game.setup.spelling
        return values | {
            "turns": [
                turn | _values(reviewed, spelling)
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
        from bot.views.film import replay_chances
        from renderers.chart import chances_chart

        out.write_bytes(chances_chart(replay_chances(self.game, self.review, look)))


def looked_back(game: Replay) -> LookedBack:
    """The review of a game."""
    start = game_at(game.setup.ruleset, game.positions[0])
    turns = [position.turn for position in game.positions if position.turn is not None]
    with live_line(review_step_text(0, len(turns))) as live:
        return LookedBack(game, review(start, _each(turns, live), SEED))


def _each(turns: list[Turn], live: LiveLine) -> Iterator[Turn]:
    """The turns; the line says which of them is looked back at."""
    for number, turn in enumerate(turns, start=1):
        live.say(review_step_text(number, len(turns)))
        yield turn


def _values(turn: Reviewed, spelling: Spelling) -> dict[str, object]:
    low, high = (turn.chance, turn.chance) if turn.exact else interval(turn.chance)
    return {
        "chance": round(turn.chance, 3),
        "exact": turn.exact,
        "low": round(low, 3),
        "high": round(high, 3),
        "lost": round(turn.lost, 3),
        "better": codes_text(turn.better, spelling).split() if turn.better else None,
        "best": round(turn.best, 3) if turn.better else None,
    }
