"""What `docs/hosting.md` tells to type, and what to put into which file."""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
RESTORE = (ROOT / "docs" / "backup.md").read_text(encoding="utf-8").partition("## Restore")[2]
INSTALLED = "/opt/referee/.venv/bin/referee"
"""Where the referee lies once the page was followed with systemd."""
_PIECE = re.compile(r"`/etc/systemd/system/([\w.-]+)`|^```ini\n(.*?)^```", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Unit:
    name: str
    text: str

    def values(self, key: str) -> list[str]:
        return re.findall(rf"^{key}=(.*)$", self.text, re.MULTILINE)

    @property
    def command(self) -> str:
        """What it starts, as systemd hands it over."""
        (line,) = self.values("ExecStart")
        return line.replace("$$", "$").replace("%%", "%")


def units() -> list[Unit]:
    """All units; a block without a name of its own is of the file that was named last."""
    found, name = [], ""
    for named, block in _PIECE.findall(TEXT):
        if block:
            found.append(Unit(name, block))
        name = named or name
    return found


def unit(name: str, part: str = "") -> Unit:
    (found,) = (one for one in units() if one.name == name and part in one.text)
    return found


def section(number: int) -> str:
    return TEXT.partition(f"\n## {number}. ")[2].partition("\n## ")[0]


def typed(text: str) -> list[str]:
    blocks = re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [line.removeprefix("$ ") for block in blocks for line in block.splitlines()]
