"""One match between two authors, ruled as its host would have: what cannot be is refused and noted.

A slip of the rules or a turn out of turn changes nothing and the match goes on. A turn is taken
back where somebody said so and whoever made it moves again; a host's "back to 12" counts at once.
A match ends by the board, a resignation, or a word of somebody who does not play in it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bot.engine.board import board
from bot.engine.legality import play
from bot.engine.notation import Misread, read_turn
from bot.engine.position import Position
from bot.engine.record import Setup
from bot.engine.ruleset import Breach
from bot.engine.turn import Colour
from bot.text.hearing import Remark, RemarkKind
from bot.text.posts import Doubt, Note

_ENDS = {RemarkKind.TIME: "time", RemarkKind.WINS: "adjudication", RemarkKind.TIE: "adjudication"}


@dataclass(frozen=True, slots=True)
class End:
    """How a match ended where the board did not: by what, who won (None: a tie), and where."""

    reason: str
    winner: Colour | None
    line: int


@dataclass(slots=True)
class LoggedMatch:
    """A match as far as it was read; `stop` is where in what was heard it is over."""

    pair: tuple[str, str]
    setup: Setup
    colours: dict[str, str] = field(default_factory=dict)
    """Who has which colour, where that is told."""
    seats: dict[str, Colour] = field(default_factory=dict)
    positions: list[Position] = field(default_factory=list)
    made: list[Remark] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    talk: list[int] = field(default_factory=list)
    wasted: int = 0
    end: End | None = None
    stop: int = 0
    taken: int = 0
    """The line that asks for a turn to be taken back."""
    again: bool = False
    maybe: int = 0

    @property
    def worth(self) -> tuple[int, int]:
        """How well this pair explains the posts."""
        return 2 * len(self.made) - self.wasted, len(self.made)

    @property
    def mover(self) -> Colour:
        return self.positions[-1].to_move


def played(
    heard: Sequence[Remark],
    start: int,
    pair: tuple[str, str],
    setup: Setup,
    *,
    starter: str = "",
    unnamed: frozenset[str] = frozenset(),
    colours: dict[str, str] | None = None,
) -> LoggedMatch:
    """The match of two authors from a place on; turns of the `unnamed` are whoever's it is."""
    match = LoggedMatch(pair, setup, colours or {}, positions=[Position(board(setup.side))])
    if starter:
        other = pair[1] if starter == pair[0] else pair[0]
        match.seats = {starter: Colour.FIRST, other: Colour.SECOND}
    for index in range(start, len(heard)):
        match.stop = index
        it = heard[index]
        if it.kind is not RemarkKind.TURN:
            _said(match, it)
        elif it.author not in pair and it.author not in unnamed:
            match.talk.append(it.line)
        elif _is_over(match, it):
            return match
        else:
            _turn(match, it)
    match.stop = len(heard)
    if match.taken:
        _note(match, Doubt.LAST, match.taken)
    if match.maybe:
        _note(match, Doubt.LAST, match.maybe)
    return match


def _note(match: LoggedMatch, kind: Doubt, line: int, *names: str, word: str = "") -> None:
    match.notes.append(Note(kind, (line,), names, word))


def _said(match: LoggedMatch, it: Remark) -> None:
    """Takes note of what is no turn."""
    plays = it.author in match.pair
    if it.kind is RemarkKind.MAYBE and plays:
        match.talk.append(it.line)
        if match.seats.get(it.author, match.mover) is match.mover and match.made:
            match.maybe = it.line
        elif it.corrects and match.made:
            _note(match, Doubt.LAST, it.line)
    elif not match.made:
        if it.kind is RemarkKind.RESIGN and plays:
            match.end = End("resignation", Colour.SECOND, it.line)
    elif it.kind is RemarkKind.TAKE_BACK:
        match.taken = it.line
    elif it.kind is RemarkKind.BACK_TO and 0 < it.number < len(match.made):
        del match.positions[it.number + 1 :], match.made[it.number :]
        _note(match, Doubt.TAKEN_BACK, it.line, str(it.number))
    elif it.kind is RemarkKind.AGAIN:
        match.again = True
    elif match.end is None and not match.setup.ruleset.is_over(match.positions[-1]):
        match.end = _end(match, it, plays=plays)


