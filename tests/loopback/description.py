"""Discord's own description of its API, cut to the routes that this server has.

`discord-openapi.json` lies beside this file. A newer one is made from the whole, `openapi.json` of
`discord/discord-api-spec`: `PYTHONPATH=.:tests python -m loopback.description openapi.json`.
"""

import json
import sys
from pathlib import Path
from typing import Any

from .http_api import TABLES
from .schema import KEPT

OF_OPERATION = ("parameters", "requestBody", "responses")
PROSE = ("description", "example", "examples", "title")
"""What no request or answer is held to."""


def cut(whole: dict[str, Any]) -> dict[str, Any]:
    paths: dict[str, dict[str, Any]] = {}
    for route in (route for table in TABLES for route in table.routes):
        described = whole["paths"].get(route.template, {})
        if operation := described.get(route.method.lower()):
            kept = paths.setdefault(route.template, {"parameters": described.get("parameters", [])})
            wanted = (key for key in OF_OPERATION if key in operation)
            kept[route.method.lower()] = {key: operation[key] for key in wanted}
    small: dict[str, Any] = {"paths": _without_prose(paths), "components": {}}
    wanted = _references(small["paths"])
    while wanted:
        _, _, kind, name = wanted.pop().split("/")
        group = small["components"].setdefault(kind, {})
        if name not in group:
            group[name] = _without_prose(whole["components"][kind][name])
            wanted |= _references(group[name])
    return small


def _without_prose(node: Any) -> Any:
    match node:
        case dict():
            return {
                key: _without_prose(value)
                for key, value in node.items()
                # A property may have such a name as well: then it has a schema.
                if key not in PROSE or isinstance(value, dict)
            }
        case list():
            return [_without_prose(one) for one in node]
        case _:
            return node


def _references(node: Any) -> set[str]:
    match node:
        case {"$ref": str(pointer)}:
            return {pointer}
        case dict():
            return set().union(*map(_references, node.values()))
        case list():
            return set().union(*map(_references, node))
        case _:
            return set()


if __name__ == "__main__":
    described = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    KEPT.write_text(json.dumps(cut(described), separators=(",", ":"), sort_keys=True) + "\n")
