"""Every ruleset key with its options, as a host types them, and the referee they make.

A game is known by lying in this folder: an `Oracle` with a key, in a module of its own or not.
"""

from importlib import import_module
from pathlib import Path

from .oracle import Oracle

Options = dict[str, str]

for _module in sorted(Path(__file__).parent.glob("[a-z]*.py")):
    if '\n    key = "' in _module.read_text(encoding="utf-8"):
        import_module(f".{_module.stem}", __package__)


def _known(kind: type[Oracle]) -> dict[str, type[Oracle]]:
    below = [known for child in kind.__subclasses__() for known in _known(child).items()]
    return ({kind.key: kind} if kind.key else {}) | dict(below)


GAMES = _known(Oracle)


def make(key: str, side: int = 5, options: Options | None = None) -> Oracle:
    """The referee of a ruleset; raises KeyError for an unknown key, ValueError for an option."""
    game = GAMES[key]
    chosen = {name: usual for name, (usual, _) in game.options.items()} | (options or {})
    if chosen.keys() != game.options.keys():
        raise ValueError(f"{key} has no such option: {sorted(chosen.keys() - game.options.keys())}")
    return game(side, **{name: game.options[name][1](word) for name, word in chosen.items()})
