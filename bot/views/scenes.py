"""From a position to a picture of it: the one place that knows both the game and the drawing."""

from dataclasses import replace
from datetime import datetime

from bot.engine.board import bits
from bot.engine.position import Position
from bot.engine.replaying import Replay
from bot.engine.ruleset import Allowance, Ruleset
from bot.engine.turn import Colour
from bot.referee.match import Match, Status
from bot.servers.settings import USUAL_LOOK, Look
from bot.wording.phrases import allowance_text, clock_text, colour_name, figure_text
from bot.wording.position import position_text
from bot.wording.records import won_text
from bot.wording.results import headline
from renderers.scene import Cell, Scene, Seat, Stone

Pair = tuple[str, str]
_NOTHING = Allowance(0, 0)


def table(
    ruleset: Ruleset,
    position: Position,
    colours: Pair,
    names: Pair,
    *,
    over: bool | None = None,
    winner: Colour | None = None,
    headline: str = "",
    caption: str = "",
    banks: Pair = ("", ""),
    look: Look = USUAL_LOOK,
    undecided: bool = False,
) -> Scene:
    """The scene of a position; `colours`, `names` and `banks` have the starting player first.

    `over` is asked of the ruleset unless given (a match can end on time); `winner` is shown as
    such; `undecided` says that nobody knows yet who starts. The alt text says in words what the
    picture shows.
    """
    over = ruleset.is_over(position) if over is None else over
    allowance = _NOTHING if over or undecided else ruleset.allowance(position)
    lead = None if over or not ruleset.leading(position) else position.to_move.other
    first, second = (
        replace(
            _seat(ruleset, position, colour, colours[colour]),
            name=names[colour],
            bank=banks[colour],
            to_move=not (over or undecided) and colour is position.to_move,
            leading=colour is lead,
            winner=colour is winner,
        )
        for colour in Colour
    )
    return Scene(
        side=position.board.side,
        seats=(first, second),
        stones=_stones(position, colours),
        links=_links(position) if ruleset.joins_colours else (),
        headline=headline,
        caption=caption,
        alt=position_text(
            ruleset, position, colours, names, over=over, winner=winner, undecided=undecided
        ),
        coordinates=look.coordinates,
        button_waits=allowance.may_take_button,
        allowance=allowance.most,
        theme=look.theme,
    )


def replay_scene(game: Replay, look: Look = USUAL_LOOK) -> Scene:
    """The last position of a replayed record; names are the record's, or the colours'."""
    setup, last = game.setup, game.last
    first, second = setup.colours
    shown = tuple(name.capitalize() for name in setup.colours)
    return table(
        setup.ruleset,
        last,
        setup.colours,
        (game.record.tag(first, shown[0]), game.record.tag(second, shown[1])),
        over=game.over,
        winner=game.winner,
        headline=_headline(game, shown),
        caption=f"Turn {last.number} · {setup.ruleset.name}",
        look=look,
    )


def match_scene(match: Match, now: datetime, number: int, look: Look = USUAL_LOOK) -> Scene:
    """The picture of a match as it stands at a moment; `number` is the match's."""
    first, second = match.players
    return table(
        match.ruleset,
        match.position,
        match.terms.colours,
        (first.name, second.name),
        over=match.over,
        winner=None if match.ended is None else match.ended.winner,
        headline=_match_headline(match),
        caption=f"Match {number} · turn {match.position.number}",
        undecided=match.first_open,
        banks=(_bank(match, Colour.FIRST, now), _bank(match, Colour.SECOND, now)),
        look=look,
    )


def _match_headline(match: Match) -> str:
    if match.ended is not None:
        return headline(match)
    mover = colour_name(match, match.to_move)
    match match.status:
        case Status.WAITING if match.first_open and match.dmo is not None:
            return f"{colour_name(match, match.dmo)} says who starts"
        case Status.WAITING:
            return f"{mover} starts when both are ready"
        case Status.PAUSED:
            return f"Paused: {mover} to move"
        case _:
            allowed = allowance_text(match.ruleset.allowance(match.position))
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
    return clock_text(left)


def _headline(game: Replay, shown: tuple[str, ...]) -> str:
    if game.problem is not None:
        return f"Turn {game.problem.turn} is not legal"
    if game.no_result:
        return "No result"
    if game.over:
        return "A tie" if game.winner is None else won_text(shown[game.winner], game.reason)
    allowed = allowance_text(game.setup.ruleset.allowance(game.last))
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
        figure=figure_text(figure),
        figure_label=ruleset.figure_name,
        pawn=pawn,
        pawn_before=pawn_before,
        has_button=position.button is colour,
    )


def _stones(position: Position, colours: Pair) -> tuple[Stone, ...]:
    last = {drop.cell for drop in position.turn.drops} if position.turn is not None else set()
    return tuple(
        Stone(
            cell=position.board.places[cell],
            colour=colours[colour],
            last=cell in last,
            claimed=bool(position.claimed >> cell & 1),
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
