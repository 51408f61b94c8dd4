"""Ink and watercolor: washes that are darker along their edge, and lines drawn by an unsteady hand.

`static/css/ink.css` has the colors: those of a class `t-...` apply to the washes and lines inside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import shake_128
from typing import Final

Point = tuple[int, int]

UNEVEN: Final = 'stroke-width="8" stroke-dasharray="70 46 150 30 38 90" stroke-linecap="round"'
"""A second line of ink over the first, thicker here and there."""
_POOLS: Final = ((58, 0.14), (36, 0.2), (17, 0.36))
"""Width and opacity of the strokes of pigment along the inside of an outline."""


def noise(name: str, count: int) -> bytes:
    """Return bytes that look random, always the same for a name."""
    return shake_128(name.encode()).digest(count)


def offset(byte: int, most: int) -> int:
    """Return an offset from `-most` to `most`, by a byte of noise."""
    return byte * (2 * most + 1) // 256 - most


def wash(path: str, outline: str) -> str:
    """Return the watercolor inside an outline, darker along its edge; `path` is the id that the outline gets."""
    pools = "".join(f'<use href="#{path}" stroke-width="{width}" opacity="{opacity}"/>' for width, opacity in _POOLS)
    return (
        f'<clipPath id="in-{path}"><path id="{path}" d="{outline}"/></clipPath>'
        f'<use href="#{path}" class="wash"/><g class="pool" clip-path="url(#in-{path})">{pools}</g>'
    )


def double_line(elements: str) -> str:
    """Return elements drawn with two lines of ink, the second one uneven."""
    return f"{elements}<g {UNEVEN}>{elements}</g>"


def compact_path(path: str) -> str:
    """Return the data of a path without the spaces that it doesn't need."""
    return path.replace(" -", "-")


def curve(points: Sequence[Point]) -> str:
    """Return a smooth line through points as the data of a path."""
    steps = [f"M{points[0][0]} {points[0][1]}"]
    for at in range(len(points) - 1):
        before, start, end = points[max(at - 1, 0)], points[at], points[at + 1]
        after = points[min(at + 2, len(points) - 1)]
        handles = (
            ((end[0] - before[0]) // 6, (end[1] - before[1]) // 6),
            (end[0] - start[0] - (after[0] - start[0]) // 6, end[1] - start[1] - (after[1] - start[1]) // 6),
            (end[0] - start[0], end[1] - start[1]),
        )
        steps.append("c" + " ".join(f"{x} {y}" for x, y in handles))
    return compact_path("".join(steps))
