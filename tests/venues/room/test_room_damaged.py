"""A match whose record can't be read to its end is shown as far as it can, and not ruled."""

import contextlib
import sqlite3
from base64 import b64decode
from pathlib import Path

import pytest

from bot.wording.troubles import DAMAGED
from venues.room.played import damage, play_seed_003
from venues.room.visitor import SEED_003, house, plain, seated

PLAYED = 6


@pytest.mark.parametrize(
    "change",
    [
        """data = replace(data, '"kind"', '"kinf"')""",
        """data = replace(data, '"TurnPlayed"', '"TurnDreamt"')""",
        """data = replace(data, '"G4 H5"', '"G4 F6"')""",
    ],
    ids=["a bit", "an unknown event", "a turn that is none"],
)
async def test_what_can_be_read_is_shown_and_nothing_is_ruled(tmp_path: Path, change: str) -> None:
    """Turn five of six is damaged: four are there, in the record too; another match goes on."""
    async with house(tmp_path) as place:
        room, tokens, (_, ann, bob) = await seated(place, clock="5m+5m")
        await play_seed_003([ann, bob], PLAYED)
        other = await seated(place)
    damage(tmp_path / "referee.sqlite3", change, 5)
    async with house(tmp_path) as place:
        host = await place.visit(room, tokens["host"])
        shown = await host.get("state")
        match = shown["match"]
        assert (match["turn"], match["trouble"], match["status"]) == (4, DAMAGED, "paused")
        assert match["stones"].keys() == set(" ".join(SEED_003[:4]).split())
        assert match["clock"]["deadline"] is None
        assert [action["act"] for action in shown["actions"]] == ["cancel"]
        bob = await place.visit(room, tokens["two"])
        assert (await bob.get("state"))["actions"] == []
        await bob.say("A1")
        assert await bob.whisper() == DAMAGED
        await bob.act("resign")
        assert "damaged" in await bob.whisper()
        await bob.socket.send_json({"type": "save", "what": "record", "key": "r"})
        (file,) = (await bob.get("whisper"))["files"]
        assert SEED_003[3] in (record := b64decode(file["data"]).decode())
        assert SEED_003[4] not in record
        ann = await place.visit(other[0], other[1]["one"])
        await ann.get("state")
        await ann.say("F6")
        await ann.line("played")
        await host.act("cancel")
        assert "Match 1 is closed" in plain((await host.get("whisper"))["parts"])


async def test_a_match_of_which_nothing_can_be_read_has_a_page_too(tmp_path: Path) -> None:
    """Whoever opens its room is told so, and may come again."""
    async with house(tmp_path) as place:
        room, tokens, _ = await seated(place)
    with contextlib.closing(sqlite3.connect(tmp_path / "referee.sqlite3")) as database, database:
        database.execute("UPDATE events SET data = '{' WHERE number = 0")
    async with house(tmp_path) as place:
        host = await place.visit(room, tokens["host"])
        await host.get("welcome")
        assert "nothing of it can be read" in await host.whisper()
