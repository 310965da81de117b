"""A server's settings, and what they change, through Discord."""

from datetime import timedelta

import pytest
from loopback import Impossible

from end_to_end.people import with_manager


async def test_setup_is_shown_changed_and_kept(place):
    """Without options they are shown; an option changes its own part; a restart keeps them."""
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
        "held where they are started",
    ):
        assert part in changed.content
    changed = await place.slash(manager, "setup", where="thread")
    assert "theme go" in changed.content
    assert "held in a new thread" in changed.content
    await place.restart()
    kept = await place.slash(manager, "setup")
    assert kept.content.splitlines()[1:] == changed.content.splitlines()[1:]
    reset = await place.slash(manager, "setup", reset="yes")
    assert reset.content.splitlines()[1:] == shown.content.splitlines()[1:]


async def test_setup_is_for_managers_only(place):
    """Discord hides the command from others; whoever types it is refused, the host included."""
    await place.start()
    for user in (place.host, place.red, place.blue, place.fan):
        with pytest.raises(Impossible):
            await place.slash(user, "setup", theme="go")
        said = await place.order(user, "setup theme:go")
        refused = await place.announcement("Only those who manage the matches here", after=said)
        assert "theme" not in refused.content
        place.clock.advance(timedelta(seconds=11))
    shown = await place.slash(with_manager(place), "setup")
    assert "theme genius" in shown.content


async def test_setup_of_a_host_role_lets_its_members_host(place):
    """They may act in matches that others started, by command and by button; others may not."""
    manager = with_manager(place)
    role = place.discord.role(place.guild, "Referees")
    helper = place.discord.user("Hal")
    place.discord.join(place.guild, helper, roles=[role])
    opened = await place.set_up()
    for user in (helper, place.fan, place.red):
        refused = await place.click(opened, "Start now", user)
        assert "Only the host" in refused.content
    await place.slash(manager, "setup", host_role=role)
    refused = await place.click(opened, "Start now", place.fan)
    assert "Only the host" in refused.content
    await place.click(opened, "Start now", helper)
    await place.announcement("Hal started the match")
    await place.slash(helper, "host pause", reason="tea")
    await place.announcement("Hal paused the match")
    for user in (place.fan, place.red, place.blue):
        refused = await place.slash(user, "host resume")
        assert "Only the host" in refused.content
    said = await place.order(manager, "setup host-role:none")
    await place.announcement("and who manages the matches here", after=said)
    refused = await place.slash(helper, "host resume")
    assert "Only the host" in refused.content
