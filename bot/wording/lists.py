"""Words in a row: all of them, or the first few where there are many."""

from collections.abc import Sequence

NAMED = 10
"""How many of a long list are named."""


def joined(words: Sequence[str], link: str = "and") -> str:
    """All words of a list, such as *red, blue and green*."""
    return f"{', '.join(words[:-1])} {link} {words[-1]}" if words[1:] else "".join(words)


def beginning(things: Sequence[object], most: int = NAMED) -> str:
    """The first words of a list, and a sign that there are more."""
    return ", ".join(str(thing) for thing in things[:most]) + (", …" if things[most:] else "")


def counted(words: Sequence[str], most: int) -> str:
    """The first words of a list, and how many more there are."""
    rest = f" and {len(words) - most} more" if words[most:] else ""
    return ", ".join(words[:most]) + rest
