"""What each of several database servers is found to be, where none can be written to."""

from dataclasses import dataclass
from enum import Enum, auto


class ServerState(Enum):
    """Why a server is not the one to write to."""

    STANDBY = auto()
    """It follows another one."""
    REPLACED = auto()
    """It takes writes, but another one was promoted since."""
    TWIN = auto()
    """It takes writes, and so does another one of the same timeline."""
    ALONE = auto()
    """It is to wait for a standby at each commit, and none follows it."""
    SILENT = auto()
    """It does not answer, or refuses the connection."""
    FAILING = auto()
    """It says something else (what)."""


@dataclass(frozen=True, slots=True)
class ServerFinding:
    """One of the servers, by host and port."""

    place: str
    state: ServerState
    detail: str = ""
