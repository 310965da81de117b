"""A game as it stood earlier: `replay --turn 12`."""

from bot.engine.replaying import Replay


def as_of(game: Replay, turn: int | None) -> Replay:
    """The game as it stood after a turn; ValueError if it has no such turn.

    After its last legal turn it is what it is, with its end or its first problem.
    """
    played = game.last.number
    if turn is None or turn == played:
        return game
    if not 0 <= turn < played:
        from bot.wording.review import no_position_text

        raise ValueError(no_position_text(turn, played))
    return Replay(game.record, game.setup, game.positions[: turn + 1])
