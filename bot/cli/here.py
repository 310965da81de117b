"""This machine, as a command on it reaches the local room."""

_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104


def reached_here(host: str) -> str:
    """The address at which this machine reaches what listens at `host`, maybe everywhere."""
    return _EVERYWHERE.get(host, host)
