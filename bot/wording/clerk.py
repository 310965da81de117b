"""Short answers to commands, mostly for the asker's eyes; and what a host does, in six steps."""

from collections.abc import Sequence

from bot.referee import submission
from bot.referee.events import MatchOpened
from bot.referee.match import Match
from bot.referee.ruling import Reason
from bot.wording.opening import unstarted_text
from bot.wording.voice import Voice
from bot.wording.writing import joined, tidy


def no_match_text() -> str:
    """No match has been held in this room."""
    return "There is no match here. A host starts one with: match start red:@Ann blue:@Bob"


def only_here_text() -> str:
    """A command about all of a server was given in a room that keeps to itself."""
    return "This room keeps to itself: that is for a place of many rooms, such as a forum."


def taken_text(voice: Voice) -> str:
    """The room has an open match."""
    use = f", or use where:{voice.where}" if voice.where else ""
    return f"This {voice.place} has an open match. Finish or cancel it first{use}."


def unable_text(why: str) -> str:
    """A venue can't do what was asked; some say why in a sentence, some in a clause."""
    return f"{why[:1].upper()}{why[1:].removesuffix('.')}."


def missing_text(missing: tuple[str, ...], *, elsewhere: bool = False) -> str:
    """The referee may not do in this room, or in another, what a match needs."""
    place = "there" if elsewhere else "here"
    return f"I can't hold a match {place}. Please give me the {permissions_text(missing)}."


def may_not_text(missing: tuple[str, ...]) -> str:
    """Whoever asks may not write themselves where they want the match to be held."""
    return f"You can't have a match held there: you lack the {permissions_text(missing)} there."


def no_talk_text() -> str:
    """A match was to be moved to a forum, a category or the like."""
    return "Nobody can write there: name a text channel, a thread or a post."


def no_new_rooms_text() -> str:
    """A new thread or post was asked for where the venue has none to make."""
    return "There are no new rooms to be had here: leave out where:."


def opened_text(number: int, elsewhere: str = "", own: str = "", *, hour: str = "") -> str:
    """The match was set up; `elsewhere` is another room, which is its `own` where that has a name.

    `hour` is when it is to be played, "" for now.
    """
    place = f" in {own and f'its own {own}, '}{elsewhere}" if elsewhere else ""
    if hour:
        return f"Match {number} is set up{place}, for {hour}."
    return f"Match {number} is set up{place}. Both players press Ready, or you press Start now."


def too_late_text() -> str:
    """A turn by form, or an act, that came when the time of the player to move was up."""
    return "Time ran out before you sent that."


def dealt_with_text() -> str:
    """A press or a message came a second time."""
    return "That has been dealt with already."


def title_text(opened: MatchOpened) -> str:
    """The name of a thread or post made for a match; 100 characters at most."""
    first, second = (tidy(player.name, 30) or "somebody" for player in opened.players)
    return f"Death match: {first} against {second}"


def useless_button_text() -> str:
    """A button of an older version of the referee."""
    return "That button is of no use any more."


def again_text() -> str:
    """A command that the referee saw late, being away or not shown it, and does not carry out."""
    return "I did not see that in time. If you still want it, please write it again."


def rest_text() -> str:
    """Too much was written while the referee was away for an answer to each message."""
    return (
        "I was away, and so much was written that I stop answering one by one: this and what "
        "follows changed nothing unless I announced it. Send again what you still want."
    )


def moved_away_text(number: int, room: str) -> str:
    """A turn was typed in the room that its match has left."""
    return f"Match {number} goes on in {room}: turns are taken there."


def moved_text(room: str) -> str:
    """The words for the room that a match leaves."""
    return f"The match goes on in {room}."


def resumed_text(resumed: Sequence[int], undecided: Sequence[int], kept_out: Sequence[int]) -> str:
    """What was resumed of all that stood still, and what was not."""
    texts = [] if resumed else ["Nothing stands still here that you could resume."]
    parts = {
        "Resumed": resumed,
        "You have to decide first, and resume by itself": undecided,
        "Somebody is kept out of their rooms": kept_out,
    }
    for what, matches in parts.items():
        if matches:
            texts.append(f"{what}: {', '.join(map(str, matches))}.")
    return " ".join(texts)


_DONE: dict[type[submission.Act], str] = {
    submission.Said: "Taken.",
    submission.Ready: "You are ready.",
    submission.StartNow: "Started.",
    submission.Choose: "Chosen.",
    submission.Resign: "You resigned.",
    submission.Pause: "Paused.",
    submission.Resume: "Resumed.",
    submission.Cancel: "Cancelled.",
    submission.Undo: "Taken back.",
    submission.Adjudicate: "Decided.",
    submission.Forfeit: "Ruled a forfeit.",
    submission.ChangeTime: "The bank is changed.",
    submission.ReplacePlayer: "The seat is given.",
    submission.MoveMatch: "Moved.",
    submission.ChoosePages: "Done.",
    submission.Reopen: "Reopened.",
    submission.Ask: "Asked.",
    submission.Respond: "Answered.",
    submission.RuleMessage: "It counts.",
    submission.TakeHint: "The hint is given.",
}


def done_text(act: submission.Act, match: Match) -> str:
    """An act was taken; `match` is the match after it."""
    if isinstance(act, submission.Ready) and match.start.choice:
        return unstarted_text(match, Reason.ALREADY_READY)
    return _DONE[type(act)]


def permissions_text(missing: tuple[str, ...]) -> str:
    """Permissions by the names that people know, in the middle of a sentence."""
    return f"{'permissions' if missing[1:] else 'permission'} {joined(missing)}"


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
