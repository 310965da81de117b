"""Words in a row: all of them, or the first few where there are many."""

from collections.abc import Sequence

NAMED = 10
"""How many of a long list are named."""
LONGEST = 1600
"""Longer lists of lines are cut: one message has to hold them."""


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


def within(lines: Sequence[str], more: str) -> str:
    """The lines that one message can hold; `more` says where the others are."""
    length, kept = 0, list[str]()
    for line in lines:
        length += len(line) + 1
        if length > LONGEST:
            return "\n".join([*kept, f"… and {len(lines) - len(kept)} more: {more}"])
        kept.append(line)
    return "\n".join(kept)
