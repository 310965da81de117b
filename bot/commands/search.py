"""Reads a search, from a command or the address of a page, and says what is wrong with it.

Each search has an address, so whatever stands in it may have been typed by hand: dates the wrong
way round, a cell that the board does not have, page 1,000,000,000.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from urllib.parse import urlencode

from bot.engine.board import LARGEST_SIDE, SMALLEST_SIDE, board
from bot.engine.notation import Misread, Spelling, read_turn, write_turn
from bot.engine.openings import MOST_TURNS, opening_key
from bot.engine.rulesets import RULESETS, NoRuleset
from bot.engine.turn import Colour, Turn
from bot.referee.events import Termination
from bot.referee.problems import NoSide, NotOneOf, Problem
from bot.storage.records import ORDERS, RecordSearch
from bot.wording import hall as words
from bot.wording.problems import problem_text

LONGEST = 200
"""Signs of one field that are looked at."""
MOST_PAGES = MOST_CUPS = 10**9
FIELDS = (
    "player", "ruleset", "side", "end", "since", "until", "fewest", "most", "opening", "cup",
    "order",
)  # fmt: skip


class SearchError(Exception):
    """A search can't be made; the text says why, and what would do."""


@dataclass(frozen=True, slots=True)
class Form:
    """A search as it was typed: its fields by name, the player, and the page of what is found."""

    fields: dict[str, str]
    player: str
    search: RecordSearch
    page: int

    def of(self, players: tuple[str, ...]) -> "Form":
        """The search among the matches of some players."""
        return replace(self, search=replace(self.search, players=players))


def read_form(query: Mapping[str, str]) -> Form:
    """The search that a query asks for; SearchError says what is wrong."""
    given = {name: query.get(name, "").strip()[:LONGEST] for name in FIELDS}
    ruleset, side = given["ruleset"].casefold(), _whole("side", given["side"], LARGEST_SIDE)
    if ruleset and ruleset not in RULESETS:
        raise _error(NoRuleset(given["ruleset"], tuple(RULESETS)))
    if given["side"] and side < SMALLEST_SIDE:
        raise _error(NoSide(given["side"], SMALLEST_SIDE, LARGEST_SIDE))
    ending = given["end"].casefold()
    if ending and ending not in list(Termination):
        raise _error(NotOneOf("end", given["end"], tuple(Termination)))
    order = given["order"].casefold() or "newest"
    if order not in ORDERS:
        raise _error(NotOneOf("order", given["order"], tuple(ORDERS)))
    since, until = _day("since", given["since"]), _day("until", given["until"])
    if since and until and since > until:
        raise SearchError(words.WRONG_WAY_ROUND)
    fewest = _whole("fewest", given["fewest"], 999)
    most = _whole("most", given["most"], 999) if given["most"] else None
    if most is not None and fewest > most:
        raise SearchError(words.TOO_FEW_TURNS)
    search = RecordSearch(
        ruleset=ruleset,
        side=side,
        ending=ending,
        since=None if since is None else _start_of(since),
        until=None if until is None else _start_of(until + timedelta(days=1)),
        fewest=fewest,
        most=most,
        cup=_whole("cup", given["cup"], MOST_CUPS),
        opening=read_opening(given["opening"], side, ruleset) if given["opening"] else "",
        order=order,
    )
    page = max(1, _whole("page", query.get("page", "").strip(), MOST_PAGES))
    return Form({key: text for key, text in given.items() if text}, given["player"], search, page)


def read_opening(text: str, side: int, ruleset: str) -> str:
    """The key of turns as people write them, such as `E5 / D3 F6`; SearchError if it is none."""
    if not side:
        raise SearchError(words.OPENING_NEEDS_SIDE)
    law = RULESETS.get(ruleset)
    either = law is not None and law.either_colour
    # Whatever the colours are called in a match: here they are those who begin, and the others.
    spelling = Spelling(board(side), ("first", "second"), either_colour=either)
    turns = list[Turn]()
    for number, part in enumerate(text.replace(",", " ").strip(" /").split("/")):
        read = read_turn(spelling, part.split(), Colour(number % 2))
        if isinstance(read, Misread) or not read.actions:
            wrong = read.word if isinstance(read, Misread) else part.strip()
            raise SearchError(words.no_opening_text(wrong, side, either_colour=either))
        turns.append(read)
    if len(turns) > MOST_TURNS:
        raise SearchError(words.long_opening_text(MOST_TURNS))
    return opening_key(side, turns)


def turn_words(ruleset: str, side: int, turn: Turn) -> str:
    """A turn of an opening as people write it."""
    law = RULESETS[ruleset]
    colours = ("first", "second") if law.either_colour else ("red", "blue")
    return write_turn(Spelling(board(side), colours, law.either_colour, law.verbs), turn)


def search_address(given: Mapping[str, str]) -> str:
    """The page of a search within a hall."""
    fields = {name: given[name] for name in FIELDS if given.get(name)}
    return f"games?{urlencode(fields)}" if fields else "games"


def _error(problem: Problem) -> SearchError:
    return SearchError(problem_text(problem))


def _whole(name: str, text: str, most: int) -> int:
    if not text:
        return 0
    if not (text.isascii() and text.isdigit()) or len(text) > 10 or int(text) > most:
        raise SearchError(words.no_number_text(name, text, most))
    return int(text)


def _day(name: str, text: str) -> date | None:
    if not text:
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise SearchError(words.no_day_text(name, text)) from None
    if not date(1971, 1, 1) <= day <= date(9998, 12, 31):
        raise SearchError(words.no_day_text(name, text))
    return day


def _start_of(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
