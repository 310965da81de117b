"""What only the one who acted is told, and how it goes to their page."""

import base64
from dataclasses import dataclass

from bot.web.pieces import pieces
from bot.web.view import Json


@dataclass(frozen=True, slots=True)
class Whisper:
    """What only the one who acted is told; `files` are names with their content.

    `refused` says that an order of a dialog was not carried out, `field` which of its fields was
    wrong. `picture` is a PNG that goes with the words, `alt` what it shows.
    `ask` is a button that the page asks about and then presses;
    `save` says that the page saves the files at once, since it asked for them by a button.
    """

    text: str = ""
    files: tuple[tuple[str, bytes], ...] = ()
    ask: Json | None = None
    save: bool = False
    refused: bool = False
    field: str = ""
    picture: bytes = b""
    alt: str = ""
    enters: bool = False
    """Whether the page says hello again: what it may do there has changed with it."""


def whispered(whisper: Whisper, key: str | None = None) -> Json:
    """The message to the page: a question with its button, or words, a picture and files.

    `key` is the key of the message that is answered: a page that sent it twice shows one answer.
    """
    to = {} if key is None else {"key": key}
    if whisper.ask is not None:
        return {"type": "ask", "action": whisper.ask} | to
    shown: Json = {"type": "whisper", "parts": pieces(whisper.text) if whisper.text else []} | to
    if whisper.refused:
        shown |= {"refused": True, "field": whisper.field}
    if whisper.enters:
        shown["enters"] = True
    if whisper.picture:
        shown["picture"] = {"data": _encoded(whisper.picture), "alt": whisper.alt}
    if whisper.files:
        shown["save"] = whisper.save
        shown["files"] = [{"name": name, "data": _encoded(data)} for name, data in whisper.files]
    return shown


def _encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()
