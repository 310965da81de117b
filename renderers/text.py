"""A scene as plain text, for logs and terminals.

A stone is the first letter of its colour, upper case if it is of the last turn; `.` is an empty
cell, `+` a stone about to be placed.
"""

from renderers import grid
from renderers.lettering import drawable, named
from renderers.scene import Scene, Seat


def text(scene: Scene) -> str:
    """The board as monospaced text with both players above it and the headline below."""
    lines = [_seat(seat) for seat in scene.seats]
    lines.append("")
    lines += _board(scene)
    if scene.button_waits:
        lines.append("The button waits.")
    foot = [drawable(line) for line in (scene.headline, scene.caption)]
    if any(foot):
        lines += ["", *(line for line in foot if line)]
    return "\n".join(lines)


def _seat(seat: Seat) -> str:
    marks = (
        (seat.to_move, "to move"),
        (bool(seat.lead), seat.lead),
        (seat.winner, "winner"),
        (seat.has_button, "has the button"),
        (bool(seat.bank), f"bank {drawable(seat.bank)}"),
    )
    said = ", ".join(words for shown, words in marks if shown)
    who = f"{seat.colour.title()} {named(seat.name, 'a player')}"
    figure = f"{drawable(seat.figure_label)} {drawable(seat.figure)}"
    return f"{who}: {figure}{f' ({said})' if said else ''}"


def _board(scene: Scene) -> list[str]:
    signs = dict.fromkeys(grid.cells(scene.side), ".")
    signs |= {stone.cell: "+" for stone in scene.pending}
    for stone in scene.stones:
        letter = stone.colour[0]
        signs[stone.cell] = letter.upper() if stone.last else letter
    lines = []
    for row in range(2 * scene.side - 1):
        length = grid.row_length(scene.side, row)
        cells = " ".join(signs[row, number] for number in range(1, length + 1))
        lines.append(f"{grid.letter(row)} {' ' * (2 * scene.side - 1 - length)}{cells}")
    return lines
