"""Shapes in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers.shapes import Shape


def shape_phrase(shape: Shape) -> str:
    """The shape as a phrase within a sentence: "a straight line of 4 spaces"; odd ones as a drawing of # and dots."""
    rows = shape.rows()
    high, wide = sorted((len(rows), len(rows[0])))
    if len(shape.cells) != high * wide:
        return _("the shape %(drawing)s") % {"drawing": " / ".join(rows)}
    if high == 1:
        return ngettext("a single space", "a straight line of %(n)s spaces", wide) % {"n": wide}
    if high == wide:
        return _("a square of %(side)s by %(side)s spaces") % {"side": high}
    return _("a rectangle of %(high)s by %(wide)s spaces") % {"high": high, "wide": wide}
