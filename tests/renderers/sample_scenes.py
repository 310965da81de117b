"""Scenes to draw: empty, in mid-game, full, and with everything a game may put on the table."""

import random
from dataclasses import replace

from renderers import grid
from renderers.scene import Cell, Race, Runner, Scene, Seat, Stone

RED = Seat("Anna", "red", "1", pawn=1, pawn_before=1, bank="5:00", to_move=True)
BLUE = Seat("Bertrand", "blue", "1", pawn=1, pawn_before=1, bank="5:00")
EMPTY = Scene(5, (RED, BLUE), headline="Red to move: 1 stone", caption="Genius", allowance=1)
HOSTILE = (
    "",
    "\u202egnp.exe\u2066",
    "😀🏴\U000e0067\U000e0062",
    "김철수",
    "z" + "\u0338\u0321\u031b\u0317" * 40 + "algo",
    '<script>alert("x")</script>&amp;',
    "line\nbreak\x00\x1b[31m\ttab",
    "W" * 5000,
    "\ud800 lone surrogate",
    "@everyone `code` **bold**",
)


def cell(name: str) -> Cell:
    return ord(name[0]) - ord("A"), int(name[1:])


def stones(side: int, share: float = 1.0, seed: int = 0, last: int = 3) -> tuple[Stone, ...]:
    """Red and blue stones at random on so large a share of the board, some of the last turn."""
    chance = random.Random(seed)
    cells = list(grid.cells(side))
    chance.shuffle(cells)
    cells = cells[: round(share * len(cells))]
    return tuple(
        Stone(cell, chance.choice(("red", "blue")), last=i < last) for i, cell in enumerate(cells)
    )


def recoloured(scene: Scene) -> Scene:
    other = {"red": "black", "blue": "white"}
    first, second = (replace(seat, colour=other[seat.colour]) for seat in scene.seats)
    placed = tuple(replace(stone, colour=other[stone.colour]) for stone in scene.stones)
    return replace(scene, seats=(first, second), stones=placed)


def busy(side: int, share: float, *, theme: str = "genius", coordinates: bool = False) -> Scene:
    """A scene with something in every place that can hold something."""
    red = replace(RED, name="Maximilian Alexander", figure="24", pawn=24, bank="12:04:33")
    blue = replace(
        BLUE, name="Дмитрий Жуков", figure="23", pawn=23, lead="leading", has_button=True
    )
    return Scene(
        side,
        (red, blue),
        stones(side, share, seed=side),
        headline="Blue ties and leads, so that Red may now place up to three stones at once",
        caption="Turn 126 · Genius",
        coordinates=coordinates,
        button_waits=True,
        allowance=3,
        theme=theme,
    )


CATENA = Scene(
    5,
    (
        Seat("Catherine", "black", "6", figure_label="stones", has_button=True),
        Seat("Dmitri", "white", "5½", figure_label="stones", to_move=True),
    ),
    (
        *(Stone(cell(name), "black") for name in ("B2", "C3", "C4")),
        Stone(cell("D5"), "white", last=True),
        *(Stone(cell(name), "white", claimed=True) for name in ("F2", "F3", "G3")),
    ),
    links=tuple(
        (cell(one), cell(two))
        for one, two in (("B2", "C3"), ("C3", "C4"), ("C4", "D5"), ("F2", "F3"), ("F3", "G3"))
    ),
    headline="White to move: place 1 stone",
    caption="Turn 12 · Catena",
    allowance=1,
)

RACE = Race(
    (
        Runner("Anna", "red", (1, 1, 1, 2, 2, 4, 4, 4, 4, 4, 4, 6, 6), (11,)),
        Runner("Bertrand", "blue", (1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 4, 4, 5), (12,)),
    )
)


def game(side: int = 5, seed: int = 1) -> list[Scene]:
    """A whole game, a scene a turn, with pawns that move."""
    chance = random.Random(seed)
    cells = list(grid.cells(side))
    chance.shuffle(cells)
    placed: list[Stone] = []
    scenes: list[Scene] = []
    turn = 0
    while cells:
        colour = ("red", "blue")[turn % 2]
        taken = [cells.pop() for _ in range(min(chance.choice((1, 2, 2, 3)), len(cells)))]
        placed = [replace(stone, last=False) for stone in placed]
        placed += [Stone(cell, colour, last=True) for cell in taken]
        score = 1 + turn // 2
        red = replace(RED, figure=str(score), pawn=score, to_move=turn % 2 == 1)
        blue = replace(BLUE, figure=str(score), pawn=score, to_move=turn % 2 == 0)
        turn += 1
        scenes.append(
            Scene(side, (red, blue), tuple(placed), caption=f"Turn {turn}", headline="Go on")
        )
    return scenes
