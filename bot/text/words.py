"""The words that the readers know, from `words.toml`."""

import re
import tomllib
from pathlib import Path
from typing import Any

_WORDS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))


def words(key: str) -> frozenset[str]:
    """A list of single words."""
    return frozenset(_WORDS[key].split())


def phrases(key: str) -> re.Pattern[str]:
    """What a whole line may be, with a full stop or an exclamation mark behind it."""
    return re.compile(rf"\W*(?:{'|'.join(_WORDS[key])})[\s.!]*", re.IGNORECASE)


def one_of(key: str) -> str:
    """A pattern for any of the words."""
    return "|".join(sorted(map(re.escape, words(key)), key=len, reverse=True))


MONTHS = {name: n for n, names in enumerate(_WORDS["months"], 1) for name in names.split()}
CORRECTION = re.compile(rf"\W*(?:{_WORDS['correction']})\b\W*|\*(?=\w)", re.IGNORECASE)
