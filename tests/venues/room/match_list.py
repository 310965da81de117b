"""The matches that the start page lists."""

from typing import Any

from bot.storage.links import Links
from bot.venues.room.match_list import new_key
from venues.room.visitor import RoomHouse


async def listed(place: RoomHouse, query: str = "", key: str | None = None) -> dict[str, Any]:
    """What the start page is told with a key, by default a good one."""
    key = await new_key(Links(place.store)) if key is None else key
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    answer = await place.session.get(f"{place.address}/matches.json{query}", headers=headers)
    assert answer.status == 200
    assert answer.headers["Cache-Control"] == "no-store"
    found: dict[str, Any] = await answer.json()
    return found
