"""`docs/metrics.md` and the figures that exist, both ways."""

import re
from datetime import timedelta
from pathlib import Path

from fakes import house, leases

from bot.desk.observing import Ruled, Shed, TimeCalled, Told
from bot.metrics.figures import Figures
from bot.metrics.health import Health
from bot.metrics.present import Present
from bot.referee.ruling import Reason, Refused
from bot.settings import Settings
from bot.storage.metering import Use

PAGE = (Path(__file__).parents[2] / "docs" / "metrics.md").read_text(encoding="utf-8")


def documented() -> dict[str, tuple[str, frozenset[str]]]:
    """Each figure of the page with its kind and its labels."""
    table = PAGE.split("<!-- metrics -->")[1].split("<!-- /metrics -->")[0]
    found = re.findall(r"^\| `(\w+)` \| (\w+) \| ([^|]*)\|", table, re.MULTILINE)
    return {name: (kind, frozenset(re.findall(r"`(\w+)`", labels))) for name, kind, labels in found}


def existing(text: str) -> dict[str, tuple[str, frozenset[str]]]:
    """Each figure of an answer with its kind and its labels."""
    kinds = dict(re.findall(r"^# TYPE (\w+) (\w+)$", text, re.MULTILINE))
    labels: dict[str, set[str]] = {name: set() for name in kinds}
    for series, listed in re.findall(r"^(\w+)(?:\{(.*)\})? ", text, re.MULTILINE):
        name = series if series in kinds else re.sub(r"_(bucket|sum|count)$", "", series)
        labels[name] |= set(re.findall(r'(\w+)="', listed)) - {"le"}
    return {name: (kind, frozenset(labels[name])) for name, kind in kinds.items()}


async def test_documented_metrics_are_those_that_exist(tmp_path):
    """Names, kinds and labels; every figure has been seen with its labels once."""
    second = timedelta(seconds=1)
    async with house(tmp_path) as place:
        figures = Figures(["fake"])
        health = Health(place.desk, leases(place))
        figures.add(Present(place.desk, health, lambda: second))
        figures.observe(Ruled("fake", Refused(Reason.OVER), second))
        figures.observe(Told("fake", second))
        figures.observe(TimeCalled("fake", flag=True, late=second))
        figures.observe(Shed("match replay"))
        figures.used(Use(writes=True, took=second))
        found = existing(figures.text().decode())
    assert len(found) > 15
    assert documented() == found


def test_the_figures_of_two_referees_do_not_mix():
    one, other = Figures(["fake"]), Figures(["fake"])
    one.observe(Told("fake", timedelta(seconds=1)))
    assert 'referee_sending_seconds_count{venue="fake"} 1.0' in one.text().decode()
    assert 'referee_sending_seconds_count{venue="fake"} 0.0' in other.text().decode()


def test_the_address_on_the_page_is_the_usual_one():
    """Loopback, and off until a port is set."""
    assert (Settings().metrics_host, Settings().metrics_port) == ("127.0.0.1", None)
    assert f"`METRICS_HOST`, which is `{Settings().metrics_host}`" in PAGE
