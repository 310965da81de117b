"""Every HTTP request that arrived, in order, with what was answered."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(slots=True)
class Request:
    """One request: `route` is the template, `path` what was asked, both below /api/v10.

    `status` is None while it is being handled, and stays so when the answer was never sent.
    `fault` names what was done to it, if anything.
    """

    method: str
    route: str
    path: str
    at: datetime
    query: dict[str, str] = field(default_factory=dict)
    json: Any = None
    files: dict[str, bytes] = field(default_factory=dict)
    status: int | None = None
    fault: str | None = None

    @property
    def line(self) -> str:
        return f"{self.method} {self.path}"
