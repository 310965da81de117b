"""What a server remembers of its matches, told on Discord and shown on its pages."""

import re
from datetime import timedelta

import aiohttp
from ports import free_port

from bot.servers.ratings import ratings, shown_rating
from bot.storage.archive import Archive
from bot.storage.store import open_store
from end_to_end.house import house
from end_to_end.people import with_manager


async def decide(place, red, blue, winner, **options):
    """A match that the host decides, or cancels where there is no winner."""
    said = await place.slash(place.host, "match start", red=red, blue=blue, **options)
    assert "is set up" in said.content, said.content
    if winner is None:
        await place.slash(place.host, "host cancel", confirm="yes")
    else:
        await place.slash(place.host, "host adjudicate", confirm="yes", winner=winner)
    await place.slash(place.host, "match status")


async def some_matches(place):
    await decide(place, place.red, place.blue, "red")
    await decide(place, place.red, place.blue, "red")
    await decide(place, place.fan, place.red, "red", format="genius-short")
    await decide(place, place.red, place.blue, "tie")
    await decide(place, place.blue, place.fan, None)


async def typed(place, user, text, part):
    """The answer, with this part in it, to a command after a mention."""
    place.clock.advance(timedelta(seconds=11))
    said = await place.order(user, f"{text}")
    return await place.announcement(part, after=said)


async def test_the_history_of_a_server_and_of_a_player(place):
    """The last matches first, a line each, nobody pinged; for everybody to see."""
    assert (await place.slash(place.fan, "history")).content == "No match has ended here yet."
    await some_matches(place)
    shown = await place.slash(place.fan, "history")
    lines = shown.content.splitlines()
    assert [line.split()[0] for line in lines[1:]] == [f"**{n}**" for n in (5, 4, 3, 2, 1)]
    assert "Bob (red) against Fan (blue): cancelled" in lines[1]
    assert "Ann (red) against Bob (blue): a tie" in lines[2]
    assert "Fan (red) beat Ann (blue) by decision · genius-short" in lines[3]
    assert not shown.ephemeral
    assert not shown.message.mentions.users
    bobs = await place.slash(place.fan, "history", player=place.blue)
    assert bobs.content.startswith("The last matches of Bob:")
    assert [line.split()[0] for line in bobs.content.splitlines()[1:]] == [
        f"**{n}**" for n in (5, 4, 2, 1)
    ]
    same = await typed(place, place.fan, f"history <@{place.blue.id}>", "last matches")
    assert same.content == bobs.content
    hosts = await place.slash(place.fan, "history", player=place.host)
    assert hosts.content == "No match of Host has ended here yet."


async def test_players_and_the_leaderboard_agree_with_the_stored_events(place):
    """The ratings shown are those recomputed from the database by another reader."""
    await some_matches(place)
    board = await place.slash(place.fan, "leaderboard")
    shown = re.findall(r"^(\d)\. \*\*(\w+)\*\* (\d+) · ([\d–]+)$", board.content, re.MULTILINE)
    assert [(name, tally) for _, name, _, tally in shown] == [
        ("Ann", "2–1–1"),
        ("Fan", "1–0–0"),
        ("Bob", "0–2–1"),
    ]
    pages = {}
    for user in (place.red, place.blue, place.fan):
        page = await place.slash(user, "player")
        pages[user.name] = page.content
    store = await open_store(place.settings.database_url)
    try:
        results = await Archive(store).results("discord", str(place.guild.id))
    finally:
        await store.close()
    rated = ratings(results)
    for rank, name, rating, _ in shown:
        (user,) = [one for one in (place.red, place.blue, place.fan) if one.name == name]
        assert int(rating) == shown_rating(rated[str(user.id)])
        assert f"**{name}**: rating {rating}, place {rank} of 3." in pages[name]
    assert "All matches: won 2, lost 1, tied 1." in pages["Ann"]
    assert "genius-short: won 0, lost 1, tied 0." in pages["Ann"]
    assert "All matches, genius: won 0, lost 2, tied 1." in pages["Bob"]
    asked = await typed(place, place.blue, f"player <@{place.red.id}>", "rating")
    assert asked.content == pages["Ann"]
    assert (await place.slash(place.host, "player")).content == "Host has no rated match here yet."


async def test_forget_after_confirming(place):
    """Not before, and not while a match of theirs is open; the games stay for the others."""
    await some_matches(place)
    await place.match_start()
    for user in (place.red, place.blue, place.host):
        refused = await place.slash(user, "my forget", confirm="yes")
        assert "I can't forget you while match 6 is open" in refused.content
        assert refused.ephemeral
    await place.slash(place.host, "host cancel", confirm="yes")
    before = await place.slash(place.fan, "leaderboard")
    assert "can't be undone" in (await place.slash(place.red, "my forget")).content
    assert (await place.slash(place.fan, "leaderboard")).content == before.content
    done = await place.slash(place.red, "my forget", confirm="yes")
    assert done.content.startswith("Done: your name and id are out of 5 matches.")
    assert done.ephemeral
    after = await place.slash(place.fan, "leaderboard")
    assert "Ann" not in after.content
    fans, bobs = ((re.search(rf"\*\*{n}\*\* (\d+)", after.content)) for n in ("Fan", "Bob"))
    assert fans[1] in before.content
    assert bobs[1] in before.content
    history = await place.slash(place.fan, "history", player=place.blue)
    assert "somebody 1 (red) beat Bob (blue)" in history.content
    assert "Ann" not in history.content
    await typed(place, place.red, "forget me yes", "nothing of you")
    replayed = await place.slash(place.fan, "match record", match="1")
    assert b"Ann" not in replayed.files[0].data
    assert str(place.red.id).encode() not in replayed.files[0].data


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
        assert "Records**: no pages" in (await place.slash(manager, "setup")).content
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
