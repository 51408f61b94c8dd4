"""Contents of a map sheet in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers.sheet import Sheet


def sheet_counts(sheet: Sheet) -> str:
    """Its mountains, its ruins, its wasteland and its empty spaces."""
    mountains, ruins = sheet.mountains.bit_count(), sheet.ruins.bit_count()
    wasteland, empty = sheet.wasteland.bit_count(), sheet.empty.bit_count()
    return _("%(mountains)s, %(ruins)s, %(wasteland)s, %(empty)s.") % {
        "mountains": ngettext("%(n)s mountain", "%(n)s mountains", mountains) % {"n": mountains},
        "ruins": ngettext("%(n)s ruins space", "%(n)s ruins spaces", ruins) % {"n": ruins},
        "wasteland": ngettext("%(n)s wasteland space", "%(n)s wasteland spaces", wasteland) % {"n": wasteland},
        "empty": ngettext("%(n)s empty space", "%(n)s empty spaces", empty) % {"n": empty},
    }
