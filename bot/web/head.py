"""What a watch page has of its match before any script: what links and plain browsers show.

Bob pastes the link, and the forum shows title, headline and board. Ann's browser runs no scripts:
she sees how the match stands, the board as a picture and the turns, and asks again by a link.
"""

from html import escape

from bot.referee.match import Match
from bot.views.scenes import match_scene
from bot.web.finding import Watched
from bot.web.view import Json
from bot.wording.web import title_text
from renderers.scene import Scene


def page_parts(watched: Watched, address: str) -> dict[str, str]:
    """The parts of the page by their marks; `address` is the page's own."""
    scene = match_scene(watched.match, watched.venue.now(), watched.number, watched.look)
    first, second = watched.match.players
    title = title_text(watched.match, (first.name, second.name))
    # As seen from the page, whose address ends with the same word.
    board = f"{watched.token.rpartition('/')[2]}/board.png"
    return {
        "head": _head(watched.match, scene, title, address),
        "match": _match(watched.match, scene, title, board),
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


def _match(match: Match, scene: Scene, title: str, board: str) -> str:
    """The match as it stands; `board` is the picture's address."""
    colours = match.terms.colours
    turns = [
        f"<li>{colours[played.colour].capitalize()} {escape(played.turn)}</li>"
        for played in match.turns
    ]
    lines = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(scene.headline)}. {escape(scene.caption)}.</p>",
        f'<img src="{board}" alt="{escape(scene.alt)}">',
        *(["<h2>Turns</h2>", "<ol>", *turns, "</ol>"] if turns else []),
    ]
    return "\n".join(lines)
