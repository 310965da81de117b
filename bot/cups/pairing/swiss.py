"""Swiss: nobody is out, and each round pairs those who have equally many points.

What a round is drawn by, the weightiest first, says `draw.Cost`: no second bye before all had one,
no second meeting while one can be avoided, the bye to the lowest, equal points, first turns that
differ by two at most, top half against bottom half, the balance of first turns, the lot.
"""

from bot.cups import standings
from bot.cups.cup import Cup, CupOver, CupRound
from bot.cups.pairing.draw import draw
from bot.cups.pairing.history import bye, champion, halves, last_round, round_of, with_first_turn
from bot.cups.standings import Row


def next_round(cup: Cup) -> CupRound | CupOver:
    """The round after the last that has results. Who has left is no longer paired."""
    number = 1 + last_round(cup)
    here = [entrant for entrant in cup.ids() if not cup.has_left(entrant, number)]
    rounds = cup.rules.rounds or (len(cup.entrants) - 1).bit_length()
    if number > rounds or len(here) < 2:
        return CupOver(champion(cup, order(cup), number))
    drawn = draw(cup, number, here, halves(cup.results), early=number <= rounds // 2)
    return round_of(
        number,
        (
            bye(number, one) if other is None else with_first_turn(cup, number, one, other)
            for one, other in drawn
        ),
    )


def order(cup: Cup) -> list[Row]:
    """By points and tie-breaks."""
    return standings.order("swiss", cup.entrants, cup.results, cup.lots.of_order)
