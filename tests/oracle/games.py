"""Every ruleset key with its options, as a host types them, and the referee they make."""

from .bentley import Alpha, Brink, Plur, Product, ProductOriginal, Too
from .catchup import Genius, Ketchup, MindSports, Mures, Sauce
from .catena import Catena
from .oracle import Oracle

Options = dict[str, str]

PLAIN: dict[str, type[Oracle]] = {
    "genius": Genius,
    "mindsports": MindSports,
    "mures": Mures,
    "ketchup": Ketchup,
    "sauce": Sauce,
    "product-original": ProductOriginal,
    "alpha": Alpha,
    "plur": Plur,
    "too": Too,
}
KEYS = (*PLAIN, "catena", "product", "brink")
OPTIONS = {
    "catena": {"komi": "0", "button": "on", "buttonless": "off", "scoring": "stones"},
    "product": {"tie": "fewer"},
    "brink": {"margin": "4"},
}


def make(key: str, side: int = 5, options: Options | None = None) -> Oracle:
    """The referee of a ruleset; raises KeyError for an unknown key, ValueError for an option."""
    defaults = OPTIONS.get(key, {})
    chosen = defaults | (options or {})
    if chosen.keys() != defaults.keys():
        raise ValueError(f"{key} has no such option: {sorted(chosen.keys() - defaults.keys())}")
    if key == "catena":
        return Catena(
            side,
            komi=int(chosen["komi"]),
            button=switch(chosen["button"]),
            buttonless=switch(chosen["buttonless"]),
            scoring=chosen["scoring"],
        )
    if key == "product":
        return Product(side, tie=chosen["tie"])
    if key == "brink":
        return Brink(side, margin=int(chosen["margin"]))
    return PLAIN[key](side)


def switch(word: str) -> bool:
    """What `on` or `off` means; raises ValueError for any other word."""
    if word not in ("on", "off"):
        raise ValueError(f"neither on nor off: {word}")
    return word == "on"
