"""The `referee` command: what it runs, and its exit codes."""

import argparse
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress

from bot.cli.parser import build_parser


def main(words: list[str] | None = None) -> int:
    """Runs the command line; returns the exit status."""
    arguments = build_parser().parse_args(words)
    run = getattr(arguments, "run", None)
    return _serve(arguments) if run is None else _run_command(run, arguments)


def _serve(arguments: argparse.Namespace) -> int:
    from bot.serve import referee

    return referee(arguments)


def _run_command(run: Callable[[argparse.Namespace], int], arguments: argparse.Namespace) -> int:
    try:
        return run(arguments)
    except BrokenPipeError:
        # The reader of the output has closed it (`| head`): nothing is wrong.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        # Ended by the signal itself, as shells expect it: a loop around the command ends as well.
        with suppress(OSError):
            sys.stdout.flush()
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.raise_signal(signal.SIGINT)
        return 128 + signal.SIGINT


if __name__ == "__main__":
    sys.exit(main())
