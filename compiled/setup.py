"""The wheel of the compiled players: `make players-wheel`. Needs a C compiler and mypy.

Nothing of it lies here: what is compiled are modules of `bot/players`, just as they are, and all
that is made on the way goes to `build/players`.
"""

import os
import sys
import tomllib
from importlib.metadata import requires
from pathlib import Path

from mypyc.build import mypycify
from setuptools import setup

HOUSE = Path(__file__).resolve().parent.parent
MADE = HOUSE / "build" / "players" / str(sys.implementation.cache_tag)
# Calls within the wheel go straight to where they lead, not by a table that others may change.
STRAIGHT = "-fno-semantic-interposition -fvisibility=hidden"
os.environ["CFLAGS"] = f"{os.environ.get('CFLAGS', '')} {STRAIGHT}"
sys.path.insert(0, str(HOUSE))

from bot.players.compiled import MODULES, WHEEL, fingerprint  # noqa: E402

(MADE / WHEEL).mkdir(parents=True, exist_ok=True)
(MADE / WHEEL / "__init__.py").write_text(
    f'''"""Modules of bot.players, compiled from the sources with this fingerprint."""

SOURCES = "{fingerprint()}"
''',
    encoding="utf-8",
)
extensions = []
# What a wheel is called is asked before it is built, and needs nothing compiled.
if "bdist_wheel" in sys.argv:
    os.chdir(HOUSE)
    extensions = mypycify(
        [f"bot/players/{name}.py" for name in MODULES],
        group_name=WHEEL,
        opt_level="3",
        debug_level="0",
        target_dir=str(MADE / "c"),
    )
for extension in extensions:
    extension.name = extension.name.replace("bot.players.", f"{WHEEL}.")
    extension.sources = [str(Path(source).relative_to(MADE)) for source in extension.sources]
project = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
os.chdir(MADE)
setup(
    name=f"{project['name']}-players",
    version=project["version"],
    description="What the referee's sparring partner thinks with, compiled.",
    python_requires=project["requires-python"],
    license=project["license"],
    packages=[WHEEL],
    # Rows of words, which compiled code takes from the library that its compiler was made for.
    install_requires=[one for one in requires("mypy") or [] if one.startswith("librt")],
    ext_modules=extensions,
)
