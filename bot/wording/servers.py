"""What is said of several database servers of which none can be written to."""

from collections.abc import Sequence

from bot.findings.servers import ServerFinding, ServerState

_STATES = {
    ServerState.STANDBY: "follows another one",
    ServerState.REPLACED: "was replaced by one that was promoted",
    ServerState.TWIN: "is one of two primaries: stop the one that is out of date",
    ServerState.ALONE: "waits for a standby, and none follows it",
    ServerState.SILENT: "does not answer",
}


def no_primary_text(servers: Sequence[ServerFinding]) -> str:
    """A clause without its full stop."""
    said = (f"{it.place} {_STATES.get(it.state, f'says: {it.detail}')}" for it in servers)
    return f"no database server can be written to now ({'; '.join(said)})"
