"""A referee that stands still, hangs or ends, and a disk that is full, for real: nobody pays."""

import asyncio
import signal
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from chaos.process import STOPS_WITHIN
from loopback.bell import LONGEST
from playwright.async_api import Browser, Page, expect
from storage.trouble import held

from bot.timing import wall_clock
from venues.room import playing
from venues.room.at_pages import enter, order, players_of, told, type_turn
from venues.room.browsing import Browsing, visiting
from venues.room.failing_disk import filled, limited, small_disk
from venues.room.listening import heard, listened_to
from venues.room.playing import begun, set_up, stored
from venues.room.process import Running, ask, referee, stopped
from venues.room.visitor import Visitor

pytestmark = pytest.mark.real_time

SECONDS_A_TURN = 7
A_TURN_WITHOUT_ITS_PICTURE = 20 * 4096
"""The line and the ruling take ten pages of the journal, a heartbeat meanwhile two, and the picture
thirteen: there is room for a turn and for four heartbeats, but never for the picture."""
LONG = " " * 1900
"""Beside a turn: more than the journal has room for by chance."""
ASKED_ON_A_FULL_DISK = [
    (("health",), 1, "at work, but not on duty: the database can't be used: the disk"),
    (("health", "--live"), 0, "at work, but not on duty: the database can't be used: the disk"),
    (("doctor",), 1, "rules nothing: the database can't be used: the disk"),
]
"""What is asked, its status, and what it says: of the process, since here nothing is limited."""
BEFORE = 2.5
"""Seconds before the deadline at which a turn is sent."""


def about(seconds: float) -> object:
    return pytest.approx(seconds, abs=0.3)


def no_less_than(stood: float, left: float) -> bool:
    """No more was charged than had run; where a busy machine stalled, that is given back."""
    return stood - 0.3 < left < SECONDS_A_TURN + 0.3


def turn_ends(folder: Path) -> float:
    begun = next(one for one in playing.stored(folder) if one["kind"] == "Shown")["at"]
    return datetime.fromisoformat(begun).timestamp() + SECONDS_A_TURN


async def test_a_disk_full_between_a_ruling_and_its_announcement(tmp_path: Path) -> None:
    """The turn is stored, its picture does not fit: it is told when there is room, and once."""
    with referee(tmp_path) as running:
        async with playing.begun(running, clock=f"{SECONDS_A_TURN}s") as (ann, bob):
            deadline = await playing.deadline_of(ann)
            async with limited(running, tmp_path, left=A_TURN_WITHOUT_ITS_PICTURE):
                await ann.say("F6")
                await bob.state(lambda match: match["stones"] == {"F6": "red"})
                await playing.until(deadline + 1)
            shown = await bob.state(lambda match: match["clock"]["deadline"] is not None)
            begun = [one for one in playing.stored(tmp_path) if one["kind"] == "Shown"][-1]["at"]
            begun_at = datetime.fromisoformat(begun).timestamp()
            # Blue's time runs from the moment when the room was told, and not before.
            assert shown["match"]["clock"]["deadline"] / 1000 - begun_at == about(SECONDS_A_TURN)
            assert playing.told(bob).count("Red played F6.") == 1
            await bob.say("A1")
            await ann.state(lambda match: len(match["stones"]) == 2)


async def test_a_planned_stop_while_the_disk_is_full(tmp_path: Path) -> None:
    """It ends in time with a turn that it could not store; the page sends it again, and it counts.

    Charged is what had run when the disk was full, and not what ran until the stop.
    """
    with referee(tmp_path) as running:
        seats = await playing.set_up(running, clock=f"{SECONDS_A_TURN}s")
        async with playing.entered(running, seats) as (ann, bob):
            await playing.begin(ann, bob)
            deadline = await playing.deadline_of(ann)
            async with limited(running, tmp_path):
                full = wall_clock().timestamp()
                await playing.until(deadline - BEFORE)
                key = await ann.say("F6" + LONG)
                await ann.until(lambda one: "is kept" in str(one))
                for words, status, said in ASKED_ON_A_FULL_DISK:
                    asked = await asyncio.to_thread(ask, running, *words)
                    assert (asked.returncode, said in asked.stdout + asked.stderr) == (status, True)
                assert await stopped(running) < STOPS_WITHIN
                assert running.process.returncode == 0
            assert not any(one["type"] == "taken" and one.get("key") == key for one in ann.seen)
    noted = playing.heard_until(tmp_path)
    assert noted <= full
    left = min(SECONDS_A_TURN, turn_ends(tmp_path) - noted)
    with referee(tmp_path) as running:
        async with playing.entered(running, seats) as (ann, bob):
            assert no_less_than(left, await playing.left_at_return(bob, tmp_path))
            await ann.say("F6", key)
            await bob.state(lambda match: match["stones"] == {"F6": "red"})


