"""Messages for refused actions on a player's own sets."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.cartographers.workshop.own_sets import MOST, Refused


def refusal_words(reason: Refused) -> str:
    """The sentence for a reason."""
    match reason:
        case Refused.TOO_MANY:
            return _("You’ve reached the limit of %(most)s sets. Delete one first.") % {"most": MOST}
        case Refused.STALE:
            return _(
                "This set was saved in another tab or session. Your changes are still here: overwrite the "
                "saved version, or reload the page to use it."
            )
        case Refused.NOT_ASKED:
            return _("There’s no pending request for this set.")
