"""Positions of Gisborne drawn as text.

A line for each tile with its fields: the mark (`.` plain, `C` viewpoint, `V` village, `S` swamp, `W` wolves, `(` and
`)` the ends of a bridge), the chip that lies there, the pawn that stands there. `~` is a river. `...` are tiles without
chips and pawns. The bar has the pawns that wait, the beach its slots and the chip that lies there, such as `5a 4 3 2 1`
and `*4`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.engine.gisborne_box import FIELDS, SLOTS

T = ["twin_hamlets", "rope_bridge", "howling_dell", "double_ford", "peat_basin"]
T += ["gorge_span", "silver_ford", "stony_den", "reed_mire"]
T_CHIPS = [2, 3, 1, 2, 3, 1, 2, 3, 2]


@dataclass
class Position:
    """Tiles on the table, chips by field, pawns by letter: the field, or those in order on the beach and the bar."""

    tiles: list[str] = field(default_factory=list)
    chips: dict[int, int] = field(default_factory=dict)
    pawns: dict[str, int] = field(default_factory=dict)
    beach: list[str] = field(default_factory=list)
    bar: list[str] = field(default_factory=list)
    beach_chip: bool = True


def parse_position(text: str, path: list[str]) -> Position:
    """Read a drawing; `path` is the order of the path tiles."""
    position = Position()
    order = ["start", *path, "end"]
    rows = [line.split() for line in text.strip().splitlines()]
    fields = 0
    for (name, *tokens), (following, *_) in zip(rows, [*rows[1:], ["beach"]], strict=True):
        if name == "bar":
            position.bar = tokens
        elif name == "beach":
            position.beach = [token[1] for token in tokens if len(token) == 2 and token[0] != "*"]
            position.beach_chip = "*4" in tokens
        elif name == "...":
            while order[len(position.tiles)] != following:
                position.tiles.append(order[len(position.tiles)])
                fields += len(FIELDS[position.tiles[-1]].replace("~", "").split())
        else:
            position.tiles.append(name)
            for token, mark in zip(tokens, FIELDS[name].split(), strict=True):
                assert token[0] == mark, f"{name} has {mark}, not {token}"
                fields += mark != "~"
                for sign in token[1:]:
                    if sign.isdigit():
                        position.chips[fields] = int(sign)
                    else:
                        position.pawns[sign] = fields
    return position


def draw_position(position: Position) -> str:
    """Draw a position, with all its tiles."""
    lines = [_line("bar", position.bar)]
    pawns = {number: pawn for pawn, number in position.pawns.items()}
    fields = 0
    for tile in position.tiles:
        tokens = []
        for mark in FIELDS[tile].split():
            fields += mark != "~"
            chip, pawn = position.chips.get(fields, ""), pawns.get(fields, "")
            tokens.append(mark if mark == "~" else f"{mark}{chip}{pawn}")
        lines.append(_line(tile, tokens))
    slots = [f"{slot}{pawn}" for slot, pawn in zip(SLOTS, [*position.beach, "", "", "", "", ""], strict=False)]
    lines.append(_line("beach", [*slots, "*4"] if position.beach_chip else slots))
    return "\n".join(lines)


def _line(name: str, tokens: list[str]) -> str:
    return " ".join([f"{name:<13}", *(f"{token:<3}" for token in tokens)]).rstrip()
