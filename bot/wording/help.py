"""What a host does, in six steps."""

from bot.wording.voice import Voice

_STEPS = (
    ("Start", "match start red:@Ann blue:@Bob, with first:random, format:, clock: as you like."),
    ("Let them begin", "both players press Ready, or you say: match begin"),
    ("Let them play", "they type D7 F8 here. I rule, draw the board and keep the time."),
    ("Hold it", "match pause and match resume stop and start the clock, with a reason."),
    ("Set right", "match undo, match time, match replace, match forfeit, match adjudicate."),
    ("Look back", "match replay, match record, history, leaderboard."),
)


def help_text(voice: Voice) -> str:
    """The six things a host does, a line each."""
    steps = [
        f"{number}. {voice.strong(name)}: {text}" for number, (name, text) in enumerate(_STEPS, 1)
    ]
    fine = "Players: match rules, status, match ask, match resign. Managers of the server: setup."
    return "\n".join(["A match in six steps:", *steps, voice.small(fine)])
