"""Who may do what at a page: every act that a page can send, by everybody who may have a link.

The tables are written by hand, from what the roles are: the host settles, players play, resign and
ask each other, everybody looks, and nobody else does anything.
"""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from venues.room.visitor import House, house

from web.roles import SeatHouse, elsewhere_in, in_room, outcome, seat_house

ACTS: dict[str, dict[str, Any]] = {
    **{
        f"say {text}": {"type": "say", "text": text}
        for text in (
            *("F5", "hello there", "match status", "match board", "match record", "match resign"),
            *("match pause", "match cancel", "match ask undo", "host undo", "match start"),
            *("host time red 1m", "host replace blue Dan", "host forfeit red"),
        )
    },
    **{
        f"save {what}": {"type": "save", "what": what, "turn": 1}
        for what in ("record", "replay", "board", "race")
    },
    "order time": {"type": "order", "act": "time", "options": {"colour": "red", "amount": "1m"}},
    "order replace": {
        "type": "order", "act": "replace", "options": {"colour": "blue", "player": "Dan"},
    },
    "order adjudicate": {"type": "order", "act": "adjudicate", "options": {"winner": "red"}},
    "order forfeit": {"type": "order", "act": "forfeit", "options": {"colour": "red"}},
}  # fmt: skip
"""What a page sends; all others are presses on the button that they name."""

BY_EVERYBODY = """
situation act                  host          one              two              watch         replaced
waiting   ready                players-only  ready            ready            players-only  players-only
waiting   start                started       host-only        host-only        host-only     host-only
waiting   cancel               ended         host-only        host-only        host-only     host-only
choosing  first-blue           chosen        chosen           not-yours        not-yours     not-yours
running   say_F5               said          not-to-move      played           said          said
running   say_match_status     answered      answered         answered         answered      answered
running   say_match_board      file          file             file             file          file
running   say_match_record     file          file             file             file          file
running   say_match_resign     players-only  asks             asks             players-only  players-only
running   say_match_pause      paused        host-only        host-only        host-only     host-only
running   say_match_cancel     asks          host-only        host-only        host-only     host-only
running   say_match_ask_undo   players-only  asked            nothing-of-yours players-only  players-only
running   say_host_undo        undone        host-only        host-only        host-only     host-only
running   say_host_time_red_1m changed       host-only        host-only        host-only     host-only
running   say_host_forfeit_red asks          host-only        host-only        host-only     host-only
running   resign               players-only  ended            ended            players-only  players-only
running   ask-undo             players-only  asked            nothing-of-yours players-only  players-only
running   ask-pause            players-only  asked            asked            players-only  players-only
running   ask-abandon          players-only  asked            asked            players-only  players-only
asked     accept               players-only  opponent-only    undone           players-only  players-only
asked     decline              players-only  declined         declined         players-only  players-only
asked     take-back            players-only  declined         declined         players-only  players-only
running   pause                paused        host-only        host-only        host-only     host-only
paused    resume               resumed       host-only        host-only        host-only     host-only
running   undo                 undone        host-only        host-only        host-only     host-only
running   cancel               ended         host-only        host-only        host-only     host-only
running   order_time           changed       host-only        host-only        host-only     host-only
running   order_adjudicate     asks          host-only        host-only        host-only     host-only
running   order_forfeit        asks          host-only        host-only        host-only     host-only
running   save_record          file          file             file             file          file
running   save_board           file          file             file             file          file
running   save_race            -             -                -                -             -
over      save_replay          file          file             file             file          file
over      save_race            file          file             file             file          file
"""

