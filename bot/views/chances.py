"""A game looked back on as a chart: the first player's chance after each turn."""

from bot.engine.replaying import Replay
from bot.players.review import Review
from bot.referee.match import Match
from bot.servers.settings import USUAL_LOOK, Look
from bot.views.film import match_race, replay_race
from bot.wording.review import CHANCES
from renderers.scene import Chances

Pair = tuple[str, str]


def chances(
    review: Review, colours: Pair, names: Pair, title: str, look: Look = USUAL_LOOK
) -> Chances:
    """The chart of a review; `colours` and `names` have the starting player first."""
    return Chances(
        colours=colours,
        names=names,
        values=(review.before, *(turn.chance for turn in review.turns)),
        worst=tuple((turn.number, turn.mover) for turn in review.worst),
        certain=review.certain,
        label=f"{colours[0].capitalize()}'s {CHANCES}",
        title=title,
        theme=look.theme,
    )


def replay_chances(game: Replay, review: Review, look: Look = USUAL_LOOK) -> Chances:
    """The chart of a replayed record; it has the title and the names of the record's race."""
    race = replay_race(game)
    first, second = race.runners
    return chances(review, game.setup.colours, (first.name, second.name), race.title, look)


def match_chances(match: Match, number: int, review: Review, look: Look = USUAL_LOOK) -> Chances:
    """The chart of a match; it has the title and the names of the match's race."""
    race = match_race(match, number)
    first, second = race.runners
    return chances(review, match.terms.colours, (first.name, second.name), race.title, look)
