"""What is said of a game looked back on, of a position solved, and as a hint.

What is proven is told apart from what is estimated by a word, a sign and, on pages, a colour.
A hint is one cell, then why, in one sentence and in the game's own terms.
"""

from collections.abc import Callable, Sequence

from bot.engine.notation import Spelling, write_turn
from bot.engine.ruleset import Ruleset
from bot.engine.turn import Colour
from bot.players.field import decoded
from bot.players.hint import Hint
from bot.players.review import CauseKind, Review, Reviewed, TurnCause, interval
from bot.wording.phrases import nth
from bot.wording.show import ahead_text

Names = tuple[str, str]
CHANCES = "chance after each turn, in %"
"""What the chart of a review counts, behind the first player's colour."""
COST_LITTLE = "No turn cost much."
NO_TOPICS = "--review and --chances are for records, not for a saved topic"
PROVEN, ESTIMATED = "✓", "≈"
"""The signs of what is certain and of what is not."""


def review_text(
    title: str,
    review: Review,
    ruleset: Ruleset,
    spelling: Spelling,
    strong: Callable[[str], str] = str,
) -> str:
    """From which turn on the end was certain, and the turns that cost the most, a line each."""
    if not review.turns:
        return f"{strong(f'{title}.')} No turn was played."
    lines = [f"{strong(f'{title}.')} {_since_text(review)}"]
    lines += [
        f"{place}. {worst_text(turn, ruleset, spelling, strong)}"
        for place, turn in enumerate(review.worst, start=1)
    ]
    return "\n".join(lines) if review.worst else f"{lines[0]} {COST_LITTLE}"


def certain_text(review: Review) -> str:
    """What a page says above the marked turns: from which turn on the end was certain."""
    return _since_text(review) if review.worst else f"{_since_text(review)} {COST_LITTLE}"


def playing_on_text(number: int, turn: int) -> str:
    """How to play a turn again that cost much; `turn` is the one before it."""
    return f"Play turn {turn + 1} again, against me: match start from:{number}@{turn}"


def worst_text(
    turn: Reviewed, ruleset: Ruleset, spelling: Spelling, strong: Callable[[str], str] = str
) -> str:
    """A turn that cost much, what it left, a better one, and why that is better.

    `1. Turn 21, Red E1 B6 left ≈ 27 % (9–45). Better: G2 B6, ≈ 82 % (67–97). It gave Blue…`
    """
    mover = spelling.colours[turn.mover].capitalize()
    played, better = (codes_text(codes, spelling) for codes in (turn.played, turn.better))
    left = outcome_text(turn.left, proven=turn.exact, cells=turn.cells)
    would = outcome_text(turn.best, proven=turn.best_exact)
    why = "" if turn.cause is None else f" {cause_text(turn.cause, turn.mover, ruleset, spelling)}"
    return (
        f"Turn {turn.number}, {mover} {strong(played)} left {left}. Better: {better}, {would}.{why}"
    )


def outcome_text(chance: float, *, proven: bool, cells: int | None = None) -> str:
    """What a turn leaves and how that is known: searched to the end, or a share and its bounds."""
    if not proven:
        return f"{ESTIMATED} {_estimate_text(chance)}"
    outcome = "a win" if chance == 1.0 else "a tie" if chance else "a loss"
    searched = "" if cells is None else f", {_cells_text(cells)} searched"
    return f"{PROVEN} {outcome}, proven{searched}"


def share_text(colour: str, rival: str, chance: float, *, proven: bool) -> str:
    """A player's share of wins after a turn, as rows and curves say it: `≈ Red 54 % (34–74)`."""
    if not proven:
        return f"{ESTIMATED} {colour.capitalize()} {_estimate_text(chance)}"
    if chance == 0.5:
        return f"{PROVEN} a tie, proven"
    return f"{PROVEN} {(colour if chance else rival).capitalize()} wins, proven"


