"""What the log says of the metrics."""


def served_text(host: str, port: int) -> str:
    """Where the metrics are, at the start."""
    return f"metrics are served at {host}:{port}/metrics"


def no_port_text(host: str, port: int, why: str) -> str:
    """The metrics can't be served, which stops no match."""
    return (
        f"nobody can read the metrics: {host}:{port} can't be used: {why}. Stop what listens "
        "there, or change METRICS_HOST or METRICS_PORT. It is tried again; matches go on"
    )
