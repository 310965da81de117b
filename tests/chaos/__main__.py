"""`make chaos KILLS=20 SEED=7`: prints what was done to the referee, and what came of it."""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from time import monotonic

from chaos.cup_storm import CupStorm
from chaos.storm import Plan, Storm

USUAL, ENOUGH_FOR_CUPS = 220, 40
"""Kills, unless it is said how many."""


def main() -> int:
    """The exit status is 1 if anything is wrong."""
    given = _arguments()
    begun = monotonic()
    kills = given.kills if given.kills is not None else ENOUGH_FOR_CUPS if given.cups else USUAL
    folder = Path(tempfile.mkdtemp(prefix="referee-chaos-"))
    plan = Plan(
        kills, given.seed, given.venue, trembles=given.trembling, doors=given.doors, cups=given.cups
    )
    storm = CupStorm(plan, folder) if given.cups else Storm(plan, folder)
    found = asyncio.run(storm.run())
    took = f"{monotonic() - begun:.0f} s"
    print(f"\n{given.venue}, doors {given.doors}, seed {given.seed}, {took}, in {folder}\n")
    for name, number in sorted(storm.happened.items()):
        print(f"  {name:<40}{number:>8}")
    print(f"  {'turns refused':<40}{found.refusals:>8}")
    print(f"  {'refusals overtaken by a later turn':<40}{found.overtaken:>8}")
    print(f"  {'orders of the host carried out':<40}{found.orders:>8}\n")
    for text in found.said:
        print(text)
    print(storm.line if isinstance(storm, CupStorm) else found.line)
    return 0 if found.clean else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make chaos", description=__doc__)
    parser.add_argument("--kills", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--venue", choices=("discord", "room"), default="discord")
    parser.add_argument("--trembling", action="store_true", help="a short stall every second")
    parser.add_argument(
        "--doors", type=int, choices=(1, 2), default=1,
        help="2: on Discord, one player of each match taps on a page of their own",
    )  # fmt: skip
    parser.add_argument(
        "--cups", type=int, default=0, help="in so many channels cups are held, and nothing else"
    )
    given = parser.parse_args()
    if given.cups and given.venue != "discord":
        parser.error("cups are held on Discord")
    return given


if __name__ == "__main__":
    sys.exit(main())
