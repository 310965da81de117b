"""What goes with an older board or a replay of a match."""

from collections.abc import Sequence

from bot.referee.match import Match
from bot.wording.lists import counted, joined
from bot.wording.phrases import colour_name, figure_text, played_text
from bot.wording.results import headline
from bot.wording.status import seats_text
from bot.wording.voice import Voice

MOST_SPANS = 8
"""How often at the most it is told who got ahead."""


def board_text(match: Match, number: int, turn: int, voice: Voice) -> str:
    """Which earlier position is shown, and the turn that led there."""
    if turn == 0:
        return f"Match {number} before the first turn."
    played = match.turns[turn - 1]
    who = voice.strong(colour_name(match, played.colour))
    done = played_text(played.turn, voice)
    return f"Match {number} after turn {turn} of {match.position.number}: {who} {done}."


def replay_text(match: Match, number: int, voice: Voice) -> str:
    """What the film shows; with the result also what the chart shows."""
    turns = match.position.number
    seats = f"{voice.strong(f'Match {number}')}: {seats_text(match, voice)}."
    if not turns:
        return f"{seats} No turn has been played yet."
    if not match.over:
        return f"{seats} {_turns(turns)} so far."
    race = f"The chart shows both players' {match.ruleset.figure_name} by turn."
    return f"{seats} {headline(match)}, after {_turns(turns)}. {race}"


def film_alt(turns: int, last: str) -> str:
    """What a film shows to whoever can't see it; `last` says what its last board shows."""
    return f"A film of {_turns(turns)}, board by board. The last one: {last}"


def race_alt(label: str, colours: tuple[str, str], figures: Sequence[tuple[float, float]]) -> str:
    """What the chart of a game shows; `figures` are both players' after each turn, from none on."""
    higher = ahead_text([first - second for first, second in figures], colours)
    pairs = zip(colours, figures[-1], strict=True)
    ends = joined([f"{colour.capitalize()} {figure_text(figure)}" for colour, figure in pairs])
    text = f"A chart of both players' {label} by turn. The higher line: {higher}."
    return f"{text} At the end: {ends}."


def ahead_text(by: Sequence[float], colours: tuple[str, str]) -> str:
    """From which turns on which player was ahead; `by` how much the first was, turn by turn."""
    spans: list[str] = []
    last = 0
    for turn, difference in enumerate(by):
        side = (difference > 0) - (difference < 0)
        if side not in (0, last):
            spans.append(f"{colours[side < 0].capitalize()} from turn {turn}")
            last = side
    return counted(spans, MOST_SPANS) or "nobody's"


def no_such_turn_text(number: int, played: int) -> str:
    """A turn was asked for that has not been played."""
    if not played:
        return f"Match {number} has no turn yet: ask for turn:0, the empty board."
    return f"Match {number} has {_turns(played)} so far: ask for turn:0 to turn:{played}."


def watch_text(number: int, link: str) -> str:
    """Where a match can be watched."""
    return f"Watch match {number} live, or step through it later: {link}"


def no_watch_pages_text() -> str:
    """The link to a watch page was asked for, and this referee serves none."""
    return "I serve no watch pages. Whoever runs me can turn them on with the setting WEB_URL."


def watch_off_text() -> str:
    """The link to a watch page was asked for on a server that has not turned them on."""
    return (
        "Watch pages are off here. Whoever manages the matches here can turn them on with: "
        "setup watch:on"
    )


def no_such_match_text(number: str) -> str:
    """A match was asked for that this server has not had."""
    shown = number[:12] if number.isascii() and number.isalnum() else "of that number"
    return f"There is no match {shown} here. See: matches, or history"


def turn_text(played: int, *, over: bool, of: int | None = None) -> str:
    """Which turn a picture shows: the one to be played now, or how many there were.

    `of` are the turns played so far, where an earlier position is shown.
    """
    if of is not None:
        return f"after turn {played} of {of}" if played else "before the first turn"
    return _turns(played) if over else f"turn {played + 1}"


def _turns(count: int) -> str:
    return "1 turn" if count == 1 else f"{count} turns"
