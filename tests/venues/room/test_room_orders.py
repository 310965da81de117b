"""What the host settles in a dialog: time, a forfeit, a decision, another player in a seat."""

from dataclasses import replace
from pathlib import Path

import pytest
from referee.tables import both, running

from bot.web.order_forms import form
from venues.room.visitor import RoomHouse, Visitor, house, order, plain, seated, words


async def test_the_menu_holds_what_may_be_settled_now(place: RoomHouse) -> None:
    """Before the start a player can be replaced; without a clock there is no time to give."""
    room, tokens = await place.open(clock="1m+5m")
    host = await place.visit(room, tokens["host"])
    settled = ("time", "pause", "resume", "replace", "adjudicate", "forfeit", "cancel")

    async def offered(status: str) -> list[str]:
        shown = await host.state(lambda match: match["status"] == status)
        return [one["act"] for one in shown["actions"] if one["act"] in settled]

    assert await offered("waiting") == ["replace", "cancel"]
    await host.act("start")
    assert await offered("running") == [one for one in settled if one != "resume"]
    await host.act("pause")
    assert await offered("paused") == [one for one in settled if one != "pause"]
    _, _, (_, ann, _) = await seated(place)
    shown = await ann.state(lambda match: match["status"] == "running")
    assert not [one for one in shown["actions"] if one["act"] in settled]


def test_what_a_program_answered_goes_with_the_turn_before_it() -> None:
    """Ann slipped and the program has answered: its turn alone it would play again at once."""
    match = both(running(), ("E5", "C3 F3"))
    first, second = match.players
    against_program = replace(match, players=(first, replace(second, level="steady")))
    chosen = [form("undo", 1, one)["fields"][0]["chosen"] for one in (match, against_program)]
    assert chosen == ["1", "2"]


async def test_the_host_gives_time(place: RoomHouse) -> None:
    """As the command does, told in the room with the reason; a wrong length names its field."""
    _, _, (host, ann, _) = await seated(place, clock="1m+5m")
    wrong = await order(host, "time", colour="red", amount="soon", reason="")
    assert (wrong["refused"], wrong["field"]) == (True, "amount")
    missing = await order(host, "time", colour="red", amount=" ")
    assert (missing["refused"], missing["field"]) == (True, "amount")
    await order(host, "time", colour="blue", amount="1m", reason="a call")
    told = words(await ann.line("gave", "told"))
    assert "Zoe gave 1:00 to Blue's bank" in told
    assert "a call" in told
    shown = await ann.state(lambda match: match["clock"]["banks"][1] == 360_000)
    assert shown["match"]["clock"]["banks"][0] == 300_000


@pytest.mark.parametrize(
    ("act", "options", "question", "winner"),
    [
        ("forfeit", {"colour": "red"}, "Red (Ann) forfeits match 1? Blue (Bob) wins.", 1),
        ("adjudicate", {"winner": "red"}, "Decide match 1: Red (Ann) wins?", 0),
        ("adjudicate", {"winner": "tie"}, "as a tie between Red (Ann) and Blue (Bob)?", None),
    ],
)
async def test_a_dialog_says_what_ends_the_match(place, act, options, question, winner):
    """Each choice names who wins, in the words that the command asks back."""
    _, _, (host, ann, _) = await seated(place)
    shown = await host.state(lambda match: match["status"] == "running")
    (dialog,) = [one["form"] for one in shown["actions"] if one["act"] == act]
    said = {value: says for value, _, says in dialog["fields"][0]["choices"]}
    ((_, chosen),) = options.items()
    assert question in said[chosen]
    assert not said[""]
    await order(host, act, **options, reason="left")
    ended = await ann.state(lambda match: match["status"] == "over")
    won = [seat["winner"] for seat in ended["match"]["seats"]]
    assert won == [winner == 0, winner == 1]
    # The line may come before the state or after it.
    assert await ann.told("left")


