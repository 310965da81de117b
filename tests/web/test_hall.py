"""The pages of a server's matches: what they show, to whom, and what they answer to nonsense."""

import asyncio
import csv
import io
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import feedparser
import pytest
import pytest_asyncio
from fakes import BLUE, FAN, RED, ROOM
from referee.tables import at
from selectolax.lexbor import LexborHTMLParser as HTMLParser
from sqlalchemy import insert, update

from bot.cups.events import CupOpened, CupPlan
from bot.engine.reading import read
from bot.engine.turn import Colour
from bot.referee.events import MatchEnded, MatchReopened, Player, Termination, Terms
from bot.referee.match import Room
from bot.servers.settings import ServerSettings
from bot.storage.archive import Archive
from bot.storage.schema import cup_games, events
from bot.storage.store import Servers, open_store
from bot.storage.tidying import make_facts_anew
from bot.web.hall import door
from web.archive import GENIUS, RecordsHouse, records_house

STRANGE = Player("7/8 ?#", '\u202e<script>alert("x")</script>' + "W" * 200)
DECIDED = Termination.ADJUDICATION
CATENA = Terms("catena", "catena", 4, ("black", "white"), None, warnings=())


@pytest_asyncio.fixture
async def hall(tmp_path: Path) -> AsyncIterator[RecordsHouse]:
    async with records_house(tmp_path) as built:
        yield built


def text_of(page: str) -> str:
    body = HTMLParser(page).body
    assert body is not None
    return " ".join(body.text(separator=" ").split())


def links_of(page: str) -> list[str]:
    return [node.attributes.get("href") or "" for node in HTMLParser(page).css("a")]


async def test_a_hall_without_matches_says_so_on_every_page(hall: RecordsHouse) -> None:
    for path in ("", "openings"):
        assert "No match has ended here yet" in text_of(await hall.get(path))
    assert "No match is like that" in text_of(await hall.get("games"))
    assert "Catchup" in text_of(await hall.get("rules"))
    assert feedparser.parse(await hall.get("results.atom")).entries == []
    assert await hall.get("export.jsonl") == ""


async def test_the_rules_page_offers_a_board_to_print(hall: RecordsHouse) -> None:
    form = HTMLParser(await hall.get("rules")).css_first("form")
    named = [field.attributes["name"] for field in form.css("select, input")]
    assert named == ["ruleset", "paper", "side", "stone", "coordinates"]
    for query in ("", "?ruleset=catena&paper=a3&side=4&stone=2cm&coordinates=off"):
        async with hall.session.get(f"{form.attributes['action']}{query}") as answer:
            assert (answer.status, answer.content_type) == (200, "application/pdf")
            assert (b"Tj" in (await answer.read()).partition(b"endstream")[0]) == (not query)
    assert "“<b>” will not do as paper" in text_of(await hall.get("board.pdf?paper=<b>", 400))
    assert "no side of a board" in await hall.get(f"board.pdf?side={'9' * 5000}", 400)


async def test_home_shows_results_the_best_players_and_what_runs(hall: RecordsHouse) -> None:
    for winner, ending in (
        (Colour.FIRST, Termination.TIME),
        (Colour.FIRST, Termination.RESIGNATION),
        (None, Termination.GAME_OVER),
    ):
        await hall.hold(winner=winner, ending=ending)
    text = text_of(await hall.get(""))
    order = [text.index(part) for part in ("a tie", "by resignation", "on time")]
    assert order == sorted(order), "the last first"
    assert re.search(r"Ann \d+ 2–0–1 ", text)
    assert re.search(r"Bob \d+ 0–2–1 ", text)
    assert "Running now" not in text


