"""Forms: what Discord checks before it shows one, and how a person fills one in and sends it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import errors
from .commands import CHANNEL, MENTIONABLE, ROLE, USER, Choice
from .errors import Impossible
from .world import User, walk

JSON = dict[str, Any]
LABEL, WORDS, TEXT = 18, 3, 4
SELECTS = {5: USER, 6: ROLE, 7: MENTIONABLE, 8: CHANNEL}
"""The selects that Discord fills by itself, by the kind of option that takes the same."""
MOST = 5
"""How many components a form has; Discord's description says less of it."""


def check(form: JSON) -> None:
    """ApiError for a form that Discord does not show; its description says the rest."""
    if len(form["components"]) > MOST:
        raise errors.bad_body("data.components", "BASE_TYPE_BAD_LENGTH", "Must be 1 to 5.")
    inputs = [part for part in walk(form["components"]) if "custom_id" in part]
    if len({part["custom_id"] for part in inputs}) < len(inputs):
        code = "COMPONENT_CUSTOM_ID_DUPLICATED"
        raise errors.bad_body("data.components", code, "Component custom id cannot be duplicated")
    for part in inputs:
        chosen = len(_usual(part)) if part["type"] != TEXT else 0
        least, most = _bounds(part)
        if part["type"] != TEXT and part.get("required", True) and least == 0:
            raise errors.bad_body(part["custom_id"], "COMPONENT_REQUIRED", "min_values is 0")
        if chosen and not least <= chosen <= most:
            raise errors.bad_body(part["custom_id"], "COMPONENT_DEFAULTS", "Too few, or too many")


def filled(part: JSON, values: Mapping[str, Any], choice: Choice) -> JSON:
    """A component of a form as it is sent back: with what was typed or chosen, or stood there.

    Whoever is chosen goes into `choice.resolved`. Impossible for what the client would not send.
    """
    made: JSON = {"type": part["type"], "id": part.get("id", 1)}
    if "components" in part:
        return made | {"components": [filled(item, values, choice) for item in part["components"]]}
    if "component" in part:
        return made | {"component": filled(part["component"], values, choice)}
    if "custom_id" not in part:
        return made
    key = part["custom_id"]
    made["custom_id"] = key
    if part["type"] == TEXT:
        return made | {"value": _typed(part, values.get(key, part.get("value") or ""))}
    return made | {"values": _chosen(part, values.get(key, _usual(part)), choice)}


def _typed(part: JSON, text: str) -> str:
    least = part.get("min_length") or int(part.get("required", True))
    if (text or part.get("required", True)) and len(text) < least:
        raise Impossible(f"{part['custom_id']!r} has to be filled in")
    if len(text) > (part.get("max_length") or 4000):
        raise Impossible(f"{part['custom_id']!r} does not take {len(text)} letters")
    if part["style"] == 1 and "\n" in text:
        raise Impossible(f"{part['custom_id']!r} has one line")
    return text


def _chosen(part: JSON, wanted: Any, choice: Choice) -> list[str]:
    """The values of a select: words by value or label, others as they are on the server."""
    wanted = list(wanted) if isinstance(wanted, list | tuple) else [wanted]
    least, most = _bounds(part)
    if (wanted or part.get("required", True)) and not least <= len(wanted) <= most:
        raise Impossible(f"{part['custom_id']!r} takes {least} to {most} values")
    if part["type"] == WORDS:
        return [_word(part, value) for value in wanted]
    option = {"name": part["custom_id"], "type": SELECTS[part["type"]]}
    stood, guild = _usual(part), choice.channel.guild
    for value in wanted:
        if isinstance(value, User) and guild is not None and value.id not in guild.members:
            raise Impossible(f"{value.name} is not offered in {part['custom_id']!r}")
    # Who stood there already may have left since.
    people = [choice.world.users[key] for key in stood] if wanted == stood else wanted
    return [choice.resolve(option, value) for value in people]


def _word(part: JSON, wanted: str) -> str:
    for option in part["options"]:
        if wanted in (option["value"], option["label"]):
            return str(option["value"])
    raise Impossible(f"{part['custom_id']!r} does not offer {wanted!r}")


def _usual(part: JSON) -> list[Any]:
    if part["type"] == WORDS:
        return [option["value"] for option in part["options"] if option.get("default")]
    return [int(value["id"]) for value in part.get("default_values") or []]


def _bounds(part: JSON) -> tuple[int, int]:
    least, most = part.get("min_values"), part.get("max_values")
    return (1 if least is None else least, most or 1)
