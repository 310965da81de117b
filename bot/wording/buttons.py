"""The words on buttons, by the action a press asks for."""

from bot.referee.formats import COLOURS

CONFIRM_LABEL = "Yes, do it"
LABELS = {
    "ready": "Ready",
    "start": "Start now",
    **{f"first-{colour}": f"{colour.capitalize()} starts" for colour in COLOURS},
    "play": "Play",
    "resign": "Yes, resign",
    "accept-undo": "Accept",
    "decline-undo": "Decline",
    "accept-pause": "Accept",
    "decline-pause": "Decline",
    "accept-abandon": "Accept",
    "decline-abandon": "Decline",
}
