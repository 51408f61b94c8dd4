"""Ambush effects made of blocks as sentences: when the monster acts, what it does and where, and who chooses."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, pgettext_lazy

from engine.cartographers.effects import (
    DIRECTIONS,
    REGION_AREAS,
    Effect,
    EffectAction,
    EffectArea,
    EffectChooser,
    EffectTiming,
)
from games.cartographers.words.features import coins_of

_APPEARS: Final = gettext_lazy("Right after it appears, %(what)s.")
"""Beginning of an effect that acts at once, where monsters aren't drawn by players."""
_WHEN: Final = {
    EffectTiming.AT_ONCE: gettext_lazy("Right after it is drawn, %(what)s."),
    EffectTiming.SEASON_END: gettext_lazy("After each season’s scoring, %(what)s."),
    EffectTiming.LAST_SCORING: gettext_lazy("Before the last season’s scoring, %(what)s."),
}
_WHAT: Final = {
    EffectAction.DESTROY_EMPTY: pgettext_lazy("effect of a monster", "this monster destroys %(spaces)s"),
    EffectAction.DESTROY_ANY: pgettext_lazy("effect of a monster", "this monster destroys %(spaces)s"),
    EffectAction.DRAW: pgettext_lazy("effect of a monster", "this monster spreads to %(spaces)s"),
    EffectAction.EARN_COINS: pgettext_lazy(
        "effect of a monster", "this monster gives the map’s owner %(coins)s if any of its spaces remains"
    ),
    EffectAction.LOSE_COINS: pgettext_lazy(
        "effect of a monster",
        "this monster costs the map’s owner %(coins)s, or all that they have, if any of its spaces remains",
    ),
}
_WHAT_ALONE: Final = _WHAT | {
    EffectAction.EARN_COINS: pgettext_lazy(
        "effect of a monster", "this monster gives you %(coins)s if any of its spaces remains"
    ),
    EffectAction.LOSE_COINS: pgettext_lazy(
        "effect of a monster", "this monster costs you %(coins)s, or all that you have, if any of its spaces remains"
    ),
}
_MOVES: Final = {
    EffectArea.BESIDE: pgettext_lazy("effect of a monster", "this monster moves one space, if it can"),
    EffectArea.NORTH: pgettext_lazy("effect of a monster", "this monster moves one space up, if it can"),
    EffectArea.EAST: pgettext_lazy("effect of a monster", "this monster moves one space right, if it can"),
    EffectArea.SOUTH: pgettext_lazy("effect of a monster", "this monster moves one space down, if it can"),
    EffectArea.WEST: pgettext_lazy("effect of a monster", "this monster moves one space left, if it can"),
}
_EMPTY: Final = pgettext_lazy("what a monster takes", "every empty space %(where)s")
_ANY: Final = pgettext_lazy("what a monster takes", "every space %(where)s, empty or filled")
_SOME_EMPTY: Final = ngettext_lazy("one empty space %(where)s, if possible", "up to %(n)s empty spaces %(where)s", "n")
_SOME: Final = ngettext_lazy(
    "one space %(where)s, empty or filled, if possible", "up to %(n)s spaces %(where)s, empty or filled", "n"
)
_WHERE: Final = {
    EffectArea.BESIDE: pgettext_lazy("where a monster acts", "next to its remaining spaces"),
    EffectArea.DIAGONAL: pgettext_lazy("where a monster acts", "diagonally next to its remaining spaces"),
    EffectArea.ROWS: pgettext_lazy("where a monster acts", "in the rows of its remaining spaces"),
    EffectArea.COLUMNS: pgettext_lazy("where a monster acts", "in the columns of its remaining spaces"),
    **{area: pgettext_lazy("where a monster acts", "in region %(region)s") for area in REGION_AREAS},
}


def block_sentences(effect: Effect, coins: int, *, alone: bool, walks: bool) -> str:
    """Return the sentences about an effect that is not published.

    `alone` is true in games with one seat, `walks` if the monster is placed automatically on every map.
    """
    appears = effect.timing is EffectTiming.AT_ONCE and (alone or walks)
    sentence = str(_APPEARS if appears else _WHEN[effect.timing]) % {"what": _what(effect, coins, alone=alone)}
    if effect.action is EffectAction.MOVE:
        sentence = f"{sentence} {_all_move()}"
    if effect.count is None or effect.area in DIRECTIONS:
        return sentence
    return f"{sentence} {_chooser(effect, alone=alone, walks=walks)}"


def _what(effect: Effect, coins: int, *, alone: bool) -> str:
    if effect.action is EffectAction.MOVE:
        return str(_MOVES[effect.area])
    text = str((_WHAT_ALONE if alone else _WHAT)[effect.action])
    if effect.on_coins:
        return text % {"coins": coins_of(coins)}
    return text % {"spaces": _spaces(effect)}


def _spaces(effect: Effect) -> str:
    words = {"where": _where(effect.area), "n": effect.count}
    empty = effect.action is not EffectAction.DESTROY_ANY
    if effect.count is None:
        return str(_EMPTY if empty else _ANY) % words
    return str((_SOME_EMPTY if empty else _SOME) % words)


def _where(area: EffectArea) -> str:
    text = str(_WHERE[area])
    return text % {"region": REGION_AREAS.index(area) + 1} if area in REGION_AREAS else text


def _all_move() -> str:
    return _("Its remaining spaces all move together, and only onto empty spaces. The spaces they leave become empty.")


def _chooser(effect: Effect, *, alone: bool, walks: bool) -> str:
    if effect.action is EffectAction.MOVE:
        return _chooser_of_direction(effect.chooser, alone=alone, walks=walks)
    number = effect.count or 1
    match effect.chooser:
        case EffectChooser.NOBODY:
            return ngettext(
                "If there are several, the first one counts, row by row from the top left.",
                "If there are more, the first ones count, row by row from the top left.",
                number,
            )
        case _ if alone:
            return ngettext("You choose the space.", "You choose them.", number)
        case EffectChooser.DRAWER if not walks:
            return ngettext(
                "The player who drew the monster chooses the space.",
                "The player who drew the monster chooses them.",
                number,
            )
        case _:
            return ngettext("The map’s owner chooses the space.", "The map’s owner chooses them.", number)


def _chooser_of_direction(chooser: EffectChooser, *, alone: bool, walks: bool) -> str:
    if alone:
        return _("You choose the direction.")
    if chooser is EffectChooser.DRAWER and not walks:
        return _("The player who drew the monster chooses the direction.")
    return _("The map’s owner chooses the direction.")
