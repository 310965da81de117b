"""Pages of a cup in the room: people come by a link to watch, sign up and see how it stands."""

import secrets
from typing import Any

from venues.room.visitor import RoomHouse, Visitor, order

WISH = {"name": "Colosseum", "system": "knockout", "host": "Zoe"}


async def ask(place: RoomHouse, **wish: str) -> Any:
    headers = {"Origin": place.address}
    return await place.session.post(f"{place.address}/cups", json=WISH | wish, headers=headers)


async def opened(place: RoomHouse, **wish: str) -> tuple[str, dict[str, str]]:
    made = await (await ask(place, **wish)).json()
    return made["room"], made["tokens"]


async def cup(visitor: Visitor, **wanted: Any) -> dict[str, Any]:
    """The next state of the cup in which some things are as wanted."""
    message = await visitor.until(
        lambda one: one["type"] == "cup" and wanted.items() <= one["cup"].items()
    )
    return dict(message["cup"])


def words(told: dict[str, Any]) -> str:
    return " ".join(part["text"] for line in told["parts"] for part in line)


async def entered(place: RoomHouse, room: str, watch: str, name: str) -> tuple[Visitor, str]:
    """Somebody who has come by the link to watch and signed up; their page says hello anew."""
    page, token = await place.visit(room, watch), secrets.token_urlsafe(24)
    answer = await order(page, "cup-join", name=name, token=token)
    assert answer["enters"], answer
    await page.close()
    return await place.visit(room, watch, token), token


async def checking(place: RoomHouse, *names: str) -> tuple[str, dict[str, str], Visitor, dict]:
    room, tokens = await opened(place, **{"check-in": "30m"})
    host = await place.visit(room, tokens["host"])
    pages = {name: (await entered(place, room, tokens["watch"], name))[0] for name in names}
    assert not (await order(host, "cup-start", seeding="order")).get("refused")
    return room, tokens, host, pages
