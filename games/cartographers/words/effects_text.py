"""Heroes and the effects of monsters in words: what they do, and what they have done."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.cartographers.cards import AmbushCard, Effect, HeroCard
from engine.cartographers.events import ChoiceAsked, Chosen, Definition, Drawn, EffectPassed, Growth, MonstersSpread
from engine.cartographers.geometry import Mask, spaces
from engine.cartographers.notation import space_name
from engine.cartographers.terrain import Terrain
from engine.contract import Seat
from games.cartographers.words.lists import and_list, space_list
from games.cartographers.words.names import card_name

_EFFECTS = {
    Effect.REWARD: gettext_lazy(
        "Once all its spaces are destroyed or have no empty space beside them, the map’s owner earns 3 coins."
    ),
    Effect.SPREAD: gettext_lazy(
        "After every season’s scoring each empty space beside it becomes monster as well, one step at a time."
    ),
    Effect.DESTROY_EMPTY: gettext_lazy(
        "After every season’s scoring the map’s owner has to destroy one empty space beside it."
    ),
    Effect.DESTROY_ANY: gettext_lazy(
        "Right after it is drawn, whoever drew it destroys one space beside it, empty or drawn on."
    ),
}


def effect_sentence(card: AmbushCard) -> str:
    """What a monster does besides lying there, "" where it does nothing."""
    return str(_EFFECTS.get(card.effect, ""))


def hero_sentence(card: HeroCard) -> str:
    """What a hero does."""
    text = ngettext(
        "A hero fills one space and attacks %(n)s other: monsters there are destroyed, now and for the rest of the "
        "game.",
        "A hero fills one space and attacks %(n)s others: monsters there are destroyed, now and for the rest of the "
        "game.",
        len(card.attack),
    )
    return text % {"n": len(card.attack)}


def choice_sentence(card: AmbushCard, owner: str, *, own: bool) -> str:
    """What a seat is asked to choose, on its own map or on that of `owner`."""
    if own:
        return _("Choose the space that %(card)s destroys on your map.") % {"card": card_name(card)}
    return _("Choose the space that %(card)s destroys on %(owner)s’s map.") % {"card": card_name(card), "owner": owner}


def choice_asked_line(event: ChoiceAsked, definition: Definition) -> str:
    """The log's line for a turn in which spaces are chosen."""
    card = ambush_of(event.card, definition)
    if card.effect is Effect.DESTROY_EMPTY:
        text = _("%(card)s strikes: every owner destroys an empty space beside it.")
    else:
        text = _("%(card)s strikes: whoever drew it destroys a space beside it.")
    return text % {"card": card_name(card)}


def chosen_line(event: Chosen, names: Sequence[str], viewer: Seat | None) -> str:
    """The log's line for a space that was destroyed."""
    words = {"name": names[event.seat], "owner": names[event.subject], "spaces": space_list(event.destroyed)}
    if event.seat == event.subject:
        text = _("You destroyed %(spaces)s.") if event.seat == viewer else _("%(name)s destroyed %(spaces)s.")
    elif event.seat == viewer:
        text = _("You destroyed %(spaces)s on %(owner)s’s map.")
    elif event.subject == viewer:
        text = _("%(name)s destroyed %(spaces)s on your map.")
    else:
        text = _("%(name)s destroyed %(spaces)s on %(owner)s’s map.")
    return text % words


def spread_lines(event: MonstersSpread, names: Sequence[str], definition: Definition) -> list[str]:
    """The log's lines for a monster that spread: one for each space that it took, and one for the coins it brought."""
    card = card_name(ambush_of(event.card, definition))
    lines = []
    for name, growth in zip(names, event.growths, strict=True):
        for where in spaces(growth.cells):
            words = {"card": card, "space": space_name(where), "name": name}
            struck = growth.destroyed >> where & 1
            lines.append(_struck(words) if struck else _spread(words))
        if growth.coins:
            lines.append(_earned(growth, name, definition))
    return lines


def _earned(growth: Growth, name: str, definition: Definition) -> str:
    text = ngettext("%(name)s earned %(n)s coin.", "%(name)s earned %(n)s coins.", growth.coins)
    return " ".join(
        filter(None, [rewards_sentence(growth.rewards, definition), text % {"name": name, "n": growth.coins}])
    )


def spread_sentences(
    event: MonstersSpread, names: Sequence[str], definition: Definition, viewer: Seat | None
) -> list[str]:
    """What a monster's spreading did, a sentence for each map on which it did anything."""
    card = card_name(ambush_of(event.card, definition))
    sentences = []
    for seat, growth in enumerate(event.growths):
        words = {"card": card, "name": names[seat], "spaces": space_list(growth.cells)}
        if growth.cells:
            own = seat == viewer
            text = _("%(card)s spread to %(spaces)s on your map.") if own else _spread_on()
            sentences.append(" ".join([text % words, *_aftermath(growth, definition)]))
    return sentences


def _spread_on() -> str:
    return _("%(card)s spread to %(spaces)s on %(name)s’s map.")


def _aftermath(growth: Growth, definition: Definition) -> list[str]:
    """What came of a spreading: spaces that a hero destroyed, monsters closed in, and coins."""
    found = [_under_attack(growth.destroyed)] if growth.destroyed else []
    found += [rewards_sentence(growth.rewards, definition)] if growth.rewards else []
    if growth.coins:
        found.append(ngettext("It brought %(n)s coin.", "It brought %(n)s coins.", growth.coins) % {"n": growth.coins})
    return found


def _spread(words: dict[str, str]) -> str:
    return _("%(card)s spread to %(space)s on %(name)s’s map.") % words


def _struck(words: dict[str, str]) -> str:
    return _("%(card)s spread to %(space)s on %(name)s’s map, where a hero’s attack destroyed it.") % words


def passed_line(event: EffectPassed, definition: Definition) -> str:
    """The log's line for a monster that found nothing to do."""
    return _("%(card)s found nothing to do.") % {"card": card_name(ambush_of(event.card, definition))}


def doomed_sentence(terrain: Terrain, mask: Mask) -> str:
    """What a drawing of that terrain would destroy, "" for nothing."""
    if not mask:
        return ""
    words = {"spaces": space_list(mask)}
    if terrain is Terrain.MONSTER:
        return _("A hero’s attack would destroy %(spaces)s at once.") % words
    return _("The attack would destroy %(spaces)s.") % words


def destroyed_sentence(event: Drawn) -> str:
    """What a drawing destroyed, "" for nothing."""
    if not event.destroyed:
        return ""
    if event.terrain is Terrain.MONSTER:
        return _under_attack(event.destroyed)
    return _("The attack destroyed %(spaces)s.") % {"spaces": space_list(event.destroyed)}


def _under_attack(mask: Mask) -> str:
    text = ngettext(
        "A hero’s attack destroyed %(spaces)s at once.",
        "A hero’s attack destroyed %(spaces)s at once.",
        mask.bit_count(),
    )
    return text % {"spaces": space_list(mask)}


def rewards_sentence(initials: Sequence[str], definition: Definition) -> str:
    """Which monsters were closed in, "" for none."""
    if not initials:
        return ""
    cards = [card_name(card) for card in definition.ambushes if card.initial in initials]
    return _("Closed in: %(cards)s.") % {"cards": and_list(cards)}


def ambush_of(card_id: str, definition: Definition) -> AmbushCard:
    """An ambush card of a game by its id."""
    return next(card for card in definition.ambushes if card.id == card_id)