async def test_only_what_all_members_could_see_is_shown(hall: RecordsHouse) -> None:
    """A match of a private channel may be on them if its host says so, and the other way round."""
    shown = [await hall.hold(public=True), await hall.hold(public=False, pages=True)]
    hidden = [
        await hall.hold(public=False),
        await hall.hold(public=None),
        await hall.hold(public=True, pages=False),
        await hall.hold(public=True, room=Room(ROOM.venue, "elsewhere", "1")),
    ]
    assert "2 matches" in text_of(await hall.get("games"))
    listed = {link for link in links_of(await hall.get("games")) if "/match/" in link}
    assert listed == {f"{hall.root}match/{number}" for number in shown}
    for number in shown:
        assert "Ann – Bob" in await hall.get(f"match/{number}")
    for number in (*hidden, 999):
        await hall.get(f"match/{number}", 404)
        await hall.get(f"match/{number}/record.txt", 404)
    exported = [json.loads(line) for line in (await hall.get("export.jsonl")).splitlines()]
    assert [one["match"] for one in exported] == shown


@pytest.mark.parametrize("pages", ["off", "link", "public"])
@pytest.mark.parametrize("known", [True, False])
async def test_pages_by_visibility_and_for_search_engines(hall, pages, known) -> None:
    """Closed pages are gone; an address that never was one leaves no trace of them."""
    number = await hall.hold()
    await hall.settle(pages=pages, index=pages == "public")
    root = hall.root if known else f"/hall/{'x' * 32}/"
    paths = (
        "", "games", "player/ann", "openings", "fairness", "rules", "results.atom", "export.csv",
        "board.pdf",
    )  # fmt: skip
    for path in (*paths, f"match/{number}"):
        async with hall.session.get(f"{root}{path}") as answer:
            wanted = 404 if not known else 410 if pages == "off" else 200
            assert answer.status == wanted, path
            if answer.status == 410:
                assert "closed" in text_of(await answer.text())
            listed = answer.headers["X-Robots-Tag"] == "all"
            made = path not in ("results.atom", "export.csv", "board.pdf")
            assert listed == (known and pages == "public" and made), path
    await hall.settle(pages="public")
    async with hall.session.get(hall.root) as answer:
        assert "noindex" in answer.headers["X-Robots-Tag"]


async def test_a_search_has_an_address_and_finds_what_it_says(hall: RecordsHouse) -> None:
    one = await hall.hold(["C5", "E5"], ending=Termination.TIME)
    other = await hall.hold(["G5", "E5", "A1 A2 A3"], players=(FAN, BLUE))
    third = await hall.hold(["A1"], terms=CATENA, players=(RED, FAN), winner=None)

    async def found(query: str) -> list[int]:
        page = await hall.get(f"games?{query}")
        matches = [re.search(r"/match/(\d+)$", link) for link in links_of(page)]
        return [int(match[1]) for match in matches if match]

    assert await found("") == [third, other, one]
    assert await found("order=oldest") == [one, other, third]
    assert await found("order=longest") == [other, one, third]
    assert await found("player=ann") == [third, one]
    assert await found("player=AN") == [third, other, one], "Ann, and Fan"
    assert await found("ruleset=catena") == [third]
    assert await found("end=time") == [one]
    assert await found("fewest=3") == [other]
    assert await found("most=1&side=4") == [third]
    assert await found("side=5&opening=C5") == [other, one]
    assert await found("side=5&opening=g5+/+e5") == [other, one]
    assert await found("side=5&opening=E5") == []
    assert await found("since=2026-11-21&until=2026-11-21") == [one]
    assert await found("since=2026-11-22") == [third, other]


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("player=Nobody", "Nobody of that name"),
        ("ruleset=chess", "no ruleset “chess”"),
        ("side=99", "whole number up to 13"),
        ("side=1", "from 2 to 13"),
        ("side=0", "from 2 to 13"),
        ("end=sleep", "It takes game-over, "),
        ("since=yesterday", "2026-11-26"),
        ("since=2026-02-30", "2026-11-26"),
        ("since=2026-11-22&until=2026-11-01", "comes after the last"),
        ("fewest=9&most=3", "more than the most"),
        ("opening=E5", "say its side too"),
        ("side=5&opening=Z9", "“Z9” is no turn"),
        ("side=5&opening=/", "is no turn"),
        ("side=5&ruleset=product&opening=E5", "first:E5 / second:D3"),
        ("side=4&opening=A1/A2/A3/A4/B1/B2/B3", "up to turn 6"),
        ("order=beauty", "newest, oldest, longest or shortest"),
        ("page=1000000000", "There is no page 1,000,000,000"),
        ("page=10000000000", "page"),
        ("page=-1", "whole number"),
        ("most=²", "whole number"),
    ],
)
async def test_a_search_for_nonsense_is_answered_in_a_sentence(hall, query, says) -> None:
    """What was typed stands in the form still; the exports say the same."""
    await hall.hold()
    page = await hall.get(f"games?{query}")
    problem = HTMLParser(page).css_first("[role=alert]")
    assert problem is not None, "it says what is wrong"
    assert says in problem.text()
    assert "/match/" not in "".join(links_of(page))
    if not query.startswith("page"):
        assert says in text_of(await hall.get(f"export.csv?{query}", 400))


