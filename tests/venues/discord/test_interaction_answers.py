"""Answers to slash commands and presses, where the referee is stopped before it gave them."""

import asyncio
import gc
import warnings

import pytest

from bot.commands.request import Reply
from bot.venues.discord.interaction_answers import answer, at_once


@pytest.mark.parametrize("begun", [False, True])
async def test_a_stop_leaves_no_work_behind_that_was_never_begun(begun):
    """A command comes in the moment the referee is stopped: it is dropped without a trace."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        answering = asyncio.create_task(answer(None, at_once(Reply("Here."))))
        if begun:
            await asyncio.sleep(0)
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        await asyncio.gather(answering, return_exceptions=True)
        gc.collect()
    assert [str(one.message) for one in told] == []
