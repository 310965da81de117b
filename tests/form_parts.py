"""Reads the parts of a request in memory: a client that is cut off leaves no file open.

aiohttp's own `request.post()` begins a temporary file for each upload, and forgets it there.
"""

from dataclasses import dataclass

from aiohttp import BodyPartReader, web


@dataclass(frozen=True, slots=True)
class Part:
    data: bytes
    filename: str = ""

    def __str__(self) -> str:
        return self.data.decode()


async def parts_of(request: web.Request) -> dict[str, Part]:
    parts: dict[str, Part] = {}
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        parts[part.name or ""] = Part(bytes(await part.read(decode=True)), part.filename or "")
    return parts
