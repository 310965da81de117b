"""Links to rooms, seats and pages."""

import asyncio
import hashlib
import re

from sqlalchemy import text

from bot.storage.links import Link, Links, Role
from bot.storage.store import Store

ANN = Link(Role.SEAT, match=7, person="ann", name="Ann")
BOB = Link(Role.SEAT, match=7, person="bob", name="Bob")
FANS = Link(Role.WATCH, match=7)
ROOMS_HOST = Link(Role.HOST, "r1", person="r1.host")
OTHER_HOST = Link(Role.HOST, "r11", person="r11.host")


async def test_links_open_with_their_tokens_only(any_store):
    """All that is found of several is found by the token that opens it; a guess opens nothing."""
    links = Links(any_store)
    made = {await links.make(link): link for link in (ANN, BOB, FANS, ROOMS_HOST, Link(Role.HOME))}
    for token, link in made.items():
        assert await links.find([token]) == {token: link}
        # As a guess goes: by one sign, in other letters, cut short, or what the database holds.
        last = "A" if token[-1] != "A" else "B"
        kept = hashlib.sha256(token.encode()).hexdigest()
        assert await links.find((token[:-1] + last, token[:-1], f"{token} ", kept)) == {}
    # In the order in which they were asked for: of a page's several the first one counts.
    backwards = list(made)[::-1]
    assert list((await links.find([*backwards, "guessed"])).items()) == [
        (token, made[token]) for token in backwards
    ]
    token = await links.make(ANN)
    await links.add(dict.fromkeys(("x" * 21, "x" * 33, "%" * 32, ""), BOB))
    signs = ("\0", "\ud800", "é", "x", "%")
    lengths = (21, 31, 32, 33, 100_000)
    for guess in ("", *(sign * 32 for sign in signs), *("x" * length for length in lengths)):
        assert await links.find([guess]) == {}, guess
        assert await links.find([guess, token]) == {token: ANN}
    assert await links.find([]) == {}


async def test_links_are_stored_without_their_token(any_store: Store) -> None:
    links = Links(any_store)
    tokens = [await links.make(ANN) for _ in range(20)]
    assert len(set(tokens)) == 20
    assert all(re.fullmatch(r"[\w-]{32}", token) for token in tokens)
    rows = str(await any_store.rows(text("SELECT * FROM links")))
    for token in tokens:
        assert token not in rows
        assert hashlib.sha256(token.encode()).hexdigest() in rows


async def test_a_link_that_is_made_anew_leaves_those_before_good(any_store: Store) -> None:
    links = Links(any_store)
    tokens = await asyncio.gather(*(links.make(ANN) for _ in range(5)))
    assert await links.find(tokens) == dict.fromkeys(tokens, ANN)
    await links.add({tokens[0]: ANN})
    await links.add({tokens[0]: ANN, tokens[1]: ANN})
    assert await any_store.scalar(text("SELECT count(*) FROM links")) == 5


async def test_a_rooms_links_end_with_it_and_ones_own_name_their_holder(any_store):
    """Those of another room stay, and those that are to no room, which `""` does not name."""
    links = Links(any_store)
    made = {
        await links.make(link): link for link in (ROOMS_HOST, OTHER_HOST, FANS, Link(Role.HOME))
    }
    assert await links.of_room("r1") == [ROOMS_HOST]
    assert await links.of_room("") == []
    await links.end_room("r1")
    assert await links.of_room("r1") == []
    assert list((await links.find(made)).values()) == [OTHER_HOST, FANS, Link(Role.HOME)]
    for link in (ANN, FANS):
        await links.make(link)
    asked = [(7, "ann"), (7, "bob"), (8, "ann"), (7, "an"), (7, "ann ")]
    assert [await links.of_person(*one) for one in asked] == [True, False, False, False, False]
