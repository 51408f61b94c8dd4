"""Cards to cut out, as data of the Typst template `cards.typ`: their faces, and the backs of their decks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from django.utils.translation import gettext as _

from engine.cartographers.cards import (
    AmbushCard,
    Edict,
    ExploreCard,
    HeroCard,
    Overlap,
    RotationDirection,
    RuinsCard,
    ScoringCard,
    Season,
    Stack,
)
from engine.cartographers.shapes import Shape
from engine.cartographers.skills import Skill
from engine.cartographers.terrain import Feature, Terrain
from games.cartographers.cards.faces import Card, shape_drawing
from games.cartographers.goals.score_words import target_sentence
from games.cartographers.paper.board import Ink, print_palette, season_glyph
from games.cartographers.paper.small_drawings import emblem_svg, rose_svg, shape_svg, sign_svg, swatch_svg, way_svg
from games.cartographers.reference.card_list import ambush_sentences, card_entry, kind_name
from games.cartographers.shelf.components import SetWithCards
from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.words.features import overlap_sentence
from games.cartographers.words.names import card_name, season_name, stack_name, terrain_label
from games.cartographers.words.shapes import shape_label
from games.play.rendering import replace_unknown_letters
from games.play.words import comma_list

PER_PAGE: Final = 9
ACROSS: Final = 3


class Deck(StrEnum):
    """Cards that share a back."""

    EXPLORE = "explore"
    FOREST = "forest"
    VILLAGE = "village"
    FARM_WATER = "farm_water"
    SPATIAL = "spatial"
    SEASON = "season"
    EDICT = "edict"
    SKILL = "skill"


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """Card to cut out: its deck, and its face as data."""

    deck: Deck
    face: dict[str, Any]


def printed_cards(of: SetWithCards, ink: Ink) -> tuple[PrintedCard, ...]:
    """Return every card of a set once, deck by deck: explore deck, scoring cards by stack, seasons, edicts,
    skills.

    Ambush and hero cards belong to the explore deck, which they are shuffled into.
    """
    stacks = list(Stack)
    scoring = sorted(of.scoring, key=lambda card: stacks.index(card.stack))
    cards: list[Card] = [*of.explore, *of.ruins, *of.ambushes, *of.heroes, *scoring]
    return (
        *(PrintedCard(_deck(card), _legible(_face(card, ink))) for card in cards),
        *(PrintedCard(Deck.SEASON, _legible(_season(season, ink))) for season in of.seasons),
        *(PrintedCard(Deck.EDICT, _legible(_edict(edict, of.seasons))) for edict in Edict),
        *(PrintedCard(Deck.SKILL, _legible(_face(skill, ink))) for skill in of.skills),
    )


def _deck(card: Card) -> Deck:
    return Deck(card.stack.value) if isinstance(card, ScoringCard) else Deck.EXPLORE


def _legible(face: dict[str, Any]) -> dict[str, Any]:
    """Return a face with its texts as the fonts can write them."""
    return {
        **face,
        **{key: replace_unknown_letters(face[key]) for key in ("name", "kind", "initial")},
        "lines": [{**line, "text": replace_unknown_letters(line["text"])} for line in face["lines"]],
        "grounds": [{**ground, "name": replace_unknown_letters(ground["name"])} for ground in face["grounds"]],
    }


def _blank(name: str, kind: str, lines: Iterable[dict[str, str]]) -> dict[str, Any]:
    """Return a face with nothing but texts."""
    return {
        "name": name,
        "kind": kind,
        "time": "",
        "initial": "",
        "grounds": [],
        "shapes": [],
        "picture": "",
        "letters": [],
        "figure": "",
        "lines": list(lines),
    }


def _line(text: str, picture: str = "") -> dict[str, str]:
    """Return a paragraph with a small picture before it, "" for none."""
    return {"text": text, "picture": picture}


def _face(card: Card, ink: Ink) -> dict[str, Any]:
    face = _blank(card_name(card), kind_name(card), _lines(card, ink))
    match card:
        case ExploreCard():
            # Shapes with a choice of terrains are plain.
            kind = Feature(card.terrains[0]) if len(card.terrains) == 1 else None
            return face | {
                "time": str(card.time),
                "time-words": card_entry(card).time,
                "grounds": [_ground(terrain, ink) for terrain in card.terrains],
                "shapes": [_shape(each.shape, kind, ink, coin=each.coin) for each in card.shapes],
            }
        case AmbushCard():
            return face | {"initial": card.initial, "shapes": [_shape(card.shape, Feature.MONSTER, ink)]}
        case HeroCard():
            return face | {"shapes": [_shape(card.as_printed[0].shape, Feature.HERO, ink)]}
        case RuinsCard():
            return face | {"picture": swatch_svg(Feature.RUINS, ink)}
        case ScoringCard():
            return face | {"picture": emblem_svg(card, ink)}
        case Skill():
            return face | {"picture": _coin(ink), "figure": str(card.cost)}


def _coin(ink: Ink) -> str:
    palette = print_palette(ink)
    return sign_svg("coin", palette.ink, palette.coin)


def _sign(glyph: str, ink: Ink) -> str:
    palette = print_palette(ink)
    return sign_svg(glyph, palette.ink, palette.sheet)


def _ground(terrain: Terrain, ink: Ink) -> dict[str, str]:
    return {"name": terrain_label(terrain), "svg": swatch_svg(Feature(terrain), ink)}


def _shape(shape: Shape, kind: Feature | None, ink: Ink, *, coin: bool = False) -> dict[str, Any]:
    way = shape.orientations[0]
    drawing = shape_drawing(way)
    return {
        "svg": shape_svg(way, kind, ink),
        "width": drawing.width,
        "height": drawing.height,
        "coin": coin,
        "alt": replace_unknown_letters(shape_label(way, coin=coin)),
    }


def _lines(card: Card, ink: Ink) -> Iterator[dict[str, str]]:
    """Yield what a card asks for, with its additional text."""
    written = card_entry(card).lines
    match card:
        case AmbushCard():
            together, alone = ambush_sentences(card)
            turned = "turn-right" if card.passing is RotationDirection.CLOCKWISE else "turn-left"
            yield _line(together, _sign(turned, ink))
            yield _line(alone, way_svg(card.solo_corner, card.solo_way, ink))
            yield from map(_line, written[1:])
        case ScoringCard():
            yield from map(_line, written)
            yield _line(target_sentence(card), _sign("star", ink))
        case ExploreCard() if card.overlap is not Overlap.NONE:
            over = overlap_sentence(card.overlap)
            yield from (_line(text, _sign("over", ink) if text == over else "") for text in written)
        case _:
            yield from map(_line, written)


def _season(season: Season, ink: Ink) -> dict[str, Any]:
    first, second = season.edicts
    words = {"time": season.threshold, "first": first, "second": second}
    sentence = _(
        "The season ends when the time values of its cards add up to %(time)s. Edicts %(first)s and %(second)s are "
        "then scored."
    )
    return _blank(season_name(season.id), str(EntryKind.SEASON.label), [_line(sentence % words)]) | {
        "picture": _sign(season_glyph(season.id), ink),
        "figure": str(season.threshold),
        "letters": [str(first), str(second)],
    }


def _edict(edict: Edict, seasons: Sequence[Season]) -> dict[str, Any]:
    scored = [season_name(season.id) for season in seasons if edict in season.edicts]
    lines = [_line(_("Scored in these seasons: %(seasons)s.") % {"seasons": comma_list(scored)})] if scored else []
    name = _("Edict %(letter)s") % {"letter": edict}
    return _blank(name, _("Edict"), lines) | {"letters": [str(edict)]}


def backs(ink: Ink) -> dict[str, dict[str, Any]]:
    """Return the back of each deck: its name and pictures."""
    titles = {
        Deck.EXPLORE: _("Explore deck"),
        Deck.SEASON: _("Seasons"),
        Deck.EDICT: _("Edicts"),
        Deck.SKILL: _("Skills"),
        **{Deck(stack.value): _("Scoring cards: %(stack)s") % {"stack": stack_name(stack)} for stack in Stack},
    }
    glyphs = {
        Deck.FOREST: ("forest",),
        Deck.VILLAGE: ("village",),
        Deck.FARM_WATER: ("farm", "water"),
        Deck.SPATIAL: ("kinds",),
        Deck.SEASON: ("hourglass",),
        Deck.EDICT: ("quill",),
        Deck.SKILL: ("coin",),
    }
    drawn = {deck: [_sign(glyph, ink) for glyph in names] for deck, names in glyphs.items()}
    drawn[Deck.EXPLORE] = [rose_svg(ink)]
    return {deck.value: {"name": replace_unknown_letters(titles[deck]), "svgs": drawn[deck]} for deck in Deck}


@dataclass(frozen=True, slots=True)
class Place:
    """Place of a card on a page: its column and row from the left and the top, and its index."""

    column: int
    row: int
    card: int


def front_pages(count: int) -> tuple[tuple[Place, ...], ...]:
    """Return the places of a number of cards, page by page, in reading order."""
    places = [Place(at % ACROSS, at % PER_PAGE // ACROSS, at) for at in range(count)]
    return tuple(tuple(places[first : first + PER_PAGE]) for first in range(0, count, PER_PAGE))


def mirrored(page: Iterable[Place]) -> tuple[Place, ...]:
    """Return where the backs of a page are if the paper is turned along its long edge."""
    return tuple(replace(place, column=ACROSS - 1 - place.column) for place in page)
