"""What a client offers people to type and to fill in, and what it sends of that."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from . import errors, payloads
from .errors import Impossible
from .snowflakes import Snowflakes
from .world import Channel, Guild, Message, Permission, Role, User, World, in_channel, walk

JSON = dict[str, Any]
SLASH, ON_MESSAGE = 1, 3
SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER = 3, 4, 5, 6, 7, 8, 9, 10


class Commands:
    def __init__(self, ids: Snowflakes, application: int) -> None:
        self._ids = ids
        self._application = application
        self._scopes: dict[int | None, dict[int, JSON]] = {}

    def scope(self, guild_id: int | None) -> dict[int, JSON]:
        return self._scopes.setdefault(guild_id, {})

    def put_all(self, guild_id: int | None, bodies: list[JSON]) -> list[JSON]:
        """Replace a scope's commands; one of the same name and type keeps its id."""
        known = {(item["name"], item["type"]): item for item in self.scope(guild_id).values()}
        made = [self._made(guild_id, body, known) for body in bodies]
        self._scopes[guild_id] = {int(item["id"]): item for item in made}
        return made

    def _made(self, guild_id: int | None, body: JSON, known: dict[Any, JSON]) -> JSON:
        kind = body.get("type") or 1
        before = known.get((body["name"], kind))
        needed = body.get("default_member_permissions")
        made: JSON = {"nsfw": False, "description": ""} | body
        made |= {
            "id": before["id"] if before else str(self._ids.mint()),
            "application_id": str(self._application),
            "version": str(self._ids.mint()),
            "type": kind,
            "default_member_permissions": None if needed is None else str(needed),
            "options": made.get("options") or [],
            "integration_types": made.get("integration_types") or [0],
        }
        return made | ({"guild_id": str(guild_id)} if guild_id is not None else {})

    def find(self, name: str, place: Channel, kind: int = SLASH) -> JSON:
        """The command of this name that Discord offers in a channel; Impossible without one.

        Those of the menu of a message are of another kind than those that are typed.
        """
        scopes = [self.scope(place.guild.id)] if place.guild else []
        for scope in (*scopes, self.scope(None)):
            for item in scope.values():
                if item["name"] == name and item["type"] == kind:
                    return item
        raise Impossible(f"no command /{name} is registered")


