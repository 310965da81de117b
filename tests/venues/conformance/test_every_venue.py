"""One set of tests for every venue. A new venue joins by its line in `arenas.py`.

Expected scores, winners and banks are from the golden games (checked by the independent referee)
and from arithmetic.
"""

import asyncio
import json
import logging
import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import cycle, islice
from pathlib import Path

import pytest
from puzzles.test_puzzles import LINES
from storage.samples import thorough

from bot.commands.catalogue import COMMANDS
from bot.commands.command import Kind, Takes
from bot.wording.forum import LOCKED, OUTSIDE
from venues.conformance.arena import ANN, BOB, FAN, HOST, Arena, HandMovedArena, Topic
from venues.conformance.arenas import ARENAS, at_every_venue
from venues.conformance.at_fake import fake

GOLDEN = Path(__file__).parents[2] / "games" / "genius" / "random-1.txt"
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
PUZZLES = {values["number"]: values for values in map(json.loads, LINES)}
UNSEEN = timedelta(seconds=35)
"""Over the grace of forums: what a read after it does not have is late if it ever appears."""


async def test_a_whole_match(arena: Arena) -> None:
    """Every turn of a golden game is told once, to both, in order; the winner is the right one."""
    head, *turns, end = GOLDEN.read_text(encoding="utf-8").splitlines()
    assert head.split()[2] == "side=4"
    await arena.begin(side=4)
    for number, turn in enumerate(turns):
        told = await arena.play((ANN, BOB)[number % 2], turn)
        assert f"played {turn}." in told
        # Nobody writes twenty turns in a second.
        await arena.pass_time(SECOND)
    assert end == "= first 17 17"
    assert "Red wins" in told
    assert [len(arena.telling(f"played {turn}.")) for turn in turns] == [1] * len(turns)


async def test_a_refusal_answers_the_message_and_changes_nothing(arena: Arena) -> None:
    """Off the board, out of turn; talk gets no answer; the turn after it counts as the first."""
    await arena.begin()
    assert "F9 is off the board" in await arena.play(ANN, "F9")
    assert "Red's turn" in await arena.play(BOB, "E5")
    talk = await arena.say(ANN, "good luck")
    stranger = await arena.say(FAN, "E5")
    assert "played E5." in await arena.play(ANN, "E5")
    assert arena.answers(talk) == arena.answers(stranger) == []


async def test_a_flag_falls_once_and_at_the_deadline(arena: Arena) -> None:
    """Turn time, then the bank, then the end, each told once; a turn after it does not count."""
    await arena.begin(clock="10s+20s")
    await arena.pass_time(15 * SECOND)
    await arena.heard("turn time is over")
    await arena.pass_time(25 * SECOND)
    assert "Blue wins" in await arena.heard("Red's time ran out")
    late = await arena.say(ANN, "E5")
    await arena.settle()
    assert not any("played E5." in text for text in arena.answers(late))
    assert len(arena.telling("turn time is over")) == len(arena.telling("ran out")) == 1


async def test_a_late_message_counts_by_its_stamp(arena: Arena) -> None:
    """Made in time and never told to the referee: the room is read before time is called."""
    await arena.begin(clock="10s+60s")
    await arena.pass_time(55 * SECOND)
    said = await arena.say_unheard(ANN, "E5")
    await arena.pass_time(25 * SECOND)
    played = await arena.answer(said)
    assert "played E5." in played
    # Seventy seconds were hers; she used 55 of them, so 15 are left in the bank, or about as much.
    left = 15 - arena.lag // SECOND
    assert any(f"Red 0:{around:02}" in played for around in (left - 1, left, left + 1))
    assert arena.telling("ran out") == []


@pytest.mark.parametrize("seconds", [4.4, *thorough(2.0, 4.0)])
async def test_a_turn_made_while_the_process_stands_still_counts(arena, seconds):
    """From half a second before the deadline on; the turn is heard seconds after it."""
    if not isinstance(arena, HandMovedArena):
        pytest.skip("a forum is read completely before time is called: there is nothing to miss")
    await arena.begin(clock="10s")
    await arena.pass_time(9.5 * SECOND)
    said = await arena.say_in_stall(ANN, "E5", seconds * SECOND)
    await arena.pass_time(5 * SECOND)
    assert "played E5." in await arena.answer(said)
    assert arena.telling("ran out") == []


