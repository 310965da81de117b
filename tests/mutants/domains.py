"""The parts of the house into which bugs are sown, and the tests that are run against them."""

from dataclasses import dataclass
from math import inf


@dataclass(frozen=True, slots=True)
class Domain:
    """Folders of the program, and the tests that prove them, in two halves surveyed side by side.

    A mutant has survived that the tests of its own folder don't find in `most` seconds (as the
    survey measured them), nor those of others in as many; a test that stands still for `idle`
    seconds has found it.
    """

    folders: tuple[str, ...]
    tests: tuple[tuple[str, ...], tuple[str, ...]]
    marks: str
    most: float
    idle: int


_HOUSE = "cli commands desk pages players servers storage threads venues views watch wording"


def _tests(below: str) -> tuple[str, ...]:
    return tuple(f"tests/{path}" for path in below.split())


QUICK = "not thorough and not real_time"
RULES = Domain(
    folders=("bot/engine", "bot/referee"),
    tests=(
        _tests("engine cli/test_replay.py cli/test_replay_forms.py"),
        _tests(
            "referee commands/test_opening.py commands/test_parsing.py "
            "wording/test_decisions.py wording/test_laws.py"
        ),
    ),
    marks="not real_time",
    most=inf,
    idle=600,
)
"""What must be right in the end: every bug meets every test that comes by it."""
HOUSE = Domain(
    folders=(*(f"bot/{folder}" for folder in _HOUSE.split()), "renderers"),
    tests=(
        _tests("end_to_end renderers venues/discord views"),
        _tests(
            "cli commands desk players servers storage threads venues/conformance venues/forum "
            "venues/room watch wording test_docs.py test_settings.py"
        ),
    ),
    marks=f"{QUICK} and not chromium",
    most=40,
    idle=60,
)
"""All else that is ours: a test here starts a venue and a store, so that not each can be run."""
