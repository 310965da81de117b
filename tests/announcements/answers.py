"""What is answered to questions about a match and about a server."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from random import Random

from engine.samples import random_game

from announcements import matches
from announcements.matches import SEED_003, begun, new, played
from announcements.paper import PaperVoice
from bot.engine.board import board
from bot.engine.rulesets import RULESETS
from bot.engine.turn import Colour
from bot.referee.arbiter import accept
from bot.referee.events import MatchEnded, Player, Termination
from bot.referee.formats import FORMATS
from bot.referee.match import Match
from bot.referee.submission import Act, Adjudicate, Pause
from bot.servers.facts import Branch
from bot.servers.ratings import Standing, standings
from bot.servers.results import Result
from bot.servers.settings import USUAL, USUAL_LOOK, Look, ServerSettings
from bot.views.film import rewound
from bot.views.scenes import match_scene
from bot.wording import hall, history, show
from bot.wording.clerk import help_text
from bot.wording.results import decision_text
from bot.wording.rules import match_rules_text, rules_text
from bot.wording.setup import hall_link_text, not_manager_text, settings_text
from bot.wording.show import groups_text, near_text, no_cell_text, rows_text, turn_text
from bot.wording.status import clock_line, matches_text, status_text
from bot.wording.voice import Voice
from bot.wording.web import after_turn_text

_LINK = "https://discord.com/channels/1/2/3"
_RESULTS = (
    (matches.ANN, matches.BOB, Colour.FIRST, Termination.GAME_OVER),
    (matches.BOB, matches.ANN, Colour.FIRST, Termination.TIME),
    (matches.ANN, matches.BOB, Colour.FIRST, Termination.RESIGNATION),
    (matches.ANN, matches.CAT, None, Termination.GAME_OVER),
    (matches.CAT, matches.ANN, Colour.SECOND, Termination.FORFEIT),
    (matches.ANN, matches.BOB, Colour.FIRST, Termination.ADJUDICATION),
    (matches.CAT, matches.BOB, Colour.SECOND, Termination.TIE_TO_DMO),
    (matches.BOB, matches.CAT, None, Termination.ABANDONMENT),
    (matches.BOB, matches.CAT, None, Termination.CANCELLED),
)


def of_a_match():
    running = matches.played(matches.begun(matches.new()), matches.SEED_003)
    now = running.turn_open_at + timedelta(seconds=15)
    voice = PaperVoice(now)
    paused, over = _after(running, Pause()), _after(running, Adjudicate("red", "Bob had to go"))
    for when, match in {
        "waiting": matches.new(),
        "waiting for the DMO": matches.new(dmo="blue", dmo_chooses=True),
        "running": running,
        "paused": paused,
        "over": over,
    }.items():
        link = "" if when.startswith("waiting") else _LINK
        yield f"status: {when}", status_text(7, match, voice, now, link)
    yield "clock", clock_line(running, voice, now)
    open_ = matches.new(dmo="blue", dmo_chooses=True)
    yield "clock: who starts is open", clock_line(open_, voice, now)
    yield "clock: there is none", clock_line(matches.begun(matches.new("bentley")), voice, now)
    yield "matches", matches_text([(7, running, _LINK), (8, matches.new(), "")], voice)
    many = [(number, running, _LINK) for number in range(7, 30)]
    yield "matches: more than a message holds", matches_text(many, voice)
    yield "matches: none is open", matches_text([], voice)
    yield "board turn:10", show.board_text(running, 7, 10, voice)
    yield "board turn:0", show.board_text(running, 7, 0, voice)
    yield "board turn:50", show.no_such_turn_text(7, running.position.number)
    yield "board turn:1, before the first", show.no_such_turn_text(7, 0)
    yield "board text", rows_text(running, 7, voice)
    yield "board text turn:10", rows_text(rewound(running, 10), 7, voice, 12)
    yield "board text, once it is over", rows_text(over, 7, voice)
    yield "groups, asked by Blue", groups_text(running, (Colour.SECOND,))
    yield "near D7", near_text(running, board(5).starts[3] + 6)
    yield "near A1", near_text(running, 0)
    yield "near pass", no_cell_text()
    yield "replay: running", show.replay_text(running, 7, voice)
    yield "replay: over", show.replay_text(over, 7, voice)
    yield "replay: the film, for whoever can't see it", show.film_alt(11, "Red to move …")
    chart = show.race_alt("score", ("red", "blue"), [(0, 0), (1, 0), (1, 2)])
    yield "replay: the race, for whoever can't see it", chart
    yield "replay: no turn yet", show.replay_text(matches.new(), 7, voice)
    yield "watch", show.watch_text(7, "https://watch.example.org/watch/0XU1TCjHbqdWl5CkAwRUJA")
    yield "watch, where no pages are served", show.no_watch_pages_text()
    yield "watch, on a server that has not turned them on", show.watch_off_text()
    yield "replay match:99", show.no_such_match_text("99")


def _searched(results: list[Result], address: str, voice: Voice):
    found = history.games_text(230, results[::-1], f"{address}games?end=time", voice)
    yield "games end:time", found
    yield "games, one there is", history.games_text(1, results[:1], "", voice)
    yield "games, none there is", history.games_text(0, [], "", voice)
    turns = [("D4 F6", Branch("E5/D4+F6/", 9, (6, 2))), ("A1", Branch("E5/A1/", 1, (0, 1)))]
    after = ("Catchup, side 5", "E5", 10, turns)
    yield ("openings opening:E5", history.openings_text(*after, f"{address}openings", voice))
    yield "openings, none", history.openings_text("Too, side 4", "", 0, [], "", voice)
    for text in (
        hall.no_number_text("most", "²", 999),
        hall.no_day_text("since", "yesterday"),
        hall.no_opening_text("Z9", 5),
        hall.no_opening_text("E5", 5, either_colour=True),
        hall.long_opening_text(6),
        hall.no_page_text(1000000000, 20),
        hall.several_players_text(3),
        hall.example_text("Red", "by the largest group, 8 to 5", 9),
        hall.plot_text(1210, "1 Nov 2026", 12),
        hall.feed_text("The Colosseum"),
        hall.unreadable_text(7),
        hall.length_text(timedelta(minutes=17)),
        hall.turns_text(24, 3),
        hall.streak_text(4),
        hall.cup_text(7),
        hall.perfect_play_text(Colour.SECOND),
        hall.game_text("Catchup", 5),
        after_turn_text(3),
    ):
        yield "On the pages of a server", text


def of_a_server():
    voice = PaperVoice(matches.START + timedelta(days=2))
    yield "help", help_text(voice)
    yield "setup", settings_text(USUAL, USUAL_LOOK, voice, pages=True)
    for opened in (replace(USUAL, pages="link"), replace(USUAL, pages="public")):
        address = "https://referee.example.org/hall/Jx4…/"
        told = settings_text(opened, USUAL_LOOK, voice, pages=True, hall=address)
        yield f"… with pages:{opened.pages}", told
    yield "… privately, where everybody reads", hall_link_text(address)
    all_named = replace(USUAL_LOOK, names_all=True)
    named = settings_text(USUAL, all_named, voice, pages=False, usual_clock="daily")
    yield "setup, on a forum", named
    rules = ServerSettings("Referees", "genius", "30s+2m", "go", True, "thread", (), watch=True)
    changed = settings_text(rules, Look("go", coordinates=True), voice, pages=True, changed=True)
    yield "setup clock:30s+2m theme:go …", changed
    yield "setup, by somebody else", not_manager_text()
    results = list(_results())
    yield "history", history.history_text(results[::-1], voice)
    cats = [one for one in results if one.seat(matches.CAT.id) is not None]
    yield "history player:@Cat", history.history_text(cats[::-1], voice, matches.CAT)
    sparred = [replace(results[0], sparring=True)]
    yield "history, after a match against me", history.history_text(sparred, voice)
    address = "https://referee.example.org/hall/Jx4…/"
    yield from _searched(results, address, voice)
    yield "history: nothing yet", history.history_text([], voice)
    yield "history player:@Cat, nothing yet", history.history_text([], voice, matches.CAT)
    known = standings(results)
    yield "player player:@Ann", _page(matches.ANN, known, voice)
    mixed = standings([*results, replace(results[0], match=9, format="catena")])
    yield "player: several formats", _page(matches.BOB, mixed, voice)
    yield "player: nothing yet", _page(matches.HOST, known, voice)
    yield "leaderboard", history.leaderboard_text(known[:2], len(known), voice)
    yield "leaderboard: nothing yet", history.leaderboard_text([], 0, voice)
    yield "my forget", history.forget_question_text()
    yield "my forget confirm:yes", history.forgotten_text(12)
    yield "my forget, unknown", history.forgotten_text(0)
    yield "my forget, while playing", history.not_yet_text([7, 8])
    yield "my forget, while in a cup", history.not_yet_text([], [3])
    suggested = [
        history.match_choice(9, matches.new()),
        *map(history.result_choice, results[:-3:-1]),
    ]
    yield "match: (suggested)", "\n".join(suggested)


def of_the_rules():
    for key, ruleset in RULESETS.items():
        yield f"rules: {key}", rules_text(ruleset, 5, FORMATS[key].colours), (key,)
    open_ = matches.new(dmo="blue", dmo_chooses=True)
    yield "rules: genius, with a DMO who says who starts", match_rules_text(open_)


def _after(match: Match, act: Act) -> Match:
    return matches.accepted(match, act, matches.HOST, match.turn_open_at + matches.THINKING)[0]


def _results() -> Iterator[Result]:
    for number, (one, other, winner, termination) in enumerate(_RESULTS, 1):
        at = matches.START + timedelta(hours=number)
        yield Result(number, "genius", (one, other), ("red", "blue"), winner, termination, at)


def _page(player: Player, known: list[Standing], voice: PaperVoice) -> str:
    standing = next((one for one in known if one.player == player), None)
    return history.player_text(player, standing, len(known), voice)


_SEEDS = {"genius": (3, 2), "brink": (1, 4), "product": (1, 21)}
"""Games that end in more than one way."""
_LONGEST = (("button", "off"), ("scoring", "longest"))


def of_pictures():
    match = played(begun(new()), SEED_003)
    yield "A turn is to be played", _strip(match)
    yield "An earlier position", _strip(rewound(match, 10), 12)
    yield "The empty board", _strip(rewound(match, 0), 12)
    resigned = MatchEnded(match.turn_open_at, match.to_move, Termination.RESIGNATION)
    yield "The end of the match", _strip(accept(match, resigned).match)
    yield "… of one turn", turn_text(1, over=True)
    for key in RULESETS:
        for seed in _SEEDS.get(key, (1,)):
            yield f"The end of a game: {key}", _strip(_ended(new(key, side=3), seed))
    longest = _ended(new("catena", side=4, options=_LONGEST), 2)
    yield "… by the longest ribbon", decision_text(longest.ruleset, longest.position)


def _ended(match: Match, seed: int) -> Match:
    law = match.ruleset
    match = replace(match, position=random_game(law, match.terms.side, Random(seed)))
    winner = law.winner(match.position)
    return accept(match, MatchEnded(match.turn_open_at, winner, Termination.GAME_OVER)).match


def _strip(match: Match, of: int | None = None) -> str:
    scene = match_scene(match, match.turn_open_at, 7, of=of)
    return f"{scene.headline}\n{scene.caption}"
