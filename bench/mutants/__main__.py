"""`make mutants`, `make mutants SAMPLE=120`: prints the share of sown bugs that the tests find."""

import argparse
import json
import os
import sys
import tomllib
from collections import Counter
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from time import monotonic

from bench.mutants.domains import RULES, Domain, house, quick
from bench.mutants.sowing import Mutant, sow
from bench.mutants.trial import Fate, files, survey, tests_of, try_all

ROOT = Path(__file__).parents[2]
EQUIVALENT = Path(__file__).with_name("equivalent.toml")
LAST_RUN = ROOT / "build" / "mutants.json"
FOUND = {Fate.FOUND, Fate.ENDLESS}
PRELOADED = """
_pytest.junitxml _pytest.unittest aiohttp.web alembic.command cattrs discord.ext.commands
hypothesis.stateful PIL.Image platformdirs pytest_asyncio pytest_timeout sqlalchemy.ext.asyncio
"""
"""Imported before any fork, so that no mutant waits for them; nothing of the referee's may be."""


def main() -> int:
    """Sows, tries, prints; the exit status is 1 if too few are found, or the list isn't true."""
    given = _arguments()
    begun = monotonic()
    for name in PRELOADED.split():
        import_module(name)
    domain = house() if given.house else RULES
    if given.quick:
        domain = quick(domain)
    if given.only and given.sample:
        domain = _near(domain, given.only)
    surveyed = survey(ROOT, domain)
    sown = [mutant for path in files(ROOT, domain) for mutant in sow(path, ROOT)]
    excused: dict[str, dict[str, str]] = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))
    chosen = _chosen(sown, given)
    print(f"{len(sown)} mutants can be sown, {len(chosen)} of them are")
    if not chosen and not given.again:
        print("no file has that in its path: a sample of nothing proves nothing")
        return 1
    seen = surveyed()
    if seen.failed:
        print("the tests fail without any mutant:", *seen.failed, sep="\n  ")
        return 1
    print(f"{len(seen.takes)} tests were looked at after {monotonic() - begun:.0f} s")
    fates: dict[int, Fate] = {}

    def tell(number: int, fate: Fate) -> None:
        fates[number] = fate
        if len(fates) % 50 == 0:
            print(f"{len(fates)} of {len(chosen)}", file=sys.stderr, flush=True)

    try_all(chosen, seen, ROOT, given.jobs, tell)
    excused = {path: names for path, names in excused.items() if path.startswith(domain.folders)}
    return _judge(chosen, sown, fates, excused, given, monotonic() - begun)


def _near(domain: Domain, only: str) -> Domain:
    chosen = [str(path.relative_to(ROOT)) for path in files(ROOT, domain)]
    chosen = [path for path in chosen if only in path]
    tests = tuple({tests_of(path) for path in chosen})
    return replace(domain, folders=tuple(chosen), tests=(tests, ()))


def _chosen(sown: list[Mutant], given: argparse.Namespace) -> list[Mutant]:
    if given.again:
        last = {tuple(pair) for pair in json.loads(LAST_RUN.read_text(encoding="utf-8"))}
        return [mutant for mutant in sown if (mutant.path, mutant.name) in last]
    some = [mutant for mutant in sown if given.only in mutant.path]
    if given.sample is None:
        return some
    return sorted(
        sorted(some, key=lambda mutant: mutant.place)[given.skip :][: given.sample],
        key=lambda mutant: (mutant.path, mutant.lines.start),
    )


def _judge(chosen, sown, fates, excused, given, seconds) -> int:
    def is_excused(mutant: Mutant) -> bool:
        return mutant.name in excused.get(mutant.path, {})

    tried = [(mutant, fates[number]) for number, mutant in enumerate(chosen)]
    survived = [(m, fate) for m, fate in tried if fate not in FOUND and not is_excused(m)]
    wrongly = [m for m, fate in tried if fate is Fate.FOUND and is_excused(m)]
    there = {(mutant.path, mutant.name) for mutant in sown}
    vanished = [(p, n) for p, names in excused.items() for n in names if (p, n) not in there]
    for mutant, fate in survived:
        print(f"{fate.value}: {mutant.path}:{mutant.lines.start} {mutant.name}")
    for mutant in wrongly:
        print(f"listed as equivalent, but found: {mutant.path}:{mutant.lines.start} {mutant.name}")
    for path, name in vanished:
        print(f"listed as equivalent, but not sown any more: {path} {name}")
    LAST_RUN.parent.mkdir(exist_ok=True)
    LAST_RUN.write_text(json.dumps([(m.path, m.name) for m, _ in survived]), encoding="utf-8")
    _tell_by_folder([(mutant, fate) for mutant, fate in tried if not is_excused(mutant)])
    number = Counter(fate for mutant, fate in tried if not is_excused(mutant))
    of = sum(number.values())
    found = number[Fate.FOUND] + number[Fate.ENDLESS]
    print(
        f"mutants: {of} tried in {seconds:.0f} s, "
        f"{found} found ({100 * found / max(of, 1):.1f} %), "
        f"{number[Fate.ENDLESS]} of them only by a test that did not end; "
        f"{number[Fate.SURVIVED]} survived, {number[Fate.UNREACHED]} were reached by no test; "
        f"{len(tried) - of} more are equivalent"
    )
    enough = found >= given.wanted / 100 * of
    agreed = not wrongly and not vanished
    return 0 if enough and (agreed or given.sample is not None) else 1


def _tell_by_folder(tried: list[tuple[Mutant, Fate]]) -> None:
    sown = Counter(_folder(mutant) for mutant, _ in tried)
    found = Counter(_folder(mutant) for mutant, fate in tried if fate in FOUND)
    for folder, number in sorted(sown.items()):
        print(f"{folder}: {found[folder]} of {number}")


def _folder(mutant: Mutant) -> str:
    parts = Path(mutant.path).parts
    return "/".join(parts[:2]) if parts[0] == "bot" else parts[0]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--house", action="store_true", help="all but engine and referee")
    parser.add_argument("--quick", action="store_true", help="by the tests of `make test` alone")
    parser.add_argument("--sample", type=int, help="how many; all without it")
    parser.add_argument("--skip", type=int, default=0, help="of the sample's order")
    parser.add_argument("--only", default="", help="files with this in their path")
    parser.add_argument("--again", action="store_true", help="the last run's survivors only")
    parser.add_argument("--wanted", type=float, default=95, help="the share to be found, percent")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
