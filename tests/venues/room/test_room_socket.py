"""Pages over their WebSocket: seats, turns, talk, commands, catch-up, and what is refused."""

import base64
import json
from datetime import timedelta
from pathlib import Path

import aiohttp
import pytest
from storage.trouble import held

from bot.storage.room import RoomStore
from venues.room.visitor import SEED_003, RoomHouse, house, plain, seated, words


async def test_the_page_is_told_all_it_shows(place: RoomHouse) -> None:
    _, _, (host, ann, bob) = await seated(place, clock="1m+5m")
    await ann.says("F6", bob, "played")
    shown = await bob.state(lambda match: match["clock"]["deadline"] is not None)
    match, clock = shown["match"], shown["match"]["clock"]
    assert match["stones"] == {"F6": "red"}
    assert match["last"] == ["F6"]
    assert match["may"]["text"] == "place 1 or 2 stones"
    assert [seat["yours"] for seat in match["seats"]] == [False, True]
    assert [seat["toMove"] for seat in match["seats"]] == [False, True]
    assert all(seat["here"] for seat in match["seats"])
    assert clock["deadline"] - clock["opens"] == 300_000
    assert 0 <= clock["opens"] - shown["now"] <= 60_000
    assert shown["speaks"] == {"name": "Bob", "colour": "blue", "moves": True}
    assert "resign" in [action["act"] for action in shown["actions"]]
    boards = [message["board"] for message in bob.seen if "board" in message]
    assert 'data-cell="F6"' in boards[-1]
    assert 'class="cell taken"' in boards[-1]
    assert len(boards) < len([message for message in bob.seen if message["type"] == "state"])
    assert "pause" in [action["act"] for action in (await host.get("state"))["actions"]]


async def test_nobody_plays_for_a_seat_without_its_token(place: RoomHouse) -> None:
    room, tokens, (host, ann, bob) = await seated(place)
    fan = await place.enters(room, tokens["watch"], name="<b>@everyone</b>")
    for visitor in (fan, host):
        await visitor.says("F6", ann, "F6", "said")
    await bob.say("F6")
    assert "It is Red's turn" in words(await bob.line("turn", "refusal"))
    await ann.say("F6")
    assert "Red played F6." in words(await ann.line("played", "told"))
    said = [line for line in ann.lines() if line["kind"] == "said"]
    assert [line["name"] for line in said] == ["<b>@everyone</b>", "Zoe", "Bob", "Ann"]
    assert [line["role"] for line in said] == ["watch", "host", "two", "one"]


async def test_a_wrong_token_or_another_site_is_let_in_nowhere(place):
    room, _ = await place.open()
    _, others = await place.open()
    for tokens in ([], ["wrong"], [""], ["x" * 500], [7, None], [others["host"]]):
        stranger = await place.visit(room, *tokens)
        assert "opens no seat" in (await stranger.get("closed"))["text"]
        assert (await stranger.socket.receive()).type is aiohttp.WSMsgType.CLOSE
        assert stranger.socket.close_code == 4401
        assert len(stranger.seen) == 1
    room, _ = await place.open()
    for origin in ("https://evil.example", "null", None):
        headers = {} if origin is None else {"Origin": origin}
        with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
            await place.session.ws_connect(f"{place.address}/room/{room}/socket", headers=headers)
        assert caught.value.status == 403


async def test_a_page_that_comes_back_misses_nothing_and_repeats_nothing(place):
    room, tokens, (host, ann, bob) = await seated(place)
    last = bob.lines()[-1]["serial"]
    await bob.close()
    await ann.says("F6", host, "played")
    await ann.says("hurry up", host, "hurry")
    back = await place.visit(room, tokens["two"], after=last)
    shown = await back.get("state")
    missed = [words(line).split("\n")[0] for line in back.lines()]
    assert missed == ["F6", "Red played F6.", "hurry up"]
    assert shown["match"]["stones"] == {"F6": "red"}
    serials = [line["serial"] for line in back.lines()]
    assert serials == sorted(serials)
    assert serials[0] > last
    room, tokens, (_, ann, _) = await seated(place)
    key = await ann.say("F6")
    await ann.line("played")
    again = await place.visit(room, tokens["one"])
    await again.say("F6", key)
    assert (await again.get("taken"))["key"] == key
    await again.says("after that", again, "after that")
    assert [words(line) for line in again.lines()].count("F6") == 1
    assert not [line for line in again.lines() if line["kind"] == "refusal"]


