"""What a watch page has of its match before any script: what links and plain browsers show.

Bob pastes the link, and the forum shows title, headline and board. Ann's browser runs no scripts:
she sees how the match stands, the board as a picture and the turns, and asks again by a link.
"""

from html import escape

from bot.referee.match import Match
from bot.views.scenes import match_scene
from bot.web.finding import Watched
from bot.web.view import Json
from bot.wording.web import after_turn_text, steps_to, title_text
from renderers.scene import Scene

CURRENT = ' aria-current="true"'


def page_parts(watched: Watched, address: str, turn: int | None = None) -> dict[str, str]:
    """The parts of the page by their marks; `address` is the page's own.

    `turn` is the one after which a browser without scripts shows the board, None for the last.
    """
    scene = match_scene(watched.match, watched.venue.now(), watched.number, watched.look)
    first, second = watched.match.players
    title = title_text(watched.match, (first.name, second.name))
    # As seen from the page, whose address ends with the same word.
    board = f"{watched.token.rpartition('/')[2]}/board.png"
    return {
        "head": _head(watched.match, scene, title, address),
        "match": _match(watched.match, scene, title, board, turn),
    }


def _head(match: Match, scene: Scene, title: str, address: str) -> str:
    """The title, and the OpenGraph description.

    The picture's address differs after each change, since sites that show links keep pictures.
    """
    about: Json = {
        "og:site_name": "The Referee",
        "og:type": "website",
        "og:title": title,
        "og:description": f"{scene.headline}. {scene.caption}.",
        "og:url": address,
        "og:image": f"{address}/board.png?turn={match.position.number}&seen={match.seen}",
        "og:image:type": "image/png",
        "og:image:alt": scene.alt,
        "twitter:card": "summary_large_image",
    }
    lines = [f"<title>{escape(title)} · The Referee</title>"]
    lines += [
        f'<meta property="{key}" content="{escape(str(text))}">' for key, text in about.items()
    ]
    return "\n".join(lines)


def _match(match: Match, scene: Scene, title: str, board: str, turn: int | None) -> str:
    """The match as it stands, or after a turn; `board` is the picture's address."""
    colours, last = match.terms.colours, len(match.turns)
    turns = [
        f'<li><a href="?turn={number}"{CURRENT * (number == turn)}>'
        f"{colours[played.colour].capitalize()} {escape(played.turn)}</a></li>"
        for number, played in enumerate(match.turns, 1)
    ]
    asked = "" if turn is None else f"?turn={turn}"
    alt = scene.alt if turn is None else after_turn_text(turn)
    steps = [
        f'<a href="?turn={number}">{label}</a>'
        for number, label in steps_to(last if turn is None else turn, last)
    ]
    lines = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(scene.headline)}. {escape(scene.caption)}.</p>",
        f'<img src="{board}{asked}" alt="{escape(alt)}">',
        *([f"<p>{' · '.join(steps)}</p>"] if last else []),
        *(["<h2>Turns</h2>", "<ol>", *turns, "</ol>"] if turns else []),
    ]
    return "\n".join(lines)
