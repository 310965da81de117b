"""The sparring partner and the review, through Discord."""

import re
from random import Random

import pytest

from bot.engine.board import board
from bot.engine.notation import write_turn
from bot.engine.position import Position
from bot.engine.record import Setup
from bot.engine.rulesets import RULESETS
from bot.players.filling import after_random_turn
from bot.referee.formats import FORMATS

SIDE = 3


def a_turn(ruleset, colours):
    """Any first turn of a game, as players write it."""
    turn = after_random_turn(ruleset, Position(board(SIDE)), Random(1)).turn
    return write_turn(Setup(ruleset, SIDE, colours).spelling, turn)


@pytest.mark.thorough
async def test_the_partner_plays_every_game_and_each_is_reviewed(place):
    """One match after the other in the same channel: a turn, the answer to it, and a look back."""
    bot, last = place.discord.world.bot, None
    for number, (key, ruleset) in enumerate(RULESETS.items(), start=1):
        first, second = FORMATS[key].colours
        seats = f"{first}:<@{place.red.id}> {second}:<@{bot.id}>"
        said = await place.order(
            place.host, f"match start {seats} format:{key} side:{SIDE} level:auto resigns:on"
        )
        opened = await place.announcement("Press Ready", after=said)
        await place.click(opened, "Ready", place.red)
        begun = await place.announcement("Both are ready", after=opened)
        assert "the referee plays steady, and resigns once it has lost" in opened.content, key
        told = await place.play(place.red, a_turn(ruleset, FORMATS[key].colours))
        assert begun.id < told.id
        last = await place.announcement(f"**{second.capitalize()}**", after=told)
        await place.slash(place.red, "match resign", confirm="yes")
        await place.announcement(f"{second.capitalize()} wins", after=last)
        review = await place.slash(place.fan, "match review")
        assert f"Review of match {number}" in review.content, key
        assert [file.filename for file in review.files] == [f"match-{number}-review.png"]
    assert number == 12


async def played_on(place, review):
    """Red, who was Blue's victim, goes on after turn 1 and is answered; nobody else was named."""
    said = await place.order(place.red, "match start from:1@1")
    opened = await place.announcement("Goes on from match 1, turn 1, Blue to move", after=review)
    assert opened.id > said.id
    assert opened.attachments
    await place.click(opened, "Ready", place.red)
    begun = await place.announcement("Both are ready", after=opened)
    await place.announcement("**Blue** played", after=begun)
    record = await place.slash(place.fan, "match record")
    (file,) = record.files
    told = file.data.decode()
    assert '[Beginning "match 1, turn 1"]' in told
    assert "\n1. C3\n2. " in told
    await place.slash(place.red, "match resign", confirm="yes")
    await place.announcement("Blue wins", after=begun)


async def test_a_match_against_the_referee_and_its_review(place):
    """Seated by mention, it plays at once; nobody learns anything until the match is over."""
    bot = place.discord.world.bot
    seats = f"red:<@{place.red.id}> blue:<@{bot.id}>"
    said = await place.order(place.host, f"match start {seats} side:3 level:gentle")
    opened = await place.announcement("Press Ready", after=said)
    assert [user.id for user in opened.mentions.users] == [place.red.id]
    await place.click(opened, "Ready", place.red)
    begun = await place.announcement("Both are ready", after=opened)
    hint = await place.click(begun, "Hint", place.red)
    assert hint.ephemeral
    assert re.fullmatch(r"[A-E][1-5]: .+\.", hint.content)
    told = await place.play(place.red, "C3")
    answer = await place.announcement("**Blue** played", after=told)
    assert [user.id for user in answer.mentions.users] == [place.red.id]
    refused = await place.slash(place.fan, "match review")
    assert "once it is over" in refused.content
    assert refused.ephemeral
    await place.slash(place.red, "match resign", confirm="yes")
    await place.announcement("Blue wins", after=answer)
    review = await place.slash(place.fan, "match review")
    assert "Review of match 1" in review.content
    (chart,) = review.files
    assert chart.filename == "match-1-review.png"
    assert chart.description.startswith("A chart: Red's chance after each turn, in %, ")
    await played_on(place, review)
    history = await place.slash(place.fan, "history")
    assert "genius, sparring, with hints" in history.content
    board = await place.slash(place.fan, "leaderboard")
    assert "Nobody has finished a match" in board.content
