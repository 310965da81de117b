"""Events that can't be parsed: skipped, with the room that is to be read."""

import pytest

from bot.venues.discord.parsers import NEEDED, skip_unparseable


def broken(_: object) -> None:
    """A parser that does not know what it is given."""
    raise KeyError("author")


@pytest.mark.parametrize(
    ("event", "data", "read"),
    [
        ("MESSAGE_CREATE", {"id": "9", "guild_id": "3", "channel_id": "5"}, ("3", "5")),
        ("THREAD_DELETE", {"id": "5", "guild_id": "3"}, ("3", "5")),
        ("CHANNEL_UPDATE", {"id": "5", "guild_id": "3"}, ("3", "5")),
        ("GUILD_CREATE", {"id": "3"}, ("3", "")),
        ("GUILD_MEMBER_UPDATE", {"guild_id": "3"}, ("3", "")),
        ("MESSAGE_CREATE", {"guild_id": None, "channel_id": "5"}, None),
        ("MESSAGE_CREATE", {"guild_id": "three", "channel_id": "5"}, None),
        ("PRESENCES_REPLACE", ["no object"], None),
        ("USER_UPDATE", None, None),
    ],
)
def test_the_room_is_known_by_what_the_event_names(event, data, read, caplog):
    """Its channel, or its whole server; whatever stands there, nothing is raised."""
    skipped, parsers = [], {event: broken}
    skip_unparseable(parsers, lambda *place: skipped.append(place))
    parsers[event](data)
    assert skipped == ([] if read is None else [read])
    assert event in caplog.text
    caplog.clear()


@pytest.mark.parametrize("event", sorted(NEEDED))
def test_without_a_session_nothing_can_go_on(event):
    """What begins one is not skipped."""
    parsers = {event: broken}
    skip_unparseable(parsers, lambda *_: None)
    with pytest.raises(KeyError):
        parsers[event]({})
