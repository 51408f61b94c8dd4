"""Ambush effects made of blocks, in whole sentences: when it acts and what it does, where, and who chooses."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.cartographers.effects import Effect, EffectAction, EffectArea, EffectChooser, EffectTiming
from games.cartographers.words.features import coins_of

_SPACES: Final = {
    (EffectTiming.AT_ONCE, EffectAction.DESTROY_EMPTY): gettext_lazy(
        "Right after it appears, this monster destroys empty spaces."
    ),
    (EffectTiming.AT_ONCE, EffectAction.DESTROY_ANY): gettext_lazy(
        "Right after it appears, this monster destroys spaces, empty or filled, except mountains and destroyed spaces."
    ),
    (EffectTiming.AT_ONCE, EffectAction.DRAW): gettext_lazy(
        "Right after it appears, this monster spreads to empty spaces."
    ),
    (EffectTiming.SEASON_END, EffectAction.DESTROY_EMPTY): gettext_lazy(
        "After each season’s scoring, this monster destroys empty spaces."
    ),
    (EffectTiming.SEASON_END, EffectAction.DESTROY_ANY): gettext_lazy(
        "After each season’s scoring, this monster destroys spaces, empty or filled, except mountains and destroyed "
        "spaces."
    ),
    (EffectTiming.SEASON_END, EffectAction.DRAW): gettext_lazy(
        "After each season’s scoring, this monster spreads to empty spaces."
    ),
    (EffectTiming.LAST_SCORING, EffectAction.DESTROY_EMPTY): gettext_lazy(
        "Before the last season’s scoring, this monster destroys empty spaces."
    ),
    (EffectTiming.LAST_SCORING, EffectAction.DESTROY_ANY): gettext_lazy(
        "Before the last season’s scoring, this monster destroys spaces, empty or filled, except mountains and "
        "destroyed spaces."
    ),
    (EffectTiming.LAST_SCORING, EffectAction.DRAW): gettext_lazy(
        "Before the last season’s scoring, this monster spreads to empty spaces."
    ),
}

_COINS: Final = {
    (EffectTiming.AT_ONCE, EffectAction.EARN_COINS): gettext_lazy(
        "Right after this monster appears, the map’s owner earns %(coins)s if any of its spaces remains."
    ),
    (EffectTiming.AT_ONCE, EffectAction.LOSE_COINS): gettext_lazy(
        "Right after this monster appears, the map’s owner loses %(coins)s, or all that they have, if any of its "
        "spaces remains."
    ),
    (EffectTiming.SEASON_END, EffectAction.EARN_COINS): gettext_lazy(
        "After each season’s scoring, the map’s owner earns %(coins)s if any of this monster’s spaces remains."
    ),
    (EffectTiming.SEASON_END, EffectAction.LOSE_COINS): gettext_lazy(
        "After each season’s scoring, the map’s owner loses %(coins)s, or all that they have, if any of this "
        "monster’s spaces remains."
    ),
    (EffectTiming.LAST_SCORING, EffectAction.EARN_COINS): gettext_lazy(
        "Before the last season’s scoring, the map’s owner earns %(coins)s if any of this monster’s spaces remains."
    ),
    (EffectTiming.LAST_SCORING, EffectAction.LOSE_COINS): gettext_lazy(
        "Before the last season’s scoring, the map’s owner loses %(coins)s, or all that they have, if any of "
        "this monster’s spaces remains."
    ),
}

_EVERY: Final = {
    EffectArea.BESIDE: gettext_lazy("It affects every such space next to its remaining spaces."),
    EffectArea.DIAGONAL: gettext_lazy("It affects every such space diagonally next to its remaining spaces."),
    EffectArea.ROWS: gettext_lazy("It affects every such space in the rows of its remaining spaces."),
    EffectArea.COLUMNS: gettext_lazy("It affects every such space in the columns of its remaining spaces."),
}


def block_sentences(effect: Effect, coins: int, *, alone: bool, walks: bool) -> str:
    """Return the sentences about an effect that is not published.

    `alone` is true in games with one seat, `walks` if the monster is placed automatically on every map.
    """
    if effect.on_coins:
        return str(_COINS[effect.timing, effect.action]) % {"coins": coins_of(coins)}
    first = _SPACES[effect.timing, effect.action]
    if effect.count is None:
        return f"{first} {_EVERY[effect.area]}"
    return f"{first} {_count(effect.area, effect.count)} {_chooser(effect, alone=alone, walks=walks)}"


def _count(area: EffectArea, number: int) -> str:
    match area:
        case EffectArea.BESIDE:
            text = ngettext(
                "It affects %(n)s such space next to its remaining spaces, if possible.",
                "It affects up to %(n)s such spaces next to its remaining spaces.",
                number,
            )
        case EffectArea.DIAGONAL:
            text = ngettext(
                "It affects %(n)s such space diagonally next to its remaining spaces, if possible.",
                "It affects up to %(n)s such spaces diagonally next to its remaining spaces.",
                number,
            )
        case EffectArea.ROWS:
            text = ngettext(
                "It affects %(n)s such space in the rows of its remaining spaces, if possible.",
                "It affects up to %(n)s such spaces in the rows of its remaining spaces.",
                number,
            )
        case EffectArea.COLUMNS:
            text = ngettext(
                "It affects %(n)s such space in the columns of its remaining spaces, if possible.",
                "It affects up to %(n)s such spaces in the columns of its remaining spaces.",
                number,
            )
    return text % {"n": number}


def _chooser(effect: Effect, *, alone: bool, walks: bool) -> str:
    match effect.chooser:
        case EffectChooser.NOBODY:
            return ngettext(
                "It is the first one from the top left, row by row.",
                "They are the first ones from the top left, row by row.",
                effect.count or 1,
            )
        case _ if alone:
            return _("You choose.")
        case EffectChooser.DRAWER if not walks:
            return _("The player who drew it chooses.")
        case _:
            return _("The map’s owner chooses.")
