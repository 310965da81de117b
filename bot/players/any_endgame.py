"""The end of any game, solved by playing out every turn: what the ruleset answers is all it knows.

Ten cells of a game of Plur are open, and somebody asks who wins. Every turn is tried, then every
answer, until the ruleset says who has won; a position that two lines lead to is searched once.
Turns that won elsewhere are tried first, as they tend to win again.

Where both pass one after the other the game would never end: that counts as a tie. What a ruleset
allows may hang on the position before (Catchup's third stone), but on nothing older.
"""

from collections.abc import Iterator
from itertools import combinations, islice, permutations, product

from bot.engine.board import bits
from bot.engine.position import Position
from bot.engine.ruleset import Allowance, Ruleset
from bot.engine.turn import Colour, Drop
from bot.players.game import BUTTON, STOP, Game, position_of, ruleset_of

Steps = tuple[int, ...]
_TIE, _WIN = 0, 1
_PASS: Steps = (STOP,)


class AnyEndgame:
    """All that was found out about the end of one game; it may be asked about any of its positions.

    Turns are steps: marks, STOP for a pass, BUTTON.
    """

    def __init__(self, game: Game) -> None:
        """The end of a game from this position on."""
        self.start = game
        self._ruleset = ruleset = ruleset_of(game)
        self._size = position_of(game).board.size
        self._settles = type(ruleset).settle is not Ruleset.settle
        self._judges = type(ruleset).breach is not Ruleset.breach and not ruleset.crowds
        self._known: dict[tuple[object, ...], bool] = {}
        self._turns: dict[tuple[object, ...], list[Steps]] = {}
        self._worth: dict[Steps, int] = {}
        self.searched = 0
        """How many positions were looked at so far."""

    def covers(self, game: Game) -> bool:
        """Whether a position is of the same game, so that what was found out helps."""
        start = self.start
        return (game.law, game.side, game.options) == (start.law, start.side, start.options)

    def chance(self, game: Game) -> float:
        """What the player to move gets for certain: 1, 0 or, for a tie, a half."""
        position = position_of(game)
        if self._reaches(position, _WIN, passed=False):
            return 1.0
        return 0.5 if self._reaches(position, _TIE, passed=False) else 0.0

    def winning(self, game: Game, most: int | None = None) -> list[Steps]:
        """All turns with which the player to move wins; such as differ in order only are one."""
        return list(islice(self._reaching(position_of(game), _WIN), most))

    def best(self, game: Game) -> Steps:
        """A turn that wins, else one that ties; none if the position is lost."""
        position = position_of(game)
        for least in (_WIN, _TIE):
            for steps in self._reaching(position, least):
                return steps
        return ()

    def _reaching(self, position: Position, least: int) -> Iterator[Steps]:
        allowance = self._ruleset.allowance(position)
        reached = set()
        for steps in self._possible(position, allowance):
            after = self._after(position, steps)
            if after is None or (after.stones, after.claimed, steps[0] < 0) in reached:
                continue
            reached.add((after.stones, after.claimed, steps[0] < 0))
            if not self._reaches(after, 1 - least, passed=steps == _PASS):
                yield steps

    def _reaches(self, position: Position, least: int, *, passed: bool) -> bool:
        """Whether the player to move can get at least so much."""
        ruleset = self._ruleset
        if ruleset.is_over(position):
            first, second = ruleset.standing(position)
            mine, theirs = (second, first) if position.to_move else (first, second)
            return mine > theirs or (least == _TIE and mine == theirs)
        allowance = ruleset.allowance(position)
        key = (
            position.stones,
            position.to_move,
            position.claimed,
            position.button,
            allowance.most,
            allowance.fewest,
            allowance.may_pass,
            passed,
            least,
        )
        known = self._known.get(key)
        if known is None:
            self.searched += 1
            known = self._known[key] = self._any(position, allowance, least, passed=passed)
        return known

    def _any(self, position: Position, allowance: Allowance, least: int, *, passed: bool) -> bool:
        worth = self._worth
        turns = sorted(self._possible(position, allowance), key=lambda s: -worth.get(s, 0))
        for steps in turns:
            passes = steps == _PASS
            if passes and passed:
                if least == _TIE:
                    return True
                continue
            after = self._after(position, steps)
            if after is not None and not self._reaches(after, 1 - least, passed=passes):
                worth[steps] = worth.get(steps, 0) + 1
                return True
        return False

    def _possible(self, position: Position, allowance: Allowance) -> list[Steps]:
        """The turns that the allowance leaves room for; some may turn out to break a law."""
        room = self._ruleset.placeable(position) if allowance.most else 0
        key = (room, allowance)
        turns = self._turns.get(key)
        if turns is None:
            turns = self._turns[key] = list(self._steps(tuple(bits(room)), allowance))
        return turns

    def _steps(self, cells: tuple[int, ...], allowance: Allowance) -> Iterator[Steps]:
        for count in range(min(allowance.most, len(cells)), max(allowance.fewest, 1) - 1, -1):
            chosen = permutations(cells, count) if self._settles else combinations(cells, count)
            for turn in chosen:
                if not allowance.either_colour:
                    yield turn
                else:
                    yield from product(*((cell, cell + self._size) for cell in turn))
        if allowance.may_take_button:
            yield (BUTTON,)
        if allowance.may_pass:
            yield _PASS

    def _after(self, position: Position, steps: Steps) -> Position | None:
        """The position after a turn, None if that breaks a law."""
        mover = position.to_move
        stones, claimed, button = position.stones, position.claimed, position.button
        if steps == (BUTTON,):
            button = mover
        elif self._settles and steps != _PASS:
            settled = self._settled(position, steps)
            if settled is None:
                return None
            stones, claimed = settled.stones, settled.claimed
        elif steps != _PASS:
            one, other = stones
            for mark in steps:
                if mark >= self._size or (mover and not self._ruleset.either_colour):
                    other |= 1 << mark % self._size
                else:
                    one |= 1 << mark
            stones = one, other
        number = position.number + 1
        after = Position(
            position.board, stones, mover.other, number, claimed, button, _bare(position)
        )
        lawful = not self._judges or self._ruleset.breach(position, after) is None
        return after if lawful else None

    def _settled(self, position: Position, steps: Steps) -> Position | None:
        """Stone by stone, where each may change what lies on the board, or what may lie there."""
        ruleset = self._ruleset
        for mark in steps:
            if not ruleset.placeable(position) >> mark % self._size & 1:
                return None
            mover = position.to_move
            colour = Colour(mark // self._size) if ruleset.either_colour else mover
            position = ruleset.settle(position.place(Drop(mark % self._size, colour)))
        return position


def _bare(position: Position) -> Position:
    """A position without those before it, which nothing asks for and memory would keep."""
    return Position(
        position.board,
        position.stones,
        position.to_move,
        position.number,
        position.claimed,
        position.button,
    )
