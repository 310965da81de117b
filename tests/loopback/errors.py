"""Discord's error answers: an HTTP status, a code and a sentence."""

from functools import partial
from typing import Any


class ApiError(Exception):
    def __init__(self, status, code, message, errors=None) -> None:
        super().__init__(message)
        self.status = status
        self.body: dict[str, Any] = {"message": message, "code": code}
        if errors:
            self.body["errors"] = errors


class Impossible(Exception):  # noqa: N818 - it reads as what it is
    """Raised for what Discord's own client would not let a person do."""


unauthorised = partial(ApiError, 401, 0, "401: Unauthorized")
unknown_channel = partial(ApiError, 404, 10003, "Unknown Channel")
unknown_guild = partial(ApiError, 404, 10004, "Unknown Guild")
unknown_member = partial(ApiError, 404, 10007, "Unknown Member")
unknown_message = partial(ApiError, 404, 10008, "Unknown Message")
unknown_user = partial(ApiError, 404, 10013, "Unknown User")
unknown_emoji = partial(ApiError, 400, 10014, "Unknown Emoji")
unknown_webhook = partial(ApiError, 404, 10015, "Unknown Webhook")
unknown_event = partial(ApiError, 404, 10070, "Unknown Guild Scheduled Event")
unknown_interaction = partial(ApiError, 404, 10062, "Unknown interaction")
too_large = partial(ApiError, 413, 40005, "Request entity too large")
already_acknowledged = partial(ApiError, 400, 40060, "Interaction has already been acknowledged.")
missing_access = partial(ApiError, 403, 50001, "Missing Access")
others_message = partial(ApiError, 403, 50005, "Cannot edit a message authored by another user")
empty_message = partial(ApiError, 400, 50006, "Cannot send an empty message")
takes_none = partial(ApiError, 403, 50007, "Cannot send messages to this user")
no_text_here = partial(ApiError, 400, 50008, "Cannot send messages in a non-text channel")
missing_permissions = partial(ApiError, 403, 50013, "Missing Permissions")
stale_webhook_token = partial(ApiError, 401, 50027, "Invalid Webhook Token")
archived = partial(ApiError, 400, 50083, "Thread is archived")
locked = partial(ApiError, 400, 160005, "Thread is locked")
no_reply_without_history = partial(
    ApiError, 400, 160002, "Cannot reply without permission to read message history"
)


def bad_body(field: str, code: str, message: str) -> ApiError:
    """Error 50035, naming the field; a dotted name is nested as Discord nests it."""
    errors: dict[str, Any] = {"_errors": [{"code": code, "message": message}]}
    for part in reversed(field.split(".")):
        errors = {part: errors}
    return ApiError(400, 50035, "Invalid Form Body", errors)
