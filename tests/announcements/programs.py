"""What is said of programs that play, of games looked back on, and of positions solved."""

from collections.abc import Iterator
from dataclasses import replace

from announcements.paper import Specimen
from bot.engine.board import board
from bot.engine.notation import read_cell
from bot.fairness.row import FairnessRow
from bot.players.review import Review, Reviewed
from bot.wording import fairness
from bot.wording import review as words
from bot.wording.sparring import (
    no_number_text,
    no_program_text,
    partner_gone_text,
    spar_line,
    spar_text,
)

_COLOURS = ("red", "blue")


def _cells(names: str) -> tuple[int, ...]:
    return tuple(read_cell(board(5), name) or 0 for name in names.split())


def of_reviews() -> Iterator[Specimen]:
    """With costly turns and without, certain at some time or never; then the command line's."""
    cells, better = _cells("E1 B6 E7"), _cells("G2 B6 E1")
    estimated = Reviewed(21, 0, cells, 0.27, exact=False, lost=0.55, better=better, best=0.82)
    certain = Reviewed(23, 1, _cells("C3"), 1.0, exact=True, lost=1.0, best=1.0, best_exact=True)
    thrown = replace(certain, better=_cells("D8 E2"))
    plain = Reviewed(1, 0, _cells("E5"), 0.5, exact=False)
    strong = "**{}**".format
    for when, worst, since in (
        ("A match that was certain in the end", (thrown, estimated), 24),
        ("A match that ended early", (estimated,), None),
        ("A match without a costly turn", (), 20),
    ):
        found = Review(0.5, (plain, estimated, thrown), since, worst)
        yield Specimen(when, words.review_text("Review of match 7", found, 5, _COLOURS, strong))
    for when, turn in (("proven", thrown), ("estimated", estimated)):
        yield Specimen(f"A marked turn on a page, {when}", words.finding_text(turn, 5, _COLOURS))
    loss = words.outcome_text(0.0, proven=True)
    yield Specimen("… what it left, where that is proven", loss)
    yield Specimen("… and above the marked turns", words.certain_text(Review(0.5, (), 24, ())))
    nothing = Review(0.5, (), None, ())
    chart = words.chances_alt(_COLOURS, (0.52, 0.6, 0.41, 0.0), 3)
    yield Specimen("… as a chart, for whoever can't see it", chart)
    text = words.review_text("Review of match 7", nothing, 5, _COLOURS)
    yield Specimen("A match without a turn", text)
    yield Specimen("Another game than Catchup", words.NOT_KNOWN)
    yield Specimen("match review, of an open match", words.not_over_text())
    yield Specimen("… while somebody else plays the same opening", words.same_opening_text())
    yield Specimen("… behind others", words.queued_text(14))
    yield Specimen("… while hundreds wait", words.many_reviews_text())
    yield Specimen("… and it fails", words.review_failed_text())
    yield Specimen("Under the chart", f"Red's {words.CHANCES}")
    yield Specimen("`replay --thread --review`", words.NO_TOPICS)


def of_programs() -> Iterator[Specimen]:
    """`referee solve` and `referee spar`."""
    turns = [_cells("D8 E2"), _cells("D8 C3 E2")]
    yield Specimen("Won", words.solved_text(*_COLOURS, turns, 5))
    yield Specimen("Won in one way", words.solved_text(*_COLOURS, turns[:1], 5))
    yield Specimen("Lost", words.solved_text(*_COLOURS, (), 5))
    yield Specimen("Too early", words.unsolved_text(31))
    yield Specimen("Too late", words.ended_text("blue"))
    yield Specimen("No such turn", words.no_position_text(40, 29))
    yield Specimen("A game", spar_line(12, "strong", "greedy", began=False, won=True, turns=24))
    yield Specimen("All games", spar_text("strong", "greedy", 198, 200))
    yield Specimen("Nobody", no_program_text("mild"))
    yield Specimen("No number of games", no_number_text("0", 1, 100_000))
    row = FairnessRow("plur", 3, "fills:16", 1, "0.1.0", 0, 50, 26, 24, 0, 950, None)
    yield Specimen("`referee fairness`, a file of games", fairness.games_there_text("games.jsonl"))
    yield Specimen("… that is damaged", fairness.damaged_state_text("games.jsonl", 7))
    other = fairness.other_games_text("games.jsonl", row, "fills:16", 2)
    yield Specimen("… that holds other games", other)
    yield Specimen("… into which two play at once", fairness.two_at_once_text("games.jsonl"))
    yield Specimen("… where one that plays is killed", fairness.ended_from_outside_text())
    yield Specimen("The host, where the sparring partner can't go on", partner_gone_text())
