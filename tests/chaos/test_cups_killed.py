"""A small run of `make chaos CUPS=1`, for real: it ends, and its judge finds nothing."""

from pathlib import Path

import pytest

from chaos.cup_storm import CupStorm
from chaos.storm import Plan


@pytest.mark.thorough
@pytest.mark.real_time
@pytest.mark.timeout(900)
async def test_a_cup_of_four_is_played_out_though_the_referee_is_killed(tmp_path: Path) -> None:
    """Two semifinals, one of them tied three times, and the final; killed twice on the way."""
    plan = Plan(kills=2, seed=3, faults=False, cups=1, cup_size=4)
    storm = CupStorm(plan, tmp_path)
    found = await storm.run()
    assert found.said == []
    assert storm.line.startswith("cups=1 pairings=5 games=5 ties=3 ")
    assert storm.line.endswith(
        " kills=2 lost=0 pairings_twice=0 rooms_twice=0 told_twice=0 reminders_twice=0 "
        "orders_equal=yes"
    )
