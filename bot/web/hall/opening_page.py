"""The openings of a game: what was played, how often, and who won; a click plays on.

Openings that are alike under one of the board's twelve symmetries are one.
"""

import asyncio
from collections.abc import Mapping
from functools import lru_cache
from urllib.parse import urlencode

from bot.commands.search import turn_words
from bot.engine.board import LARGEST_SIDE, SMALLEST_SIDE, board
from bot.engine.legality import play
from bot.engine.openings import END, opening_key, opening_turns
from bot.engine.position import Position
from bot.engine.rulesets import RULESETS
from bot.engine.turn import Turn
from bot.servers.facts import Branch
from bot.storage.records import Records, RecordSearch
from bot.views.scenes import table
from bot.web.hall import listing
from bot.web.hall.door import OpenHall
from bot.web.hall.player_pages import PlayerPages
from bot.web.view import Json
from bot.wording import hall as words
from renderers.svg import svg

MOST_BRANCHES, MOST_MOVERS = 40, 5
_COLOURS = ("red", "blue")


async def opening_parts(
    records: Records, players: PlayerPages, hall: OpenHall, query: Mapping[str, str]
) -> Json:
    """What the page shows: the games there are, and how the one that is chosen begins."""
    played = await records.games_of(hall.shelf)
    ruleset, side = query.get("ruleset", ""), query.get("side", "")
    problem = ""
    if not ruleset and played:
        ruleset, side = played[0][0], str(played[0][1])
    digits = side.isascii() and side.isdigit() and len(side) <= 2
    chosen = digits and SMALLEST_SIDE <= int(side) <= LARGEST_SIDE
    key = query.get("key", "")[:200]
    if played and (ruleset not in RULESETS or not chosen):
        problem = words.NO_SUCH_GAME
    turns = None if problem or not played else _read(int(side), key)
    if turns:
        # Written otherwise it may be the same.
        key = opening_key(int(side), turns)
        turns = opening_turns(int(side), key)
    shown = "" if problem or turns is None else await _drawn(ruleset, int(side), key)
    if played and not problem and not shown:
        problem, key, turns = words.NO_SUCH_OPENING, "", []
        shown = await _drawn(ruleset, int(side), key)
    parts: Json = {
        "played": [
            {
                "name": listing.game_name(one),
                "side": size,
                "games": count,
                "here": (one, str(size)) == (ruleset, side),
                "address": f"openings?{urlencode({'ruleset': one, 'side': size})}",
            }
            for one, size, count in played
        ],
        "problem": problem,
        "branches": [],
        "steps": [],
        "board": "",
        "games": 0,
        "search": "",
        "more": 0,
        "movers": [],
        "start": "openings",
    }
    if turns is None or problem == words.NO_SUCH_GAME:
        return parts
    search = RecordSearch(ruleset=ruleset, side=int(side), opening=key)
    branches = await records.branches(hall.shelf, search)
    usual = branches[:MOST_BRANCHES]
    movers = await records.movers(hall.shelf, search, MOST_MOVERS) if key else []
    return parts | {
        "start": _address(ruleset, int(side), ""),
        "movers": await players.named(hall.shelf, movers),
        "steps": _steps(ruleset, int(side), turns, key),
        "board": shown,
        "games": sum(branch.games for branch in branches),
        "more": len(branches) - len(usual),
        "branches": [_branch(ruleset, int(side), branch) for branch in usual],
        "search": f"games?{urlencode(_search_of(ruleset, int(side), turns))}",
    }


def _read(side: int, key: str) -> list[Turn] | None:
    try:
        return opening_turns(side, key) if key else []
    except ValueError:
        return None


def _branch(ruleset: str, side: int, branch: Branch) -> Json:
    turns = opening_turns(side, branch.key)
    first, second = (round(100 * wins / branch.games) for wins in branch.wins)
    return {
        "turn": turn_words(ruleset, side, turns[-1]),
        "games": branch.games,
        "first": first,
        "second": second,
        "address": _address(ruleset, side, branch.key),
    }


def _steps(ruleset: str, side: int, turns: list[Turn], key: str) -> list[Json]:
    """The turns so far, each with the address of what stood after it."""
    ends = [place for place, sign in enumerate(key) if sign == END]
    return [
        {
            "turn": turn_words(ruleset, side, turn),
            "address": _address(ruleset, side, key[: end + 1]),
        }
        for turn, end in zip(turns, ends, strict=True)
    ]


def _address(ruleset: str, side: int, key: str) -> str:
    return f"openings?{urlencode({'ruleset': ruleset, 'side': side, 'key': key})}"


def _search_of(ruleset: str, side: int, turns: list[Turn]) -> dict[str, object]:
    found = {"ruleset": ruleset, "side": side}
    text = " / ".join(turn_words(ruleset, side, turn) for turn in turns)
    return found | ({"opening": text} if text else {})


async def _drawn(ruleset: str, side: int, key: str) -> str:
    # Beside the rulings, not between them.
    return await asyncio.to_thread(opening_board, ruleset, side, key)


@lru_cache(maxsize=64)
def opening_board(ruleset: str, side: int, key: str) -> str:
    """The board after an opening as SVG; "" where the game does not allow it."""
    law, position = RULESETS[ruleset], Position(board(side))
    for turn in opening_turns(side, key) if key else ():
        after = play(law, position, turn)
        if not isinstance(after, Position):
            return ""
        position = after
    return svg(table(law, position, _COLOURS, ("Red", "Blue")), board_only=True)