async def test_names_stay_text_in_their_boxes(hall: RecordsHouse) -> None:
    await hall.hold(players=(STRANGE, BLUE))
    for path in ("", "games", "player/7%2F8%20%3F%23", "match/1"):
        page = await hall.get(path)
        assert "<script>alert" not in page
        assert "\u202e" not in page
        assert "W" * 60 not in page
        assert "alert(" in text_of(page)
    home = HTMLParser(await hall.get(""))
    assert home.css_first("header bdi").text() == "The <b>Colosseum</b>"
    assert not home.css("script")
    assert f"{hall.root}player/7%2F8%20%3F%23" in links_of(await hall.get(""))


async def test_a_player_s_page_counts_their_matches(hall: RecordsHouse) -> None:
    """Ann: won, won, lost on time, tied; then two lost. A sparring match counts for nothing."""
    for winner in (Colour.FIRST, Colour.FIRST, Colour.SECOND, None, Colour.SECOND, Colour.SECOND):
        await hall.hold(winner=winner, ending=Termination.TIME)
    await hall.hold(players=(BLUE, RED), winner=Colour.SECOND)
    await hall.hold(players=(RED, Player("bot", "Referee", "steady")))
    page = await hall.get("player/ann")
    text = text_of(page)
    assert "3–3–1 won–lost–tied" in text
    assert "2 won in a row at best; none now" in text
    assert "who began 6 2 3 1" in text
    assert "who answered 1 1 0 0" in text
    assert "Bob 7 3 3 1" in text
    assert re.search(r"on time 6\b", text)
    plot = HTMLParser(page).css_first("svg.plot")
    assert plot is not None
    # A point after each of them, and one that the sparring match left as it was.
    assert "over 8 points" in (plot.attributes.get("aria-label") or "")
    await hall.get("player/nobody", 404)
    await hall.get("player/somebody-1", 404)


async def test_a_forgotten_player_is_on_no_page_at_once(hall: RecordsHouse) -> None:
    number = await hall.hold()
    for path in ("", "games", f"match/{number}", "player/ann", "results.atom", "export.txt"):
        assert "Ann" in await hall.get(path)
    changed = await Archive(hall.place.store).forget(ROOM.venue, ROOM.server, RED.id)
    for told in hall.place.desk.rewritten:
        told(changed)
    for path in ("", "games", f"match/{number}", "results.atom", "export.txt", "export.csv"):
        assert "Ann" not in (page := await hall.get(path))
        assert "Bob" in page
    await hall.get("player/ann", 404)
    assert "Nobody of that name" in await hall.get("games?player=Ann")