async def test_an_edit_of_a_ruled_message_changes_nothing(arena: Arena) -> None:
    """The room is told, once; the turn stands and the game goes on from it."""
    if not arena.edits:
        pytest.skip("nobody can change what they wrote here")
    await arena.begin()
    said = await arena.say(ANN, "E5")
    await arena.answer(said)
    await arena.edit(said, "A1")
    await arena.heard("The turn stands as played")
    await arena.edit(said, "A2")
    assert "E5 is taken" in await arena.play(BOB, "E5")
    assert "played A1." in await arena.play(BOB, "A1")
    assert len(arena.telling("The turn stands as played")) == 1


async def test_an_edit_before_the_first_sight_is_what_counts(arena: Arena) -> None:
    """Written and changed while the referee was down: where it was answered, the host is asked."""
    if not arena.edits:
        pytest.skip("nobody can change what they wrote here")
    await arena.begin()
    await arena.stop()
    said = await arena.say_unheard(ANN, "A1")
    await arena.edit(said, "E5")
    await arena.start()
    assert "played E5." in await arena.answer(said)
    assert "played A1." in await arena.play(BOB, "A1")
    assert arena.telling("The turn stands") == []
    await arena.pass_time(5 * SECOND)
    await arena.stop()
    said = await arena.say_unheard(ANN, "A2")
    await arena.say_unheard(BOB, "C3 F3")
    await arena.edit(said, "A3")
    await arena.start()
    await arena.heard("edited a message after Blue had answered it")


async def test_an_announcement_is_made_exactly_once(arena: Arena) -> None:
    """Its answer is lost on the way: it is tried again, and stands in the room once."""
    await arena.begin()
    arena.lose_an_answer()
    said = await arena.say(ANN, "E5")
    assert "played E5." in await arena.answer_in_the_end(said)
    answer = await arena.say(BOB, "A1")
    assert "played A1." in await arena.answer_in_the_end(answer)
    assert len(arena.telling("played E5.")) == len(arena.telling("played A1.")) == 1


async def test_a_restart_loses_nothing_and_charges_nobody(arena: Arena) -> None:
    """Two hours down in the middle of a turn: the clock stands, and the room is told.

    Where so much time can't be had it is a minute and a half, half a minute over the turn's.
    """
    await arena.begin(clock="1m+5m")
    assert "played E5." in await arena.play(ANN, "E5")
    await arena.pass_time(10 * SECOND)
    await arena.be_down(arena.downtime)
    if arena.downtime >= arena.worth_telling:
        assert "Banks: Red 5:00 · Blue 5:00" in await arena.heard("I was away")
    played = await arena.play(BOB, "A1")
    assert "played A1." in played
    assert "Banks: Red 5:00 · Blue 5:00" in played
    assert len(arena.telling("played E5.")) == 1


async def test_an_absence_is_charged_to_nobody(arena: Arena) -> None:
    """The venue is not heard for much longer than all time there is: no flag, banks untouched."""
    await arena.begin(clock="1m+1m")
    assert arena.silence > 2 * MINUTE
    await arena.be_away(arena.silence)
    if arena.silence >= arena.worth_telling:
        assert "Banks: Red 1:00 · Blue 1:00" in await arena.heard("I was away")
    assert "Banks: Red 1:00 · Blue 1:00" in await arena.play(ANN, "E5")
    assert arena.telling("ran out") == []
    assert len(arena.telling("I was away")) <= 1


async def test_pause_resume_undo_and_adjudicate_are_the_host_s(arena: Arena) -> None:
    """Pause, resume, undo, adjudicate: each told in the room; nobody else has it."""
    await arena.begin(clock="20s+40s")
    assert "played E5." in await arena.play(ANN, "E5")
    await arena.order(FAN, "host pause")
    await arena.order(HOST, "host pause")
    await arena.heard("paused")
    assert "paused" in await arena.play(BOB, "A1")
    await arena.pass_time(2 * MINUTE)
    await arena.order(HOST, "host resume")
    await arena.heard("resumed the match")
    await arena.order(HOST, "host undo")
    await arena.heard("took back")
    assert "played C3." in await arena.play(ANN, "C3")
    await arena.order(HOST, "host adjudicate winner=blue confirm=yes")
    assert "Blue wins" in await arena.heard("Blue wins")
    assert len(arena.telling("paused the match")) == 1
    assert arena.telling("ran out") == []


