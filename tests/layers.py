"""Which rows of a table are tried by `make test`, and which by `make test-all` only."""

from collections.abc import Container, Iterable
from typing import Any

import pytest


def rows(values: Iterable[Any], quick: Container[Any]) -> list[Any]:
    return [it if it in quick else pytest.param(it, marks=pytest.mark.thorough) for it in values]
