"""Cards small, as lists show them, kind by kind."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard, RuinsCard, ScoringCard, Stack, Way
from games.cartographers.cards.faces import Card, Ground, ShapePicture, grounds, pictures
from games.cartographers.shelf.kinds import Kind
from games.cartographers.words.effects import effect_sentence, hero_sentence
from games.cartographers.words.names import card_name, corner_name, own_words, stack_name
from games.cartographers.words.scoring.rules import rule_sentences


@dataclass(frozen=True, slots=True)
class CardEntry:
    """A card in the list, small: its name, its page, its pictures and terrains, and what it asks in a line or two;
    `scoring` is the card itself where it is one that has an emblem.
    """

    name: str
    url: str
    time: str
    pictures: tuple[ShapePicture, ...]
    grounds: tuple[Ground, ...]
    lines: tuple[str, ...]
    scoring: ScoringCard | None


@dataclass(frozen=True, slots=True)
class CardsOfKind:
    """The cards of one kind."""

    title: str
    cards: tuple[CardEntry, ...]


def shelves_of(cards: Iterable[Card]) -> tuple[CardsOfKind, ...]:
    """Return the cards grouped by kind, without empty groups."""
    held = tuple(cards)
    shelves = [
        _shelf(_("Explore cards"), [card for card in held if isinstance(card, ExploreCard | RuinsCard)]),
        _shelf(_("Ambush cards"), [card for card in held if isinstance(card, AmbushCard)]),
        _shelf(_("Hero cards"), [card for card in held if isinstance(card, HeroCard)]),
    ]
    scoring = [card for card in held if isinstance(card, ScoringCard)]
    for stack in Stack:
        title = _("Scoring cards: %(stack)s") % {"stack": stack_name(stack)}
        shelves.append(_shelf(title, [card for card in scoring if card.stack is stack]))
    return tuple(shelf for shelf in shelves if shelf.cards)


def _shelf(title: str, cards: Iterable[Card]) -> CardsOfKind:
    return CardsOfKind(title, tuple(card_entry(card) for card in cards))


def kind_name(card: Card) -> str:
    """Return the name of a card's type; for a scoring card with its stack."""
    match card:
        case ExploreCard():
            return str(Kind.EXPLORE.label)
        case RuinsCard():
            return str(Kind.RUINS.label)
        case AmbushCard():
            return str(Kind.AMBUSH.label)
        case HeroCard():
            return str(Kind.HERO.label)
        case ScoringCard():
            return _("Scoring card: %(stack)s") % {"stack": stack_name(card.stack)}


def card_entry(card: Card) -> CardEntry:
    """A card small, as in a list."""
    return CardEntry(
        name=card_name(card),
        url=reverse("cartographers:card", args=[card.id]),
        time=_time(card),
        pictures=pictures(card),
        grounds=grounds(card),
        lines=(*_lines(card), *filter(None, [own_words(card)])),
        scoring=card if isinstance(card, ScoringCard) else None,
    )


def _time(card: Card) -> str:
    if not isinstance(card, ExploreCard):
        return ""
    return ngettext("Time value: %(n)s.", "Time value: %(n)s.", card.time) % {"n": card.time}


def _lines(card: Card) -> tuple[str, ...]:
    match card:
        case ExploreCard():
            return ()
        case RuinsCard():
            return (_("The shape of the next explore card must cover a ruins space if possible."),)
        case AmbushCard():
            effect = effect_sentence(card, alone=False)
            return (_ambush(card), effect) if effect else (_ambush(card),)
        case HeroCard():
            return (hero_sentence(card),)
        case ScoringCard():
            return rule_sentences(card)


def _ambush(card: AmbushCard) -> str:
    words = {"corner": corner_name(card.solo_corner)}
    if card.passing is Way.CLOCKWISE:
        together = _("Each map is passed one seat clockwise, and your neighbor draws this monster on yours.")
    else:
        together = _("Each map is passed one seat counterclockwise, and your neighbor draws this monster on yours.")
    if card.solo_way is Way.CLOCKWISE:
        alone = _("In solo games, it starts in the %(corner)s corner and moves clockwise along the edge.") % words
    else:
        alone = (
            _("In solo games, it starts in the %(corner)s corner and moves counterclockwise along the edge.") % words
        )
    return f"{together} {alone}"
