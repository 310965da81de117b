"""Which rows of a table are tried by `make test`, and which by `make test-all` only."""

from collections.abc import Container, Iterable
from typing import Any

import pytest


def rows(values: Iterable[Any], quick: Container[Any]) -> list[Any]:
    return [
        one if one in quick else pytest.param(one, marks=pytest.mark.thorough) for one in values
    ]
