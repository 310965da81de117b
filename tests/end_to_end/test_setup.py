"""A server's settings, and what they change, through Discord."""

from datetime import timedelta

import pytest
from loopback import Impossible

from end_to_end.house import house


def with_manager(place):
    """Somebody who may manage the server."""
    manager = place.discord.user("Mia")
    place.discord.join(place.guild, manager, permissions=["manage_guild"])
    return manager


async def test_settings_are_shown_changed_and_kept(tmp_path):
    """Without options they are shown; an option changes its own part; a restart keeps them."""
    async with house(tmp_path) as place:
        manager = with_manager(place)
        shown = await place.slash(manager, "setup")
        assert shown.ephemeral
        assert "genius, clock 1m+5m (the format's own)" in shown.content
        assert "with 1:00 and 0:10 left" in shown.content
        changed = await place.slash(
            manager, "setup", theme="go", coordinates="on", clock="30s+2m", warnings="30s"
        )
        for part in (
            "theme go, coordinates on",
            "genius, clock 30s+2m",
            "with 0:30 left",
            "held in the channel where they are started",
        ):
            assert part in changed.content
        changed = await place.slash(manager, "setup", where="thread")
        assert "theme go" in changed.content
        assert "held in a new thread" in changed.content
        await place.close()
        await place.open()
        kept = await place.slash(manager, "setup")
        assert kept.content.splitlines()[1:] == changed.content.splitlines()[1:]
        reset = await place.slash(manager, "setup", reset="yes")
        assert reset.content.splitlines()[1:] == shown.content.splitlines()[1:]
        place.discord.assert_clean()


async def test_only_managers_see_and_change_the_settings(tmp_path):
    """Discord hides the command from others; whoever types it is refused, the host included."""
    async with house(tmp_path) as place:
        await place.start()
        for user in (place.host, place.red, place.blue, place.fan):
            with pytest.raises(Impossible):
                await place.slash(user, "setup", theme="go")
            said = await place.discord.say(
                place.room, user, f"<@{place.discord.world.bot.id}> setup theme:go"
            )
            refused = await place.announcement("manage this server", after=said)
            assert "theme" not in refused.content
            place.clock.advance(timedelta(seconds=11))
        shown = await place.slash(with_manager(place), "setup")
        assert "theme genius" in shown.content


async def test_what_can_not_be_settled_is_refused_with_what_can(tmp_path):
    """Each option names what it takes, and nothing is changed."""
    async with house(tmp_path) as place:
        manager = with_manager(place)
        before = await place.slash(manager, "setup")
        for text, part in {
            "theme:pink": "genius, contrast, dark or go",
            "format:chess": "There is no format “chess”",
            "clock:soon": "no length of time",
            "coordinates:maybe": "on, off or usual",
            "where:moon": "here, thread or post",
            "warnings:0s": "one to 5 lengths of time",
            "warnings:1s,2s,3s,4s,5s,6s": "one to 5 lengths of time",
            "host-role:everybody": "mention the role",
            "colour:red": "Its options: host-role:",
        }.items():
            said = await place.discord.say(
                place.room, manager, f"<@{place.discord.world.bot.id}> setup {text}"
            )
            assert part in (await place.announcement("", after=said)).content, text
            place.clock.advance(timedelta(seconds=11))
        after = await place.slash(manager, "setup")
        assert after.content == before.content


async def test_a_match_begins_with_the_server_s_settings(tmp_path):
    """Format, clock and place are the server's unless the host says; so are the pictures."""
    async with house(tmp_path) as place:
        manager = with_manager(place)
        await place.slash(manager, "setup", clock="45s+2m", where="thread", theme="contrast")
        await place.slash(place.host, "match start", red=place.red, blue=place.blue)
        (thread,) = place.guild.threads
        opened = await place.announcement("Press Ready", room=thread)
        assert "clock 45s+2m" in opened.content
        await place.slash(place.host, "match start", red=place.red, blue=place.blue, where="here")
        here = await place.announcement("Press Ready")
        assert here.attachments[0].data[:4] == b"\x89PNG"
        await place.slash(place.host, "match cancel", confirm="yes")
        await place.announcement("Cancelled")
        # Another format than the server's brings its own clock.
        await place.slash(
            place.host,
            "match start",
            red=place.red,
            blue=place.blue,
            where="here",
            format="genius-short",
        )
        short = await place.announcement("clock 1m+3m")
        await place.slash(manager, "setup", reset="yes")
        await place.slash(place.host, "match cancel", confirm="yes")
        await place.announcement("Cancelled", after=short)
        said = await place.slash(place.host, "match start", red=place.red, blue=place.blue)
        assert "Match" in said.content
        plain = await place.announcement("clock 1m+5m", after=short)
        assert plain.attachments[0].data != here.attachments[0].data


async def test_the_bank_s_warnings_are_the_server_s(tmp_path):
    """A match opened under other settings warns at other moments."""
    async with house(tmp_path) as place:
        await place.slash(with_manager(place), "setup", warnings="30s", clock="10s+1m")
        await place.start()
        warned = await place.pass_time_until("less than")
        assert "less than 0:30 of your bank is left" in warned.content
        warnings = [one for one in place.discord.messages(place.room) if "less than" in one.content]
        assert len(warnings) == 1


async def test_members_of_the_host_role_may_host(tmp_path):
    """They may act in matches that others started, by command and by button; others may not."""
    async with house(tmp_path) as place:
        manager = with_manager(place)
        role = place.discord.role(place.guild, "Referees")
        helper = place.discord.user("Hal")
        place.discord.join(place.guild, helper, roles=[role])
        await place.slash(place.host, "match start", red=place.red, blue=place.blue)
        opened = await place.announcement("Press Ready")
        for user in (helper, place.fan, place.red):
            refused = await place.discord.click(opened, "Start now", user)
            assert "Only the host" in refused.content
        await place.slash(manager, "setup", host_role=role)
        refused = await place.discord.click(opened, "Start now", place.fan)
        assert "Only the host" in refused.content
        await place.discord.click(opened, "Start now", helper)
        await place.announcement("Hal started the match")
        await place.slash(helper, "match pause", reason="tea")
        await place.announcement("Hal paused the match")
        for user in (place.fan, place.red, place.blue):
            refused = await place.slash(user, "match resume")
            assert "Only the host" in refused.content
        said = await place.discord.say(
            place.room, manager, f"<@{place.discord.world.bot.id}> setup host-role:none"
        )
        await place.announcement("and who manages the server", after=said)
        refused = await place.slash(helper, "match resume")
        assert "Only the host" in refused.content
        place.discord.assert_clean()
