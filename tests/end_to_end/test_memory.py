"""What a server remembers of its matches, through Discord."""

import re
from datetime import timedelta

from bot.servers.ratings import ratings, shown_rating
from bot.storage.archive import Archive
from bot.storage.store import open_store


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
    nothing = await place.slash(place.fan, "history")
    assert nothing.content == "No match has ended here yet."
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
    host = await place.slash(place.host, "player")
    assert host.content == "Host has no rated match here yet."


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
    asked = await place.slash(place.red, "my forget")
    assert "can't be undone" in asked.content
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
