"""The cards as a reader looks them up: one page for all of them, and one for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard, RuinsCard, ScoringCard, Season, Stack, Way
from engine.cartographers.catalog import Catalog
from engine.cartographers.events import Definition
from engine.cartographers.mixing.library import Library
from engine.cartographers.scoring.tally import score
from engine.cartographers.sheet import Sheet
from games.cartographers.cards.faces import Card, Ground, ShapePicture, grounds, pictures
from games.cartographers.goals.reasons import edict_reasons
from games.cartographers.goals.score_words import target_sentence
from games.cartographers.map.boards import MapView, Marks, map_view
from games.cartographers.reference.examples import example_for
from games.cartographers.shelf.pieces import pieces
from games.cartographers.words.effects import effect_sentence, hero_sentence
from games.cartographers.words.names import card_name, corner_name, stack_name
from games.cartographers.words.scoring.rules import rule_sentences
from games.play.why import ReasonView


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


@dataclass(frozen=True, slots=True)
class BoxOfCards:
    """The cards of one box; `anchor` is where it begins on the page."""

    title: str
    anchor: str
    shelves: tuple[CardsOfKind, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """A board at which a scoring card is explained, the spaces that count lit: its stars, and why."""

    map: MapView
    stars: int
    reasons: tuple[ReasonView, ...]


@dataclass(frozen=True, slots=True)
class CardPage:
    """A card by itself: what kind it is, what it asks, its shapes and terrains; for a scoring card its target alone, an
    example, and how the preview edition reads it where that differs.
    """

    entry: CardEntry
    kind: str
    target: str
    example: Example | None
    preview: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The cards that the rules show as pictures."""

    explore: CardEntry
    ambush: CardEntry
    hero: CardEntry


def rules_page(library: Library) -> RulesPage:
    """A card with two shapes, one of which pays, the first monster and the first hero."""
    two = next(card for card in library.cartographers.explore.values() if any(shape.coin for shape in card.shapes))
    return RulesPage(
        explore=card_entry(two),
        ambush=replace(card_entry(next(iter(library.cartographers.ambushes.values()))), lines=()),
        hero=replace(card_entry(next(iter(library.heroes.heroes.values()))), lines=()),
    )


def boxes(library: Library) -> tuple[BoxOfCards, ...]:
    """Every card of both boxes, kind by kind."""
    return (
        BoxOfCards("Cartographers", "cartographers", _shelves(library.cartographers)),
        BoxOfCards("Cartographers Heroes", "heroes", _shelves(library.heroes)),
    )


def _shelves(box: Catalog) -> tuple[CardsOfKind, ...]:
    kinds = (box.explore, box.ruins, box.ambushes, box.heroes, box.scoring)
    return shelves_of([card for kind in kinds for card in kind.values()])


def shelves_of(cards: Iterable[Card]) -> tuple[CardsOfKind, ...]:
    """Cards kind by kind; a kind of which there are none is left out."""
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


def public_pages(library: Library) -> list[str]:
    """The addresses of all that explains the game, each card by itself."""
    keys = dict.fromkeys(key for shelf in _all_shelves(library) for key in shelf)
    cards = [reverse("cartographers:card", args=[key]) for key in keys]
    return [*(reverse(f"cartographers:{name}") for name in ("learn", "rules", "cards", "paper")), *cards]


def card_page(library: Library, key: str) -> CardPage | None:
    """The page of a card by its id, None where there is none."""
    card = _card(library, key)
    return _page(card, library.preview.scoring.get(key)) if card else None


def played_card_page(definition: Definition, key: str) -> CardPage | None:
    """The page of a card by its id as a game has it, None where the game has none."""
    cards: tuple[Card, ...] = (*definition.deck, *definition.pool)
    return next((_page(card) for card in cards if card.id == key), None)


def _page(card: Card, preview: ScoringCard | None = None) -> CardPage:
    if not isinstance(card, ScoringCard):
        return CardPage(card_entry(card), _kind(card), "", None, ())
    return CardPage(
        entry=card_entry(card),
        kind=_("Scoring card: %(stack)s") % {"stack": stack_name(card.stack)},
        target=target_sentence(card),
        example=_example(card),
        preview=rule_sentences(preview) if preview else (),
    )


def _card(library: Library, key: str) -> Card | None:
    """A card of the boxes, or else one that was made here."""
    if found := next((shelf[key] for shelf in _all_shelves(library) if key in shelf), None):
        return found
    made = (piece for piece in pieces().values() if piece.id == key)
    return next((piece for piece in made if not isinstance(piece, Season | Sheet)), None)


def _all_shelves(library: Library) -> Iterator[Mapping[str, Card]]:
    """The cards of both boxes by their ids."""
    for box in (library.cartographers, library.heroes):
        yield from (box.explore, box.ruins, box.ambushes, box.heroes, box.scoring)


def _kind(card: ExploreCard | RuinsCard | AmbushCard | HeroCard) -> str:
    match card:
        case ExploreCard():
            return _("Explore card")
        case RuinsCard():
            return _("Ruins card")
        case AmbushCard():
            return _("Ambush card")
        case HeroCard():
            return _("Hero card")


def card_entry(card: Card) -> CardEntry:
    """A card small, as in a list."""
    return CardEntry(
        name=card_name(card),
        url=reverse("cartographers:card", args=[card.id]),
        time=_time(card),
        pictures=pictures(card),
        grounds=grounds(card),
        lines=_lines(card),
        scoring=card if isinstance(card, ScoringCard) else None,
    )


def _time(card: Card) -> str:
    if not isinstance(card, ExploreCard):
        return ""
    return ngettext("Takes %(n)s step of time.", "Takes %(n)s steps of time.", card.time) % {"n": card.time}


def _lines(card: Card) -> tuple[str, ...]:
    match card:
        case ExploreCard():
            return ()
        case RuinsCard():
            return (_("The shape of the next explore card has to cover a ruins space, if it can."),)
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
        together = _("Maps go one seat clockwise, and your neighbour draws this on yours.")
    else:
        together = _("Maps go one seat counter-clockwise, and your neighbour draws this on yours.")
    if card.solo_way is Way.CLOCKWISE:
        alone = _("Alone, it walks in by itself from the %(corner)s corner, clockwise along the border.") % words
    else:
        alone = (
            _("Alone, it walks in by itself from the %(corner)s corner, counter-clockwise along the border.") % words
        )
    return f"{together} {alone}"


def _example(card: ScoringCard) -> Example:
    board = example_for(card)
    tally = score(card, board)
    return Example(map_view(board, _("An example"), Marks(lit=tally.lit)), tally.stars, edict_reasons(card, board))
