"""Catena with `komi=choose` in the local room: the form, the buttons, and words."""

from venues.room.visitor import RoomHouse, words


def offered(shown):
    """The buttons that choose something."""
    return [one["label"] for one in shown["actions"] if one["act"].startswith(("komi-", "take-"))]


def names(shown):
    """The players by seat, the starting one first."""
    return [seat["name"] for seat in shown["match"]["seats"]]


async def test_bob_names_the_komi_and_ann_takes_white(place: RoomHouse) -> None:
    """Each is offered what is theirs, the host all of it; then Bob is Black and begins."""
    colours = {"one": {"name": "Ann", "colour": "black"}, "two": {"name": "Bob", "colour": "white"}}
    room, tokens = await place.open(
        format="catena", clock="1m+5m", options={"komi": "choose"}, **colours
    )
    host, ann, bob = [await place.visit(room, tokens[role]) for role in ("host", "one", "two")]
    shown = [await visitor.get("state") for visitor in (host, ann, bob)]
    assert [len(offered(one)) for one in shown] == [5, 0, 5]
    assert shown[0]["match"]["headline"] == "Waiting for White to name the komi"
    assert not any(seat["toMove"] for seat in shown[0]["match"]["seats"])
    await bob.act("komi-4")
    assert words(await ann.line("Komi is 4")).endswith("Ann, which colour do you take?")
    now = await ann.state(lambda match: match["seats"][1]["figure"] == "4")
    assert offered(now) == ["I take Black", "I take White"]
    for visitor in (ann, bob):
        await visitor.act("ready")
    await ann.say("white, please")
    begun = words(await ann.line("Both are ready"))
    assert begun.startswith("Black is Bob, White is Ann: Ann chose.")
    now = await host.state(lambda match: match["clock"]["deadline"] is not None)
    assert (names(now), offered(now)) == (["Bob", "Ann"], [])
    await bob.say("C3")
    assert "Black played C3." in words(await ann.line("played C3", "told"))


async def test_whoever_plays_both_seats_says_it_for_whom_it_is_asked(place: RoomHouse) -> None:
    """At one page: as Bob they name the komi, as Ann they take a colour."""
    room, tokens = await place.open(format="catena", options={"komi": "choose"},
                                    one={"name": "Ann", "colour": "black"},
                                    two={"name": "Bob", "colour": "white"})  # fmt: skip
    both = await place.visit(room, *(tokens[role] for role in ("host", "one", "two")))
    assert (await both.get("state"))["speaks"]["name"] == "Bob"
    await both.say("komi 3")
    assert words(await both.line("Komi is 3")).startswith("Komi is 3: Bob named it.")
    await both.say("white")
    assert "Black is Bob" in words(await both.line("Ann chose"))