@dataclass(slots=True)
class Choice:
    world: World
    channel: Channel
    user: User
    resolved: dict[str, dict[str, JSON]] = field(default_factory=dict)

    def data(self, command, path, values, focused="") -> JSON:
        """The `data` of the interaction; Impossible for an option or value not on offer."""
        self._allowed(command)
        leaf, trail = command, []
        for name in path:
            leaf = _named(leaf.get("options") or [], name, f"/{command['name']} has no {name!r}")
            trail.append(leaf)
        options = self._options(leaf, values, focused)
        for step in reversed(trail):
            options = [{"name": step["name"], "type": step["type"], "options": options}]
        body: JSON = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
        if "guild_id" in command:
            body["guild_id"] = command["guild_id"]
        return body | ({"resolved": self.resolved} if self.resolved else {})

    def on_message(self, command: JSON, target: Message) -> JSON:
        """The `data` of a choice from the menu of a message, whose content comes with it whatever
        intents the bot has.
        """
        self._allowed(command)
        key, shown = str(target.id), payloads.message(self.world, target)
        about = {"target_id": key, "resolved": {"messages": {key: shown}}}
        return {"id": command["id"], "name": command["name"], "type": ON_MESSAGE} | about

    def _allowed(self, command: JSON) -> None:
        needed, guild = command["default_member_permissions"], self.channel.guild
        if guild is None and (
            command.get("dm_permission") is False or 1 not in (command.get("contexts") or [1])
        ):
            raise Impossible(f"/{command['name']} is not offered in direct messages")
        if guild is None or needed is None:
            return
        bits = Permission(int(needed) & sum(Permission))
        rights = in_channel(self.channel, self.user)
        if not rights & Permission.ADMINISTRATOR and (rights & bits != bits or not bits):
            raise Impossible(f"/{command['name']} is hidden from {self.user.name}")

    def _options(self, leaf: JSON, values: dict[str, Any], focused: str | None) -> list[JSON]:
        offered = leaf.get("options") or []
        if any(item["type"] in (SUBCOMMAND, GROUP) for item in offered):
            raise Impossible(f"{leaf['name']!r} is a group: choose one of its commands")
        made = []
        for name, value in values.items():
            option = _named(offered, name, f"{leaf['name']!r} has no option {name!r}")
            body = {"name": option["name"], "type": option["type"]}
            if option["name"] == focused:
                made.append(body | {"value": str(value), "focused": True})
            elif value is not None:
                made.append(body | {"value": self._value(option, value)})
        given = {item["name"] for item in made}
        missing = [o["name"] for o in offered if o.get("required") and o["name"] not in given]
        if missing and not focused:
            raise Impossible(f"required: {', '.join(missing)}")
        return made

    def _value(self, option: JSON, value: Any) -> Any:
        kind = option["type"]
        if kind == INTEGER and isinstance(value, str) and value.isdecimal():
            # Whoever types a number types digits.
            value = int(value)
        if option.get("choices"):
            return _chosen(option, value)
        if kind == STRING and isinstance(value, str):
            return _between(option, value, len(value), "min_length", "max_length")
        if kind == BOOLEAN and isinstance(value, bool):
            return value
        if kind in (INTEGER, NUMBER) and isinstance(value, int | float):
            if kind == NUMBER or isinstance(value, int):
                return _between(option, value, value, "min_value", "max_value")
        elif kind in (USER, CHANNEL, ROLE, MENTIONABLE):
            return self.resolve(option, value)
        raise Impossible(f"{option['name']!r} does not take {value!r}")

    def resolve(self, option: JSON, value: Any) -> str:
        kind, guild = option["type"], self.channel.guild
        match value:
            case User() if kind in (USER, MENTIONABLE):
                self._put("users", value.id, payloads.user(value))
                if guild is not None and value.id in guild.members:
                    self._put("members", value.id, self._member(guild, value))
            case Role() if kind in (ROLE, MENTIONABLE) and guild is not None:
                self._put("roles", value.id, payloads.role(value, guild))
            case Channel() if kind == CHANNEL:
                types = option.get("channel_types")
                if types and value.kind not in types:
                    raise Impossible(f"{option['name']!r} does not take a {value.kind.name}")
                self._put("channels", value.id, payloads.resolved_channel(value, self.user))
            case _:
                raise Impossible(f"{option['name']!r} does not take {value!r}")
        return str(value.id)

    def _member(self, guild: Guild, user: User) -> JSON:
        bits = in_channel(self.channel, user)
        return payloads.bare_member(guild.members[user.id]) | {"permissions": str(int(bits))}

    def _put(self, what: str, key: int, body: JSON) -> None:
        self.resolved.setdefault(what, {})[str(key)] = body


def _named(options: list[JSON], name: str, otherwise: str) -> JSON:
    # A keyword can't hold a hyphen, an option's name can.
    for option in options:
        if option["name"] in (name, name.replace("_", "-")):
            return option
    raise Impossible(otherwise)


def _chosen(option: JSON, value: Any) -> Any:
    for choice in option["choices"]:
        if value in (choice["value"], choice["name"]):
            return choice["value"]
    raise Impossible(f"{value!r} is no choice of {option['name']!r}")


def _between(option: JSON, value: Any, measure: float, least: str, most: str) -> Any:
    if not option.get(least, measure) <= measure <= option.get(most, measure):
        raise Impossible(f"{value!r} is out of the range of {option['name']!r}")
    return value


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
    return made | {"values": _selected(part, values.get(key, _usual(part)), choice)}


def _typed(part: JSON, text: str) -> str:
    least = part.get("min_length") or int(part.get("required", True))
    if (text or part.get("required", True)) and len(text) < least:
        raise Impossible(f"{part['custom_id']!r} has to be filled in")
    if len(text) > (part.get("max_length") or 4000):
        raise Impossible(f"{part['custom_id']!r} does not take {len(text)} letters")
    if part["style"] == 1 and "\n" in text:
        raise Impossible(f"{part['custom_id']!r} has one line")
    return text


def _selected(part: JSON, wanted: Any, choice: Choice) -> list[str]:
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
