"""The small words: short answers, troubles, forms, buttons, and those of the local room."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from types import ModuleType

from announcements.matches import ANN, HOST, SEED_003, START, accepted, begun, new, played
from announcements.paper import PaperVoice, Specimen
from bot.commands.start import NOT_ASKED
from bot.engine.turn import Colour, Talk
from bot.players.hint import Hint
from bot.referee import submission as acts
from bot.referee.arbiter import accept
from bot.referee.clock import ZERO
from bot.referee.events import MatchOpened, MatchPaused, Request
from bot.referee.match import Status
from bot.referee.ruling import Ignored, Reason, Refused
from bot.servers.settings import USUAL
from bot.wording import (
    clerk,
    confirming,
    doctor_database,
    forms,
    forum,
    printing,
    room,
    settings,
    troubles,
    venues,
    web,
)
from bot.wording.announcements import prompt_line
from bot.wording.confirming import consequence_text
from bot.wording.forms import own_page_text, prompt_text, spectator_text, unclear_text
from bot.wording.refusals import EDITED_TEXT, plea_text, refusal_text
from bot.wording.review import (
    cell_text,
    hint_failed_text,
    hint_text,
    no_hint_now_text,
    no_hints_in_cup_text,
)
from bot.wording.rules import length_text
from bot.wording.troubles import late_text
from bot.wording.typed import choices_text, typed

_GRAVE: dict[str, acts.Act] = {
    "match resign, by Ann": acts.Resign(),
    "host forfeit blue left": acts.Forfeit("blue", "left"),
    "host adjudicate red": acts.Adjudicate("red"),
    "host adjudicate tie": acts.Adjudicate(None),
    "host cancel": acts.Cancel(),
    "host undo 3": acts.Undo(3),
}
_ACTS: dict[str, acts.Act] = {
    "Play, the form": acts.Said(""),
    "match ready": acts.Ready(),
    "host begin": acts.StartNow(),
    "match choose": acts.Choose("me"),
    "match resign": acts.Resign(),
    "host pause": acts.Pause(),
    "host resume": acts.Resume(),
    "host cancel": acts.Cancel(),
    "host undo": acts.Undo(),
    "host adjudicate": acts.Adjudicate(None),
    "host forfeit": acts.Forfeit("red"),
    "host time": acts.ChangeTime("red", ZERO),
    "host replace": acts.ReplacePlayer("red", ANN),
    "host move": acts.MoveMatch(""),
    "host reopen": acts.Reopen(""),
    "host pages": acts.ChoosePages(True),
    "match ask": acts.Ask(Request.UNDO),
    "match accept, match decline": acts.Respond(accept=True),
    "match hint": acts.TakeHint(2, "D7"),
    "Rule this message": acts.RuleMessage(acts.Submission(ANN, acts.Said("F6"), START), ""),
}
"""What is answered to the one who acts; the room hears of it by an announcement."""


def of_the_clerk():
    match = new()
    opened = MatchOpened(START, HOST, match.players, match.terms)
    yield "A match was set up", clerk.opened_text(7)
    yield (
        "… in a new thread or post",
        clerk.opened_text(7, "#ann-against-bob", PaperVoice(START).place),
    )
    yield "The name of that thread", clerk.title_text(opened)
    yield "The room has a match", clerk.taken_text(PaperVoice(START))
    yield "The venue can't do it", clerk.unable_text("the topic is locked")
    yield "There is no match", clerk.no_match_text()
    yield "A permission is missing", clerk.missing_text(("Attach Files",))
    yield "Two are missing", clerk.missing_text(("Attach Files", "Send Messages"))
    missing = clerk.missing_text(("Send Messages in Threads",), elsewhere=True)
    yield "One is missing in another channel", missing
    yield "The asker may not go there", clerk.may_not_text(("View Channel",))
    both = ("Create Public Threads", "Send Messages in Threads")
    yield "… for two reasons", clerk.may_not_text(both)
    yield "A match is to be moved to a forum", clerk.no_talk_text()
    yield "A new room is asked for where there are none", clerk.no_new_rooms_text()
    yield "A command that the referee saw late, being away or not shown it", clerk.again_text()
    yield "The match was moved away", clerk.moved_text("#arena")
    yield "A turn is typed in the room that a match has left", clerk.moved_away_text(9, "#arena")
    yield "Very much was written while the referee was away", clerk.rest_text()
    yield "host resume all", clerk.resumed_text([1, 4, 7], [9], [11])
    yield "… where nothing stands still", clerk.resumed_text([], [], [])
    yield "A button of an older referee", clerk.useless_button_text()
    yield "The same press comes twice", clerk.dealt_with_text()
    yield "Time was up before a form or an act", clerk.too_late_text()
    yield "A server's command in a local room", clerk.only_here_text()
    yield from _of_hints()
    for name, act in _ACTS.items():
        yield f"{name}: done", clerk.done_text(act, match), (type(act),)
    waits = clerk.done_text(acts.Ready(), new(dmo="blue", dmo_chooses=True))
    yield "match ready: done, and who starts is open", waits


def _of_hints():
    law, spelling = new().ruleset, new().spelling
    plain = Hint(40, 1, 4, 4, 4)
    kinds = {
        "it joins": replace(plain, figure=6, leads=True, fed=3),
        "it keeps something from the rival": replace(plain, rival=7),
        "the whole turn gains": replace(plain, stones=2, turn_figure=6, leads=True),
        "nothing stands out": plain,
        "it wins": replace(plain, figure=6, certain=1.0),
        "it ties": replace(plain, certain=0.5),
        "all is lost": replace(plain, certain=0.0),
    }
    for when, found in kinds.items():
        yield f"match hint: {when}", hint_text(found, Colour.FIRST, law, spelling)
    yield "… and its cell in the record", cell_text(plain, spelling)
    yield "… and it fails", hint_failed_text()
    yield "… in a game of a cup", no_hints_in_cup_text()
    yield "… while another open match stands alike", no_hint_now_text()


def _of_questions():
    match = played(begun(new()), SEED_003)
    voice = PaperVoice(START)
    for words, act in _GRAVE.items():
        asked = confirming.confirm_text(7, match, act, ANN.id, voice)
        label = forms.LABELS["resign"] if isinstance(act, acts.Resign) else forms.CONFIRM_LABEL
        told = confirming.how_text(asked, button=True)
        yield Specimen(words, told, buttons=(label,))
    asked = confirming.both_seats_text("Ann", ("red", "blue"), voice)
    told = confirming.how_text(asked, button=True)
    yield Specimen("match start @Ann @Ann", told, buttons=(forms.CONFIRM_LABEL,))
    yield "… where there are no buttons", confirming.how_text(asked, button=False)
    yield "A question that was answered, or of before a restart", confirming.expired_text()
    yield "Somebody else presses its button", confirming.not_yours_text()
    yield "A turn was played since the question", confirming.moved_on_text()


def _of_the_start_form():
    yield "match start: the form", forms.TITLE
    hints = forms.hints(USUAL, sparring=True, others=NOT_ASKED)
    for key, label in forms.START_LABELS.items():
        yield f"… its field {key}", "\n".join(filter(None, (label, hints.get(key, ""))))
    for key, lines in forms.STARTS.items():
        yield f"… who starts: {key}", "\n".join(filter(None, lines))
    yield "… in the empty field for the clock", forms.CLOCK_EXAMPLES
    yield "Button: match start was typed", forms.OPEN_LABEL
    yield "Button: what the form asked for can't be", forms.BACK_LABEL


def of_troubles():
    yield "The records can't be reached", troubles.busy_text()
    yield "Turns wait for too long", troubles.busy_question_text(timedelta(seconds=10))
    yield "In the log, without a network", troubles.unreached_text("Network unreachable")
    yield "And when it is back", troubles.connected_again_text()
    yield "… for a while, told to the room", troubles.trouble_text()
    yield "A match can't be read", troubles.damaged_text(PaperVoice(START))
    yield "… on its page, and in its status", troubles.DAMAGED
    yield "… and was closed", troubles.closed_text(7)
    yield "An announcement can't be worded", troubles.speechless_text()
    why = "the permission Send Messages is missing"
    for status in (Status.RUNNING, Status.WAITING, Status.OVER):
        reach = troubles.out_of_reach_text(
            7, "#arena", why, status, PaperVoice(START), by_itself=True
        )
        yield f"A room can't be reached ({status}), to the host alone", reach
    cause = venues.denied_to_text("Spectators")
    kept_out = venues.lacking_text("Bob", "permission View Channel", cause)
    starts = troubles.held_back_text(kept_out, starts=True)
    yield "The match would start while a player is kept out", starts
    yield "… or would be resumed", troubles.held_back_text(kept_out, starts=False)
    yield "… or was, and has left", venues.not_on_server_text("Bob")
    yield ("Both can be there then, told to the room", troubles.invited_text(["@Ann", "@Bob"]))
    cause = venues.denied_to_text("@everyone")
    lacks = venues.lacking_text("", "permissions Attach Files and Send Messages", cause)
    yield "Why a room can't be used", lacks
    pause = MatchPaused(START, None, "my posts wait for approval")
    match = accept(begun(new()), pause).match
    for mends in (True, False):
        voice = PaperVoice(START, mends=mends)
        seen = "seen to be mended" if mends else "for the host to resume"
        yield f"The match is paused for its room, {seen}", troubles.pause_text(match, pause, voice)
        yield "… as its status tells it", troubles.paused_text(match, voice)
    yield "A turn that is written meanwhile", troubles.counts_later_text()
    yield "… in a form", refusal_text(match, Refused(Reason.PAUSED))


_PLEAS = (
    ("pass", Talk.PASS, ""),
    ("resign", Talk.RESIGN, ""),
    ("swap", Talk.SWAP, ""),
    ("D7 F8 *F6", Talk.CORRECTED, "D7 F6"),
    ("1. D7 F8 2. E5", Talk.TWO_TURNS, "D7 F8"),
    ("D5-D7", Talk.RANGE, "D5 D7"),
)


def of_forms():
    match = played(begun(new()), SEED_003)
    yield "Play: the label of the form", prompt_text(match)
    yield "Play: what was written is no turn", unclear_text(match)
    yield "Play: pressed by somebody who does not play", spectator_text()
    yield "Play: where players have pages", own_page_text(plays=True)
    yield "Play: where the host has one", own_page_text(plays=False)
    for words, plea, likely in _PLEAS:
        ruling = Ignored(unclear=True, plea=plea, likely=tuple(likely.split()))
        text = plea_text(match, ruling, PaperVoice(match.turn_open_at))
        yield f"The player to move writes “{words}”, once a turn", text
    yield "Talk, or a turn that was refused, is edited into a turn, once", EDITED_TEXT
    yield from _of_questions()
    yield from _of_the_start_form()
    for action, label in forms.LABELS.items():
        yield f"Button: {action}", label, (action,)


def of_forums():
    voice = PaperVoice(new().opened_at)
    late = acts.Submission(new().players[0], acts.Said("E5"), new().opened_at, "12")
    ended, _ = accepted(begun(new()), acts.Adjudicate(None), HOST, START)
    match = played(begun(new()), SEED_003)
    voice.least = 8
    yield "A post needs 8 characters: in the card", length_text(match, voice, commands=True)
    voice.least = 20
    yield "… or 20", length_text(match, voice, commands=True)
    yield "… and in each prompt", prompt_line(match, voice)
    voice.least = 0
    yield "Two turns in one post", forum.two_turns_text()
    yield "More commands in one post than are carried out together", forum.many_commands_text(20)
    yield "match start red:@Eve Long blue:@Bob", forum.blank_text("Eve Long", "eve-long")
    yield "A post that somebody else edited first", forum.meddled_text()
    for file in ("match-7.gif", "match-7-race.png", "match-7-review.png", "cup-3-2.png"):
        yield "The forum takes no more pictures", forum.later_text(forum.picture_text(file))
    told = forum.picture_text("cup-c1.23.74940432.png")
    yield "The forum never takes a picture", forum.refused_text(told)
    page = "https://referee.example.org"
    yield "a turn's post, where watching is on", forum.watch_line(f"{page}/watch/0XU1TC")
    own = forum.own_board_text(7, f"{page}/match/7#0XU1TCjH")
    yield "to a player in private: their own board", own
    first = forum.first_post_text(7, match, voice)
    yield "The first post of a topic that was opened for a match", first
    for turns in ([5], [5, 7]):
        moved = forum.moved_text(7, "topic 12", turns)
        yield "A turn is moved to another topic, to the host alone", moved
    left = forum.left_text(7, "topic 12", "red", "Ann", voice)
    yield "A player's account is deleted, to the host alone", left
    for when, match in (("paused", begun(new())), ("over", ended)):
        text = late_text(7, match, late, voice)
        yield f"A turn appears too late, to the host alone ({when})", text
    yield "Instead of Accept and Decline", choices_text(("accept-undo", "decline-undo"), "referee")
    yield "Instead of the buttons for the komi", choices_text(("komi-0", "komi-1"), "referee")
    chosen = choices_text(("first-red", "first-blue"), "referee")
    yield "Instead of the buttons of who starts", chosen
    pressed = typed("Both players press Ready, or you press Start now.", "referee")
    yield "Instead of Ready and Start now", pressed
    for name, value in vars(forum).items():
        if name.isupper():
            yield name.replace("_", " ").lower(), value


def _foreseen():
    running = played(begun(new()), SEED_003)
    paused, _ = accepted(running, acts.Pause(), HOST, running.turn_open_at)
    over, _ = accepted(running, acts.Resign(), ANN, running.turn_open_at)
    ahead = ((running, acts.Pause()), (paused, acts.Resume()), (over, acts.Reopen("")))
    for match, act in ahead:
        text = consequence_text(7, match, act, match.turn_open_at, PaperVoice(START))
        yield f"{type(act).__name__.lower()}: what it will do", text


def of_dialogs(words: ModuleType, fields: Mapping[tuple[str, str], tuple[str, str]]):
    """All sentences of a module, those of its tables, and what the fields of dialogs are called."""
    for name, value in vars(words).items():
        if name.isupper() and isinstance(value, str):
            yield name.replace("_", " ").lower(), value, (name,)
        for key, text in value.items() if name.isupper() and isinstance(value, dict) else ():
            if isinstance(text, str):
                yield f"{name.lower().rstrip('s')}: {key}", text, (f"{name} {key}",)
    for (act, option), (label, hint) in fields.items():
        field = f"{label} ({hint})" if hint else label
        yield f"field of {act}: {option}", field, (f"FIELD_LABELS {act} {option}",)


def of_the_room():
    yield from of_dialogs(room, room.FIELD_LABELS)
    yield "field of the others: reason", " (".join(room.REASON) + ")", ("REASON",)
    yield "a field of it is empty", room.empty_field_text("How much")
    yield "undo: a turn in the list", room.listed_turn_text(4, "Blue", "D3 F7")
    yield from _foreseen()
    lan = "http://192.168.1.20:8080"
    for when, network, open_, direct in (
        ("beside links of this machine alone", lan, False, True),
        ("the same, in no network", "", False, True),
        ("the same, and the room is open to the network", lan, True, True),
        ("the same, in a container", lan, True, False),
    ):
        yield when, room.reach_text(network, open_=open_, direct=direct)
    yield "a long message", room.too_long_text(9000, 2000)
    yield "a player asks for a rematch", room.rematch_asked_text("Ann")
    yield "under the result meanwhile", room.rematch_wish_text("Ann")
    yield "Ann takes that back", room.rematch_taken_back_text("Ann")
    yield "the series", room.series_text(("Ann", 2), ("Bob", 1), 0)
    yield "the series, with a tie", room.series_text(("Ann", 2), ("Bob", 1), 1)
    yield "at the start", room.opening_text()
    address = "http://127.0.0.1:8080"
    yield "when it is open", room.open_text(address)
    opened = room.open_text(address, "/home/zoe/referee.sqlite3", "5d2Qd0c2JQyVnGQyVQmX8nTq")
    yield "the same, on a screen", opened
    yield "open to the network", room.network_text()
    yield "log: a start under another clock", room.clock_ahead_text(timedelta(hours=1))
    yield "`referee room`, a room", room.last_match_text(7, begun(new()))
    yield "its record is damaged", room.last_match_text(7, None)
    link = f"{address}/#5d2Qd0c2JQyVnGQyVQmX8nTq"
    yield "below the links", room.host_links_text(link, served=True)
    yield "the referee is stopped", room.host_links_text(link, served=False)
    yield "no room", room.NO_ROOMS
    yield (
        "`referee tidy --dry-run`",
        doctor_database.freed_text(1240, 25_400_000, 0, dry_run=True),
    )
    yield "`referee tidy`", doctor_database.freed_text(1240, 25_400_000, 31)
    yield "`referee tidy --facts`", doctor_database.facts_text(1240, 0)
    yield "… some were damaged", doctor_database.facts_text(1240, 3)
    yield "no age", doctor_database.no_age_text("90")
    yield "the file is packed", doctor_database.shrunk_text(30_100_000, 4_700_000)
    yield "a referee is at work", doctor_database.not_shrunk_text()
    yield "`referee doctor`", doctor_database.pictures_found(1240, 25_400_000).text


def of_watch_pages():
    for name, value in vars(web).items():
        if name.isupper() and isinstance(value, str):
            yield name.lower(), value, (name,)
    yield "the tab's title", web.title_text(new(), ("Ann", "Bob"))
    yield "log: served", web.served_text("https://referee.example.org", "127.0.0.1", 8080)
    yield "log: a fleet", web.inner_text("http://10.0.0.5:8080")
    near = web.not_passed_on_text("arena", "http://127.0.0.1:8080")
    yield "log: a page that can't be passed on", near
    where = "127.0.0.1", 8080, "Address already in use"
    yield "log: the port is in use", web.port_text(*where)
    yield "the same, where the local room is all there is", web.no_port_text(*where)


def of_venues():
    for name, value in vars(venues).items():
        if name.isupper() and isinstance(value, str):
            yield name.lower().replace("_", " "), value
    for code, value in venues.DISCORD_REFUSALS.items():
        yield f"Discord's error {code}", value
    yield "Unsent", venues.unsent_text("ValueError('x')")
    yield "Discord unreached", venues.discord_unreached_text("Server disconnected")
    yield "Discord's own word", venues.refused_text("Maximum number of threads reached")
    yield "Discord's status", venues.answered_text(503)
    yield "Forum unreached", venues.forum_unreached_text("it hung up")
    yield "The forum's status", venues.forum_answers_text(502)
    yield "… to a picture", venues.forum_answers_text(413, to_picture=True)


def of_the_command_line():
    yield "a command that is none", settings.did_you_mean_text("backup")
    yield "at a terminal, `referee spar`", settings.spar_step_text(120, 1000)
    yield "`referee solve`", settings.solve_step_text(12)
    yield "the same, with one cell", settings.solve_step_text(1)
    yield "`referee replay --review`", settings.review_step_text(7, 24)
    yield "`referee backup`", settings.backup_step_text(12_400_000)
    yield "`referee board --stone 3m`", printing.no_stone_text("3m", 8, 50)
    yield "… --side 14", printing.no_side_text("14", 2, 13)
    yield "a paper that is none", printing.not_one_text("paper", "b5", printing.PAPER_NAMES)
    yield "on a printed board", printing.board_line("Catchup", 5, 22.0)
    yield "`referee move`", settings.MOVE_BEGINS, ("MOVE_BEGINS",)


def of_metrics():
    yield "log: served", web.metrics_served_text("127.0.0.1", 9464)
    taken = web.metrics_port_text("127.0.0.1", 9464, "Address already in use")
    yield "log: the port is in use", taken
