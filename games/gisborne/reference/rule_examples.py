"""Drawn examples of rules: a part of the way, and what happens there in a round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.gisborne.reference.example_rounds import Position

NAMES: Final = ("Ann", "Ben", "Cas", "Dee")
"""Names of the seats in examples."""


@dataclass(frozen=True, slots=True)
class RuleExample:
    """Position and its round under a title; `number` is that in docs/gisborne.md.

    `draws` shows what is drawn back, and `undo` who could undo their play before the reveal.
    """

    number: int
    title: str | Promise
    position: Position
    draws: bool = False
    undo: bool = False


EXAMPLES: Final[Mapping[str, tuple[RuleExample, ...]]] = {
    "lay": (
        RuleExample(
            25,
            _("Ben has laid cards behind Ann"),
            Position((6, 4, 2), {0: "b1", 1: "s2"}, hands={0: "s2", 1: "b1"}),
            undo=True,
        ),
        RuleExample(26, _("An empty hand"), Position((6, 4, 2), {0: ""}), draws=True),
        RuleExample(
            23,
            _("A play of mixed metals from a village"),
            Position((8, 4, 6), {0: "b1 s3 g4"}, tiles=1),
            draws=True,
        ),
        RuleExample(
            24,
            _("The tent with four cards"),
            Position((10, 4, 6), {0: "tent b1 s2 s3 g4"}, tiles=1),
            draws=True,
        ),
    ),
    "move": (
        RuleExample(
            1,
            _("Two pawns meet, and the second is pushed on"),
            Position((0, 0, 0), {0: "b2 b2", 1: "b2 b2"}, chips={5: 1}),
        ),
        RuleExample(3, _("The last field uncovers no tile"), Position((4, 1, 3), {0: "s2"})),
        RuleExample(2, _("A push uncovers a tile"), Position((6, 1, 3), {1: "b1 b2 b2"})),
        RuleExample(
            18,
            _("A long move uncovers three tiles"),
            Position((2, 3, 4), {2: "g4 g4 g4 g4 g4"}),
        ),
        RuleExample(
            4,
            _("A bridge leads past a chip"),
            Position((15, 10, 9), {0: "g3"}, tiles=2, chips={20: 3}),
        ),
        RuleExample(
            5,
            _("A pawn stands at the end of the bridge"),
            Position((22, 15, 9), {1: "g3"}, tiles=2),
        ),
        RuleExample(
            17,
            _("A push at the end of a bridge leads to a chip"),
            Position((49, 43, 36), {1: "s2"}, tiles=6, chips={50: 1}),
        ),
        RuleExample(
            21,
            _("A push leads from one bridge onto another"),
            Position((9, 15, 16), {0: "s2"}, tiles=2, chips={13: 2}, first=("rope_bridge", "gorge_span")),
        ),
        RuleExample(7, _("A move from a swamp"), Position((39, 38, 30), {1: "g3"}, tiles=5)),
        RuleExample(8, _("A single step from a swamp"), Position((40, 38, 30), {1: "b1"}, tiles=5), draws=True),
        RuleExample(
            14,
            _("Two pawns reach the beach"),
            Position((74, 73, 70), {0: "g3", 1: "g4"}, tiles=9),
        ),
        RuleExample(
            20,
            _("Steps that are left on the beach are lost"),
            Position((76, 60, 70), {0: "g4 g4 g4 g4 g4"}, tiles=9),
        ),
    ),
    "fields": (
        RuleExample(
            9,
            _("A river leaves three cards in hand"),
            Position((30, 9, 8), {0: "s2"}, tiles=4, hands={0: "b1 b1 s3 s3 g4"}, discards="b1 s3"),
        ),
        RuleExample(
            10,
            _("A push leads over a river"),
            Position((28, 30, 8), {0: "s2"}, tiles=4, hands={0: "b1 b1 s3 s3 g4 g4"}, discards="b1 g4 g4"),
        ),
        RuleExample(
            11,
            _("Wolves take a chip"),
            Position((22, 28, 9), {0: "g3"}, tiles=3, won={0: (1, 3)}, given=1),
        ),
    ),
    "passing": (
        RuleExample(
            6,
            _("The last pawn passes a chip over a bridge"),
            Position((24, 23, 16), {2: "b2"}, tiles=3, chips={20: 3}),
        ),
        RuleExample(
            12,
            _("A push leads past a chip"),
            Position((27, 28, 22), {2: "s2 s3"}, tiles=3, chips={26: 1}),
        ),
        RuleExample(
            13,
            _("A passed chip goes to the wolves"),
            Position((26, 28, 19), {2: "g3 g3"}, tiles=3, chips={20: 3}, given=3),
        ),
    ),
    "scoring": (
        RuleExample(
            16,
            _("Two position scorings in one round"),
            Position((3, 4, 8), {2: "s2", 1: "b1"}, tiles=1, chips={5: 1, 10: 2}),
        ),
        RuleExample(
            19,
            _("Four players in a position scoring"),
            Position((9, 12, 3, 8), {3: "s2"}, tiles=1, chips={10: 2}),
        ),
        RuleExample(
            22,
            _("The cards run out"),
            Position((3, 4, 8, 1), {1: "b1", 2: "s2"}, tiles=1, chips={5: 1, 10: 2}, pile=5, discarded=12),
        ),
    ),
    "end": (
        RuleExample(
            15,
            _("A push leads onto the beach"),
            Position((76, 75, 70), {1: "b1"}, tiles=9),
        ),
    ),
}
"""Examples of each chapter, those of docs/gisborne.md."""


def every_example() -> Iterator[RuleExample]:
    """Yield all examples."""
    for examples in EXAMPLES.values():
        yield from examples
