"""The words on buttons, by the action a press asks for."""

LABELS = {
    "ready": "Ready",
    "start": "Start now",
}