TELLTALE = re.compile(
    r"\d\s?%(?![0-9A-F]{2})|chance|better|decided|certain|winning|[-_]review|review[-_.]", re.I
)
"""What a review has and an open match must not: but a percent sign may be that of an address."""


def questions() -> Iterator[str]:
    """All that can be asked about a match or a server: by itself, and with each of its options."""
    for command in COMMANDS.values():
        if command.kind in (Kind.MATCH, Kind.SERVER):
            yield command.name
            for name, option in command.options.items():
                numbers = (str(option.least or 1),) if option.takes is Takes.NUMBER else ()
                yield from (f"{command.name} {name}={one}" for one in option.choices or numbers)


ONE_ASKS = [pytest.param(*one.values, 1, id=str(one.id)) for one in ARENAS]


# Four ask everything, each, where an answer takes no request of anybody.
@pytest.mark.thorough
@pytest.mark.parametrize(
    ("arena", "askers"), [*ONE_ASKS, pytest.param(fake, 4, id="fake, four")], indirect=["arena"]
)
async def test_who_stands_better_in_an_open_match_is_told_to_nobody(arena, caplog, askers):
    """Whoever asks whatever there is to ask: no chance, no better turn, nothing that is decided.

    They ask in turn, or each of them everything. With eleven cells empty a review is certain of who
    wins; when the match is over it says so.
    """
    caplog.set_level(logging.DEBUG)
    await arena.begin(side=3)
    for number, turn in enumerate(("C3", "B2 B3", "D1 D2 D3", "A1 A2")):
        assert f"played {turn}." in await arena.play((ANN, BOB)[number % 2], turn)
    turns = cycle((ANN, BOB, HOST, FAN))
    for question in questions():
        people = tuple(islice(turns, askers))
        answers = await asyncio.gather(*(arena.ask(who, question) for who in people))
        for who, answer in zip(people, answers, strict=True):
            assert answer.strip(), (who, question)
            assert not TELLTALE.search(answer), (who, question)
        # Nobody asks as often as that in a second.
        await arena.pass_time(SECOND)
    # What the database's driver says of a work names its functions and where they lie.
    ours = [one.getMessage() for one in caplog.records if one.name != "aiosqlite"]
    for text in (*arena.told(), arena.logged(), *ours):
        assert not TELLTALE.search(text), text
    await arena.order(HOST, "host adjudicate winner=blue confirm=yes")
    await arena.heard("Blue wins")
    told = await arena.ask(FAN, "match review")
    assert "certain from turn 4." in told
    found = {words.casefold() for words in TELLTALE.findall(told)}
    assert found >= {"better", "certain", "-review"}


async def test_a_hint_is_for_whoever_is_to_move_also_after_a_restart(arena: Arena) -> None:
    """The same for the same position, in a match for which hints were agreed on."""
    await arena.begin(side=3, hints="on")
    assert "played C3." in await arena.play(ANN, "C3")
    assert "a hint is for whoever is to move" in await arena.ask(ANN, "match hint")
    hint = re.search(r"\b[A-E][1-5]: [^\n\"]+?\.", await arena.ask(BOB, "match hint"))
    assert hint is not None
    assert "Only the two players" in await arena.ask(FAN, "match hint")
    await arena.be_down(arena.downtime)
    await arena.press(BOB, "Hint", "match hint")
    await arena.heard_by(BOB, hint[0])
    assert f"played {hint[0][:2]}." in await arena.play(BOB, hint[0][:2])
    await arena.order(HOST, "host adjudicate winner=blue confirm=yes")
    await arena.heard("Blue wins")
    assert "match is over" in await arena.ask(BOB, "match hint")