async def test_two_pages_of_one_seat_agree(place: RoomHouse) -> None:
    room, tokens, (_, ann, bob) = await seated(place)
    second = await place.visit(room, tokens["one"])
    await second.say("F6")
    for visitor in (ann, second):
        await visitor.line("played")
    await bob.say("D3 F7")
    tables = [await one.state(lambda match: len(match["stones"]) == 3) for one in (ann, second)]
    assert tables[0]["match"] == tables[1]["match"]
    # It may have come before the state.
    told = [await one.told("D3 F7") for one in (ann, second)]
    assert told[0] == told[1]


async def test_what_is_too_long_or_nonsense_is_answered_and_changes_nothing(place):
    """More than 4 KB is not taken, and said so; far more ends the connection; nonsense does not."""
    room, tokens, (_, ann, _) = await seated(place)
    key = await ann.say("ä" * 2500)
    whisper = await ann.whisper()
    assert (await ann.get("taken"))["key"] == key
    assert "too long" in whisper
    assert "4096 at most" in whisper
    await ann.say("x" * 3000)
    assert len((await ann.line("xxx", "said"))["text"]) == 2000
    await ann.socket.send_str("x" * 70_000)
    frame = await ann.socket.receive()
    while frame.type is aiohttp.WSMsgType.TEXT:
        frame = await ann.socket.receive()
    assert ann.socket.close_code == aiohttp.WSCloseCode.MESSAGE_TOO_BIG
    for frame in NONSENSE:
        page = await place.visit(room, tokens["one"])
        await page.socket.send_str(frame)
        assert "could not be read" in await page.whisper(), frame
        await page.socket.send_bytes(b"\x00\x01")
        assert "could not be read" in await page.whisper(), frame
        await page.says(f"still here after {frame[:20]}", page, "still here after", "said")
        await page.close()


NONSENSE = (
    "no json", "[]", "[" * 4000, '{"type":"dance"}', '{"type":"say","text":7,"key":"k"}',
    '{"type":"say","text":"hi","key":""}', '{"type":"act","act":["x"]}', "null",
)  # fmt: skip


async def test_words_of_people_are_only_ever_words(place: RoomHouse) -> None:
    bad = "<img src=x onerror=alert(1)>\x01bold\x02\u202e"
    _, _, (host, ann, _) = await seated(place, one={"name": bad, "colour": "red"})
    shown = await ann.state(bool)
    assert shown["match"]["seats"][0]["name"] == "<img src=x onerror=alert(1)> bold"
    await ann.say(bad)
    line = await host.line("onerror", "said")
    assert line["text"] == "<img src=x onerror=alert(1)> bold"
    assert line["parts"] == []
    await ann.say("match cancel \x04now\x02")
    parts = (await ann.get("whisper"))["parts"]
    assert not [part for row in parts for part in row if "until" in part]


async def test_questions_and_slips_stay_between_the_referee_and_whoever_typed_them(place):
    """The answer comes with the key of the question; neither is kept, nor seen by anybody else."""
    asked = {
        "status": "Red Ann against Blue Bob",
        "match clock": "no clock",
        "matches": "Ann",
        "help": "six steps",
        "/match board": "",
        "match start": "start page",
        "match nonsense": "I know no command “match nonsense”",
        "match time red": "amount",
    }
    room, tokens, (host, ann, bob) = await seated(place)
    fan = await place.visit(room, tokens["watch"])
    for text, part in asked.items():
        for visitor in (host, ann, fan):
            key = await visitor.say(text)
            answer = await visitor.get("whisper")
            assert part in plain(answer["parts"]), text
            assert answer["key"] == key
            assert ("picture" in answer) is ("board" in text)
    drawn = [message["picture"] for message in ann.seen if "picture" in message]
    assert base64.b64decode(drawn[0]["data"]).startswith(b"\x89PNG")
    assert "Red has no stones" in drawn[0]["alt"]
    await ann.say("well then")
    for visitor in (host, bob, fan):
        await visitor.line("well then")
        assert [line["text"] for line in visitor.lines() if line["role"]] == ["well then"]
    kept = await RoomStore(place.store).lines(room)
    assert [line.text for line in kept if line.speaker] == ["well then"]
    assert {line.kind for line in kept} == {"said", "told"}


