"""Heroes and monster effects in words: what they do and what they ask of players."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.cartographers.cards import AmbushCard, HeroCard
from engine.cartographers.effects import DESTROY_ANY, DESTROY_EMPTY, REWARD, SPREAD, EffectAction
from engine.cartographers.events import Definition
from games.cartographers.words.effect_blocks import block_sentences
from games.cartographers.words.features import coins_of
from games.cartographers.words.names import card_name

_PUBLISHED = {
    REWARD: gettext_lazy(
        "The map’s owner earns %(coins)s once every space of this monster is destroyed or has no empty "
        "space next to it."
    ),
    SPREAD: gettext_lazy(
        "After each season’s scoring, every empty space next to its remaining spaces also becomes a monster space."
    ),
    DESTROY_EMPTY: gettext_lazy(
        "After each season’s scoring, the map’s owner must destroy one empty space next to its "
        "remaining spaces, if there is one. Unfilled ruins count as empty."
    ),
    DESTROY_ANY: gettext_lazy(
        "Right after it is drawn, the player who drew it has to destroy one space next to what is left of it, if "
        "possible: an empty or filled space, but not a mountain or a destroyed space."
    ),
}

_PUBLISHED_ALONE = _PUBLISHED | {
    REWARD: gettext_lazy(
        "It earns %(coins)s once every space of this monster is destroyed or has no empty space next to it."
    ),
    DESTROY_EMPTY: gettext_lazy(
        "After each season’s scoring, one empty space next to its remaining spaces must be destroyed, "
        "if there is one. Unfilled ruins count as empty."
    ),
    DESTROY_ANY: gettext_lazy(
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
_SPARED = gettext_lazy("The monster can’t destroy mountains, landmarks or wasteland.")
_SPARED_BUT_WASTELAND = gettext_lazy(
    "The monster can’t destroy mountains or landmarks. At this table, it can also destroy wasteland."
)
"""Sentences about the spaces that a monster with a custom effect spares."""


def effect_sentence(card: AmbushCard, *, alone: bool) -> str:
    """Return the sentences about a monster's effect, or "" if it has none; `alone` for games with one seat."""
    return _sentence(card, walks=False, wasteland=False, alone=alone)


def effect_in_game(card: AmbushCard, definition: Definition, *, alone: bool) -> str:
    """Return the sentences on a monster's effect, by the rule variants of the table."""
    wasteland = definition.destroys_wasteland
    return _sentence(card, walks=definition.monsters_walk and not alone, wasteland=wasteland, alone=alone)


def _sentence(card: AmbushCard, *, walks: bool, wasteland: bool, alone: bool) -> str:
    effect = card.effect
    if effect is None:
        return ""
    if effect == DESTROY_ANY and walks:
        text = str(_WALKS_IN)
    elif effect.is_published:
        text = str((_PUBLISHED_ALONE if alone else _PUBLISHED)[effect]) % {"coins": coins_of(card.coins)}
    else:
        text = block_sentences(effect, card.coins, alone=alone, walks=walks)
    if effect.action is not EffectAction.DESTROY_ANY:
        return text
    if not effect.is_published:
        return f"{text} {_SPARED_BUT_WASTELAND if wasteland else _SPARED}"
    return f"{text} {_WASTELAND_TOO if wasteland else _NO_WASTELAND}"


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


def choice_sentence(card: AmbushCard, owner: str, *, own: bool, alone: bool, first: str = "", more: int = 0) -> str:
    """Return the sentence that asks a seat for a choice, on its own map or that of `owner`.

    `alone` is true if there is no other map. `first` is the monster's first space, whose new place is chosen if it
    moves. `more` is the number of spaces that are chosen after this one.
    """
    text = _choose_alone(card) if alone else _choose_own(card) if own else _choose_for(card)
    sentence = text % {"card": card_name(card), "owner": owner, "first": first}
    return f"{sentence} {_more(more)}" if more else sentence


def is_drawn(card: AmbushCard) -> bool:
    """Return True if the monster is drawn on the spaces that are chosen for it, False if they are destroyed."""
    return card.effect is not None and card.effect.action is EffectAction.DRAW


def is_moved(card: AmbushCard) -> bool:
    """Return True if the monster moves."""
    return card.effect is not None and card.effect.action is EffectAction.MOVE


def _choose_alone(card: AmbushCard) -> str:
    if is_moved(card):
        return _("Choose where %(card)s moves from %(first)s. Its other spaces move in the same direction.")
    if is_drawn(card):
        return _("Choose a space to which %(card)s spreads.")
    return _("Choose a space for %(card)s to destroy.")


def _choose_own(card: AmbushCard) -> str:
    if is_moved(card):
        return _("Choose where %(card)s moves from %(first)s on your map. Its other spaces move in the same direction.")
    if is_drawn(card):
        return _("Choose a space on your map to which %(card)s spreads.")
    return _("Choose a space for %(card)s to destroy on your map.")


def _choose_for(card: AmbushCard) -> str:
    if is_moved(card):
        return _(
            "Choose where %(card)s moves from %(first)s on %(owner)s’s map. "
            "Its other spaces move in the same direction."
        )
    if is_drawn(card):
        return _("Choose a space on %(owner)s’s map to which %(card)s spreads.")
    return _("Choose a space for %(card)s to destroy on %(owner)s’s map.")


def _more(number: int) -> str:
    text = ngettext("Then choose %(n)s more, if possible.", "Then choose %(n)s more, if possible.", number)
    return text % {"n": number}


def no_stakes_sentence() -> str:
    """Return the sentence that monsters no longer change any stars after the last scoring."""
    return _("Final scoring is complete. Spaces destroyed now don’t affect scores.")


def ambush_of(card_id: str, definition: Definition) -> AmbushCard:
    """Return an ambush card of a game by its id."""
    return next(card for card in definition.ambushes if card.id == card_id)