@at_every_venue("puzzle")
async def test_a_puzzle_is_for_whoever_asked_and_no_turn_of_the_match(arena: Arena) -> None:
    """Its answer is judged by proof; the match is not disturbed."""
    await arena.begin()
    for number in (1, 7):
        assert f"Puzzle {number}." in await arena.ask(ANN, f"puzzle number={number}")
        assert "✓ Right: " in await arena.ask(ANN, f"puzzle answer:{PUZZLES[number]['answer']}")
    talk = await arena.say(ANN, "puzzle is hard, that one")
    assert "they have the numbers 1 to 72" in await arena.ask(ANN, "puzzle number=99")
    assert "played E5." in await arena.play(ANN, "E5")
    assert arena.answers(talk) == []
    if arena.own_pages:
        assert arena.alone(BOB) == []


async def test_a_held_back_turn_counts_where_nothing_was_ruled_after_it(topic: Topic) -> None:
    """The opponent did not have to answer it yet: it counts as if it had been there all along."""
    await topic.begin(clock="3h+3h")
    held = await topic.hold_back(ANN, "E5")
    await topic.pass_time(UNSEEN)
    await topic.let_through(held)
    await topic.heard("played E5.")
    assert "played A1." in await topic.play(BOB, "A1")


async def test_a_turn_that_comes_to_light_too_late_calls_the_host(topic: Topic) -> None:
    """Another was ruled after its timestamp: the match pauses, once, and the turn is not ruled."""
    await topic.begin(clock="3h+3h")
    held = await topic.hold_back(ANN, "C3")
    await topic.pass_time(UNSEEN)
    assert "played E5." in await topic.play(ANN, "E5")
    await topic.let_through(held)
    await topic.heard("appeared only now")
    await topic.order(HOST, "host resume")
    await topic.heard("resumed the match")
    assert "played A1." in await topic.play(BOB, "A1")
    assert len(topic.telling("appeared only now")) == 1
    assert topic.telling("played C3.") == []


async def test_a_turn_approved_after_the_flag_is_told_to_the_host_alone(topic: Topic) -> None:
    """It waited in the queue, stamped in time; the match is over, and its result stands."""
    await topic.begin(clock="20s+0s")
    held = await topic.hold_back(ANN, "E5")
    over = await topic.heard("wins")
    await topic.pass_time(UNSEEN)
    await topic.let_through(held)
    (text,) = await topic.until(topic.whispers)
    assert "its result stands" in text
    await topic.settle()
    assert topic.told()[-1] == over
    assert topic.telling("played E5.") == []


async def test_a_command_that_comes_to_light_too_late_changes_nothing(topic: Topic) -> None:
    """Red's resignation was held back, and Red played on: whoever wrote it is asked."""
    await topic.begin(clock="3h+3h")
    held = await topic.hold_back(ANN, f"{topic.mention} match resign confirm:yes")
    await topic.pass_time(UNSEEN)
    assert "played E5." in await topic.play(ANN, "E5")
    await topic.let_through(held)
    await topic.heard("I did not see that in time")
    assert "played A1." in await topic.play(BOB, "A1")
    assert len(topic.telling("I did not see that in time")) == 1
    assert topic.telling("wins") == []


@pytest.mark.parametrize(("how", "reason"), [("locked", LOCKED), ("moved", OUTSIDE)])
async def test_where_a_match_cannot_go_on_it_pauses(how: str, reason: str, topic: Topic) -> None:
    """The host hears why, once; when it is undone, it goes on by itself."""
    await topic.begin(clock="3h+3h")
    await topic.shut(how)
    assert reason in (await topic.until(topic.whispers))[0]
    await topic.open_again(how)
    await topic.heard("resumed the match")
    assert "played E5." in await topic.play(ANN, "E5")
    assert len(topic.whispers()) == 1


@pytest.mark.parametrize("first", [0, *thorough(1, 2)])
async def test_a_restart_at_every_post_loses_and_repeats_nothing(topic: Topic, first: int) -> None:
    """Killed over the opening, the start, turns and a refusal: each stands in the topic once."""
    topic.kill_over_every_post(first)
    await topic.begin(clock="3h+3h")
    assert "played E5." in await topic.play(ANN, "E5")
    assert "F9 is off the board" in await topic.play(BOB, "F9")
    assert "G8 is off the board" in await topic.play(BOB, "G8")
    assert "played A1." in await topic.play(BOB, "A1")
    assert "played C3." in await topic.play(ANN, "C3")
    told = ("started the match", "played E5.", "F9 is", "G8 is", "played A1.", "played C3.")
    for words in told:
        assert len(topic.telling(words)) == 1, words
