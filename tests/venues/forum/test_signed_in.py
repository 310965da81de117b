"""Healthy means: it reads as the referee. A forum answers whoever it does not know as a guest."""

import json
import logging

import aiohttp
import pytest
from ports import free_port

from venues.forum.house import BOTH, EVERY, MINUTE, RED, SECOND, ForumHouse


async def readiness(place: ForumHouse) -> tuple[int, dict[str, object]]:
    address = f"http://127.0.0.1:{place.settings.metrics_port}/health/ready"
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        return answer.status, json.loads(await answer.text())["venues"]


@BOTH
async def test_a_token_that_is_revoked_is_off_duty_within_a_round(shut, forum, caplog):
    """The forum's pages are public, so all of it is answered: as to a guest. Nobody's clock runs,
    and when the token is good again the referee is back by itself, without a word in the room.
    """
    shut.set_also(metrics_port=free_port())
    await shut.open()
    await shut.start("clock:5m+1m")
    await shut.pass_time(2 * EVERY)
    made = len(shut.mine())
    assert await readiness(shut) == (200, {forum.name: "heard"})
    token = forum.users[forum.referee.id].token
    forum.change(forum.referee, token="")
    with caplog.at_level(logging.WARNING, "bot.venues.forum"):
        await shut.pass_time(2 * EVERY)
        assert await readiness(shut) == (503, {forum.name: "away"})
        await shut.pass_time(12 * MINUTE, EVERY)
    assert len([line for line in caplog.messages if "refuses the" in line]) == 1
    forum.change(forum.referee, token=token)
    await shut.until(lambda: forum.journal[-1][2] == 200, "a round")
    await shut.pass_time(2 * EVERY)
    assert await readiness(shut) == (200, {forum.name: "heard"})
    told = await shut.play(forum.ann, f"move: {RED}, in spite of that")
    assert "Red 1:00 · Blue 1:00" in told.raw
    assert shut.mine()[made:] == [told]


@BOTH
async def test_what_was_ruled_is_told_when_the_token_is_good_again(table, forum):
    """It is revoked between a ruling and its announcement, which the forum denies: not for good."""
    token = forum.users[forum.referee.id].token

    def at_the_post() -> None:
        if forum.posting:
            forum.change(forum.referee, token="")
            forum.journal_hook = lambda: None

    forum.journal_hook = at_the_post
    post = table.say(forum.ann, f"move: {RED}, my favourite")
    await table.pass_time(2 * MINUTE)
    assert "played" not in table.mine()[-1].raw
    forum.change(forum.referee, token=token)
    await table.told("**Red** played", after=post)
    assert not forum.chats
    await table.play(forum.bob, "move: D4 D5, and on we go")


async def test_a_banned_account_is_off_duty(table, forum):
    forum.change(forum.referee, banned=True)
    seen = len(forum.journal)
    await table.pass_time(4 * EVERY)
    assert {path for _, path, _ in forum.journal[seen:]} == {"/api/self"}
    forum.change(forum.referee, banned=False)
    await table.play(forum.ann, f"move: {RED}, my favourite")


async def test_another_account_s_token_is_not_the_referee_s(table, forum):
    token = forum.users[forum.referee.id].token
    forum.change(forum.referee, token="")
    forum.change(forum.host, token=token)
    count = len(forum.posts)
    table.say(forum.ann, f"move: {RED}, my favourite")
    await table.pass_time(4 * EVERY)
    assert len(forum.posts) == count + 1


async def test_renamed_referee_is_mentioned_by_its_new_name(table, forum):
    forum.change(forum.referee, name="Arbiter")
    await table.pass_time(2 * EVERY)
    await table.play(forum.fan, "@arbiter status", "Turn 1")


@BOTH
@pytest.mark.parametrize("private", [False, True])
async def test_a_moderator_s_right_that_is_taken_away_pauses_within_a_round(table, forum, private):
    if private and forum.name == "nodebb":
        forum.private.add(forum.place)
        forum.hidden.add(forum.place)
    forum.categories[forum.place].clear()
    await table.until(lambda: forum.chats, "a word to the host", SECOND)
    assert table.clock.now() <= table.mine()[-1].at + 3 * EVERY
    assert "I do not moderate" in forum.chats[0][2] or "I may not read" in forum.chats[0][2]
    forum.categories[forum.place].add(forum.referee.id)
    await table.pass_time(2 * EVERY)
    await table.told("resumed the match")
    await table.play(forum.ann, f"move: {RED}, on we go")
