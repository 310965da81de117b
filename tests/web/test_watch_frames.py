"""The stream as bytes: packed once for all, and readable for whoever joins at any moment."""

import json
import zlib

import pytest

from bot.web import frames


def unpacked(stream: bytes) -> str:
    """What a browser makes of a stream that has not ended yet."""
    return zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(stream).decode()


def test_packed_frames_mean_the_same_on_every_connection() -> None:
    """Somebody who joins at the third frame reads the third and the fourth, and nothing else."""
    told = [
        frames.event("state", {"board": "Ж" * 5000, "turn": turn}, str(turn)) for turn in range(4)
    ]
    for first in range(4):
        stream = frames.head(packed=True) + b"".join(one.packed for one in told[first:])
        assert unpacked(stream) == b"".join(one.plain for one in told[first:]).decode()
        # Each is complete when it has arrived, without what comes after it.
        assert unpacked(frames.head(packed=True) + told[first].packed) == told[first].plain.decode()
    assert len(told[0].packed) < len(told[0].plain) / 20


def test_an_event_is_one_line_of_json_with_its_name_and_id() -> None:
    """Whatever a player is called: a line break would end the event."""
    data = {"name": "Ann\n\nevent: state\ndata: {}"}
    text = frames.event("state", data, "ab").plain.decode()
    kind, name, body, *rest = text.split("\n")
    assert (kind, name, rest) == ("id: ab", "event: state", ["", ""])
    assert json.loads(body.removeprefix("data: ")) == data


def test_the_same_state_has_the_same_id_whenever_it_is_told() -> None:
    """Whoever comes back is not sent what they have; the present is told with it, and apart."""
    first, later, other = (frames.state({"turn": turn}) for turn in (3, 3, 4))
    assert first.id == later.id != other.id
    told = frames.beat(1000).followed_by(first)
    assert told.id == first.id
    assert told.plain == b'event: beat\ndata: {"now":1000}\n\n' + first.plain
    assert unpacked(frames.head(packed=True) + told.packed) == told.plain.decode()


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [("gzip, deflate, br", True), ("br;q=1.0, GZIP;q=0.5", True), ("", False), ("identity", False)],
)
def test_packed_bytes_are_for_those_who_take_them(accepted: str, packed: bool) -> None:
    """A monitor's plain client is sent plain text."""
    assert frames.takes_packed({"Accept-Encoding": accepted}) is packed
    assert frames.takes_packed({}) is False