async def test_a_start_on_a_full_disk_is_one_line_and_charges_nobody(tmp_path: Path) -> None:
    """It says what is wrong and ends; with room on the disk the match goes on where it stood."""
    with small_disk(tmp_path / "disk") as folder:
        with referee(folder) as running:
            seats = await playing.set_up(running, clock=f"{SECONDS_A_TURN}s")
            async with playing.entered(running, seats) as (ann, bob):
                await playing.begin(ann, bob)
                deadline = await playing.deadline_of(ann)
                await playing.until(deadline - 3)
        stood = turn_ends(folder) - playing.heard_until(folder)
        async with filled(running, folder):
            failed = await asyncio.to_thread(ask, running, WEB_PORT="0")
            assert failed.returncode == 1
            assert failed.stderr.count("\n") == 1
            assert "the disk is full" in failed.stderr
            await playing.until(deadline + 1)
        with referee(folder) as running:
            async with playing.entered(running, seats) as (ann, bob):
                assert no_less_than(stood, await playing.left_at_return(bob, folder))
                await ann.say("F6")
                await bob.state(lambda match: match["stones"] == {"F6": "red"})


SECONDS_IN_A_STALL = 6
BEFORE_THE_FLAG = 1.5
"""Seconds before the deadline, enough for a machine that is slow to wake this test."""


async def stands_still(running: Running, seconds: float, act: Any) -> None:
    """The process is stopped; it gets an act, and goes on some seconds after the deadline."""
    running.process.send_signal(signal.SIGSTOP)
    await act
    await asyncio.sleep(BEFORE_THE_FLAG + seconds)
    running.process.send_signal(signal.SIGCONT)


async def until_just_before(visitor: Visitor) -> None:
    shown = await visitor.state(lambda match: match["clock"]["deadline"] is not None)
    left = (shown["match"]["clock"]["deadline"] - shown["now"]) / 1000
    assert left > SECONDS_IN_A_STALL / 2
    await asyncio.sleep(left - BEFORE_THE_FLAG)


async def test_turn_and_resignation_in_a_stall_count(tmp_path: Path) -> None:
    """Sent in time, heard seconds after the deadline: a turn, then a resignation, and no flag."""
    with referee(tmp_path) as running:
        async with begun(running, clock=f"{SECONDS_IN_A_STALL}s") as (ann, bob):
            await until_just_before(ann)
            await stands_still(running, 3.3, ann.say("F6"))
            shown = await bob.state(lambda match: match["turn"] or match["status"] == "over")
            assert shown["match"]["stones"] == {"F6": "red"}
            assert shown["match"]["status"] == "running"
            await until_just_before(bob)
            await stands_still(running, 1.5, bob.act("resign"))
            shown = await ann.state(lambda match: match["status"] == "over")
            assert "resignation" in shown["match"]["headline"]


async def test_a_planned_stop_after_a_stall_charges_nobody(tmp_path: Path) -> None:
    """It is told to stop while it stands still: no flag falls on its way out."""
    with referee(tmp_path) as running:
        async with begun(running, clock=f"{SECONDS_IN_A_STALL}s") as (ann, _):
            await until_just_before(ann)
            await stands_still(running, 2.5, stop(running))
            await asyncio.to_thread(running.process.wait, LONGEST.total_seconds())
            assert running.process.returncode == 0
    kinds = {event["kind"] for event in stored(tmp_path)}
    assert "PlayerReady" in kinds
    assert not {"FlagFell", "MatchEnded"} & kinds


async def stop(running: Running) -> None:
    running.process.send_signal(signal.SIGINT)


