"""The parts of the house into which bugs are sown, and the tests that are run against them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Domain:
    """Folders of the program, and the tests that prove them, in two halves surveyed side by side.

    A mutant that `most` tests of its own folder and as many others don't find has survived; a test
    that stands still for `idle` seconds has found it.
    """

    folders: tuple[str, ...]
    tests: tuple[tuple[str, ...], tuple[str, ...]]
    marks: str
    most: int
    idle: int


QUICK = "not thorough and not real_time"
RULES = Domain(
    folders=("bot/engine", "bot/referee"),
    tests=(
        ("tests/engine", "tests/cli/test_replay.py", "tests/cli/test_replay_forms.py"),
        (
            "tests/referee",
            "tests/commands/test_opening.py",
            "tests/commands/test_parsing.py",
            "tests/wording/test_decisions.py",
            "tests/wording/test_laws.py",
        ),
    ),
    marks="not real_time",
    most=100_000,
    idle=600,
)
"""What must be right in the end: every bug meets every test that comes by it."""
HOUSE = Domain(
    folders=(
        "bot/cli",
        "bot/commands",
        "bot/desk",
        "bot/pages",
        "bot/players",
        "bot/servers",
        "bot/storage",
        "bot/threads",
        "bot/venues",
        "bot/views",
        "bot/watch",
        "bot/wording",
        "renderers",
    ),
    tests=(
        ("tests/end_to_end", "tests/renderers", "tests/venues/discord", "tests/views"),
        (
            "tests/cli",
            "tests/commands",
            "tests/desk",
            "tests/players",
            "tests/servers",
            "tests/storage",
            "tests/threads",
            "tests/venues/conformance",
            "tests/venues/forum",
            "tests/venues/room",
            "tests/watch",
            "tests/wording",
        ),
    ),
    marks=f"{QUICK} and not chromium",
    most=40,
    idle=60,
)
"""All else that is ours: a test here starts a venue and a store, so that not each can be run."""
