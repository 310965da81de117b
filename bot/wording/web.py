"""What the web server says where there is no page, and the log of it and of the metrics."""

from bot.referee.match import Match
from bot.wording.voice import LONGEST_NAME
from bot.wording.writing import tidy

STANDS = "The referee can't hear the players right now: no clock runs until it can."
NOTHING = "Nothing can be watched here. The link may have been taken back: ask where you had it."
ALL_MATCHES = "All matches"
FULL = "Too many people are watching at once. This page comes in by itself when there is room."
HANDED_OVER = (
    "This match is just being handed on to another process of the referee. "
    "The page comes back by itself in a moment."
)
FORGED = "That request says that it was passed on by a referee, and it was not."
MANY = "Too many films are being drawn at once. Please try again in a minute."
NOT_HERE = "Nothing is served here under that name. Open the address that the referee printed."
CROSS_SITE = "That request came from another site and was refused."
NO_PAGE = "There is nothing here."
READ_ONLY = "Nothing can be changed here: watch pages are only for looking."
BUSY = "Something went wrong on my side. Please try again in a minute."


def title_text(match: Match, names: tuple[str, str]) -> str:
    """A match by its players and its game, for a browser's tab and a pasted link."""
    first, second = (tidy(name, LONGEST_NAME) or "somebody" for name in names)
    return f"{first} – {second} · {match.ruleset.name}"


def after_turn_text(turn: int) -> str:
    """What a board shows that is not the last one."""
    return f"The board after turn {turn}" if turn else "The empty board"


def steps_to(turn: int, last: int) -> list[tuple[int, str]]:
    """The turns that one may go to from a turn, each with its label."""
    steps = [
        (0, "Start", turn > 0),
        (turn - 1, "Back", turn > 0),
        (turn + 1, "On", turn < last),
        (last, "End", turn < last),
    ]
    return [(number, label) for number, label, possible in steps if possible]


def served_text(url: str, host: str, port: int) -> str:
    """Where the pages are, at the start."""
    return f"pages are served at {host}:{port}, and reached at {url}"


def inner_text(url: str) -> str:
    """Where the other processes of a fleet reach the pages of this one."""
    return f"the other processes of the fleet reach these pages at {url}"


def not_passed_on_text(host: str, url: str) -> str:
    """Pages of a match can't be passed on to the machine that holds it."""
    return (
        f"pages of matches that {host} holds can't be opened here: it serves pages at {url}, for "
        "its own machine alone. Set WEB_HOST there, or WEB_INNER_URL (docs/scaling.md)"
    )


def no_port_text(host: str, port: int, why: str) -> str:
    """The referee has nothing but its own pages, and they can't be served there."""
    return (
        f"no page can be opened: {host}:{port} can't be used: {why}. Stop what listens there, or "
        "choose another with --port or --host (settings WEB_PORT, WEB_HOST)"
    )


def port_text(host: str, port: int, why: str) -> str:
    """The pages can't be served, which stops no match."""
    return f"no page can be opened: {_no_port(host, port, why, 'WEB')}"


def metrics_served_text(host: str, port: int) -> str:
    """Where the metrics are, at the start."""
    return f"metrics are served at {host}:{port}/metrics"


def metrics_port_text(host: str, port: int, why: str) -> str:
    """The metrics can't be served, which stops no match."""
    return f"nobody can read the metrics: {_no_port(host, port, why, 'METRICS')}"


def _no_port(host: str, port: int, why: str, settings: str) -> str:
    return (
        f"{host}:{port} can't be used: {why}. Stop what listens there, or change "
        f"{settings}_HOST or {settings}_PORT. It is tried again; matches go on"
    )
