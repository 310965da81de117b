"""A game as a sequence of scenes, one for each position, and as curves: the race, and chances.

`match replay` shows forty turns in forty seconds; a long game is shown faster, so that it takes a
minute and a half at the most.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.engine.position import Position
from bot.engine.replaying import Replay
from bot.engine.ruleset import Ruleset
from bot.engine.turn import Colour
from bot.players.review import Review
from bot.referee.match import Match, Status
from bot.servers.settings import USUAL_LOOK, Look
from bot.views.scenes import match_scene, replay_scene
from bot.wording.results import headline
from bot.wording.review import CHANCES
from bot.wording.show import race_alt
from renderers.scene import Chances, Race, Runner, Scene

FRAME, HOLD = timedelta(seconds=1), timedelta(seconds=6)
"""How long a position is shown, and how long the last one is held."""
_WHOLE, _SHORTEST = timedelta(seconds=90), timedelta(milliseconds=250)
"""How long the film of a long game takes, about, and the least time for each of its positions."""
_MOST = 240
"""A film of more turns than this would keep a processor busy that the rulings need too."""
_THREE = 3
Pair = tuple[str, str]


def rewound(match: Match, turn: int) -> Match:
    """The match as it stood after so many turns, 0 to those played; the players are today's.

    After the last turn it is the match itself, with its result.
    """
    back = match.position.number - turn
    if back == 0:
        return match
    position = match.position
    for _ in range(back):
        assert position.previous is not None  # noqa: S101
        position = position.previous
    return replace(
        match,
        position=position,
        clock=match.clocks[turn],
        turns=match.turns[:turn],
        status=Status.RUNNING,
        ended=None,
    )


def scene_after(match: Match, turn: int, now: datetime, number: int, look: Look) -> Scene:
    """The picture of a match as it stood after so many turns; `number` is the match's."""
    last = match.position.number
    return match_scene(rewound(match, turn), now, number, look, last if turn < last else None)


def match_film(
    match: Match, now: datetime, number: int, look: Look = USUAL_LOOK
) -> tuple[Scene, ...]:
    """The scenes of a match from the empty board on; `number` is the match's.

    There is one for each position. A game of more turns than any board up to side 9 has cells has
    one for every second or third position, and one for the last.
    """
    last = match.position.number
    step = last // _MOST + 1
    return tuple(
        scene_after(match, turn, now, number, look)
        for turn in sorted({*range(0, last, step), last})
    )


def match_race(match: Match, number: int, look: Look = USUAL_LOOK) -> Race:
    """The race of a match, with its result as the title."""
    first, second = match.players
    return race(
        match.ruleset,
        history(match.position),
        match.terms.colours,
        (first.name, second.name),
        title=": ".join(part for part in (f"Match {number}", headline(match)) if part),
        look=look,
    )


def race_in_words(match: Match) -> str:
    """What the chart of a match's race shows."""
    chart = match_race(match, 0)
    first, second = (runner.points for runner in chart.runners)
    return race_alt(chart.label, match.terms.colours, list(zip(first, second, strict=True)))


def replay_film(game: Replay, look: Look = USUAL_LOOK) -> tuple[Scene, ...]:
    """The scenes of a replayed record from the empty board on."""
    going = replace(game, problem=None, over=False, winner=None, no_result=False)
    last = game.last.number
    earlier = (
        replay_scene(replace(going, positions=game.positions[:turn]), look, of=last)
        for turn in range(1, len(game.positions))
    )
    return (*earlier, replay_scene(game, look))


def replay_race(game: Replay, look: Look = USUAL_LOOK) -> Race:
    """The race of a replayed record; names are the record's, or the colours'."""
    first, second = game.setup.colours
    names = (game.record.tag(first), game.record.tag(second))
    title = game.setup.ruleset.name
    if game.no_result:
        title += ": no result"
    elif game.over:
        won = None if game.winner is None else game.setup.colours[game.winner].capitalize()
        title += f": {won} wins" if won else ": a tie"
    return race(game.setup.ruleset, game.positions, game.setup.colours, names, title, look)


def race(
    ruleset: Ruleset,
    positions: Sequence[Position],
    colours: Pair,
    names: Pair,
    title: str,
    look: Look = USUAL_LOOK,
) -> Race:
    """The figures of both players after each turn; `positions` begin with the empty board."""
    figures = [ruleset.figures(position) for position in positions]
    # On a track both pawns stand at 1 before any stone is placed.
    least = 1.0 if ruleset.has_track else 0.0
    first, second = (
        Runner(
            names[colour],
            colours[colour],
            tuple(max(least, float(pair[colour])) for pair in figures),
            tuple(position.number for position in positions if _fed(position, colour)),
        )
        for colour in Colour
    )
    return Race((first, second), ruleset.figure_name, title, look.theme)


def pace(scenes: Sequence[Scene]) -> timedelta:
    """How long each position of a film but the last is shown."""
    return max(_SHORTEST, min(FRAME, _WHOLE / max(1, len(scenes))))


def history(position: Position) -> list[Position]:
    """All positions of a game that led to this one, the empty board first."""
    positions = [position]
    while positions[-1].previous is not None:
        positions.append(positions[-1].previous)
    return positions[::-1]


def _fed(position: Position, colour: Colour) -> bool:
    """Whether a player reached a position by placing three stones."""
    turn = position.turn
    return turn is not None and position.to_move is colour.other and len(turn.drops) == _THREE


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
