"""The whole page, in the order in which a match goes."""

from collections.abc import Callable, Iterable

from announcements import (
    announcements,
    answers,
    appointments,
    cup_acts,
    doctor,
    problems,
    programs,
    records,
    small,
)
from announcements.paper import Specimen, section
from bot.wording.pages import SENTENCES

_HEAD = """\
# What the referee says

Made from `bot/wording` by `make announcements`; a test sees to it that it is current. Every text
here is an example: a real match of Ann against Bob, set up by Host. Moments that count down in the
reader's own client are told as they were. *Rings* are those who are notified; nobody else ever is.
"""

SECTIONS: tuple[tuple[str, Callable[[], Iterable[tuple]]], ...] = (
    ("The game", announcements.of_the_game),
    ("A whole match", announcements.of_a_whole_match),
    ("Appointments", appointments.of_appointments),
    ("Time", announcements.of_time),
    ("The end", announcements.of_the_end),
    ("The host's hand", announcements.of_the_host),
    ("Agreements between the players", announcements.of_agreements),
    ("Absences and changed messages", announcements.of_absences),
    ("Turns that are refused", problems.of_the_law),
    ("Acts that are refused", problems.of_the_moment),
    ("Commands gone wrong", problems.of_commands),
    ("Short answers", small.of_the_clerk),
    ("Troubles of the referee's own", small.of_troubles),
    ("Questions about a match", answers.of_a_match),
    ("Hours and time zones", appointments.of_zones),
    ("Questions about a server", answers.of_a_server),
    ("One's own matches, and reminders", appointments.of_ones_own),
    ("Records that contradict themselves", records.of_records),
    ("Saved topics of other forums", records.of_topics),
    ("Games looked back on", programs.of_reviews),
    ("Programs that play, and positions solved", programs.of_programs),
    ("Puzzles", programs.of_puzzles),
    ("Under the board", answers.of_pictures),
    ("Form and buttons", small.of_forms),
    ("Forums", small.of_forums),
    ("The local room", small.of_the_room),
    ("Watch pages", small.of_watch_pages),
    ("Scripts of the pages", SENTENCES.items),
    ("What a venue could not do", small.of_venues),
    ("The command line", small.of_the_command_line),
    ("Metrics", small.of_metrics),
    ("Two referees on one database", doctor.of_two_referees),
    ("A cup", cup_acts.of_cups),
    ("What is answered in a cup", cup_acts.of_cup_answers),
    ("The page of a cup", cup_acts.of_cup_pages),
    ("The table of a cup", cup_acts.of_the_table),
    ("A database moved", doctor.of_moves),
    ("Doctor", doctor.of_the_doctor),
    ("The rules of the games", answers.of_the_rules),
)


def made(section: str) -> list[Specimen]:
    return [Specimen(*one) for one in dict(SECTIONS)[section]()]


def specimens() -> list[Specimen]:
    return [one for title, _ in SECTIONS for one in made(title)]


def page() -> str:
    return "\n".join([_HEAD, *(section(title, made(title)) for title, _ in SECTIONS)])