def cost_text(turn: Reviewed) -> str:
    """What a marked turn cost whoever played it, in few words: `≈ cost about 55 %`."""
    if not (turn.exact and turn.best_exact):
        return f"{ESTIMATED} cost about {percent_text(turn.lost)}"
    lost = "the game" if turn.lost == 1.0 else "the win" if turn.best == 1.0 else "the tie"
    return f"{PROVEN} cost {lost}"


def costly_text(turn: Reviewed, spelling: Spelling) -> str:
    """A turn in the list of those that cost most: `Turn 21, Red E1 B6: ≈ cost about 55 %`."""
    mover, played = spelling.colours[turn.mover].capitalize(), codes_text(turn.played, spelling)
    return f"Turn {turn.number}, {mover} {played}: {cost_text(turn)}"


def curve_text(colour: str) -> str:
    """What the curve on the race shows."""
    return f"{colour.capitalize()}'s share of wins:"


def cause_text(cause: TurnCause, mover: int, ruleset: Ruleset, spelling: Spelling) -> str:
    """Why the better turn is better, in the game's own terms."""
    rival = spelling.colours[1 - mover].capitalize()
    more, less = (f"{figure:,}" for figure in (cause.more, cause.less))
    match cause.kind:
        case CauseKind.FED:
            return f"It gave {rival} {more} stones, the better turn {less}."
        case CauseKind.LET:
            figure = ruleset.figure_name
            return (
                f"It let {rival} get to {more} ({figure}) with one stone, the better turn {less}."
            )
        case CauseKind.LEFT:
            return f"It left {less} ({ruleset.figure_name}), the better turn {more}."


def _since_text(review: Review) -> str:
    if review.certain is None:
        return "Who wins was never certain."
    return f"Who wins was certain from turn {review.certain}."


def match_review_title(number: int) -> str:
    """What a match's review begins with."""
    return f"Review of match {number}"


def chances_alt(colours: Names, values: Sequence[float], certain: int | None) -> str:
    """What the chart of a review shows; `values` are the first player's chances, turn by turn."""
    ahead = ahead_text([chance - 0.5 for chance in values], colours)
    since = "" if certain is None else f" Who wins was certain from turn {certain}."
    begin = f"{percent_text(values[0])} before the first turn"
    return (
        f"A chart: {colours[0].capitalize()}'s {CHANCES}, {begin}. The better one: {ahead}.{since}"
    )


def percent_text(chance: float) -> str:
    """A chance that is not certain is never shown as certain: `1 %` to `99 %`."""
    return f"{min(99, max(1, round(100 * chance)))} %"


def codes_text(codes: Sequence[int], spelling: Spelling) -> str:
    """A turn as it is written in its match; `codes` as by `field.coded`."""
    return write_turn(spelling, decoded(codes, spelling.board.size))


def solved_text(mover: str, other: str, chance: float, turns: Sequence[str], cells: int) -> str:
    """Who wins for certain by what was searched, and the turns that do it.

    `chance` is the mover's: 1, 0 or, for a tie, a half.
    """
    proof = f"({_cells_text(cells)} searched)"
    if not chance:
        return (
            f"{other.capitalize()} wins for certain, whatever {mover.capitalize()} plays {proof}."
        )
    if chance < 1.0:
        return f"A tie for certain, if nobody errs {proof}."
    ways = "1 turn" if len(turns) == 1 else f"{len(turns)} turns"
    return f"{mover.capitalize()} wins for certain, with {ways} {proof}: {' / '.join(turns)}."


def unsolved_text(cells: int, limit: int) -> str:
    """A position with too many cells to be certain of."""
    return f"Not certain: {cells} cells are open, and at most {limit} can be solved."


def ended_text(winner: str | None) -> str:
    """A position in which nothing is left to solve; None is a tie."""
    won = "it is a tie" if winner is None else f"{winner.capitalize()} has won"
    return f"The game is over: {won}."


def _estimate_text(chance: float) -> str:
    low, high = (min(99, max(1, round(100 * bound))) for bound in interval(chance))
    return f"{percent_text(chance)} ({low}–{high})"


def _cells_text(cells: int) -> str:
    return "1 cell" if cells == 1 else f"{cells} cells"