async def test_openings_are_counted_together_and_played_on(hall: RecordsHouse) -> None:
    """C5 and G5 are one opening; what followed is told apart, and who won."""
    await hall.hold(["C5", "E5"])
    await hall.hold(["G5", "E5"], winner=Colour.SECOND)
    await hall.hold(["C5", "A1"])
    await hall.hold(["E5", "A1"])
    page = await hall.get("openings?ruleset=genius&side=5")
    rows = [" ".join(row.text(separator=" ").split()) for row in HTMLParser(page).css("tbody tr")]
    assert len(rows) == 2
    assert rows[0].endswith("3 67 % 33 %")
    assert rows[1] == "E5 1 100 % 0 %"
    into = next(link for link in links_of(page) if "key=" in link)
    page = await hall.get(into.removeprefix(hall.root))
    rows = [" ".join(row.text(separator=" ").split()) for row in HTMLParser(page).css("tbody tr")]
    assert len(rows) == 2
    assert rows[0].startswith("E5 2 50 % 50 %")
    listing = next(link for link in links_of(page) if link.startswith(f"{hall.root}games?"))
    assert "3 matches" in text_of(await hall.get(listing.removeprefix(hall.root)))
    for nonsense in ("side=5&key=Z9/", "side=5&key=E5", "side=99", "ruleset=chess&side=5"):
        query = nonsense if "ruleset" in nonsense else f"ruleset=genius&{nonsense}"
        assert HTMLParser(await hall.get(f"openings?{query}")).css_first("[role=alert]")


async def test_exports_and_feed_are_read_by_readers_of_their_own(hall: RecordsHouse) -> None:
    await hall.hold(["E5", "D3 F6", "A1 A2 A3"], ending=Termination.RESIGNATION)
    await hall.hold(["A1"], terms=CATENA, players=(Player("x", '=1+1, "x"\n'), FAN), winner=None)
    lines = [json.loads(line) for line in (await hall.get("export.jsonl")).splitlines()]
    assert [line["moves"] for line in lines] == [["E5", "D3 F6", "A1 A2 A3"], ["A1"]]
    assert [line["result"] for line in lines] == ["red", "tie"]
    assert lines[0] | {"seconds": 180, "long_turns": 1, "first": "Ann", "side": 5} == lines[0]
    rows = list(csv.DictReader(io.StringIO(await hall.get("export.csv"))))
    assert [row["match"] for row in rows] == ["1", "2"]
    assert rows[1]["first"] == '\'=1+1, "x"', "no formula"
    records = read(await hall.get("export.txt"))
    assert [record.tag("Ruleset") for record in records] == ["genius", "catena"]
    assert [turn.words for turn in records[0].turns] == [("E5",), ("D3", "F6"), ("A1", "A2", "A3")]
    assert records[0].resigned
    feed = feedparser.parse(await hall.get("results.atom"))
    assert not feed.bozo
    assert [entry.title for entry in feed.entries][1] == "Ann beat Bob by resignation"
    assert feed.entries[0].link.endswith("/match/2")
    assert feed.entries[1].updated == "2026-11-21T23:03:00+00:00"
    assert feed.feed.updated == feed.entries[0].updated
    async with hall.session.get(feed.entries[0].link) as answer:
        assert answer.status == 200


async def test_a_page_the_browser_has_is_not_sent_again_and_others_are_packed(hall) -> None:
    await hall.hold()
    async with hall.session.get(f"{hall.root}games") as answer:
        tag = answer.headers["ETag"]
        assert answer.headers["Content-Encoding"] in ("gzip", "deflate")
    again = {"If-None-Match": f'"other", W/{tag}'}
    assert await hall.get("games", 304, **again) == ""
    await hall.hold()
    await hall.get("games", 200, **again)


async def test_a_reader_who_asks_too_often_is_asked_to_wait(hall: RecordsHouse) -> None:
    for _ in range(door.MOST_EXPORTS_A_MINUTE):
        await hall.get("export.csv")
    async with hall.session.get(f"{hall.root}export.csv") as answer:
        assert answer.status == 429
        assert answer.headers["Retry-After"] == "60"
    for _ in range(door.MOST_A_MINUTE):
        await hall.get("rules")
    assert "wait a minute" in text_of(await hall.get("rules", 429))
    hall.place.clock.advance(door.MINUTE)
    await hall.get("rules")


