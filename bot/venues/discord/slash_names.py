"""How commands are named as slash commands: by their own words, but for a few."""

from bot.commands.command import Name

ANSWER = "answer"
"""A group of its own within `/match`, since Discord lets a group hold 25 commands."""
ANSWERS = (Name.ACCEPT, Name.DECLINE)


def slash_name(name: Name) -> str:
    """The words behind the slash: `match accept` → `match answer accept`."""
    return f"match {ANSWER} {name.removeprefix('match ')}" if name in ANSWERS else name
