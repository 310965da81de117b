"""What is kept of a match is shown to nobody when it is so no longer, or is to be forgotten."""

from pathlib import Path

from fakes import HOST, RED, ROOM

from bot.referee.events import Player
from bot.referee.submission import Reopen, ReplacePlayer, Resign, Submission
from bot.storage.archive import Archive
from web.gallery import Gallery, gallery

PICTURES = ("/board.png", "/board.png?turn=1", "/replay.gif", "/race.png")
FILES = ("", *PICTURES, "/record.txt", "/turns/1")


async def shown(place: Gallery, link: str) -> dict[str, bytes]:
    kept = {}
    for file in FILES:
        async with place.session.get(f"{link}{file}") as answer:
            assert answer.status == 200, file
            kept[file] = await answer.read()
    return kept


async def test_a_name_that_was_forgotten_is_in_nothing_that_was_kept(place: Gallery) -> None:
    await place.play(3)
    await place.place.act(RED, Resign())
    link = await place.link()
    before = await shown(place, link)
    assert b"Ann" in before["/turns/1"]
    await Archive(place.place.store).forget(ROOM.venue, ROOM.server, RED.id)
    async with place.session.get(link) as answer:
        assert answer.status == 404
    again = await place.link()
    after = await shown(place, again)
    for file in FILES:
        # Three bytes of a packed picture may be any three.
        if not after[file].startswith((b"\x89PNG", b"GIF8")):
            assert b"Ann" not in after[file], file
        assert after[file] != before[file], file


async def test_a_player_who_takes_a_seat_is_in_the_pictures(place: Gallery) -> None:
    """No turn has been played meanwhile: all else on the board is as it was."""
    await place.play(2)
    link = await place.link()
    before = await shown(place, link)
    await place.place.act(HOST, ReplacePlayer("red", Player("cat", "Cat")))
    after = await shown(place, link)
    for file in set(FILES) - {"/record.txt"}:
        assert after[file] != before[file], file
    assert b"Cat" in after["/turns/1"]


async def test_a_match_that_goes_on_again_is_shown_so(tmp_path: Path) -> None:
    """It is over, and is looked at; then the host reopens it, and nobody is shown as the winner."""
    files = ("", "/board.png", "/turns/3")
    async with gallery(tmp_path) as place:
        await place.play(3)
        link = await place.link()

        async def looked_at() -> list[bytes]:
            return [await (await place.session.get(f"{link}{file}")).read() for file in files]

        before = await looked_at()
        await place.place.act(RED, Resign())
        over = await looked_at()
        assert (await place.found(link)).over
        order = Submission(HOST, Reopen("too soon"), place.place.clock.now(), may_host=True)
        await place.place.desk.submit_to(place.number, order)
        assert not (await place.found(link)).over
        again = await looked_at()
        for kinds in zip(before, over, again, strict=True):
            assert kinds[1] not in (kinds[0], kinds[2])
