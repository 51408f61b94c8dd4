"""Status of each player for the open card."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.cartographers.view import View


def states(view: View) -> list[str]:
    """Return the status text of each seat, "" for none."""
    return [_state(view, seat) for seat in range(view.seats)]


def _state(view: View, seat: int) -> str:
    if view.destroyer:
        return _choosing(view, seat)
    if view.over or view.open is None:
        return ""
    if view.awaited[seat] and not view.held:
        return _("drawing")
    return _("has drawn") if view.drawn[seat] else _("nothing to draw")


def _choosing(view: View, seat: int) -> str:
    if view.awaited[seat] and not view.held:
        return _("choosing")
    return _("has chosen") if view.drawn[seat] else _("nothing to choose")


def progress_words(view: View) -> str:
    """Return the number of answers so far, as "3 of 8 drawn", or "" if no answer is expected."""
    asked = [drawn for awaited, drawn in zip(view.awaited, view.drawn, strict=True) if awaited or drawn]
    if view.over or not asked:
        return ""
    counts = {"count": sum(asked), "all": len(asked)}
    return (_("%(count)s of %(all)s have chosen") if view.destroyer else _("%(count)s of %(all)s have drawn")) % counts
