"""The sparring partner and the review, through Discord."""

import re


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
