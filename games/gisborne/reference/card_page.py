"""Page of the cards and chips: their numbers, what they draw back, and the cards by rank."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from engine.gisborne.cards import Face
from engine.gisborne.catalog import gisborne
from engine.gisborne.definition import FEWEST_SEATS
from games.gisborne.words.names import face_name


@dataclass(frozen=True, slots=True)
class FaceLine:
    """Cards of a face: name and value, their number, and the number of cards drawn back after them."""

    name: str
    value: int
    count: int
    draws: int


@dataclass(frozen=True, slots=True)
class ChipLine:
    """Chips of a value, and their number."""

    value: int
    count: int


@dataclass(frozen=True, slots=True)
class PlacesLine:
    """Cards dealt in a position scoring with a number of seats, by rank; None for ranks that there aren't."""

    seats: int
    cards: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class CardsPage:
    """Cards, chips and places of the printed box, and its limits."""

    faces: tuple[FaceLine, ...]
    cards: int
    chips: tuple[ChipLine, ...]
    places: tuple[PlacesLine, ...]
    ranks: tuple[int, ...]
    most_cards: int
    tent_draws: int
    village_draws: int


def cards_page() -> CardsPage:
    """Return the page of the printed box; games with sets of the workshop may use other cards and limits."""
    box = gisborne()
    chips = Counter((*box.chips, box.start_chip, box.beach_chip))
    ranks = tuple(range(1, len(box.places[-1]) + 1))
    return CardsPage(
        faces=tuple(
            FaceLine(face_name(face), face.worth, count, box.draws_of(face.metal))
            for face, count in zip(Face, box.deck, strict=True)
        ),
        cards=sum(box.deck),
        chips=tuple(ChipLine(value, chips[value]) for value in sorted(chips)),
        places=tuple(
            PlacesLine(FEWEST_SEATS + at, tuple(row[rank - 1] if rank <= len(row) else None for rank in ranks))
            for at, row in enumerate(box.places)
        ),
        ranks=ranks,
        most_cards=box.most_cards,
        tent_draws=box.tent_draws,
        village_draws=box.village_draws,
    )
