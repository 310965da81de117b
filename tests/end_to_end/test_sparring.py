"""The sparring partner and the review, through Discord."""

from end_to_end.house import house


async def test_a_match_against_the_referee_and_its_review(tmp_path):
    """Seated by mention, it plays at once; nobody learns anything until the match is over."""
    async with house(tmp_path) as place:
        bot = place.discord.world.bot
        said = await place.discord.say(
            place.room,
            place.host,
            f"<@{bot.id}> match start red:<@{place.red.id}> blue:<@{bot.id}> side:3 level:gentle",
        )
        opened = await place.announcement("Press Ready", after=said)
        assert [user.id for user in opened.mentions.users] == [place.red.id]
        await place.discord.click(opened, "Ready", place.red)
        await place.announcement("Both are ready", after=opened)
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
        assert [file.filename for file in review.files] == ["match-1-review.png"]
        history = await place.slash(place.fan, "history")
        assert "genius, sparring" in history.content
        board = await place.slash(place.fan, "leaderboard")
        assert "Nobody has finished a match" in board.content
        place.discord.assert_clean()


async def test_the_slash_command_offers_the_levels_and_other_bots_do_not_play(tmp_path):
    """The referee itself can be chosen as a member; a bot of somebody else's can't."""
    async with house(tmp_path) as place:
        other = place.discord.user("Music", guilds=[place.guild], bot=True)
        refused = await place.slash(
            place.host, "match start", red=place.red, blue=other, level="strong"
        )
        assert "other bots don't play" in refused.content
        me = place.discord.world.bot
        await place.slash(place.host, "match start", red=place.red, blue=me, level="strong")
        opened = await place.announcement("Press Ready")
        assert f"<@{me.id}>" in opened.content
