"""What only the one who acted is told, and how it goes to their page."""

import base64
from dataclasses import dataclass

from bot.pages.match_view import Json
from bot.venues.room.voice import parts


@dataclass(frozen=True, slots=True)
class Whisper:
    """What only the one who acted is told; `files` are names with their content.

    `ask` is a button that the page asks about and then presses, with the `reason` that was typed;
    `save` says that the page saves the files at once, since it asked for them by a button.
    """

    text: str = ""
    files: tuple[tuple[str, bytes], ...] = ()
    ask: Json | None = None
    reason: str = ""
    save: bool = False


def whispered(whisper: Whisper) -> Json:
    """The message to the page: a question with its button, or words and files."""
    if whisper.ask is not None:
        return {"type": "ask", "action": whisper.ask, "reason": whisper.reason}
    shown: Json = {"type": "whisper", "parts": parts(whisper.text) if whisper.text else []}
    if whisper.files:
        shown["save"] = whisper.save
        shown["files"] = [
            {"name": name, "data": base64.b64encode(data).decode()} for name, data in whisper.files
        ]
    return shown
