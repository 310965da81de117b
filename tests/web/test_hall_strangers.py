"""What strangers send to a hall: addresses that evade its limits, HEAD, and what is no request."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from web.archive import RecordsHouse, records_house


@pytest_asyncio.fixture
async def hall(tmp_path: Path) -> AsyncIterator[RecordsHouse]:
    """A hall with one match."""
    async with records_house(tmp_path) as built:
        await built.hold()
        yield built


@pytest.mark.parametrize("file", ["", "/record.txt", "/board.png"])
async def test_match_in_a_hall_has_one_address(hall: RecordsHouse, file: str) -> None:
    """Under another one the hall's limits would not be asked."""
    slug = hall.root.split("/")[2]
    async with hall.session.get(f"/hall/{slug}/match/1{file}") as answer:
        assert answer.status == 200
    async with hall.session.get(f"/watch/{slug}%2F1{file}") as answer:
        assert answer.status == 404


@pytest.mark.parametrize("kind", ["csv", "txt", "jsonl"])
async def test_head_of_an_export_sends_no_body(hall: RecordsHouse, kind: str) -> None:
    """A body would be taken for the next answer on the connection."""
    host, port = hall.address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    for number in range(2):
        writer.write(f"HEAD {hall.root}export.{kind} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 4"), (number, head)
    writer.close()
    await writer.wait_closed()
