"""Heroes and monster effects in words: what they do and what they ask of players."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.cartographers.cards import AmbushCard, Effect, HeroCard
from engine.cartographers.events import Definition
from games.cartographers.words.features import coins_of
from games.cartographers.words.names import card_name

_EFFECTS = {
    Effect.NONE: "",
    Effect.REWARD: gettext_lazy(
        "The map’s owner earns %(coins)s once every space of this monster is destroyed or has no empty "
        "space next to it."
    ),
    Effect.SPREAD: gettext_lazy(
        "After each season’s scoring, every empty space next to its remaining spaces also becomes a monster space."
    ),
    Effect.DESTROY_EMPTY: gettext_lazy(
        "After each season’s scoring, the map’s owner must destroy one empty space next to its "
        "remaining spaces, if there is one. Unfilled ruins count as empty."
    ),
    Effect.DESTROY_ANY: gettext_lazy(
        "Right after it is drawn, the player who drew it has to destroy one space next to what is left of it, if "
        "possible: an empty or filled space, but not a mountain or a destroyed space."
    ),
}

_EFFECTS_ALONE = _EFFECTS | {
    Effect.REWARD: gettext_lazy(
        "It earns %(coins)s once every space of this monster is destroyed or has no empty space next to it."
    ),
    Effect.DESTROY_EMPTY: gettext_lazy(
        "After each season’s scoring, one empty space next to its remaining spaces must be destroyed, "
        "if there is one. Unfilled ruins count as empty."
    ),
    Effect.DESTROY_ANY: gettext_lazy(
        "Right after it appears, one space next to what is left of it has to be destroyed, if "
        "possible: an empty or filled space, but not a mountain or a destroyed space."
    ),
}
"""Effects in solo games, where maps have no owners and players don't draw monsters."""


_WALKS_IN = gettext_lazy(
    "Right after it appears, each map’s owner has to destroy one space next to what is left of it, "
    "if possible: an empty or filled space, but not a mountain or a destroyed space."
)
_NO_WASTELAND = gettext_lazy("It spares wasteland.")
_WASTELAND_TOO = gettext_lazy("At this table, it can also destroy wasteland.")


def effect_sentence(card: AmbushCard, *, alone: bool) -> str:
    """Return the sentence about a monster's effect, or "" if it has none; `alone` for games with one seat."""
    text = str((_EFFECTS_ALONE if alone else _EFFECTS)[card.effect])
    if card.effect is Effect.DESTROY_ANY:
        return f"{text} {_NO_WASTELAND}"
    return text % {"coins": coins_of(card.reward)}


def effect_in_game(card: AmbushCard, definition: Definition, *, alone: bool) -> str:
    """Return the sentence on a monster's later effect, by the rule variants of the table."""
    if card.effect is not Effect.DESTROY_ANY:
        return effect_sentence(card, alone=alone)
    walks = definition.monsters_walk and not alone
    text = _WALKS_IN if walks else (_EFFECTS_ALONE if alone else _EFFECTS)[card.effect]
    return f"{text} {_WASTELAND_TOO if definition.destroys_wasteland else _NO_WASTELAND}"


def hero_sentence(card: HeroCard) -> str:
    """Return the sentence about a hero's attack."""
    text = ngettext(
        "A hero fills one space and attacks %(n)s other space. Monsters there are destroyed, now and "
        "for the rest of the game.",
        "A hero fills one space and attacks %(n)s other spaces. Monsters there are destroyed, now and "
        "for the rest of the game.",
        len(card.attack),
    )
    return text % {"n": len(card.attack)}


def choice_sentence(card: AmbushCard, owner: str, *, own: bool, alone: bool) -> str:
    """Return the sentence that asks a seat for a choice, on its own map or that of `owner`.

    `alone` is true if there is no other map.
    """
    if alone:
        return _("Choose a space for %(card)s to destroy.") % {"card": card_name(card)}
    if own:
        return _("Choose a space for %(card)s to destroy on your map.") % {"card": card_name(card)}
    return _("Choose a space for %(card)s to destroy on %(owner)s’s map.") % {"card": card_name(card), "owner": owner}


def no_stakes_sentence() -> str:
    """Return the sentence that monsters no longer change any stars after the last scoring."""
    return _("Final scoring is complete. Spaces destroyed now don’t affect scores.")


def ambush_of(card_id: str, definition: Definition) -> AmbushCard:
    """Return an ambush card of a game by its id."""
    return next(card for card in definition.ambushes if card.id == card_id)
