"""Words about the review of a game piece, for the list of notices and for emails."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.catalog.models import Act, CatalogEntry, Change


def review_title(entry: CatalogEntry, change: Change) -> str:
    """Return what happened in one line, with the name of the piece."""
    titles = {
        Act.SUBMITTED: _("Submitted for review: %(piece)s"),
        Act.SENT_BACK: _("Changes requested: %(piece)s"),
        Act.PUBLISHED: _("Published: %(piece)s"),
    }
    return titles[Act(change.act)] % {"piece": _piece(entry)}


def review_sentence(entry: CatalogEntry, change: Change) -> str:
    """Return the same in a sentence that names the person who did it."""
    sentences = {
        Act.SUBMITTED: _("%(person)s submitted %(piece)s for review."),
        Act.SENT_BACK: _("%(person)s requested changes to %(piece)s."),
        Act.PUBLISHED: _("%(person)s published %(piece)s."),
    }
    return sentences[Act(change.act)] % {"piece": _piece(entry), "person": review_author(change)}


def review_author(change: Change) -> str:
    """Return the name of the person who made a change."""
    return str(change.by) if change.by else _("Former player")


def _piece(entry: CatalogEntry) -> str:
    kind = entry.get_kind_display()
    return _("%(name)s (%(kind)s)") % {"name": entry.shown_name, "kind": kind[:1].lower() + kind[1:]}
