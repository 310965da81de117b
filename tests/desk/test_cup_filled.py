"""The sparring partner in a cup at the desk: a process thinks, and its games are of no rating."""

from dataclasses import replace

from fakes import TERMS, FakeHouse

from bot.cups import acts
from bot.cups.entry import Seeding
from bot.referee.match import Status
from bot.referee.submission import Ready, Resign
from bot.servers.results import result_of
from desk.cup_house import CupHouse
from desk.test_sparring import PARTNER, thinking_at


async def test_ann_beats_the_partner_through_a_crash_after_every_event(idle: FakeHouse):
    """It gets ready by itself; she resigns, it is champion, and nobody's rating has changed."""
    cup = CupHouse(idle)
    await cup.open(1, terms=replace(TERMS, side=3))
    await cup.do(lambda state, by: acts.start(state, by, Seeding.ORDER, {}, "lot", (), PARTNER))
    cup.crash_at_events()
    crashes, is_over = 0, False
    while not is_over:
        async with thinking_at(idle):
            is_over = await _play_on(cup)
        if not is_over:
            crashes += 1
            await cup.crash()
            cup.crash_at_events()
    assert crashes > 4
    held = await cup.held()
    assert [player for _, player in held.state.end.places] == [PARTNER.id, "ann"]
    (game,) = held.state.meeting(1).games
    result = result_of(game.match, (await idle.store.load(game.match)).events)
    assert result.sparring
    assert not result.counts
    ended = next(one for one in idle.world.announced() if "is the champion" in one.text)
    assert not ended.announcement.ping, "it does not call itself"


async def _begun(cup: CupHouse, match: int) -> None:
    """The partner gets ready by itself."""
    live = await cup.place.desk._ledger.find(match)
    cup.place.desk.watchers.append(lambda _: cup.place.world.bell.ring())
    await cup.place.world.until(lambda: live.match.status is not Status.WAITING)


async def _play_on(cup: CupHouse) -> bool:
    """Ann gets ready and resigns, until the cup is over and told of, or crashes."""
    while True:
        held = await cup.held()

        def is_over(held=held) -> bool:
            return not held.state.is_open and held.untold is None

        def waits(held=held) -> bool:
            return any(one.game is not None for one in held.state.playing)

        await cup.place.world.until(lambda: cup.crashed or is_over() or waits())
        if cup.crashed or is_over():
            return not cup.crashed
        meeting = held.state.playing[0]
        match = await cup.match(meeting)
        if match.over:
            await cup.place.world.until(lambda: cup.crashed or is_over())
            continue
        if match.status is Status.WAITING:
            await cup.act(meeting, "ann", Ready())
            await _begun(cup, meeting.game.match)
        await cup.act(meeting, "ann", Resign())