def kill(running: Running) -> str:
    """Ends it at once; the port that the next one has to listen on."""
    running.process.kill()
    running.process.wait(LONGEST.total_seconds())
    return running.address.rpartition(":")[2]


async def asked(page: Page, count: int) -> None:
    await expect(page.locator("li.whisper:has(.asked)")).to_have_count(count)


async def connected(*pages: Page) -> None:
    for page in pages:
        await expect(page.locator("#link-state")).to_have_text("Connected")


async def on_the_phone(browsing: Browsing) -> Page:
    page = await browsing.page(viewport={"width": 360, "height": 740})
    await expect(page.locator("[name=topic-format] option")).not_to_have_count(0)
    await page.fill("[name=topic-page]", "Ann:\nF6\nBob:\nD3 F7\n")
    return page


async def test_what_was_said_to_a_referee_that_was_killed_reaches_the_next_one(tmp_path, browser):
    """A turn that could not be stored, a question, talk: once each, and nothing sounds twice.

    What is pressed instead of said is not kept: a dialog and the box for a topic say so.
    """
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            seats = await set_up(running, host="Ann")
            red, blue = await players_of(browsing, seats.room, seats.tokens)
            await listened_to(blue)
            reader = await on_the_phone(browsing)
            await type_turn(red, "F6")
            assert await heard(blue, 1) == ["stone"]
            await order(red, "replace")
            await red.get_by_label("Who takes the seat").fill("Cid")
            async with held(tmp_path / "referee.sqlite3"):
                await type_turn(blue, "D3 F7")
                await expect(blue.locator("li.whisper").last).to_contain_text("is kept")
                port = kill(running)
            for page in (red, blue):
                await expect(page.locator("#link-state")).to_have_text("Reconnecting…")
            await red.click("#order-go")
            await expect(red.locator("#order-problem")).to_contain_text("nothing was done")
            await expect(red.get_by_label("Who takes the seat")).to_have_value("Cid")
            await red.keyboard.press("Escape")
            await reader.click("text=Rule the topic")
            await expect(reader.locator("#topic-problem")).to_have_text(
                "The referee can't be reached."
            )
            for text in ("match status", "take your time"):
                await type_turn(red, text)
                await expect(red.locator("#hint")).to_contain_text("is sent when the room is back")
            with referee(tmp_path, port):
                await connected(red, blue)
                for page in (red, blue):
                    await expect(told(page).last).to_contain_text("Blue played D3 F7")
                    await expect(page.locator("button.cell.taken")).to_have_count(3)
                    lines = page.locator("li.said .words")
                    await expect(lines).to_have_count(3)
                    texts = sorted(await lines.all_inner_texts())
                    assert texts == ["D3 F7", "F6", "take your time"]
                await expect(red.locator("li.whisper:has(.asked)")).to_contain_text("Red Ann")
                await asked(red, 1)
                await asked(blue, 0)
                assert await heard(blue, 2) == ["stone", "stone"]


async def test_clocks_stand_while_the_referee_is_away(tmp_path: Path, browser: Browser) -> None:
    """Nothing counts down to a flag that nobody calls; afterwards they run as before."""
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            seats = await set_up(running, clock="1m+5m")
            page = await enter(browsing, seats.room, *seats.tokens.values())
            await page.click("[data-act=ready]")
            clock, trouble = page.locator(".seat.red .clock"), page.locator("#trouble")
            await expect(clock).to_have_class("clock live")
            port = kill(running)
            await expect(trouble).to_contain_text("No word from the referee")
            stood = await clock.inner_text()
            # By the page's own clock: two of its seconds, however slow the machine is.
            await page.evaluate("() => new Promise((done) => setTimeout(done, 2000))")
            assert await clock.inner_text() == stood
            with referee(tmp_path, port) as again:
                await connected(page)
                await expect(trouble).to_be_empty()
                await expect(clock).not_to_have_text(stood)
                # One that hangs is as good as none, though the connection stands.
                again.process.send_signal(signal.SIGSTOP)
                try:
                    await expect(trouble).to_contain_text("No word")
                    await connected(page)
                finally:
                    again.process.send_signal(signal.SIGCONT)
                await expect(trouble).not_to_contain_text("No word")
