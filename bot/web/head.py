"""The head of a watch page: what a pasted link shows of the match, its players and its board."""

from html import escape

from bot.views.scenes import match_scene
from bot.web.finding import Watched
from bot.web.view import Json
from bot.wording.web import title_text


def page_head(watched: Watched, address: str) -> str:
    """The title, and the OpenGraph description.

    The picture's address differs after each change, since sites that show links keep pictures.
    """
    match = watched.match
    scene = match_scene(match, watched.venue.now(), watched.number, watched.look)
    first, second = match.players
    title = title_text(match, (first.name, second.name))
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
