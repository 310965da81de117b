"""What a host orders in a cup while the referee is away: it is done when that is back."""

from datetime import timedelta

from fakes import BLUE, FAN, HOST, RED

from bot.commands.parsing import read_order
from commands.clerks import asks, clerk_of, ordered, signed_up


async def test_cup_commands_typed_in_an_absence_count_from_the_present(place) -> None:
    """Forty minutes ago: a deadline that is past by now ends no round, and a check-in is whole."""
    clerk, away = clerk_of(place), timedelta(minutes=40)
    await signed_up(place, clerk, RED, BLUE, FAN, options="check-in:30m")

    async def typed(words: str) -> str:
        typed_at = place.clock.now() - away
        asker = asks(place, HOST, at=typed_at, may_host=True)
        return (await clerk.carry_out(read_order(words), asker)).text

    assert "The check-in is open until" in await typed("cup start")
    (held,) = place.desk.cups.table.held()
    assert held.state.until == place.clock.now() + timedelta(minutes=30)
    until = held.state.until
    assert "That moment is past" in await typed("cup deadline in 20 minutes")
    assert held.state.until == until
    assert "The check-in has until" in await ordered(place, clerk, "cup deadline in 20 minutes")
