"""A match as a line of a list: who against whom, who won and how, and what game it was."""

from datetime import datetime, timedelta
from urllib.parse import quote

from bot.engine.rulesets import RULESETS
from bot.engine.turn import Colour
from bot.referee.events import Player
from bot.referee.match import Match
from bot.servers.results import FORGOTTEN, NO_RESULT, Result
from bot.storage.records import Listed
from bot.web.view import Json
from bot.wording import hall as words
from bot.wording.writing import tidy

LONGEST_NAME = 40


def line(found: Listed) -> Json:
    """A match that was found, as the templates show it."""
    result = found.result
    return {
        "match": found.match,
        "seats": [] if result is None else seats(result),
        "how": _how(found),
        "game": game_name(found.ruleset),
        "side": found.side,
        "length": words.length_text(timedelta(seconds=found.seconds)),
        "turns": words.turns_text(found.turns, found.long_turns),
        "ended": day(found.ended),
        "stamp": found.ended.isoformat(timespec="seconds"),
        "readable": found.readable and result is not None,
        "sparring": result is not None and result.sparring,
        "cup": found.cup,
    }


def seats(result: Result) -> list[Json]:
    """Both players of a result, who began first: name, colour, page, and whether they won."""
    return [
        person(result.players[colour])
        | {"colour": result.colours[colour], "won": result.winner is colour}
        for colour in Colour
    ]


def person(player: Player) -> Json:
    """Somebody by name, with the address of their page within the hall where they have one."""
    known = not player.id.startswith(FORGOTTEN) and not player.level
    return {
        "name": tidy(player.name, LONGEST_NAME) or "somebody",
        "page": f"player/{quote(player.id, safe='')}" if known else "",
    }


def running(number: int, match: Match) -> Json:
    """An open match as the home page shows it; its players may have no page yet."""
    return {
        "match": number,
        "seats": [
            person(match.players[colour])
            | {"colour": match.terms.colours[colour], "won": False, "page": ""}
            for colour in Colour
        ],
        "game": match.ruleset.name,
        "side": match.terms.side,
        "turns": words.turns_text(len(match.turns), 0),
    }


def game_name(ruleset: str) -> str:
    """What a game is called."""
    law = RULESETS.get(ruleset)
    return ruleset if law is None else law.name


def day(at: datetime) -> str:
    return f"{at.day} {at:%b %Y}"


def _how(found: Listed) -> str:
    result = found.result
    if result is None:
        return ""
    if result.winner is None and result.termination not in NO_RESULT:
        return "a tie"
    return words.ENDS[result.termination]
