"""A whole Genius death match on Discord, by messages and buttons."""

from end_to_end.house import house

SEED_003 = [
    turn.split()
    for turn in (
        "F6 / D3 F7 / B2 G5 / G6 / G4 H5 / A4 D8 / A1 C3 / D5 D6 / B4 B5 / D7 F8 / B3 C1 D2"
        " / F2 G7 H6"
    ).split("/")
]


async def test_the_worked_example_is_announced_turn_by_turn(tmp_path):
    """Seed 003's example: one request a turn, leads and three stones announced."""
    async with house(tmp_path) as place:
        await place.start()
        before = place.discord.count("POST", f"/channels/{place.room.id}/messages")
        texts = []
        for number, words in enumerate(SEED_003):
            player = (place.red, place.blue)[number % 2]
            texts.append((await place.play(player, " ".join(words))).content)
            print(texts[-1], "\n")
        requests = place.discord.count("POST", f"/channels/{place.room.id}/messages") - before
        assert requests == len(SEED_003)
        assert "4 → 6: Red is leading" in texts[10]
        place.discord.assert_clean()


async def test_tmp(tmp_path):
    async with house(tmp_path) as place:
        await place.start()
        for number, words in enumerate(SEED_003[:11]):
            player = (place.red, place.blue)[number % 2]
            m = await place.play(player, " ".join(words))
        att = m.attachments[0]
        print(att)
        open("/tmp/board.png","wb").write(att.data if hasattr(att,"data") else b"")
        print(att.description)
        r = await place.slash(place.fan, "match status"); print(r.content, r.ephemeral)
        r = await place.slash(place.fan, "match record"); print(r.files[0].data.decode())
        r = await place.slash(place.fan, "match rules"); print(r.content)
        r = await place.slash(place.fan, "match clock"); print(r.content)
        r = await place.slash(place.fan, "matches"); print(r.content)
        for t in ("F9","D7","A2 A2","A2 A3 A5 B1", "A2 gg", "A2 or A3?"):
            s = await place.discord.say(place.room, place.blue, t)
            print(t, "->", (await place.discord.wait_until(lambda: [x.content for x in place.discord.messages(place.room) if x.id>s.id] or s.reactions)))
        s = await place.discord.say(place.room, place.red, "A2"); print((await place.announcement("", after=s)).content)
        r = await place.slash(place.fan, "match pause", reason="x"); print(r.content)
        r = await place.slash(place.host, "match pause", reason="pizza **is** @everyone here"); print(r.content)
        print((await place.announcement("paused")).content)
        r = await place.slash(place.host, "match resume"); print(r.content)
        print((await place.announcement("resumed")).content)
        await place.pass_time(61)
        print((await place.announcement("turn time is over")).content)
        await place.pass_time(303)
        print((await place.announcement("wins")).content)
        place.discord.assert_clean()