def no_position_text(turn: int, played: int) -> str:
    """A turn that the game does not have."""
    return f"there is no turn {turn}: the game has {played}."


def not_over_text() -> str:
    """A review of an open match is asked for."""
    return "A match is reviewed once it is over; nothing is said about one that is open."


def stands_alike_text() -> str:
    """A review is asked for while an open match stands at a position of it."""
    return (
        "An open match stands as this one once did. To be fair to its players, I do not review "
        "this one now. Ask me again when that match has gone on."
    )


def queued_text(place: int) -> str:
    """A review waits behind others; it is made whether or not its asker waits for it."""
    return (
        f"You are {nth(place)} in the queue of reviews. Yours is made when its turn comes: "
        "please ask again in a few minutes."
    )


def waiting_text(place: int) -> str:
    """The same on a page, which shows the review as soon as it is made."""
    return f"You are {nth(place)} in the queue of reviews. Yours comes here by itself."


def asked_often_text() -> str:
    """One address asks for reviews again and again."""
    return "You have asked for many reviews. Please ask again in a minute."


def many_reviews_text() -> str:
    """More reviews are asked for than can wait."""
    return "The queue of reviews is full. Please ask again in some minutes."


def review_failed_text() -> str:
    """The process that reviews died."""
    return "The review failed on my side. Please try again in a moment."


_COUNTED = {1: "one stone", 2: "two stones", 3: "three stones"}


def hint_text(hint: Hint, mover: Colour, ruleset: Ruleset, spelling: Spelling) -> str:
    """A hint for the player to move: `D7: it brings you from 4 to 6 (largest group).`"""
    rival = spelling.colours[mover.other].capitalize()
    said = [*_brings(hint, ruleset, rival), *_certain(hint, rival)]
    why = ", and ".join(said) or "of all that I tried the game goes best for you with it"
    price = f", though {rival} may then place {_stones(hint.fed)}" if hint.fed else ""
    return f"{cell_text(hint, spelling)}: {why}{price}."


def cell_text(hint: Hint, spelling: Spelling) -> str:
    """The cell of a hint, or the word for a turn without stones, as it is written in a turn."""
    return write_turn(spelling, decoded((hint.code,), spelling.board.size))


def _brings(hint: Hint, ruleset: Ruleset, rival: str) -> list[str]:
    """What the stone brings its player, or else keeps from the rival; perhaps the lead as well."""
    name, said = ruleset.figure_name, []
    if hint.figure > hint.before:
        said = [f"it brings you from {hint.before:,} to {hint.figure:,} ({name})"]
    elif hint.rival is not None:
        said = [f"it keeps {rival} from getting to {hint.rival:,} ({name}) there"]
    elif hint.turn_figure > hint.before:
        said = [
            f"the turn with it brings you from {hint.before:,} to {hint.turn_figure:,} ({name})"
        ]
    if hint.leads:
        took = "takes the lead" if hint.stones == 1 else "with your other stones takes the lead"
        said = [*said, took] if said else [f"it {took}"]
    return said


def _certain(hint: Hint, rival: str) -> list[str]:
    """Who wins for certain, where that is known; the sentence holds as long as nobody errs."""
    if hint.certain is None:
        return []
    if hint.certain == 1.0:
        return ["you win for certain if you go on well"]
    if hint.certain:
        return ["a tie is certain, the best there is"]
    return [f"the position is lost for certain, so it only holds out if {rival} errs"]


def _stones(count: int) -> str:
    return _COUNTED.get(count, f"{count} stones")


def no_hint_now_text() -> str:
    """A hint is asked for while another open match stands, or may soon stand, as this one does."""
    return (
        "Another open match stands much as yours does. To be fair to its players, I give no hint "
        "here now. Ask me again after your next turn."
    )


def hint_failed_text() -> str:
    """The process that works out hints died."""
    return "The hint failed on my side. Please ask again in a moment."


def no_hints_in_cup_text() -> str:
    """A hint is asked for in a game of a cup."""
    return "There are no hints in the games of a cup."
