"""The pages of a Discord server's matches: opened by its manager, without what is private."""

import re

import aiohttp
from ports import free_port

from end_to_end.house import house
from end_to_end.people import with_manager

ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/hall/[\w-]{32}/")


def with_pages() -> dict[str, str]:
    """Settings of a referee that serves pages at a port of its own."""
    port = str(free_port())
    return {"WEB_URL": f"http://127.0.0.1:{port}", "WEB_PORT": port}


async def listed(address: str) -> set[int]:
    async with aiohttp.ClientSession() as session, session.get(f"{address}games") as answer:
        assert answer.status == 200
        return {int(number) for number in re.findall(r"/match/(\d+)\"", await answer.text())}


async def held_in(place, room, number: int, **options: object) -> None:
    """A match is held in a room: one turn, then the host decides it."""
    begun = await place.start(room, clock="none", **options)
    await place.discord.say(room, place.red, "E5")
    played = await place.announcement("played", room=room, after=begun)
    order = {"winner": "red", "reason": "agreed", "confirm": "yes", "match": str(number)}
    await place.discord.slash(room, place.host, "host adjudicate", **order)
    await place.announcement("🏁", room=room, after=played)


async def test_public_matches_are_on_the_pages(tmp_path):
    """A private channel's match is not, until its host says so; and one is taken off."""
    async with house(tmp_path, **with_pages()) as place:
        manager = with_manager(place)
        shown = await place.slash(manager, "setup")
        assert "Records**: no pages" in shown.content
        opened = await place.slash(manager, "setup", pages="public")
        assert "anybody may read them, search engines may not list them" in opened.content
        address = ADDRESS.search(opened.content)[0]
        assert await listed(address) == set()
        secret = place.channel("secret")
        people = (place.host, place.red, place.blue, place.discord.world.bot)
        for person in people:
            place.discord.allow(secret, "view_channel", who=person)
        place.discord.deny(secret, "view_channel", who=place.guild.everyone)
        await held_in(place, place.room, 1)
        await held_in(place, secret, 2)
        await held_in(place, place.channel("arena"), 3, pages="off")
        assert await listed(address) == {1}
        told = await place.discord.slash(secret, place.host, "host pages", shown="on", match="2")
        assert told.ephemeral
        assert "put the match on" in (await place.announcement("pages", room=secret)).content
        order = await place.order(place.host, "host pages off match:1 by mistake")
        said = await place.announcement("took the match off", after=order)
        assert "“by mistake”" in said.content
        assert await listed(address) == {2}


async def test_commands_tell_of_the_matches_on_the_pages(tmp_path):
    """Searched, and how games begin; a slip is answered in a sentence, to whoever made it."""
    async with house(tmp_path) as place:
        await held_in(place, place.room, 1)
        found = await place.slash(place.fan, "games", player=place.red, ruleset="genius")
        assert "1 match is like that" in found.content
        assert "beat" in found.content
        found = await place.slash(place.fan, "games", player=place.fan)
        assert "No match is like that" in found.content
        begun = await place.slash(place.fan, "openings")
        assert "**E5** once: who began won 100 %" in begun.content
        wrong = await place.slash(place.fan, "openings", opening="Z9")
        assert wrong.ephemeral
        assert "“Z9” is no turn on a board of side 5" in wrong.content


async def test_pages_that_are_closed_again_are_gone_for_whoever_has_the_address(tmp_path):
    """And open again under the same one; search engines are let in to public ones only."""
    async with house(tmp_path, **with_pages()) as place:
        manager = with_manager(place)
        refused = await place.slash(manager, "setup", pages="link", index="on")
        assert "public pages only" in refused.content
        opened = await place.slash(manager, "setup", pages="public", index="on")
        address = ADDRESS.search(opened.content)[0]
        async with aiohttp.ClientSession() as session:
            async with session.get(address) as answer:
                assert answer.headers["X-Robots-Tag"] == "all"
            await place.slash(manager, "setup", pages="off")
            async with session.get(address) as answer:
                assert answer.status == 410
            again = await place.slash(manager, "setup", pages="link")
            assert ADDRESS.search(again.content)[0] == address
            async with session.get(address) as answer:
                assert "noindex" in answer.headers["X-Robots-Tag"]


async def test_the_link_is_told_to_the_manager_alone(tmp_path):
    """Typed where everybody reads, it comes by a direct message; the answer does not have it."""
    async with house(tmp_path, **with_pages()) as place:
        manager = with_manager(place)
        order = await place.order(manager, "setup pages:link")
        answer = await place.announcement("Settled", after=order)
        assert not ADDRESS.search(answer.content)
        assert "sent it to you privately" in answer.content
        direct = place.discord.direct(manager)
        sent = await place.announcement("for whoever you give the link", room=direct)
        assert await listed(ADDRESS.search(sent.content)[0]) == set()
        begun = await place.slash(place.fan, "openings")
        assert not ADDRESS.search(begun.content)