async def test_a_question_that_comes_twice_is_answered_twice_to_its_key(place: RoomHouse) -> None:
    """The first answer may have been lost with its connection; an act is done once all the same."""
    _, _, (host, ann, bob) = await seated(place)
    for _ in range(2):
        await ann.say("match status", "again")
        assert (await ann.get("whisper"))["key"] == "again"
    await ann.say("match record")
    assert (await ann.get("whisper"))["files"][0]["name"].startswith("match-1")
    for _ in range(2):
        await host.say("match pause lunch", "once")
    await host.get("taken")
    await host.get("taken")
    await ann.line("paused the match", "told")
    await bob.says("so be it", ann, "so be it")
    assert sum("paused the match" in words(line) for line in ann.lines()) == 1


async def test_a_question_is_answered_while_nothing_can_be_written(tmp_path: Path) -> None:
    async with house(tmp_path, lock_timeout=timedelta(seconds=0.1)) as place:
        _, _, (_, ann, _) = await seated(place)
        async with held(tmp_path / "referee.sqlite3"):
            await ann.say("match status")
            assert "Red Ann against Blue Bob" in await ann.whisper()


async def test_a_pass_is_answered_for_all_to_see_once_a_turn(place: RoomHouse) -> None:
    """Then by a hint to the player alone; who gives up is told how that is done here."""
    _, _, (_, ann, bob) = await seated(place)
    await ann.say("pass!")
    told = words(await bob.line("pass", "refusal"))
    assert told == "You cannot pass your turn: Red may place 1 stone."
    await ann.say("pass")
    assert "I took that for talk" in await ann.whisper()
    await ann.say("I give up")
    assert "use match resign." in words(await bob.line("resign", "refusal"))
    await ann.says("I play F-6 👍", bob, "F6", "told")
    assert sum(line["kind"] == "refusal" for line in bob.lines()) == 2


async def test_resign_and_cancel_are_asked_about_first(place: RoomHouse) -> None:
    room, tokens, (host, ann, bob) = await seated(place)
    await ann.say("resign")
    asked = await ann.get("ask")
    assert asked["action"]["act"] == "resign"
    assert asked["action"]["ask"] == "Resign this game? Your opponent wins."
    solo = await place.visit(room, *tokens.values())
    await solo.say("match resign")
    assert (await solo.get("ask"))["action"]["ask"] == (
        "Resign this game as Red (Ann)? Blue (Bob) wins."
    )
    await bob.say("match cancel")
    assert "Only the host" in await bob.whisper()
    await host.say("match cancel the lights went out")
    asked = await host.get("ask")
    assert "Red (Ann) against Blue (Bob), without a result?" in asked["action"]["ask"]
    stood = [message["match"]["status"] for message in bob.seen if "match" in message]
    assert stood[-1] == "running"
    assert not [
        line for line in host.lines() if "resign" in line["text"] or "lights" in line["text"]
    ]
    await host.act(asked["action"]["act"])
    await bob.state(lambda match: match["status"] == "over")
    assert "the lights went out" in words(await ann.line("lights", "told"))


async def test_help_recommends_nothing_that_the_room_refuses(place: RoomHouse) -> None:
    room, tokens, (host, ann, _) = await seated(place)
    welcome = await (await place.visit(room, tokens["watch"])).get("welcome")
    refused = {"match start", "host replace", "host move", "setup"}
    assert not refused & set(welcome["commands"])
    assert "host undo" in welcome["commands"]
    await host.say("help")
    told = [await host.whisper()]
    await host.say("match nonsense")
    told.append(await host.whisper())
    await ann.resigns(host)
    await host.say("match pause")
    told.append(await host.whisper())
    assert "start page" in told[-1]
    await host.say("matches")
    told.append(await host.whisper())
    assert "start page" in told[-1]
    assert not [text for text in told for name in refused if name in text]


