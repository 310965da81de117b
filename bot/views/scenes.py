"""The scene of a position, a match or a puzzle: the one place that knows game and drawing.

After "Red played E5" the board is drawn with E5 marked as the last stone, both figures, whose turn
it is and how many stones they may place. The renderers get values, and know no rules.
"""

from dataclasses import dataclass, replace
from datetime import datetime

from bot.engine.board import bits
from bot.engine.outcome import BOARD_FULL, NO_TURN_LEFT
from bot.engine.position import Position
from bot.engine.replaying import Replay
from bot.engine.ruleset import Allowance, Ruleset
from bot.engine.turn import Colour
from bot.players.game import position_of, ruleset_of
from bot.puzzles.puzzle import Puzzle
from bot.referee.events import Termination
from bot.referee.match import Match, Status
from bot.servers.settings import USUAL_LOOK, Look
from bot.wording import phrases
from bot.wording import puzzles as words
from bot.wording.opening import task_text
from bot.wording.position import position_text, situation_text
from bot.wording.records import won_text
from bot.wording.results import decision_text, headline
from bot.wording.show import turn_text
from renderers.scene import Cell, Scene, Seat, Stone

Pair = tuple[str, str]
_NOTHING = Allowance(0, 0)
_BY_THE_BOARD = (BOARD_FULL, NO_TURN_LEFT)


@dataclass(frozen=True, slots=True)
class Facts:
    """What is told of a match beside its position.

    `over` is asked of the ruleset unless given (a match can end on time); `winner` is shown as
    such; `decided` are the stones of the groups that decided the game, as a bitboard; `undecided`
    says that nobody knows yet who starts. `banks` has the starting player's first; `form` is the
    key of the match's format.
    """

    headline: str = ""
    caption: str = ""
    over: bool | None = None
    winner: Colour | None = None
    decided: int = 0
    undecided: bool = False
    banks: Pair = ("", "")
    form: str = ""


BARE = Facts()
"""Nothing is told beside the position."""


def table(
    ruleset: Ruleset,
    position: Position,
    colours: Pair,
    names: Pair,
    facts: Facts = BARE,
    look: Look = USUAL_LOOK,
) -> Scene:
    """The scene of a position; `colours` and `names` have the starting player first.

    The alt text says in words what the picture shows.
    """
    over = ruleset.is_over(position) if facts.over is None else facts.over
    allowance = _NOTHING if over or facts.undecided else ruleset.allowance(position)
    mark = "" if over else phrases.lead_mark(ruleset, position)
    first, second = (
        replace(
            _seat(ruleset, position, colour, colours[colour]),
            name=names[colour],
            bank=facts.banks[colour],
            to_move=not (over or facts.undecided) and colour is position.to_move,
            lead=mark if colour is not position.to_move else "",
            winner=colour is facts.winner,
        )
        for colour in Colour
    )
    situation = situation_text(
        ruleset, position, colours, names,
        over=over, winner=facts.winner, undecided=facts.undecided,
    )  # fmt: skip
    return Scene(
        side=position.board.side,
        seats=(first, second),
        stones=_stones(position, colours, facts.decided),
        links=_links(position) if ruleset.joins_colours else (),
        headline=facts.headline,
        caption=facts.caption,
        alt=position_text(situation, position, colours),
        coordinates=look.names_cells(facts.form, position.board.side),
        button_waits=allowance.may_take_button,
        allowance=allowance.most,
        theme=look.theme,
    )


def replay_scene(game: Replay, look: Look = USUAL_LOOK, of: int | None = None) -> Scene:
    """The last position of a replayed record; names are the record's, or the colours'.

    `of` are the turns of the whole game, where an earlier position is shown.
    """
    setup, last = game.setup, game.last
    first, second = setup.colours
    shown = tuple(name.capitalize() for name in setup.colours)
    names = game.record.tag(first, shown[0]), game.record.tag(second, shown[1])
    form = game.record.tag("Format") or setup.ruleset.key
    facts = Facts(
        over=game.over,
        winner=game.winner,
        headline=_headline(game, shown),
        caption=f"{setup.ruleset.name} · {turn_text(last.number, over=game.over, of=of)}",
        decided=_decided(
            setup.ruleset, last, by_the_board=game.over and game.reason in _BY_THE_BOARD
        ),
        form=form.casefold(),
    )
    return table(setup.ruleset, last, setup.colours, names, facts, look)


