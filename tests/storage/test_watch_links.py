"""The tokens of watch pages, over each kind of database."""

import asyncio

from bot.storage.watch_links import WatchLinks
from fakes import BLUE, HOST, RED, ROOM, TERMS
from handclock import START

from bot.referee.events import MatchOpened
from bot.storage.store import Store


async def test_all_who_ask_at_once_are_given_the_same_token(any_store: Store) -> None:
    """Two of them find none, and both draw one: the first that is stored is the match's."""
    number = await any_store.open_match(ROOM, MatchOpened(START, HOST, (RED, BLUE), TERMS))
    links = WatchLinks(any_store)
    tokens = set(await asyncio.gather(*(links.token(number) for _ in range(5))))
    assert len(tokens) == 1
    token = tokens.pop()
    assert len(token) == 22
    assert await links.match(token) == number
    assert await links.token(number) == token


async def test_what_is_no_token_stands_for_nothing(any_store: Store) -> None:
    """Some of it is more than a database takes; what is asked for next is found as ever."""
    number = await any_store.open_match(ROOM, MatchOpened(START, HOST, (RED, BLUE), TERMS))
    links = WatchLinks(any_store)
    known = await links.token(number)
    for token in ("", "\0" * 22, "\ud800" * 22, "é" * 22, "x" * 21, "x" * 22, "x" * 23):
        assert await links.match(token) is None, token
        assert await links.match(known) == number