async def test_a_match_is_stepped_through_without_scripts(hall: RecordsHouse) -> None:
    number = await hall.hold(["E5", "D3 F6", "A1"])
    page = HTMLParser(await hall.get(f"match/{number}?turn=1")).css_first("noscript")
    inner = HTMLParser(page.html.replace("noscript", "div"))
    steps = {
        node.text(): node.attributes["href"]
        for node in inner.css("p a")
        if node.text() in ("Start", "Back", "On", "End")
    }
    assert steps == {"Start": "?turn=0", "Back": "?turn=0", "On": "?turn=2", "End": "?turn=3"}
    picture = inner.css_first("img").attributes["src"]
    assert picture == f"{number}/board.png?turn=1"
    async with hall.session.get(f"{hall.root}match/{picture}") as answer:
        assert answer.content_type == "image/png"
    assert "All matches" in await hall.get(f"match/{number}")


async def test_an_ended_match_s_page_is_not_sent_again(hall: RecordsHouse) -> None:
    number = await hall.hold()
    async with hall.session.get(f"{hall.root}match/{number}") as answer:
        again = {"If-None-Match": answer.headers["ETag"]}
    await hall.get(f"match/{number}", 304, **again)
    changed = await Archive(hall.place.store).forget(ROOM.venue, ROOM.server, RED.id)
    for told in hall.place.desk.rewritten:
        told(changed)
    await hall.get(f"match/{number}", 200, **again)


async def test_an_opening_names_its_players(hall: RecordsHouse) -> None:
    """Fan has answered C5 by E5 twice, and Bob once; a forgotten player is nobody."""
    for players in ((RED, FAN), (RED, FAN), (RED, BLUE), (FAN, Player("somebody-9", "nobody"))):
        await hall.hold(["C5", "E5"], players=players)
    page = await hall.get("openings?ruleset=genius&side=5")
    into = next(link for link in links_of(page) if "key=" in link).removeprefix(hall.root)
    into = next(link for link in links_of(await hall.get(into)) if link.endswith("%2FE5%2F"))
    text = text_of(await hall.get(into.removeprefix(hall.root)))
    assert "E5 was played most often by Fan (2), Bob (1)." in text


async def test_a_cup_stands_on_the_home_page_once_a_match_of_it_is_shown(hall) -> None:
    number = await hall.hold()
    await hall.hold()
    cup = await hall.place.desk.cups.open(
        ROOM, CupOpened(at(0), RED, "Colo<i>sseum", CupPlan("knockout", GENIUS))
    )
    assert cup is not None
    assert "Cups" not in text_of(await hall.get(""))
    game = {"cup": cup, "pairing": 1, "game": 1, "match": number}
    async with hall.place.store.transaction() as connection:
        await connection.execute(insert(cup_games).values(game))
    home = await hall.get("")
    assert "Colo<i>sseum Sign-up is open" in text_of(home)
    behind = next(link for link in links_of(home) if "cup=" in link).removeprefix(hall.root)
    listed = [link for link in links_of(await hall.get(behind)) if "/match/" in link]
    assert listed == [f"{hall.root}match/{number}"]


async def test_a_player_of_private_matches_only_is_on_no_page(hall: RecordsHouse) -> None:
    """Nor found by name; what they won there counts for the ratings of the others all the same."""
    secret = Player("cid", "Cid")
    await hall.hold(players=(secret, BLUE), public=False)
    await hall.hold(players=(RED, BLUE))
    assert "Cid" not in await hall.get("")
    assert "Nobody of that name" in await hall.get("games?player=Cid")
    await hall.get("player/cid", 404)
    page = HTMLParser(await hall.get("player/bob"))
    assert page.css_first("svg.plot") is None, "one point is no line"
    assert "1 of 2" in text_of(await hall.get("player/ann"))


