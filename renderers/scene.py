"""The values to draw: what is on the table and what is said beside it, with no rules in it.

A scene knows cells, colours and marks. Whoever builds it has already decided what they mean.
Cells are `(row, number)`: rows from 0 at the top, numbers from 1 at the left.
Colours are the names a theme knows: `red`, `blue`, `black`, `white`.
"""

from dataclasses import dataclass

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Stone:
    """One stone: `last` marks the turn just made, `claimed` a Catena ribbon somebody owns.

    `decided` marks the groups that decided a finished game.
    """

    cell: Cell
    colour: str
    last: bool = False
    claimed: bool = False
    decided: bool = False


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's side of the table.

    `figure` is the game's own number as text (score, product, stones with komi). `pawn` is the
    place on the numbered score track, `pawn_before` where it stood before the last turn; both
    None in games without a track. `bank` is a text such as `5:00`, or "" without a clock. `lead` is
    the mark of who just gave the opponent more stones, in the game's words, such as `leading`.
    """

    name: str
    colour: str
    figure: str
    figure_label: str = "score"
    pawn: int | None = None
    pawn_before: int | None = None
    bank: str = ""
    to_move: bool = False
    lead: str = ""
    winner: bool = False
    has_button: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything one picture shows; equal scenes give equal pictures.

    `headline` is the sentence in the strip under the board ("Red to move: up to 3 stones"),
    `caption` the small line beside it ("Turn 12 · Genius"), `alt` the position in words.
    `links` joins neighbouring cells (Catena's ribbons). `pending` are stones about to be placed
    (the room shows them, pictures of record never do). `button_waits` draws the untaken button.
    `allowance` is the most stones the player to move may place, drawn as so many small stones
    before the headline; 0 draws none.
    """

    side: int
    seats: tuple[Seat, Seat]
    stones: tuple[Stone, ...] = ()
    links: tuple[tuple[Cell, Cell], ...] = ()
    pending: tuple[Stone, ...] = ()
    headline: str = ""
    caption: str = ""
    alt: str = ""
    coordinates: bool = False
    button_waits: bool = False
    allowance: int = 0
    theme: str = "genius"


@dataclass(frozen=True, slots=True)
class Runner:
    """One player's side of a race: `points[t]` after turn t, `points[0]` before the first.

    `three_stones` are the numbers of the turns in which this player placed three stones.
    """

    name: str
    colour: str
    points: tuple[float, ...]
    three_stones: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Race:
    """Both players' points over a game's turns; `label` says what the points are."""

    runners: tuple[Runner, Runner]
    label: str = "score"
    title: str = "The race"
    theme: str = "genius"


@dataclass(frozen=True, slots=True)
class Chances:
    """The first player's chance after each turn, from 0 to 1; `values[0]` before the first turn.

    `worst` are the turns that cost the most, worst first, each with the number of its player (0 or
    1); from turn `certain` on nothing could change any more, None if it never was so.
    """

    colours: tuple[str, str]
    names: tuple[str, str]
    values: tuple[float, ...]
    worst: tuple[tuple[int, int], ...] = ()
    certain: int | None = None
    label: str = ""
    title: str = "Review"
    theme: str = "genius"


@dataclass(frozen=True, slots=True)
class DrawnPicture:
    """A picture that is drawn already, as a PNG, and the same in words."""

    png: bytes
    alt: str
