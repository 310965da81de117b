"""Answers to interactions: the callback, and the messages edited and sent with its token."""

from typing import Any

from . import commands, errors, payloads
from .interactions import AUTOCOMPLETE, COMPONENT, MODAL, InteractionResult
from .payloads import ids
from .posting import Draft, draft, post, revise
from .routing import Call, Table
from .snowflakes import stamp_of
from .world import EPHEMERAL, LOADING, Message, Says

table = Table()
JSON = dict[str, Any]
MESSAGE, DEFER, CHOICES, FORM = 4, 5, 8, 9
FITTING = {AUTOCOMPLETE: {CHOICES}, MODAL: {MESSAGE, DEFER}}
"""The answers to an interaction; the updates of a message, 6 and 7, this server does not know."""


@table("POST", "/interactions/{interaction_id}/{interaction_token}/callback", is_open=True)
def callback(call: Call) -> JSON | None:
    found = call.core.interactions.get(call.params["interaction_token"])
    if found is None or found.id != call.id("interaction_id") or _late(call, found):
        raise errors.unknown_interaction()
    if found.acknowledged:
        raise errors.already_acknowledged()
    kind = int(call.body["type"])
    if kind not in FITTING.get(found.kind, {MESSAGE, DEFER, FORM}):
        raise errors.bad_body("type", "INTERACTION_APPLICATION_COMMAND_INVALID_TYPE", "Not here.")
    _respond(call, found, kind, call.body.get("data") or {})
    found.type = kind
    call.core.bell.ring()
    if call.query.get("with_response") not in ("1", "true"):
        return None
    return _resource(call, found)


def _late(call: Call, found: InteractionResult) -> bool:
    return call.core.clock() - stamp_of(found.id) > call.core.interaction_window


def _respond(call: Call, found: InteractionResult, kind: int, data: JSON) -> None:
    match kind:
        case 4:
            found.message = _post(call, found, data)
        case 5:
            found.message = _put(call, found, Draft(), LOADING | _privacy(data))
        case 8:
            found.choices = data.get("choices") or []
        case 9:
            commands.check(data)
            found.modal = data


def _privacy(data: JSON) -> int:
    return int(data.get("flags") or 0) & EPHEMERAL


def _post(call: Call, found: InteractionResult, data: JSON) -> Message:
    return _put(call, found, draft(call.core, found.channel, data, call.files), _privacy(data))


def _put(call: Call, found: InteractionResult, made: Draft, flags: int) -> Message:
    return post(
        call.core,
        found.channel,
        call.core.world.bot,
        made,
        flags=flags,
        type=Says.REPLY if found.kind == COMPONENT else Says.COMMAND_ANSWER,
        only_for=found.user if flags & EPHEMERAL else None,
        interaction=_metadata(call, found),
    )


def _metadata(call: Call, found: InteractionResult) -> JSON:
    about: JSON = ids(id=found) | {"type": found.kind, "user": payloads.user(found.user)}
    about["authorizing_integration_owners"] = {}
    if found.kind == COMPONENT and found.source is not None:
        about |= ids(interacted_message_id=found.source)
    if found.kind == MODAL:
        about["triggering_interaction_metadata"] = about | {"type": 2}
    bot = call.core.world.bot
    return ids(application_id=bot, webhook_id=bot) | {"interaction_metadata": about}


def _resource(call: Call, found: InteractionResult) -> JSON:
    about: JSON = ids(id=found) | {"type": found.kind}
    message, resource = found.message, None
    if message is not None:
        told = {"id": str(message.id), "loading": message.loading, "ephemeral": message.ephemeral}
        about |= {f"response_message_{key}": value for key, value in told.items()}
        if found.type == MESSAGE:
            resource = {"type": found.type, "message": payloads.message(call.core.world, message)}
    return {"interaction": about} | ({"resource": resource} if resource else {})


HOOK = "/webhooks/{webhook_id}/{webhook_token}"


def _by_token(call: Call) -> InteractionResult:
    found = call.core.interactions.get(call.params["webhook_token"])
    if found is None or call.id("webhook_id") != call.core.world.bot.id:
        raise errors.unknown_webhook()
    if call.core.clock() - stamp_of(found.id) > call.core.token_window:
        raise errors.stale_webhook_token()
    return found


def _shown(call: Call, one: Message) -> JSON:
    return payloads.message(call.core.world, one)


@table("PATCH", HOOK + "/messages/@original", is_open=True)
def edit_answer(call: Call) -> JSON:
    one = _by_token(call).message
    if one is None or one.deleted:
        raise errors.unknown_message()
    revise(call.core, one, call.body, call.files)
    return _shown(call, one)