async def test_cells_that_no_stone_can_take_are_named(place: RoomHouse) -> None:
    black, white = {"name": "Ann", "colour": "black"}, {"name": "Bob", "colour": "white"}
    _, _, (host, ann, bob) = await seated(place, format="catena", one=black, two=white)
    turns = ("E5", "E6", "E4")
    for number, turn in enumerate(turns):
        await (ann, bob)[number % 2].say(turn)
        await bob.line(turn, "told")
    shown = await host.state(lambda match: len(match["stones"]) == 3)
    assert {"D4", "D5", "F4", "F5"} <= set(shown["match"]["closed"])
    assert "A1" not in shown["match"]["closed"]


async def test_buttons_do_what_their_owner_may(place):
    """A request shows its answers to the opponent, and accepting does it."""
    _, _, (_, ann, bob) = await seated(place)
    await ann.says("F6", bob, "played")
    await ann.act("ask-undo")
    asked = await bob.until(
        lambda message: "accept" in [one["act"] for one in message.get("actions", [])]
    )
    assert asked["match"]["stones"] == {"F6": "red"}
    await bob.act("accept")
    await ann.state(lambda match: match["stones"] == {})
    room, tokens, (host, ann, bob) = await seated(place)
    fan = await place.visit(room, tokens["watch"])
    assert (await fan.get("state"))["actions"] == []
    for act in ("pause", "resign", "cancel", "ready", "start", "rematch", "undo"):
        await fan.act(act)
        assert await fan.whisper()
    await host.act("pause")
    assert "paused" in words(await bob.line("paused", "told"))
    await host.act("resume")
    assert "resumed" in words(await bob.line("resumed", "told"))
    ended = await bob.resigns(ann)
    assert [seat["winner"] for seat in ended["match"]["seats"]] == [True, False]


async def test_one_browser_may_hold_both_seats_and_only_the_host_has_the_links(place):
    """With both tokens, one press readies both, and every line is spoken for the seat to move."""
    room, tokens = await place.open()
    solo = await place.visit(room, *tokens.values())
    shown = await solo.get("state")
    assert shown["roles"] == ["host", "one", "two"]
    assert shown["links"] == tokens
    await solo.act("ready")
    await solo.line("Both are ready")
    for turn in SEED_003[:4]:
        await solo.says(turn, solo, "played")
    names = [line["name"] for line in solo.lines() if line["kind"] == "said"]
    assert names == ["Ann", "Bob", "Ann", "Bob"]
    ann = await place.visit(room, tokens["one"])
    welcome = await ann.get("welcome")
    assert "links" not in await ann.get("state")
    assert welcome["tokens"] == [tokens["one"]]
    assert tokens["two"] not in json.dumps(ann.seen)


async def test_talk_about_coordinates_and_other_matches_is_answered_alone(place):
    _, _, (_, ann, _) = await seated(place)
    await ann.say("D7 would be nice")
    assert "coordinates and nothing else" in await ann.whisper()
    for words_ in ("my matches", "my remind 12h"):
        await ann.say(words_)
        assert "This room keeps to itself" in await ann.whisper()


async def test_what_is_still_told_of_a_match_leaves_its_rematch_on_the_pages(place):
    """The end may be noted as told when the rematch is open already: Ready is for the new one."""
    _, _, (host, ann, bob) = await seated(place)
    await ann.resigns(host)
    await host.act("rematch")
    await bob.state(lambda match: match["number"] == 2)
    ended = await place.desk._ledger.find(1)
    for watcher in place.desk.watchers:
        watcher(ended)
    for visitor in (ann, bob):
        await visitor.act("ready")
    await bob.line("Both are ready")


async def test_a_page_of_another_past_is_told_to_load_anew(place: RoomHouse) -> None:
    """The last line it has seen is another one's, of another moment, or is not kept here at all."""
    room, tokens, visitors = await seated(place)
    last = visitors[0].lines()[-1]
    seen = {"after": last["serial"], "at": last["at"]}
    assert seen["after"] != 1
    for change in ({"after": 1}, {"at": 1}, {"after": last["serial"] + 1}):
        for said, kind in ((seen, "welcome"), (seen | change, "restored")):
            page = await place.visit(room, tokens["host"], **said)
            assert (await page.socket.receive_json())["type"] == kind
            await page.close()
