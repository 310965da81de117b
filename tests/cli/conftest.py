"""The command line as somebody at a terminal uses it: what a command prints, and its status."""

import asyncio
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from bot.__main__ import main
from bot.settings import FIELDS


class Ran(NamedTuple):
    status: int
    out: str
    err: str


class Replay:
    """Runs `referee replay` on a text from standard input, and keeps what it printed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys
        self.out = self.err = ""

    def __call__(self, text: str | bytes, *arguments: str) -> int:
        data = text if isinstance(text, bytes) else text.encode()
        self._monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
        status = main(["replay", *arguments])
        self.out, self.err = self._capsys.readouterr()
        return status

    def games(self, text: str | bytes, *arguments: str) -> list[dict[str, Any]]:
        self(text, "--json", *arguments)
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    def ran(*words: object) -> Ran:
        return Ran(main([str(word) for word in words]), *capsys.readouterr())

    return ran


@pytest.fixture
def replay(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Replay:
    return Replay(monkeypatch, capsys)


@pytest.fixture
def no_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder, and only the settings that a test makes."""
    for name in FIELDS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def printed(no_settings, run, capsys):
    """Runs a command in the folder of a database, beside the loop; what it printed."""

    async def ran(*words: str, status: int = 0) -> str:
        capsys.readouterr()
        told = await asyncio.to_thread(run, *words)
        assert told.status == status
        return told.err if status else told.out

    return ran
