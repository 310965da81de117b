"""Discord's error answers: an HTTP status, a code and a sentence."""

from typing import Any


class ApiError(Exception):
    """An answer that says no."""

    def __init__(
        self, status: int, code: int, message: str, errors: dict[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.body: dict[str, Any] = {"message": message, "code": code}
        if errors:
            self.body["errors"] = errors


class Impossible(Exception):  # noqa: N818 - it reads as what it is
    """Raised for what Discord's own client would not let a person do."""


def unauthorised() -> ApiError:
    return ApiError(401, 0, "401: Unauthorized")


def not_found() -> ApiError:
    return ApiError(404, 0, "404: Not Found")


def unknown_channel() -> ApiError:
    return ApiError(404, 10003, "Unknown Channel")


def unknown_guild() -> ApiError:
    return ApiError(404, 10004, "Unknown Guild")


def unknown_member() -> ApiError:
    return ApiError(404, 10007, "Unknown Member")


def unknown_message() -> ApiError:
    return ApiError(404, 10008, "Unknown Message")


def unknown_user() -> ApiError:
    return ApiError(404, 10013, "Unknown User")


def unknown_emoji() -> ApiError:
    return ApiError(400, 10014, "Unknown Emoji")


def unknown_webhook() -> ApiError:
    return ApiError(404, 10015, "Unknown Webhook")


def unknown_interaction() -> ApiError:
    return ApiError(404, 10062, "Unknown interaction")


def unknown_command() -> ApiError:
    return ApiError(404, 10063, "Unknown application command")


def too_large() -> ApiError:
    return ApiError(413, 40005, "Request entity too large")


def already_acknowledged() -> ApiError:
    return ApiError(400, 40060, "Interaction has already been acknowledged.")


def missing_access() -> ApiError:
    return ApiError(403, 50001, "Missing Access")


def others_message() -> ApiError:
    return ApiError(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> ApiError:
    return ApiError(400, 50006, "Cannot send an empty message")


def closed_to_messages() -> ApiError:
    return ApiError(403, 50007, "Cannot send messages to this user")


def no_text_here() -> ApiError:
    return ApiError(400, 50008, "Cannot send messages in a non-text channel")


def missing_permissions() -> ApiError:
    return ApiError(403, 50013, "Missing Permissions")


def stale_webhook_token() -> ApiError:
    return ApiError(401, 50027, "Invalid Webhook Token")


def bad_body(field: str, code: str, message: str) -> ApiError:
    """Error 50035, naming the field; a dotted name is nested as Discord nests it."""
    errors: dict[str, Any] = {"_errors": [{"code": code, "message": message}]}
    for part in reversed(field.split(".")):
        errors = {part: errors}
    return ApiError(400, 50035, "Invalid Form Body", errors)


def archived() -> ApiError:
    return ApiError(400, 50083, "Thread is archived")


def thread_already_there() -> ApiError:
    return ApiError(400, 160004, "A thread has already been created for this message")


def locked() -> ApiError:
    return ApiError(400, 160005, "Thread is locked")


def no_reply_without_history() -> ApiError:
    return ApiError(400, 160002, "Cannot reply without permission to read message history")