def _end(match: LoggedMatch, it: Remark, *, plays: bool) -> End | None:
    if it.kind is RemarkKind.RESIGN and plays:
        loser = match.seats.get(it.author, Colour.SECOND)
        return End("resignation", loser.other, it.line)
    if plays or it.kind not in _ENDS:
        return None
    who = _named(match, it.who) if it.who else match.mover
    if who is None:
        return None
    winner = None if it.kind is RemarkKind.TIE else who if it.kind is RemarkKind.WINS else who.other
    return End(_ENDS[it.kind], winner, it.line)


def _named(match: LoggedMatch, name: str) -> Colour | None:
    wanted = name.casefold()
    for author, seat in match.seats.items():
        if wanted in (author.casefold(), match.setup.colours[seat], match.colours.get(author)):
            return seat
    return None


def _attempt(match: LoggedMatch, it: Remark) -> Position | Breach | Misread:
    turn = read_turn(match.setup.spelling, it.entry.words, match.mover)
    if isinstance(turn, Misread):
        return turn
    return play(match.setup.ruleset, match.positions[-1], turn)


def _seat(match: LoggedMatch, it: Remark) -> Colour:
    """The colour of whoever made a turn: the first of them begins."""
    if it.author not in match.pair:
        return match.mover
    free = match.mover if match.mover not in match.seats.values() else match.mover.other
    return match.seats.get(it.author, free)


def _is_over(match: LoggedMatch, it: Remark) -> bool:
    """Whether a turn is one of another match."""
    if match.setup.ruleset.is_over(match.positions[-1]):
        return True
    legal = _seat(match, it) is match.mover and isinstance(_attempt(match, it), Position)
    if match.end is None:
        return match.again and bool(match.made) and not legal
    if match.again or not legal or (not match.made and match.end.reason != "resignation"):
        return True
    _note(match, Doubt.PLAYED_ON, it.line, str(match.end.line))
    match.end = None
    return False


def _turn(match: LoggedMatch, it: Remark) -> None:
    seat = _seat(match, it)
    mine = [one for one in match.made if one.author == it.author and one.cells == it.cells]
    last = match.made[-1] if match.made else None
    again = last is not None and last.author == it.author and it.cells != last.cells
    if last and again and seat is not match.mover and (match.taken or it.corrects):
        kind = Doubt.TAKEN_BACK if match.taken else Doubt.CORRECTED
        position = match.positions.pop()
        del match.made[-1]
        after = _attempt(match, it)
        if isinstance(after, Position):
            number = str(len(match.made) + 1)
            _note(match, kind, it.line, number, word=" ".join(last.entry.words))
            _make(match, it, seat, after)
            return
        match.positions.append(position)
        match.made.append(last)
    if mine:
        # Said once more: a post that is doubled, or a player who repeats themselves.
        match.wasted += 1
        return
    if seat is not match.mover:
        match.wasted += 1
        if all(one.cells != it.cells for one in match.made):
            _note(match, Doubt.OUT_OF_TURN, it.line, it.author, word=" ".join(it.entry.words))
        return
    after = _attempt(match, it)
    if isinstance(after, Position):
        _make(match, it, seat, after)
        return
    match.wasted += 1
    if all(one.cells != it.cells for one in match.made):
        word = after.word if isinstance(after, Misread) else ""
        match.notes.append(
            Note(
                Doubt.REFUSED,
                (it.line,),
                (it.author,),
                word or " ".join(it.entry.words),
                after,
                match.positions[-1],
            )
        )


def _make(match: LoggedMatch, it: Remark, seat: Colour, after: Position) -> None:
    if it.author in match.pair:
        match.seats.setdefault(it.author, seat)
    match.positions.append(after)
    match.made.append(it)
    match.taken = match.maybe = 0


def best_of(matches: Iterable[LoggedMatch]) -> list[LoggedMatch]:
    """The matches, the one that explains most first; of those alike, the one that began first."""
    return sorted(matches, key=lambda match: match.worth, reverse=True)
