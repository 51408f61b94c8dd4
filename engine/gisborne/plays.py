"""Plays that a hand allows."""

from __future__ import annotations

from collections.abc import Iterator

from engine.gisborne.cards import Cards, Face, Metal


def find_plays(hand: Cards, most: int, *, mixed: bool) -> Iterator[Cards]:
    """Yield every play without the tent once: one to `most` cards, of one metal unless `mixed`."""
    groups = [hand] if mixed else [tuple(face for face in hand if face.metal is metal) for metal in Metal]
    for group in groups:
        yield from _selections(group, most, list(dict.fromkeys(group)))


def _selections(hand: Cards, most: int, faces: list[Face]) -> Iterator[Cards]:
    """Yield every selection of one to `most` cards of these faces."""
    for index, face in enumerate(faces):
        for number in range(1, min(hand.count(face), most) + 1):
            some = (face,) * number
            yield some
            for others in _selections(hand, most - number, faces[index + 1 :]):
                yield (*some, *others)
