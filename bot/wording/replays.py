"""A replayed game for people to read: one turn a line, then how it stands, or what is wrong."""

from collections.abc import Sequence

from bot.engine.notation import OFF_BOARD, OUT_OF_TURN, Misread, write_action
from bot.engine.outcome import TIE_TO_DMO
from bot.engine.position import Position
from bot.engine.record import Setup
from bot.engine.replaying import Problem, Replay
from bot.engine.slips import MOST_REPORTED, Slip
from bot.engine.turn import Colour
from bot.wording.laws import law_text, shown_word
from bot.wording.phrases import allowance_text, figure_text, lead_mark, sizes_text
from bot.wording.records import assumed_texts, contradiction_text, won_text


def wrong_ending_text(option: str, kind: str, file: str) -> str:
    """A picture is to be written to a file that is named as something else."""
    return f"--{option} writes a {kind.upper()}: end the file's name in .{kind}, not as in {file}."


def replay_lines(
    game: Replay, slips: Sequence[Slip], shares: Sequence[str] = (), notes: Sequence[str] = ()
) -> str:
    """The whole game with the words in it that can't be read; ends with a line end.

    `shares` are what a review says of each turn; it stands behind the turn. `notes` are what is to
    know of how it was read.
    """
    setup = game.setup
    first, second = names = _names(game)
    lines = [f"{setup.ruleset.name}, side {setup.side}: {first} against {second}"]
    lines += [*assumed_texts(game), *notes]
    lines += [game.record.before] if game.record.before else []
    turns = [_turn_line(setup, position) for position in game.positions[1:]]
    wide = max(map(len, turns), default=0)
    lines += (
        [f"{turn:<{wide}}  {share}" for turn, share in zip(turns, shares, strict=True)]
        if shares
        else turns
    )
    if game.problem is None:
        lines.append(_standing(game))
    else:
        lines += _problem_lines(game, game.problem, slips)
    lines += [contradiction_text(untrue, setup.colours) for untrue in game.untrue]
    groups = zip(names, Colour, strict=True)
    sizes = (f"{name} {sizes_text(game.last.sizes(colour))}" for name, colour in groups)
    return "\n".join([*lines, f"Groups: {', '.join(sizes)}", ""])


def replay_problem_text(game: Replay, problem: Problem, slips: Sequence[Slip]) -> str:
    """What is wrong with a turn, and the cells that may have been meant."""
    setup = game.setup
    text = law_text(problem.breach, setup.ruleset, game.last, setup.spelling)
    if isinstance(problem.breach, Misread) and problem.breach.law == OFF_BOARD:
        near = next((slip.nearest for slip in slips if slip.turn == problem.turn), ())
        return f"{text}{_nearest(near)}"
    return text


def stones_of(setup: Setup, position: Position) -> list[str]:
    """What the turn that led to a position did, in house notation."""
    assert position.turn is not None  # noqa: S101
    house = Setup(setup.ruleset, setup.side, setup.colours).spelling
    return [write_action(house, action) for action in position.turn.actions]


def _names(game: Replay) -> tuple[str, str]:
    first, second = game.setup.colours
    return first.capitalize(), second.capitalize()


def _problem_lines(game: Replay, problem: Problem, slips: Sequence[Slip]) -> list[str]:
    misread = problem.breach if isinstance(problem.breach, Misread) else None
    # Who is said to have written a turn is no place in it.
    placed = problem.word and not (misread and misread.law == OUT_OF_TURN)
    word = f" at {shown_word(problem.word)}" if placed else ""
    text = replay_problem_text(game, problem, slips)
    lines = (
        f"Turn {slip.turn}: {shown_word(slip.misread.word)} can't be read.{_nearest(slip.nearest)}"
        for slip in slips
        if (slip.turn, slip.misread) != (problem.turn, misread)
    )
    where = f", line {problem.line}," if problem.line else ""
    most = [f"No more than {len(slips)} such words are listed."] * (len(slips) == MOST_REPORTED)
    return [f"Turn {problem.turn}{where} is not legal{word}. {text}", *lines, *most]


def _nearest(cells: Sequence[str]) -> str:
    return f" Nearest: {', '.join(cells)}." if cells else ""


def _turn_line(setup: Setup, after: Position) -> str:
    before = after.previous
    assert before is not None  # noqa: S101
    scores = "–".join(figure_text(figure) for figure in setup.ruleset.figures(after))
    lead = f"  {mark}" if (mark := lead_mark(setup.ruleset, after)) else ""
    colour = setup.colours[before.to_move].capitalize()
    stones = " ".join(stones_of(setup, after))
    return f"{after.number:>3}. {colour:<6} {stones:<12} {scores:>7}{lead}"


def _standing(game: Replay) -> str:
    names = _names(game)
    if not game.over:
        allowed = allowance_text(game.setup.ruleset.allowance(game.last))
        return f"Not over: {names[game.last.to_move]} may {allowed}."
    if game.reason == TIE_TO_DMO and game.winner is not None:
        return f"{won_text(names[game.winner], game.reason)}."
    reason = f" ({game.reason.replace('-', ' ')})" if game.reason else ""
    if game.no_result:
        return f"No result{reason}."
    return f"A tie{reason}." if game.winner is None else f"{names[game.winner]} wins{reason}."
