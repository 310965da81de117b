"""Writes the golden games anew: `PYTHONPATH=tests python -m oracle`."""

from .golden import write
from .plans import library

for path, game in library():
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(write(game), encoding="utf-8")
