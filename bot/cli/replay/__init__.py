"""The `replay` command: rules games from a file, or a saved topic of any forum.

What it prints is described in `docs/records.md`.
"""

from bot.cli.replay.arguments import add_arguments
from bot.cli.replay.command import run

__all__ = ["add_arguments", "run"]
