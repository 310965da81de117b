"""Validates requests, and this server's answers, by Discord's own OpenAPI description."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jsonschema_rs import Draft202012, Draft202012Validator, Registry

KEPT = Path(__file__).with_name("discord-openapi.json")
DOCUMENT = "urn:discord"
# Sent by discord.py with a forum post: Discord takes it, the description leaves it out.
UNDESCRIBED = {"use_nested_fields"}


@dataclass(frozen=True, slots=True)
class Violation:
    method: str
    route: str
    reason: str
    sent: Any


class Description:
    def __init__(self) -> None:
        self.document: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8"))
        # Discord itself takes snowflakes as numbers too, and discord.py sends several so
        # (attachments[].id, recipient_id, allowed_mentions): not what we want to hear about.
        self.document["components"]["schemas"]["SnowflakeType"] = {"type": ["string", "integer"]}
        self._registry = Registry([(DOCUMENT, self.document)], draft=Draft202012)
        self._validators: dict[tuple[str, ...], Draft202012Validator | None] = {}

    def validator(self, *steps: str) -> Draft202012Validator | None:
        if steps not in self._validators:
            node: Any = self.document
            for step in steps:
                node = node.get(step, {})
            escaped = (
                quote(step.replace("~", "~0").replace("/", "~1"), safe="~") for step in steps
            )
            pointer = {"$ref": f"{DOCUMENT}#/{'/'.join(escaped)}"}
            made = Draft202012Validator(pointer, registry=self._registry) if node else None
            self._validators[steps] = made
        return self._validators[steps]

    def parameters(self, method: str, route: str) -> dict[str, dict[str, Any]] | None:
        path = self.document["paths"].get(route, {})
        if method.lower() not in path:
            return None
        listed = path.get("parameters", []) + path[method.lower()].get("parameters", [])
        return {item["name"]: item["schema"] for item in listed if item["in"] == "query"}


@cache
def _load() -> Description:
    return Description()


class Schema:
    def __init__(self) -> None:
        self.description = _load()
        self.judges = True
        self.requests: list[Violation] = []
        self.answers: list[Violation] = []

    def check_request(self, method, route, query, body, *, has_body) -> None:
        if not self.judges:
            return
        for reason, sent in self._query(method, route, query):
            self.requests.append(Violation(method, route, reason, sent))
        if has_body:
            place = ("requestBody", "content", "application/json", "schema")
            self._check(self.requests, method, route, place, body)

    def check_answer(self, method: str, route: str, status: int, body: Any) -> None:
        if self.judges and 200 <= status < 300 and body is not None:
            place = ("responses", str(status), "content", "application/json", "schema")
            self._check(self.answers, method, route, place, body)

    def _check(self, into, method, route, place, body) -> None:
        validator = self.description.validator("paths", route, method.lower(), *place)
        if validator is None or validator.is_valid(body):
            return
        for wrong in validator.iter_errors(body):
            where = "/".join(map(str, wrong.instance_path))
            into.append(Violation(method, route, f"{where}: {wrong.message}", wrong.instance))

    def _query(self, method: str, route: str, query: Mapping[str, str]) -> list[tuple[str, Any]]:
        known = self.description.parameters(method, route)
        if known is None:
            return [("the operation is not described", None)]
        wrong: list[tuple[str, Any]] = []
        for name, text in query.items():
            if name in UNDESCRIBED:
                continue
            if name not in known:
                wrong.append((f"unknown query parameter {name}", text))
            elif not _fits(known[name], text):
                wrong.append((f"query parameter {name} does not fit", text))
        return wrong


def _fits(schema: dict[str, Any], text: str) -> bool:
    kind = schema.get("type")
    if kind == "boolean":
        return text.lower() in ("0", "1", "true", "false")
    if kind == "integer":
        digits = text.lstrip("-").isdecimal()
        least, most = schema.get("minimum", -(2**63)), schema.get("maximum", 2**63)
        return digits and bool(least <= int(text) <= most)
    if str(schema.get("$ref", "")).endswith("/SnowflakeType"):
        return text.isdecimal()
    return True
