"""Whether what the players think with runs compiled: an extra, which nothing needs.

Somebody installs the wheel that `make players-wheel` leaves, and the partner tries several times as
many games a second; without it the same source runs as it lies here, and the same seed gives the
same turn. The wheel holds the package `referee_players`, whose modules stand in for some of this
package. It is used only if it was compiled from exactly the sources that lie here.
"""

from enum import Enum, auto
from hashlib import sha256
from importlib import import_module
from pathlib import Path

MODULES = (
    "catchup",
    "counters",
    "endgame",
    "grid",
    "place",
    "playouts",
    "prior",
    "search",
    "steps",
    "words",
)
"""What is compiled: all that a search of Catchup does ten thousand times a second."""
WHEEL = "referee_players"


class Compiled(Enum):
    """What became of the compiled players."""

    ABSENT = auto()
    """None are installed."""
    OTHER = auto()
    """They were compiled from other sources, or for another Python, and are not used."""
    USED = auto()


def fingerprint() -> str:
    """Tells the sources that are compiled from any others."""
    here = Path(__file__).parent
    told = sha256()
    for name in MODULES:
        told.update((here / f"{name}.py").read_bytes())
    return told.hexdigest()


def folders() -> list[str]:
    """Where the compiled modules lie, if they are those of the sources here."""
    try:
        wheel = import_module(WHEEL)
        if fingerprint() != wheel.SOURCES:
            return []
        # Fails where it is for another Python, or lacks what it needs.
        import_module(f"{WHEEL}__mypyc")
    except ImportError:
        return []
    return list(wheel.__path__)


def state() -> Compiled:
    """What became of them in this process."""
    file = str(import_module("bot.players.search").__file__)
    if not file.endswith(".py"):
        return Compiled.USED
    try:
        import_module(WHEEL)
    except ImportError:
        return Compiled.ABSENT
    return Compiled.OTHER