def match_scene(
    match: Match,
    now: datetime,
    number: int,
    look: Look = USUAL_LOOK,
    of: int | None = None,
) -> Scene:
    """The picture of a match as it stands at a moment; `number` is the match's.

    `of` are the turns played so far, where an earlier position is shown.
    """
    ended = match.ended
    turn = turn_text(match.position.number, over=match.over, of=of)
    by_the_board = ended is not None and ended.termination is Termination.GAME_OVER
    first, second = match.players
    facts = Facts(
        over=match.over,
        winner=None if ended is None else ended.winner,
        headline=_match_headline(match),
        caption=f"Match {number} · {turn}",
        undecided=match.first_open,
        decided=_decided(match.ruleset, match.position, by_the_board=by_the_board),
        banks=(_bank(match, Colour.FIRST, now), _bank(match, Colour.SECOND, now)),
        form=match.terms.format,
    )
    names = first.name, second.name
    return table(match.ruleset, match.position, match.terms.colours, names, facts, look)


def _match_headline(match: Match) -> str:
    if match.ended is not None:
        return headline(match)
    mover = phrases.colour_name(match, match.to_move)
    match match.status:
        case Status.WAITING if match.start.choice is not None:
            return f"Waiting for {task_text(match)}"
        case Status.WAITING:
            return f"{mover} starts when both are ready"
        case Status.PAUSED:
            return f"Paused: {mover} to move"
        case _:
            allowed = phrases.allowance_text(match.ruleset.allowance(match.position))
            return f"{mover} to move: {allowed}"


def _bank(match: Match, colour: Colour, now: datetime) -> str:
    """What is left of a bank, or of a clock that has no bank; "" without a clock."""
    clock = match.clock
    if clock is None:
        return ""
    if not clock.control.bank + clock.control.increment:
        return ""
    moving = colour is match.to_move and not match.over
    left = clock.remaining(colour, now).bank if moving else clock.banks[colour]
    return phrases.clock_text(left)


def _headline(game: Replay, shown: tuple[str, ...]) -> str:
    if game.problem is not None:
        return f"Turn {game.problem.turn} is not legal"
    if game.no_result:
        return "No result"
    if game.over:
        if game.winner is None:
            return "A tie"
        how = ""
        if game.reason in _BY_THE_BOARD:
            how = f" {decision_text(game.setup.ruleset, game.last)}".rstrip()
        return won_text(shown[game.winner], game.reason) + how
    allowed = phrases.allowance_text(game.setup.ruleset.allowance(game.last))
    return f"{shown[game.last.to_move]} to move: {allowed}"


def _seat(ruleset: Ruleset, position: Position, colour: Colour, paint: str) -> Seat:
    figure = ruleset.figures(position)[colour]
    before = position.previous
    pawn = pawn_before = None
    if ruleset.has_track:
        # The track begins at 1, where both pawns stand before any stone is placed.
        pawn = max(1, int(figure))
        if before is not None:
            pawn_before = max(1, int(ruleset.figures(before)[colour]))
    return Seat(
        name="",
        colour=paint,
        figure=phrases.figure_text(figure),
        figure_label=phrases.figure_label(ruleset, figure),
        pawn=pawn,
        pawn_before=pawn_before,
        has_button=position.button is colour,
    )


def _decided(law: Ruleset, position: Position, *, by_the_board: bool) -> int:
    """The stones of the groups that decided the game, if the board ended it and somebody won."""
    return law.deciding(position) if by_the_board and law.winner(position) is not None else 0


def _stones(position: Position, colours: Pair, decided: int) -> tuple[Stone, ...]:
    last = {drop.cell for drop in position.turn.drops} if position.turn is not None else set()
    return tuple(
        Stone(
            cell=position.board.places[cell],
            colour=colours[colour],
            last=cell in last,
            claimed=bool(position.claimed >> cell & 1),
            decided=bool(decided >> cell & 1),
        )
        for colour in Colour
        for cell in bits(position.stones[colour])
    )


def _links(position: Position) -> tuple[tuple[Cell, Cell], ...]:
    board, occupied = position.board, position.occupied
    return tuple(
        (board.places[cell], board.places[near])
        for cell in bits(occupied)
        for near in bits(board.neighbours[cell] & occupied)
        if cell < near
    )


def puzzle_scene(puzzle: Puzzle, look: Look = USUAL_LOOK, *, of_day: bool = False) -> Scene:
    """The picture of a puzzle."""
    game = puzzle.game
    colours, ruleset = puzzle.colours, ruleset_of(game)
    facts = Facts(
        headline=words.task_text(puzzle),
        caption=f"{ruleset.name} · {words.title_text(puzzle, of_day=of_day)}",
    )
    names = colours[0].capitalize(), colours[1].capitalize()
    return table(ruleset, position_of(game), colours, names, facts, look)
