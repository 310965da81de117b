"""What is said beside a line of a cup's table."""

from datetime import timedelta

import pytest
from cups.papers import table
from cups.running_cup import HOST, TERMS
from handclock import START

from bot.cups import acts
from bot.cups.acts import By
from bot.cups.entry import Seeding
from bot.cups.events import CupOpened, CupPlan, PlayerCheckedIn, PlayerEntered
from bot.cups.fold import applied, fold_cup
from bot.referee.events import Player
from bot.venues.discord.messages import LONGEST_TEXT
from bot.venues.discord.voice import DiscordVoice
from bot.wording.cup_answers import status_text
from bot.wording.cup_phrases import parted_text
from bot.wording.cup_telling import cup_words

LOT = "9f2c61d07be4a853"


def test_the_tie_break_that_parted_two_is_named_with_what_either_has() -> None:
    """C is above E by 4½ to 3; nobody else was tied with the one above."""
    rows = table("swiss", "EDCBA", "A>B C>D E.", "A>C E>B D.", "A>D C>E")
    assert [parted_text(row) for row in rows] == [
        *("", "", "parted by Buchholz without the worst: 4½ against 3", "", "")
    ]


def test_wins_are_those_at_the_board_and_the_number_of_a_lot_is_not_told() -> None:
    """C has as many points as A, one of them by walkover; and two who differ in nothing."""
    rows = table("round-robin", "CDBA", "A>D B=C", "B+D A-C", "C+D A=B")
    assert parted_text(rows[2]) == "parted by wins at the board: 1 against 0"
    assert [parted_text(row) for row in table("swiss", "BA", "A=B")] == ["", "parted by lot"]


@pytest.mark.parametrize("here", [2, 90, 148])
def test_a_message_holds_what_matters_however_many_are_in(here: int) -> None:
    """150 signed up, some checked in: the numbers and the seed of all lots are never cut off."""
    voice, by = DiscordVoice(), By(HOST, START)
    people = [Player(str(10**17 + number), f"Player number {number:03}") for number in range(150)]
    plan = CupPlan("knockout", TERMS, check_in=timedelta(minutes=30))
    state = fold_cup([CupOpened(START, HOST, "Colosseum", plan)])
    for player in people:
        state = applied(state, PlayerEntered(START, player))
    signed_up = status_text(1, state, voice)
    assert "Signed up (150): Player number 000, " in signed_up
    state = applied(state, acts.start(state, by, Seeding.ORDER, {}, LOT))
    for player in people[:here]:
        state = applied(state, PlayerCheckedIn(START, player))
    checked_in = status_text(1, state, voice)
    assert f"Checked in ({here}): Player number 000, " in checked_in
    assert f"Not yet ({150 - here}): Player number " in checked_in
    assert "The check-in has until" in checked_in
    begun = acts.begin(state, by, {})
    told = cup_words(1, applied(state, begun), begun, voice).text
    assert LOT in told
    assert max(map(len, (signed_up, checked_in, told))) <= LONGEST_TEXT
