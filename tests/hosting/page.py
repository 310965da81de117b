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
    """A file for systemd."""

    name: str
    text: str

    def values(self, key: str) -> list[str]:
        """What stands behind a key, each time that it stands there."""
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
    """The unit of this name in which a text stands."""
    (found,) = (one for one in units() if one.name == name and part in one.text)
    return found


def section(number: int) -> str:
    """The part of the page below a numbered heading."""
    return TEXT.partition(f"\n## {number}. ")[2].partition("\n## ")[0]


def typed(text: str) -> list[str]:
    """The commands in a part of the page, in their order."""
    blocks = re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [line.removeprefix("$ ") for block in blocks for line in block.splitlines()]
