"""How much the referee lets itself be talked into."""

from datetime import UTC, datetime, timedelta

from bot.venues.discord.manners import MOST_KEPT, Authors, Manners, Seen

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
ROOM, OTHER_ROOM, ANN, BOB = 1, 2, 10, 20


def after(seconds: float) -> datetime:
    """A moment after noon."""
    return NOON + timedelta(seconds=seconds)


def test_three_refusals_in_ten_seconds_are_in_words():
    """The fourth is not, and once the first is ten seconds old there is one more."""
    manners = Manners()
    moments = (0, 3, 6, 9, 9.9, 10, 12, 13)
    spoken = [manners.may_refuse(ROOM, ANN, after(moment)) for moment in moments]
    assert spoken == [True, True, True, False, False, True, False, True]


def test_one_author_does_not_use_up_the_ration_of_another():
    """Each has their own, in every room."""
    manners = Manners()
    for moment in (0, 1, 2):
        assert manners.may_refuse(ROOM, ANN, after(moment))
    assert not manners.may_refuse(OTHER_ROOM, ANN, after(3))
    assert manners.may_refuse(ROOM, BOB, after(3))


def test_a_room_leaves_room_for_what_is_told_of_the_match():
    """Discord takes five messages in five seconds: refusals use four of them at most."""
    manners = Manners()
    refused = [manners.may_refuse(ROOM, author, after(0)) for author in range(9)]
    assert sum(refused) == 4
    commands = [manners.may_reply(ROOM, author, after(0)) for author in range(40)]
    assert sum(commands) == 12


def test_the_order_of_the_stamps_does_not_matter():
    """A catch-up and live messages may be answered in any order."""
    manners = Manners()
    spoken = [manners.may_refuse(ROOM, ANN, after(moment)) for moment in (9, 0, 5, 2, 30)]
    assert spoken == [True, True, True, False, True]


def test_what_was_seen_is_remembered_for_a_while():
    """An id is new once; the oldest of thousands are forgotten."""
    seen = Seen()
    assert [seen.first(key) for key in (1, 2, 1)] == [True, True, False]
    for key in range(3, 3 + MOST_KEPT):
        assert seen.first(key)
    assert seen.first(1)


def test_authors_are_remembered_for_a_while():
    """Who wrote a message; nobody where it is not known."""
    authors = Authors()
    for message in range(MOST_KEPT + 1):
        authors.note(message, message + 5)
    assert (authors.get(0), authors.get(1)) == (0, 6)
