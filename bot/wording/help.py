"""What a host does, in six steps."""

from bot.wording.voice import Voice

_STEPS = (
    (
        "Start",
        "match start red:@Ann blue:@Bob, with dmo:, first:, format:, clock:, at: as you like.",
    ),
    ("Let them begin", "both players press Ready, or you say: host begin"),
    ("Let them play", "they type D7 F8 here. I rule, draw the board and keep the time."),
    ("Hold it", "host pause and host resume stop and start the clock, with a reason."),
    (
        "Set right",
        "host undo, host time, host replace, host forfeit, host adjudicate, host reopen.",
    ),
    ("Look back", "match replay, match record, history, leaderboard."),
)
UNSUPPORTED = {
    "Spice": "Catchup on a pyramid of balls; its rules are published nowhere that could be found",
    "Ice Catchup": "a variant played with Looney pyramids; its rules are published nowhere that "
    "could be found",
}
"""Games of the family that can't be refereed, and why."""


def help_text(voice: Voice) -> str:
    """The six things a host does, a line each."""
    steps = [
        f"{number}. {voice.strong(name)}: {text}" for number, (name, text) in enumerate(_STEPS, 1)
    ]
    fine = "Players: match rules, status, match ask, match resign. Whoever manages them: setup."
    own = "Your own: my matches, my remind, my timezone, my forget."
    cups = "Tournaments: cup open, then cup start, cup status, cup standings."
    words = "The board in words: match board text, match board groups, match board near:E4."
    puzzles = "Puzzles: puzzle, puzzle next, puzzle answer:D7 F8, puzzle give-up:yes."
    partner = "Against me, if you name me as a player: match start level:auto, match hint."
    missing = f"Not refereed, for their rules were never published: {', '.join(UNSUPPORTED)}."
    return "\n".join(
        [
            "A match in six steps:",
            *steps,
            voice.small(fine),
            voice.small(own),
            voice.small(cups),
            voice.small(words),
            voice.small(partner),
            voice.small(puzzles),
            voice.small(missing),
        ]
    )
