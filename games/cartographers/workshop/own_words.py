"""Why something is not done with a set of one's own, in sentences."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.cartographers.workshop.own_sets import MOST, Refused


def refusal_words(reason: Refused) -> str:
    """The sentence for a reason."""
    match reason:
        case Refused.TOO_MANY:
            return _("You have %(most)s sets, and more are not kept. Throw one away first.") % {"most": MOST}
        case Refused.STALE:
            return _(
                "This set has been saved elsewhere meanwhile. What you have chosen is still here: save it over that, "
                "or load the page again for what is kept."
            )
        case Refused.NOT_ASKED:
            return _("Nobody asks for this set now.")
