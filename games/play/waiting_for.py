"""Sentence on the players that a table waits for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.contract import Viewer
from games.play.phrases import and_list

MOST_NAMES: Final = 3
"""Number of awaited players who are named. The others are counted."""


def waiting_sentence(names: Sequence[str], awaited: Sequence[bool], viewer: Viewer) -> str:
    """Return a sentence on the awaited players other than the viewer, or "" for none.

    `names` and `awaited` are indexed by seat.
    """
    others = [names[seat] for seat, waited_for in enumerate(awaited) if waited_for and seat != viewer]
    if not others:
        return ""
    more = len(others) - MOST_NAMES
    if more < 1:
        return _("Waiting for %(names)s.") % {"names": and_list(others)}
    text = ngettext("Waiting for %(names)s and %(n)s other.", "Waiting for %(names)s and %(n)s others.", more)
    return text % {"names": ", ".join(others[:MOST_NAMES]), "n": more}
