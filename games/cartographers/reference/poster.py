"""Drawing of an example map at the end of winter."""

from __future__ import annotations

from functools import cache

from django.templatetags.static import static
from django.utils.safestring import SafeString

from engine.cartographers.board import Board
from engine.cartographers.notation import board_of
from games.cartographers.map.ink.drawing import ink_drawing

_EXAMPLE = """\
FFF..WW.VV.
FF.^AwW.VV.
Ff.AA.W.^r.
F..A..WW..M
..VV...W.MM
.VV.F^FWW.M
...FFFF.WW.
AA..FF...W.
.a^....VVr.
AA.WWw.^V..
A..WWW.VVV."""


@cache
def example() -> Board:
    """Return the example map."""
    return board_of(_EXAMPLE)


def poster() -> SafeString:
    """Return the ink drawing of the example."""
    return ink_drawing(example(), 0, static("img/map.svg"), "poster")
