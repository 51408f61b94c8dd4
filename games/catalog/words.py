"""The catalog's refusals, in words."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.catalog.errors import CatalogRefusal, Refused

_WORDS: Final[dict[Refused, str | Promise]] = {
    Refused.STALE: _("This page was out of date. Here is how it stands now; look at it once more, and then decide."),
    Refused.NOT_OPEN: _("This version is no draft any more. Edit it anew to change it."),
    Refused.NOT_IN_REVIEW: _("This version does not wait for a review."),
    Refused.NOT_IN_PLAY: _("This version is not in play."),
    Refused.NOT_RETIRED: _("This version is not retired."),
    Refused.OWN_WORK: _("You had a hand in this draft, so somebody else has to publish it."),
    Refused.NO_WORDS: _("Say why in a few words."),
    Refused.IN_USE: _("It is needed by what is in play: %(names)s. Take it out of there first."),
}


def refusal_words(refusal: CatalogRefusal) -> str:
    """Why something was not done, as a sentence."""
    return str(_WORDS[refusal.reason]) % {"names": ", ".join(refusal.details)}
