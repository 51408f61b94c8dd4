"""The catalog's refusals, in words."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.catalog.errors import CatalogRefusal, Refused

_WORDS: Final[dict[Refused, str | Promise]] = {
    Refused.STALE: _("This page was out of date. Check the current state, then decide."),
    Refused.NOT_OPEN: _("This version is no longer a draft. Create a new draft to change it."),
    Refused.NOT_IN_REVIEW: _("This version isn’t in review."),
    Refused.NOT_IN_PLAY: _("This version isn’t active."),
    Refused.NOT_RETIRED: _("This version isn’t retired."),
    Refused.OWN_WORK: _("You worked on this draft, so someone else has to publish it."),
    Refused.NO_WORDS: _("Enter a short reason."),
    Refused.IN_USE: _("Active components use it: %(names)s. Remove it there first."),
}


def refusal_words(refusal: CatalogRefusal) -> str:
    """Return a sentence that explains a refused action."""
    return str(_WORDS[refusal.reason]) % {"names": ", ".join(refusal.details)}