IN_ROOM = """
situation act                  host          one              two              watch         replaced
running   say_hello_there      said          said             said             said          said
running   say_match_start      done-elsewhere done-elsewhere  done-elsewhere   done-elsewhere done-elsewhere
running   say_host_replace_blue_Dan done-elsewhere done-elsewhere done-elsewhere done-elsewhere done-elsewhere
waiting   order_replace        replaced      host-only        host-only        host-only     host-only
running   order_replace        replaced      host-only        host-only        host-only     host-only
running   rematch              not-over      not-over         not-over         not-over      not-over
over      rematch              opened        host-only        host-only        host-only     host-only
over      accept-rematch       opened        host-only        host-only        host-only     host-only
over      ask-rematch          -             told             told             -             -
over      decline-rematch      -             -                -                -             -
over      no-rematch           -             -                -                -             -
"""

FOR_BOTH_SEATS = """
situation act                  both
waiting   ready                ready+ready+started
waiting   start                host-only
choosing  first-blue           chosen
running   say_F5               played
running   say_match_resign     asks
running   resign               ended
running   ask-pause            asked
running   ask-undo             nothing-of-yours
asked     accept               undone
asked     decline              declined
running   pause                host-only
running   undo                 host-only
running   cancel               host-only
running   order_replace        host-only
running   order_forfeit        host-only
over      ask-rematch          told
over      rematch              host-only
"""

ELSEWHERE = """
situation act                  host          one              two              replaced      fan
running   say_hello_there      talk-there    talk-there       talk-there       talk-there    talk-there
running   say_match_start      done-there    done-there       done-there       done-there    done-there
running   say_host_replace_blue_Dan done-there done-there     done-there       done-there    done-there
running   order_replace        needed        needed           needed           needed        needed
over      rematch              -             -                -                -             -
over      ask-rematch          -             -                -                -             -
over      accept-rematch       -             -                -                -             -
"""


def cells(*tables: str) -> list[tuple[str, str, str, str]]:
    """The cells of tables: situation, act, role, and what comes of it."""
    found = []
    for table in tables:
        head, *rows = (line.split() for line in table.strip().splitlines())
        for situation, act, *outcomes in rows:
            assert len(outcomes) == len(head) - 2, act
            found += [
                (situation, act.replace("_", " "), role, wanted)
                for role, wanted in zip(head[2:], outcomes, strict=True)
            ]
    return found


def sent(act: str) -> dict[str, Any]:
    """What a page sends for an act."""
    return ACTS.get(act) or {"type": "act", "act": act}


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[House]:
    """The local room."""
    async with house(tmp_path) as opened:
        yield opened


@pytest.fixture
async def elsewhere(tmp_path: Path) -> AsyncIterator[SeatHouse]:
    """A referee of matches that are held at a venue in memory, and pages of them."""
    async with seat_house(tmp_path) as place:
        yield place


async def check(table: list[tuple[str, str, str, str]], make: Any) -> None:
    """Each cell by itself; a match in which something was done is followed by a new one."""
    wrong, matches, pages = [], {}, {}
    for situation, act, role, wanted in table:
        if situation not in matches:
            matches[situation] = await make(situation)
        seats = matches[situation]
        page = pages.get((situation, role)) or await seats.page(role)
        pages[situation, role] = page
        before = await seats.done()
        found = await outcome(seats, page, sent(act))
        if found != wanted:
            wrong.append(f"{situation}, {act} by {role}: {found}, not {wanted}")
        if await seats.done() != before or found in ("said", "told"):
            del matches[situation]
            for key in [key for key in pages if key[0] == situation]:
                await pages.pop(key).close()
    assert not wrong, "\n".join(wrong)


async def test_in_the_local_room(place: House) -> None:
    """Whoever has which link."""
    await check(cells(BY_EVERYBODY, IN_ROOM, FOR_BOTH_SEATS), lambda now: in_room(place, now))


async def test_on_pages_of_matches_that_are_held_elsewhere(elsewhere: SeatHouse) -> None:
    """Nobody watches there but who has lost a seat; the host and players have a page each."""
    table = [
        cell if cell[3] != "said" else (*cell[:3], "players-only")
        for cell in cells(BY_EVERYBODY)
        if cell[2] != "watch"
    ] + cells(ELSEWHERE)
    await check(table, lambda now: elsewhere_in(elsewhere, now))
