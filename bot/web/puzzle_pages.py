"""The pages of puzzles in the local room: a list of all, and each with its board and an answer.

Ann opens `/puzzles`, takes the day's, types D7 and is told by proof that it wins. Nobody is signed
in here, so nothing is kept: no days in a row. The pages have no scripts. An answer is judged as
`puzzle answer:` is, one at a time and beside the rulings, and an address may give so many a minute.
"""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from aiohttp import web
from cachetools import LRUCache

from bot.commands.puzzles import PuzzleRefusedError, legal_answer
from bot.engine.rulesets import RULESETS
from bot.limits import Bucket
from bot.puzzles.judging import Proof, judge
from bot.puzzles.puzzle import Puzzle, built_in, number_of_day
from bot.timing import Timepiece
from bot.views.scenes import puzzle_scene
from bot.web.hall.rendering import templates
from bot.web.pieces import PageVoice
from bot.web.server import WebServer
from bot.web.view import Json
from bot.wording import puzzles as words
from renderers.svg import svg

MOST_ANSWERS, A_WHILE = 20, timedelta(minutes=1)
"""How many answers an address may have judged."""
MOST_ADDRESSES = 1000
LONGEST_ANSWER = 100


class UnmarkedVoice(PageVoice):
    """What is said on a page without scripts, which nobody takes apart."""

    def strong(self, text: str) -> str:
        return text


_VOICE = UnmarkedVoice()


class PuzzlePages:
    """The routes of the puzzles; `now` says which day it is."""

    def __init__(
        self, server: WebServer, timepiece: Timepiece, now: Callable[[], datetime]
    ) -> None:
        self._server = server
        self._timepiece = timepiece
        self._now = now
        self._asked: LRUCache[str, Bucket] = LRUCache(MOST_ADDRESSES)
        self._judging = asyncio.Lock()
        server.add(
            [
                web.get("/puzzles", self._list),
                web.get("/puzzles/{number:[0-9]{1,4}}", self._puzzle),
            ]
        )

    async def _list(self, _: web.Request) -> web.Response:
        puzzles, of_day = built_in(), self._of_day()
        lines = [_line(puzzle) for puzzle in puzzles.values()]
        return await self._page("puzzles", {"day": _line(puzzles[of_day]), "puzzles": lines})

    async def _puzzle(self, request: web.Request) -> web.Response:
        puzzle = built_in().get(int(request.match_info["number"]))
        if puzzle is None:
            text = words.no_number_text(request.match_info["number"], len(built_in()))
            raise web.HTTPNotFound(text=text)
        answer = request.query.get("answer", "")[:LONGEST_ANSWER].strip()
        shows = request.query.get("give-up") == "yes"
        said = {"right": "", "wrong": "", "problem": ""}
        if answer or shows:
            said |= await self._said(request, puzzle, "" if shows else answer)
        board, alt = await asyncio.to_thread(_board, puzzle.number)
        parts: Json = {
            **_line(puzzle),
            **said,
            "title": words.title_text(puzzle, of_day=puzzle.number == self._of_day()),
            "task": words.task_text(puzzle),
            "question": words.question_text(puzzle),
            "example": words.example_text(puzzle),
            "answer": answer,
            "board": board,
            "alt": alt,
            "count": len(built_in()),
        }
        return await self._page("puzzle", parts)

    async def _said(self, request: web.Request, puzzle: Puzzle, answer: str) -> dict[str, str]:
        """What an answer is worth, or the answer itself where none is given."""
        try:
            turn = legal_answer(puzzle, answer) if answer else puzzle.answer
        except PuzzleRefusedError as error:
            return {"problem": str(error)}
        now, source = self._timepiece.monotonic(), self._server.doors.source(request)
        bucket = self._asked.setdefault(source, Bucket(MOST_ANSWERS, A_WHILE, now))
        if not bucket.take(now):
            return {"problem": words.ANSWERED_OFTEN}
        async with self._judging:
            verdict = await asyncio.to_thread(judge, puzzle, turn)
        if not isinstance(verdict, Proof):
            return {"wrong": words.wrong_text(puzzle, turn, verdict, _VOICE)}
        told = words.right_text if answer else words.answer_text
        return {"right": told(puzzle, verdict, _VOICE)}

    async def _page(self, name: str, parts: Json) -> web.Response:
        template = templates().get_template(f"{name}.html")
        text = await asyncio.to_thread(template.render, base=self._server.base, **parts)
        return web.Response(
            text=text, content_type="text/html", headers={"Cache-Control": "no-store"}
        )

    def _of_day(self) -> int:
        return number_of_day(self._now().astimezone(UTC).date(), len(built_in()))


def _line(puzzle: Puzzle) -> Json:
    """A puzzle as the list names it."""
    return {
        "number": puzzle.number,
        "game": RULESETS[puzzle.game.law].name,
        "difficulty": words.difficulty_text(puzzle),
    }


@lru_cache(maxsize=100)
def _board(number: int) -> tuple[str, str]:
    """The board of a built-in puzzle, and what it shows in words."""
    scene = puzzle_scene(built_in()[number])
    return svg(scene, board_only=True), scene.alt
