"""The words on buttons, by the action a press asks for."""

LABELS = {
    "ready": "Ready",
    "start": "Start now",
    "play": "Play",
    "resign": "Yes, resign",
    "accept-undo": "Accept",
    "decline-undo": "Decline",
    "accept-pause": "Accept",
    "decline-pause": "Decline",
    "accept-abandon": "Accept",
    "decline-abandon": "Decline",
}
