"""`match review`: what is told of a match that is over, and that nothing is of one that is open."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import BytesIO

import pytest
from fakes import BLUE, FAN, HOST, RED, ROOM, FakeHouse, house
from PIL import Image
from thinker import thinker

from bot.commands.clerk import Clerk
from bot.commands.parsing import read_order
from bot.commands.request import Reply
from bot.desk.reviews import Queued
from bot.desk.thinker import ThinkingError
from bot.desk.thinking import Thinking
from bot.players.review import Review
from bot.referee.submission import Cancel, Resign, Submission
from bot.web.reviews import MOST_FOR_WATCHERS
from commands.clerks import ELSEWHERE, GAME, SMALL, asks, hold

MADE = Review(0.5, (), None, ())


@asynccontextmanager
async def reviewing(place: FakeHouse) -> AsyncIterator[Clerk]:
    """A clerk whose desk has a process that thinks."""
    async with thinker(place.clock) as thinking:
        place.desk.thinking = thinking
        yield Clerk(place.desk, place.store, place.venue)


async def resigned(place: FakeHouse) -> None:
    await hold(place, ROOM, GAME)
    await place.act(RED, Resign())


async def asked(place: FakeHouse, clerk: Clerk, words: str = "match review") -> Reply:
    return await clerk.carry_out(read_order(words), asks(place, FAN))


async def test_a_match_that_is_over_is_reviewed_in_words_and_as_a_chart(tmp_path) -> None:
    async with house(tmp_path) as place, reviewing(place) as clerk:
        await resigned(place)
        told = await asked(place, clerk)
        assert told.text.startswith("**Review of match 1.**")
        assert len(told.text.split("\n")) <= 6
        assert not told.private
        ((name, chart),) = told.files
        assert name == "match-1-review.png"
        assert Image.open(BytesIO(chart)).size == (800, 520)
        place.desk.thinking.for_reviews._exchange = None
        assert await asked(place, clerk) == told


async def test_review_says_nothing_of_an_open_match(tmp_path) -> None:
    """No chance, no better turn, nothing decided: not to players, host or spectators."""
    async with house(tmp_path) as place, reviewing(place) as clerk:
        await hold(place, ROOM, GAME)
        for player in (RED, BLUE, HOST, FAN):
            for words in ("review", "board", "replay", "status", "record"):
                asker = asks(place, player, may_host=player is HOST)
                told = await clerk.carry_out(read_order(f"match {words}"), asker)
                names = " ".join(name for name, _ in told.files)
                shown = f"{told.text} {told.scene.alt if told.scene else ''} {names}"
                assert not re.search(r"%|chance|better|decided|certain|review-", shown), words
        assert (await asked(place, clerk)).text.startswith("A match is reviewed once it is over")
        assert place.desk.thinking.for_reviews.process_id is None


async def test_no_review_while_an_open_match_elsewhere_stands_alike(tmp_path) -> None:
    """Seen from another edge, in another order, colours exchanged, or two turns behind."""
    async with house(tmp_path) as place, reviewing(place) as clerk:
        await hold(place, ROOM, (*GAME, "A1 A2", "A3"))
        await place.act(RED, Resign())
        for alike, turns, side in (
            (True, GAME, 3),
            # Upside down: row A is row E.
            (True, ("C3", "D3 D2", "B2 B3"), 3),
            (True, ("D3", "B2 B3", "C3 D2"), 3),
            (True, (*GAME, "A2"), 3),
            (True, ("B2", "C3 D2", "B3", "D3"), 3),
            (True, (*GAME, "A1 A2", "A3"), 3),
            (False, ("C3", "D3 D2", "A1 B3"), 3),
            (False, (*GAME, "E1"), 3),
            (False, GAME[:2], 3),
            (False, GAME, 4),
        ):
            await hold(place, ELSEWHERE, turns, side)
            told = await asked(place, clerk)
            expected = "An open match stands as this one" if alike else "**Review of match 1.**"
            assert told.text.startswith(expected), turns
            assert told.private is alike
            await place.desk.submit(ELSEWHERE, Submission(HOST, Cancel(), place.clock.now()))
            await place.settled()


async def test_review_without_turns_or_thinking_is_refused(tmp_path) -> None:
    async with house(tmp_path) as place, reviewing(place) as clerk:
        await place.start(SMALL)
        await place.act(HOST, Cancel())
        assert "No turn was played" in (await asked(place, clerk)).text
        place.desk.thinking = None
        assert "turned playing and reviews off" in (await asked(place, clerk)).text


async def test_five_hundred_reviews_at_once_have_a_place_each_and_one_answer(tmp_path) -> None:
    """Forty ask about the first match, then somebody about 499 more, and later about too many."""
    async with house(tmp_path) as place:
        await resigned(place)
        _, match = await place.desk.latest(ROOM)
        questions, go_on = [], asyncio.Event()

        async def slow(*question: object) -> Review:
            questions.append(question)
            await go_on.wait()
            return MADE

        thinking = Thinking(place.clock)
        thinking.review = slow
        place.desk.thinking = thinking
        made = place.desk.reviews.made
        work = [asyncio.create_task(made(1, match)) for _ in range(40)]
        work += [asyncio.create_task(made(n, match)) for n in range(2, 501)]
        for task in work:
            task.add_done_callback(lambda _: place.world.bell.ring())
        await place.world.until(lambda: sum(task.done() for task in work) == 495)
        told = [task.result() for task in work if task.done()]
        assert sorted(one.place for one in told) == list(range(6, 501))
        # Whoever asks again has the same place, and nothing is made twice.
        assert await made(500, match) == work[-1].result()
        # Watchers wait for what others asked for, and have nothing begun.
        assert await made(500, match, most=MOST_FOR_WATCHERS) == work[-1].result()
        none = await made(501, match, most=MOST_FOR_WATCHERS)
        assert none.startswith("The queue of reviews is full")
        more = [await made(n, match) for n in range(501, 602)]
        assert more[-2] == Queued(600)
        assert more[-1].startswith("The queue of reviews is full")
        go_on.set()
        answers = await asyncio.gather(*work)
        assert len(questions) == 600
        assert [one for one in answers if one is MADE] == [MADE] * 44
        assert await made(500, match) is MADE


@pytest.mark.thorough
async def test_a_review_that_failed_is_made_anew_for_whoever_asks_next(tmp_path) -> None:
    async with house(tmp_path) as place, reviewing(place) as clerk:
        await resigned(place)
        think = place.desk.thinking.review

        async def failing(*_: object) -> Review:
            raise ThinkingError("it died")

        place.desk.thinking.review = failing
        assert "failed on my side" in (await asked(place, clerk)).text
        place.desk.thinking.review = think
        assert (await asked(place, clerk)).text.startswith("**Review of match 1.**")
