"""`make chaos-sown`: ten bugs are put into a copy of the referee, one by one; each must be found.

With CUPS=4 there are four, which only cups have.

A judge that finds nothing may be blind. Here it is shown a referee of which it is known what is
wrong. The checkout is never touched: what runs is a copy in a folder of its own.
"""

import argparse
import asyncio
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from chaos.cup_storm import CupStorm
from chaos.process import REPOSITORY
from chaos.storm import Plan, Storm

PACKAGES = ("bot", "renderers")


@dataclass(frozen=True, slots=True)
class Bug:
    """A bug: in a file, `right` becomes `wrong`; a complaint with `sign` in it is of that bug.

    Some venues can't show it.
    """

    name: str
    sign: str
    file: str
    right: str
    wrong: str
    venues: tuple[str, ...]


_BUGS = """
the loser wins | the winner is | bot/referee/arbiter.py
- MatchEnded(at, winner, Termination.GAME_OVER)
+ MatchEnded(at, None if winner is None else winner.other, Termination.GAME_OVER)

a flag forfeits the opponent | ran out of time and won | bot/referee/timekeeping.py
- MatchEnded(deadline, colour.other, events.Termination.TIME)
+ MatchEnded(deadline, colour, events.Termination.TIME)

moves after the flag count | was taken; time was up | bot/referee/arbiter.py
- submission.sent_at):
-         return _flag(match)
-     if match.to_move not in seats:
+ submission.sent_at) and False:
+         return _flag(match)
+     if match.to_move not in seats:

banks are never charged | a bank of | bot/referee/clock.py
- self.control.refilled(self.remaining(colour, at).bank)
+ self.control.refilled(self.banks[colour])

scores are one too high | announced: | bot/wording/phrases.py
-     whole = int(figure)
+     figure += 1
+     whole = int(figure)

three stones are announced when they are not | the prompt was | bot/wording/announcements.py
-  if _feeds(match) else ""
+  if True else ""

the wrong player is pinged | pinged | bot/wording/calling.py | discord
- mover = [match.players[match.to_move].id]
+ mover = [match.players[match.to_move.other].id]

deadlines are off by one | time was up at | bot/referee/clock.py
-                 return run.since + left
+                 return run.since + left + timedelta(seconds=1)

the sparring partner does not wait for the announcement | before the room was told | \
bot/referee/partner.py
- if to_move and match.telling.room_knows else None
+ if to_move else None

a thinking process that dies costs the turn | nobody ordered that: pause | bot/desk/thinker.py
- TRIES = 3
+ TRIES = 1
"""

_CUP_BUGS = """
a match of a cup is opened before its event is stored | is of no game | bot/storage/cups.py
-         def work(connection: Connection) -> int:
-             match = rows.add_match(connection, room, opened)
+         match = await self._store.write(lambda it: rows.add_match(it, room, opened))
+         await __import__("asyncio").sleep(0.2)
+
+         def work(connection: Connection) -> int:

a reminder is told and never stored | reminders were told | bot/desk/cup_runner.py
-         if await self.table.append(held, lambda state: next(reminders(state, facts, now), None)):
+         if (reminder := next(reminders(held.state, facts, now), None)) is not None:
+             self.table.took(held, reminder)

the lot for the first move is read the other way | undisturbed it is | bot/cups/cup.py
- number(round_number, *ids) % 2]
+ number(round_number, *ids) % 2 - 1]

a cup's announcement has the nonce of another | tells of nothing | bot/desk/cup_hearing.py
- nonce_of(f"c{held.id}", number, held
+ nonce_of(f"c{held.id}", number + 1, held
"""


def _read(text: str) -> Iterator[Bug]:
    """Each bug: its name, its sign, its file and perhaps its venues; then what becomes what."""
    for block in text.strip().split("\n\n"):
        head, *lines = block.splitlines()
        name, sign, file, *venues = head.split(" | ")
        right, wrong = ("\n".join(one[2:] for one in lines if one[0] == mark) for mark in "-+")
        yield Bug(name, sign, file, right, wrong, tuple(venues) or ("discord", "room"))


BUGS, CUP_BUGS = tuple(_read(_BUGS)), tuple(_read(_CUP_BUGS))


def sow(bug: Bug, folder: Path) -> Path:
    for package in PACKAGES:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(REPOSITORY / package, folder / package, ignore=ignored)
    file = folder / bug.file
    file.write_text(sown(bug, file.read_text(encoding="utf-8")), encoding="utf-8")
    return folder


def sown(bug: Bug, text: str) -> str:
    """A file's text with a bug in it; ValueError where its place is not there."""
    if text.count(bug.right) != 1:
        raise ValueError(f"{bug.name}: in {bug.file} not exactly once: {bug.right!r}")
    return text.replace(bug.right, bug.wrong)


def wanted(bugs: tuple[Bug, ...], names: list[str], venue: str) -> Iterator[Bug]:
    for bug in bugs:
        if venue in bug.venues and (not names or any(name in bug.name for name in names)):
            yield bug


async def hunt(bug: Bug, kills: int, seed: int, venue: str, cups: int = 0) -> tuple[int, str]:
    """Runs a referee with a bug until the judge finds it: after how many kills, and in what words.

    No words if it was not found. With `cups` it is the judge of cups who looks for it.
    """
    folder = Path(tempfile.mkdtemp(prefix="referee-sown-"))
    code = sow(bug, folder / "code")
    plan = Plan(kills, seed, venue, looked_for=bug.sign, code=code, cups=cups)
    storm = CupStorm(plan, folder) if cups else Storm(plan, folder)
    found = await storm.run()
    return storm.kills, next((text for text in found.said if bug.sign in text), "")


def main() -> int:
    """Prints a table of the bugs; the exit status is 1 if one of them was not found."""
    given = _arguments()
    missed = 0
    for bug in wanted(CUP_BUGS if given.cups else BUGS, given.bug, given.venue):
        begun = monotonic()
        kills, said = asyncio.run(hunt(bug, given.kills, given.seed, given.venue, given.cups))
        missed += not said
        took = f"{kills} kills, {monotonic() - begun:.0f} s"
        print(f"{bug.name}: {f'found by {said}' if said else 'NOT FOUND'} ({took})", flush=True)
    return 1 if missed else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make chaos-sown", description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--venue", choices=("discord", "room"), default="discord")
    parser.add_argument("--cups", type=int, default=0, help="the bugs of cups, in so many channels")
    parser.add_argument("--bug", action="append", default=[], help="part of a bug's name")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
