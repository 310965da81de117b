"""A replayed game as values for JSON, as `docs/records.md` describes them."""

from collections.abc import Sequence

from bot.engine.outcome import Contradiction
from bot.engine.position import Position
from bot.engine.record import Setup
from bot.engine.replaying import Problem, Replay
from bot.engine.ruleset import Figure
from bot.engine.slips import Slip
from bot.engine.turn import Colour
from bot.wording.laws import law_text, shown_word
from bot.wording.records import assumed_texts, contradiction_text
from bot.wording.replays import replay_problem_text, stones_of


def replay_values(
    game: Replay, slips: Sequence[Slip], notes: Sequence[str] = ()
) -> dict[str, object]:
    """The game and its `notes`; words that can't be read are there where there are any."""
    setup, last = game.setup, game.last
    winner = None if game.winner is None else setup.colours[game.winner]
    values: dict[str, object] = {
        "ruleset": setup.ruleset.key,
        "side": setup.side,
        "turns": [
            _turn(setup, position) | ({"comment": entry.comment} if entry.comment else {})
            for position, entry in zip(game.positions[1:], game.record.turns, strict=False)
        ],
        "groups": [last.sizes(colour) for colour in Colour],
        "over": game.over,
        "winner": winner,
        "reason": game.reason,
        "problem": None if game.problem is None else _problem(game, game.problem, slips),
    }
    if game.record.before:
        values["before"] = game.record.before
    if assumed := [*assumed_texts(game), *notes]:
        values["notes"] = assumed
    if slips:
        values["slips"] = [_slip(game, slip) for slip in slips]
    if game.untrue:
        values["contradictions"] = [_contradiction(game, untrue) for untrue in game.untrue]
    return values


def _turn(setup: Setup, after: Position) -> dict[str, object]:
    before = after.previous
    assert before is not None  # noqa: S101
    allowance = setup.ruleset.allowance(before)
    return {
        "colour": setup.colours[before.to_move],
        "stones": stones_of(setup, after),
        "fewest": allowance.fewest,
        "most": allowance.most,
        "scores": [_number(figure) for figure in setup.ruleset.figures(after)],
        "leading": setup.ruleset.leading(after),
    }


def _number(figure: Figure) -> Figure:
    return int(figure) if figure == int(figure) else figure


def _problem(game: Replay, problem: Problem, slips: Sequence[Slip]) -> dict[str, object]:
    return {
        "turn": problem.turn,
        "line": problem.line or None,
        "word": shown_word(problem.word),
        "law": str(problem.breach.law),
        "text": replay_problem_text(game, problem, slips),
    }


def _slip(game: Replay, slip: Slip) -> dict[str, object]:
    setup = game.setup
    return {
        "turn": slip.turn,
        "word": shown_word(slip.misread.word),
        "law": slip.misread.law,
        "suggestion": slip.suggestion,
        "nearest": list(slip.nearest),
        "text": law_text(slip.misread, setup.ruleset, game.last, setup.spelling),
    }


def _contradiction(game: Replay, untrue: Contradiction) -> dict[str, object]:
    return {
        "line": untrue.line or None,
        "tag": untrue.tag,
        "value": shown_word(untrue.value),
        "text": contradiction_text(untrue, game.setup.colours),
    }
