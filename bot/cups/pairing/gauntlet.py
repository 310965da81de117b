"""Gauntlet: a champion, who is seed 1, meets the others in turn; who wins is champion from then on.

A round is one meeting. Nobody else has a bye in it: they wait for their turn.
"""

from bot.cups.cup import Cup, CupOver, CupRound
from bot.cups.pairing.elimination import Decided, meet, ranked
from bot.cups.pairing.history import round_of
from bot.cups.standings import Row


def next_round(cup: Cup) -> CupRound | CupOver:
    """The first meeting that is not decided. Where champion and challenger both lost, the next
    challenger is champion without a game.
    """
    champion: str | None
    champion, *challengers = cup.ids()
    for number, challenger in enumerate(challengers, 1):
        met = meet(cup, number, champion, challenger)
        if not isinstance(met, Decided):
            return round_of(number, [met])
        champion = met.winner
    return CupOver(champion)


def order(cup: Cup) -> list[Row]:
    """The champion, then by points: one for each challenger beaten."""
    step = next_round(cup)
    champion = step.champion if isinstance(step, CupOver) else None
    return ranked(cup, lambda row: (row.entrant.id != champion, -row.halves))
