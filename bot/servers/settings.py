"""What a server has settled for its matches: who may host, and what is usual unless a host says."""

from dataclasses import dataclass, replace
from datetime import timedelta

from bot.referee.formats import DEFAULT, FORMATS
from renderers import theme as themes

_NAMELESS = ("genius", "genius-short")
"""A Genius death match is played without the cells' names: only the rows are lettered."""
_LARGEST_NAMED = 7
"""The largest board whose cells leave room for their names, where nobody has settled it."""


@dataclass(frozen=True, slots=True)
class Look:
    """How the pictures of a match look.

    `coordinates` says whether every cell shows its name; None is as usual: where there is room, and
    in the formats of the television show only where `names_all`.
    """

    theme: str = themes.DEFAULT
    coordinates: bool | None = None
    names_all: bool = False

    def names_cells(self, form: str, side: int) -> bool:
        """Whether cells are named in a match of a format on a board of that side."""
        if self.coordinates is None:
            return (self.names_all or form not in _NAMELESS) and side <= _LARGEST_NAMED
        return self.coordinates


USUAL_LOOK = Look()

ROOM_VENUE = "room"
"""The local room's name among the venues: it has no servers, and belongs to whoever runs it."""
OFF, BY_LINK, PUBLIC = PAGES = ("off", "link", "public")
"""Who may read the pages of a server's matches."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of one server.

    `host_role` is the venue's id of the role whose members may host, "" for none. `clock` is as a
    host types it, "" for the format's own. `where` is where a match is held: `here`, `thread` or
    `post`. `coordinates` is as for a `Look`. `warnings` are how much of the bank is left when the
    player to move is warned, longest first. `sparring` says whether the referee's own program may
    have a seat, `watch` whether whoever has the link may watch a match on a web page, `play`
    whether players are offered a page of their own. `pages` says who finds the server's matches on
    web pages: nobody (`off`), whoever has the `link`, or anybody (`public`); with `index` search
    engines may list those.
    """

    host_role: str = ""
    format: str = DEFAULT
    clock: str = ""
    theme: str = themes.DEFAULT
    coordinates: bool | None = None
    where: str = "here"
    warnings: tuple[timedelta, ...] = (timedelta(seconds=60), timedelta(seconds=10))
    sparring: bool = True
    watch: bool = False
    play: bool = True
    pages: str = OFF
    index: bool = False


USUAL = ServerSettings()
"""The settings of a server where nobody has settled anything."""


def still_known(rules: ServerSettings) -> ServerSettings:
    """Stored settings with the usual value where this program does not know theirs."""
    return replace(
        rules,
        pages=rules.pages if rules.pages in PAGES else USUAL.pages,
        format=rules.format if rules.format in FORMATS else USUAL.format,
        theme=rules.theme if rules.theme in themes.names() else USUAL.theme,
    )
