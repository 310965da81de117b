"""What is said of records that contradict themselves, and of topics that were saved."""

from bot.engine.outcome import BOARD_FULL, NO_TURN_LEFT, TIE_TO_DMO, Contradiction, Why
from bot.engine.reading import read
from bot.engine.record import Record, setup_of
from bot.engine.replaying import replay
from bot.engine.slips import slips
from bot.engine.turn import Colour
from bot.text.posts import UnreadError
from bot.text.reading import read as read_log
from bot.threads.markup import Markup
from bot.threads.report import next_announcement
from bot.threads.ruling import rule_topic
from bot.threads.topic import read_topic
from bot.wording import threads as words
from bot.wording.logs import notes_of, unread_text
from bot.wording.records import assumed_texts, contradiction_text, no_pair_text, won_text
from bot.wording.replays import replay_problem_text, wrong_ending_text

_TAGS = (
    ("The board is full", "Result", "blue", Why.DECIDED, BOARD_FULL, Colour.FIRST),
    ("The game is over with cells left", "Termination", "time", Why.DECIDED, NO_TURN_LEFT, None),
    ("Two turns were played", "Termination", "board-full", Why.UNDECIDED, None, None),
    ("The last word is resign", "Result", "blue", Why.RESIGNED, None, Colour.FIRST),
    ("The match was cancelled", "Result", "red", Why.NO_RESULT, None, None),
    ("A player's time ran out", "Result", "tie", Why.NO_TIE, None, None),
    ("The game is tied, the DMO is Blue", "Result", "red", Why.DECIDED, TIE_TO_DMO, Colour.SECOND),
    ("The DMO is none of the players", "DMO", "Zed", Why.NO_PLAYER, None, None),
    ("Turn 4 follows turn 2", "number", "4", Why.NOT_NEXT, "3", None),
)

_LOG = "[18:30] Ann: F6\n[18:31] Bob: D3 F7\n"
_LOGS = (
    ("A log with talk in a turn", f"{_LOG}[18:32] Ann: B2 what a game"),
    ("A log with a slip and a turn out of turn", f"{_LOG}[18:32] Bob: E5\n[18:33] Ann: F6 F7"),
    ("A log with a turn taken back", f"{_LOG}[18:32] Bob: undo\n[18:33] Bob: D4"),
    ("A log with a host's word", f"{_LOG}[18:32] Ann: B2\n[18:33] Zoe: back to 2"),
    ("A log with a correction", f"{_LOG}[18:32] Bob: *D4"),
    ("A log that ends with an undo", f"{_LOG}[18:32] Bob: undo"),
    ("A log in which play goes on", f"{_LOG}[18:32] Ann: I resign\n[18:33] Ann: B2"),
    ("A log that a host ends", f"{_LOG}[18:32] Zoe: time is up"),
    ("A log whose end is followed by a turn", f"{_LOG}[18:32] Ann: I resign\n[18:33] Bob: E5"),
    ("A log of three who may play", "Ann: F6\nZed: E5\nBob: D3 F7"),
    ("A log from the newest post", "[18:31] Bob: D3 F7\n[18:30] Ann: F6"),
    ("A log whose times jump", f"{_LOG}[18:29] Zoe: begin\n[18:33] Ann: B2"),
    ("A log on 4/3 and 5/3", "4/3/25, 18:30 - Ann: F6\n5/3/25, 18:30 - Bob: D3 F7"),
    ("A log with others in its header", f'[Red "Cat"]\n[Blue "Dan"]\n\n{_LOG}'),
    ("A log without names", "[18:30] F6\n[18:31] D3 F7"),
    ("A log by one author", "[18:30] Ann: F6\n[18:31] Ann: D3 F7"),
    ("A log of another game", f"{_LOG}[18:32] Ann: Y9\n[18:33] Ann: I9\n[18:34] Ann: Y1"),
    ("An export without authors", '{"messages": [{"text": "F6"}]}'),
    ("JSON of another program", '{"a": 1}'),
    ("An archive", "PK\x03\x04"),
)


def of_records():
    for line, (when, tag, value, why, end, winner) in enumerate(_TAGS, start=8):
        untrue = Contradiction(tag, value, line, why, end, winner)
        yield when, contradiction_text(untrue, ("red", "blue")), (why,)
    (record,) = read("F6\nD3 F9\n")
    game = replay(record, setup_of(record))
    assert game.problem is not None
    yield "Turn 2 is D3 F9", replay_problem_text(game, game.problem, slips(game.record, game.setup))
    setup = game.setup
    (record,) = read("F6\nD3 F7\n")
    yield "A bare list of cells", *assumed_texts(replay(record, setup))
    for when, text in _LOGS:
        try:
            yield when, "<br>".join(notes_of(read_log(text)[0], setup)), ()
        except UnreadError as error:
            yield when, unread_text(error), ()
    yield "The headline of a tie that the DMO wins", won_text("blue", TIE_TO_DMO)
    yield "--option komi", no_pair_text("komi")
    yield "--gif x.txt", wrong_ending_text("gif", "gif", "x.txt")


_TOPIC = b"""Ann:
F6
Bob:
D3 F7
Eve:
E5
Ann:
A1
A2
Ann:
I resign
Ann:
move: B2 or G5
Ann:
D3
"""


def of_topics():
    ruled = rule_topic(read_topic([_TOPIC]), setup_of(Record(), colours=("red", "blue")), "genius")
    for row in ruled.rows:
        if row.why:
            lines = " / ".join(line.text for line in row.post.lines)
            yield f"{row.post.author.name}: {lines}", row.why, (row.kind,)
    yield "Who plays", words.seats_text(ruled.match)
    for markup in Markup:
        yield f"Next, in {markup}", next_announcement(ruled, markup), (markup,)
    for when, text in (
        ("Copied text", words.SAVE_AS_HTML),
        ("Some other page", words.NO_POSTS),
        ("The second of two pages has none", words.no_posts_text(2)),
        ("No name where names should be", words.NO_AUTHORS),
        ("Page 2 alone, of a forum that counts posts", words.gaps_text("posts", ((1, 20),), 55)),
        ("And of one that does not", words.gaps_text("pages", ((1, 1), (3, 3)), 3)),
        ("There is a link to a next page", words.gaps_text("posts", ((21, 0),))),
        ("Page 2 alone", words.NO_BEGINNING),
        ("A post behind what is missing", words.BEHIND_A_GAP),
        ("Instead of what is to be posted", words.NOTHING_NEXT),
        ("A post of 100,001 characters", words.TOO_LONG),
        ("A page sorted by votes", words.DISORDERED),
        ("A post that only moderators see", words.GONE),
        ("A post without a name", words.NO_AUTHOR),
        ("21 MB", words.TOO_LARGE),
        ("Only Ann has posted", words.one_author_text("Ann")),
        ("A [quote] without its end", words.unclosed_text("quote")),
        ("--players Ann Zed", words.no_player_text("Zed", ("Ann", "Bob"))),
        ("--players Ann Ann", words.same_player_text("Ann")),
        ("--notation bottom", words.NO_NOTATION),
        ("--reply without --thread", words.ONLY_TOPICS),
        ("Two pages without --thread", words.MANY_FILES),
    ):
        yield when, text, (text,)
