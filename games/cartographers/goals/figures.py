"""Numbers that can be asked where they come from."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.cartographers.geometry import Mask
from engine.cartographers.notation import space_names
from engine.cartographers.view import View
from games.cartographers.words.features import coins_of, stars_of
from games.play.figures import Figure
from games.play.fragment_cache import cached
from games.play.numbers import figure

NOW, YEAR = "now", "year"
"""Names in explanation URLs for the current state and for all seasons together."""
COINS, MONSTERS, STARS = "coins", "monsters", "stars"
"""Names in explanation URLs for the parts of a season other than its edicts, which use their letters."""


@cached(10_000)
def stars_figure(what: str, stars: int, url: str, *, lit: Mask = 0, pale: bool = False, then: bool = False) -> Figure:
    """The stars of something; `then` where it is past that they stood so."""
    label = stars_label(pale=pale, then=then) % {"what": what, "stars": stars_of(stars)}
    return Figure(figure(stars), label, url, " ".join(space_names(lit)), pale)


def stars_label(*, pale: bool, then: bool) -> str:
    """Return the label format of a star figure, with `what` and `stars` as placeholders.

    The parameters are as for `stars_figure`.
    """
    if pale and then:
        return _("%(what)s: %(stars)s at that point")
    return _("%(what)s: %(stars)s if scored now") if pale else _("%(what)s: %(stars)s")


def is_past(view: View) -> bool:
    """Return True if a view shows a moment between two turns.

    A game in progress always waits for a player, so such a view is in the past.
    """
    return not (view.open or view.destroyer or view.over)


def coins_figure(coins: int, url: str) -> Figure:
    """The coins on a track."""
    return Figure(str(coins), coins_of(coins), url)
