"""What starting the program takes: a command waits for nothing that it does not use."""

import subprocess
import sys
from pathlib import Path

HEAVY = {"aiohttp", "alembic", "asyncio", "cattrs", "discord", "PIL", "sqlalchemy"}
PROGRAM = """
import contextlib, sys
from bot.__main__ import main
for words in (["--help"], ["games"], ["replay", sys.argv[1]], ["replay", sys.argv[1], "--json"]):
    with contextlib.suppress(SystemExit):
        print(main(words))
print("imported:", *{name.partition(".")[0] for name in sys.modules})
"""


def test_help_games_and_a_replay_wait_for_no_library_they_do_not_use(
    tmp_path: Path,
) -> None:
    """They are typed by people who wait: nothing of databases, networks or pictures is imported."""
    game = tmp_path / "game.txt"
    game.write_text("F6\nD3 F7\n")
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(game)], capture_output=True, text=True, check=True
    )
    *told, imported = ran.stdout.splitlines()
    assert "imported:" in imported
    assert any("D3 F7" in line for line in told)
    assert HEAVY & set(imported.split()) == set()
