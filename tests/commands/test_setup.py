"""The options of `setup`, and what they mean for `match start`."""

from datetime import timedelta

import pytest

from bot.commands.setup import settled, with_rules
from bot.referee.problems import OrderError
from bot.servers.settings import USUAL, ServerSettings


@pytest.mark.parametrize(
    ("key", "text", "field", "value"),
    [
        ("host-role", "123", "host_role", "123"),
        ("host-role", "none", "host_role", ""),
        ("format", "Catena", "format", "catena"),
        ("clock", "1m+5m", "clock", "1m+5m"),
        ("clock", "90s+300s", "clock", "90s+5m"),
        ("clock", "off", "clock", "none"),
        ("clock", "usual", "clock", ""),
        ("theme", "GO", "theme", "go"),
        ("coordinates", "on", "coordinates", True),
        ("coordinates", "No", "coordinates", False),
        ("coordinates", "Usual", "coordinates", None),
        ("where", "thread", "where", "thread"),
        ("warnings", "10s, 2m", "warnings", (timedelta(minutes=2), timedelta(seconds=10))),
        ("warnings", "10s,10s", "warnings", (timedelta(seconds=10),)),
        ("warnings", "none", "warnings", ()),
    ],
)
def test_setup_option_changes_its_own_part(key: str, text: str, field: str, value: object) -> None:
    before = ServerSettings(host_role="9", clock="none", coordinates=True)
    after = settled(before, {key: text})
    assert getattr(after, field) == value
    others = set(ServerSettings.__dataclass_fields__) - {field}
    assert all(getattr(after, one) == getattr(before, one) for one in others)


@pytest.mark.parametrize(
    "options",
    [
        {"host-role": "@Referees"},
        {"host-role": ""},
        {"format": "chess"},
        {"clock": "0+0"},
        {"clock": ""},
        {"theme": ""},
        {"coordinates": "perhaps"},
        {"where": "outside"},
        {"warnings": ""},
        {"warnings": "0"},
        {"warnings": "soon"},
        {"warnings": "1s 2s 3s 4s 5s 6s"},
    ],
)
def test_setup_option_that_can_not_be_read_is_refused(options: dict[str, str]) -> None:
    with pytest.raises(OrderError):
        settled(USUAL, options)


def test_setup_reset_comes_first() -> None:
    rules = ServerSettings(host_role="9", theme="go")
    assert settled(rules, {"reset": "yes"}) == USUAL
    assert settled(rules, {"reset": "yes", "theme": "dark"}) == ServerSettings(theme="dark")
    assert settled(rules, {"reset": "no"}) == rules


def test_setup_is_taken_for_what_a_host_left_open() -> None:
    """The host's word is first; the server's clock goes with the server's format."""
    rules = ServerSettings(format="catena", clock="1d+3d", where="thread")
    assert with_rules({}, rules) == {"format": "catena", "clock": "1d+3d", "where": "thread"}
    given = {"format": "genius", "where": "here", "side": "4"}
    assert with_rules(given, rules) == given
    assert with_rules({"clock": "none"}, rules)["clock"] == "none"
    assert with_rules({"format": "CATENA"}, rules)["clock"] == "1d+3d"
    assert "clock" not in with_rules({}, USUAL)
    assert with_rules({}, USUAL, "daily")["clock"] == "daily"
    assert "clock" not in with_rules({"format": "bentley"}, USUAL, "daily")
    assert with_rules({}, rules, "daily")["clock"] == "1d+3d"
    with pytest.raises(OrderError):
        with_rules({"format": "chess"}, rules)