async def test_a_damaged_match_is_listed_as_such_and_has_no_page(hall: RecordsHouse) -> None:
    """Whether its host took it off may be among what can't be read."""
    number = await hall.hold()
    turns = update(events).where(events.c.match == number, events.c.kind == "TurnPlayed")
    async with hall.place.store.transaction() as connection:
        await connection.execute(turns.values(data="{"))
    await make_facts_anew(hall.place.store)
    assert "can't be read any more" in text_of(await hall.get("games"))
    assert not [link for link in links_of(await hall.get("games")) if "/match/" in link]
    await hall.get(f"match/{number}", 404)
    assert await hall.get("export.jsonl") == ""


async def test_a_forfeit_before_the_first_turn_is_a_result(hall: RecordsHouse) -> None:
    forfeited = await hall.hold([], ending=Termination.FORFEIT)
    cancelled = await hall.hold([], ending=Termination.CANCELLED, winner=None)
    listed = [link for link in links_of(await hall.get("games")) if "/match/" in link]
    assert listed == [f"{hall.root}match/{forfeited}"]
    await hall.get(f"match/{forfeited}")
    await hall.get(f"match/{cancelled}", 404)
    await hall.get(f"match/0{forfeited}", 404)


@pytest.mark.parametrize(
    "key", ["E5'/", "A1%2BA2/", "A1/A1/", "button/", "Z9/", "E5", "/" * 50, "%00/"]
)
async def test_a_key_that_is_no_opening_of_the_game_is_said_to_be_none(hall, key) -> None:
    """And a board that there is not; one that is written otherwise is the same opening."""
    await hall.hold(["C5", "E5"])
    page = HTMLParser(await hall.get(f"openings?ruleset=genius&side=5&key={key}"))
    assert page.css_first("[role=alert]") is not None
    assert page.css_first("figure svg") is not None
    for side in ("005999999", "-5", "5.0", "99"):
        page = HTMLParser(await hall.get(f"openings?ruleset=genius&side={side}"))
        assert page.css_first("[role=alert]") is not None
    assert "E5 1 100 % 0 %" in text_of(await hall.get("openings?ruleset=genius&side=5&key=g5/"))


async def test_a_host_who_is_forgotten_is_in_no_record(hall: RecordsHouse) -> None:
    told = Player("dan", "Dan")
    number = await hall.hold()
    load = await hall.place.store.load(number)
    assert load is not None
    late = [MatchReopened(at(90000), told, "a slip"), MatchEnded(at(90001), None, DECIDED, told)]
    await hall.place.store.append(number, len(load.events), late)
    assert "by Dan" in await hall.get(f"match/{number}/record.txt")
    changed = await Archive(hall.place.store).forget(ROOM.venue, ROOM.server, "dan")
    for tell in hall.place.desk.rewritten:
        tell(changed)
    assert "by Dan" not in await hall.get(f"match/{number}/record.txt")


async def test_pages_that_are_closed_at_another_process_are_closed_here(hall: RecordsHouse) -> None:
    """Settings are kept in memory, since every announcement asks for them; here they are not."""
    await hall.get("")
    other = await open_store(hall.place.address)
    closed = ServerSettings(pages="off")
    await Servers(other).change(ROOM.venue, ROOM.server, lambda _: closed)
    await other.close()
    for path in ("", "games", "export.csv"):
        await hall.get(path, 410)


@pytest.mark.parametrize("file", ["", "/record.txt", "/board.png"])
async def test_match_in_a_hall_has_one_address(hall: RecordsHouse, file: str) -> None:
    """Under another one the hall's limits would not be asked."""
    await hall.hold()
    slug = hall.root.split("/")[2]
    async with hall.session.get(f"/hall/{slug}/match/1{file}") as answer:
        assert answer.status == 200
    async with hall.session.get(f"/watch/{slug}%2F1{file}") as answer:
        assert answer.status == 404


@pytest.mark.parametrize("kind", ["csv", "txt", "jsonl"])
async def test_head_of_an_export_sends_no_body(hall: RecordsHouse, kind: str) -> None:
    """A body would be taken for the next answer on the connection."""
    await hall.hold()
    host, port = hall.address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    for number in range(2):
        writer.write(f"HEAD {hall.root}export.{kind} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 4"), (number, head)
    writer.close()
    await writer.wait_closed()