async def test_what_is_typed_is_asked_about_as_well(place: RoomHouse) -> None:
    """Nobody sees that it was typed until it counts; with confirm:yes it counts at once."""
    _, _, (host, ann, bob) = await seated(place)
    await host.say("match forfeit red")
    asked = (await host.get("ask"))["action"]
    assert "Red (Ann) forfeits" in asked["ask"]
    assert "confirm:yes" not in asked["ask"]
    await bob.act(asked["act"])
    assert "Only the one who gave the command" in await _said(bob, "Only")
    await ann.say("F6")
    await bob.line("played F6", "told")
    await host.act(asked["act"])
    assert await _said(host, "moved on")
    await host.act(asked["act"])
    assert await _said(host, "not open any more")
    await bob.say("match forfeit red")
    assert await _said(bob, "Only the host")
    await host.say("match forfeit blue confirm:yes")
    await bob.line("forfeit", "told")
    said = [line["text"] for line in bob.lines() if line["role"] == "host"]
    assert said == ["match forfeit blue confirm:yes"]


async def test_nobody_but_the_host_settles_anything(place: RoomHouse) -> None:
    """A player's page that sends the host's dialog is refused as the typed command is."""
    room, tokens, (_, ann, _) = await seated(place, clock="1m+5m")
    fan = await place.visit(room, tokens["watch"])
    for visitor in (ann, fan):
        for act, options in (
            ("time", {"colour": "red", "amount": "1m"}),
            ("forfeit", {"colour": "blue"}),
            ("adjudicate", {"winner": "red"}),
            ("replace", {"colour": "blue", "player": "Eve"}),
        ):
            answer = await order(visitor, act, **options)
            assert answer["refused"] is True
            assert "Only the host" in plain(answer["parts"])


async def test_a_dialog_that_holds_nonsense_changes_nothing(place: RoomHouse) -> None:
    """Whatever a page sends, it is an answer at most."""
    _, _, (host, ann, _) = await seated(place)
    for given in (None, [], "x", {"colour": 7}, {"colour": "red", "match": "9"}):
        order = {"type": "order", "act": "time", "options": given, "key": "k"}
        await host.socket.send_json(order)
        await host.get("taken")
    await host.say("still here")
    await ann.line("still here")


async def test_whoever_takes_a_seat_has_a_link_of_their_own(tmp_path: Path) -> None:
    """Cid plays by the new link; Bob's only watches, on an open page and after a restart."""
    async with house(tmp_path) as place:
        room, tokens, (host, ann, bob) = await seated(place)
        missing = await order(host, "replace", colour="blue", player="")
        assert (missing["refused"], missing["field"]) == (True, "player")
        await order(host, "replace", colour="blue", player="Cid")
        assert "Cid" in words(await ann.line("Cid", "told"))
        shown = await host.state(lambda match: match["seats"][1]["name"] == "Cid")
        links = shown["links"]
        assert links["two"] != tokens["two"]
        assert {**links, "two": tokens["two"]} == tokens
        cid = await place.visit(room, links["two"])
        assert (await cid.get("state"))["match"]["seats"][1]["yours"] is True
        await ann.say("F6")
        await cid.line("played F6", "told")
        await bob.say("D3 F7")
        line = await host.line("D3 F7", "said")
        assert (line["role"], line["colour"]) == ("watch", "")
        await cid.say("D3 G7")
        await bob.line("played D3 G7", "told")
    async with house(tmp_path) as place:
        bob, cid = [await place.visit(room, one) for one in (tokens["two"], links["two"])]
        assert (await bob.get("state"))["roles"] == ["watch"]
        assert (await cid.get("state"))["roles"] == ["two"]
        again = await place.visit(room, tokens["host"])
        assert (await again.get("state"))["links"] == links
        # Who takes over from Cid has a third link.
        await order(again, "replace", colour="blue", player="Dee")
        shown = await again.state(lambda match: match["seats"][1]["name"] == "Dee")
        assert len({shown["links"]["two"], links["two"], tokens["two"]}) == 3


async def _said(visitor: Visitor, part: str) -> str:
    """What only this visitor is told, with these words in it."""
    found = await visitor.until(
        lambda one: one["type"] == "whisper" and part in plain(one["parts"])
    )
    return plain(found["parts"])


async def test_a_press_that_comes_too_fast_is_answered_as_such(place: RoomHouse) -> None:
    """By its own key, so that the page does not wait for what became of it."""
    _, _, (host, *_) = await seated(place)
    for number in range(60):
        await host.socket.send_json({"type": "act", "act": "nothing", "key": f"{number}"})
    refused = await host.until(lambda one: one["type"] == "whisper" and one.get("refused"))
    assert "Too many messages at once" in plain([refused["parts"][0]])
    key = refused["key"]
    assert await host.until(lambda one: one["type"] == "taken" and one["key"] == key)
