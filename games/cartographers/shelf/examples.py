"""Boards on which scoring cards can be seen at work; they come from games that were played for this."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers.board import Board
from engine.cartographers.bounds import MOST_EXAMPLES, STARS
from engine.cartographers.cards import scoring_from_json
from engine.cartographers.geometry import SIZE
from engine.cartographers.notation import board_of
from engine.cartographers.scoring.tally import stars
from games.cartographers.shelf.kinds import EntryKind
from games.catalog.shelves import Data
from games.play.words import figure

EMPTY_BOARD: Final = "/".join(["." * SIZE] * SIZE)
_DATA = Path(__file__).with_name("data") / "examples.json"


@cache
def sample_texts() -> Mapping[str, str]:
    """Sample board of each published scoring card, by the card's id."""
    texts: dict[str, str] = json.loads(_DATA.read_text())
    return texts


@cache
def sample_boards() -> Mapping[str, Board]:
    """The same, read."""
    return {card: board_of(text) for card, text in sample_texts().items()}


@dataclass(frozen=True, slots=True)
class Example:
    """Board with the stars that a card should earn there."""

    board: Board
    stars: int


def read_example(data: Any) -> Example:
    """Return an example from {"board": a drawn map, "stars": a number}. Raises ValueError."""
    if not isinstance(data, dict) or set(data) != {"board", "stars"}:
        raise ValueError("an example is a board and its stars")
    board, expected = data["board"], data["stars"]
    if not isinstance(board, str) or type(expected) is not int:
        raise ValueError("an example is a board and its stars")
    return Example(board_of(board), expected)


def unstorable_example_warnings(kind: EntryKind, examples: Sequence[Data]) -> Iterator[str]:
    """Yield messages about an entry's examples that its form can't hold or that are unreadable."""
    if kind is not EntryKind.SCORING:
        if examples:
            yield _("Only scoring cards can have examples.")
        return
    yield from _too_many(examples)
    for number, data in enumerate(examples[:MOST_EXAMPLES], 1):
        try:
            expected = read_example(data).stars
        except ValueError:
            yield _("Example %(number)s is invalid.") % {"number": number}
            continue
        if not STARS.least <= expected <= STARS.most:
            words = {"number": number, "least": figure(STARS.least), "most": figure(STARS.most)}
            yield _("Example %(number)s: expected stars must be a whole number from %(least)s to %(most)s.") % words


def _too_many(examples: Sequence[Data]) -> Iterator[str]:
    if len(examples) > MOST_EXAMPLES:
        words = ngettext(
            "A card can have at most %(most)s example.", "A card can have at most %(most)s examples.", MOST_EXAMPLES
        )
        yield words % {"most": MOST_EXAMPLES}


def failing_examples(kind: EntryKind, definition: Data, examples: Sequence[Data]) -> Iterator[str]:
    """Sentences about examples of a scoring card's stored form that cannot be read or are not met."""
    if kind is not EntryKind.SCORING:
        return
    yield from _too_many(examples)
    card = scoring_from_json(definition)
    for number, data in enumerate(examples[:MOST_EXAMPLES], 1):
        try:
            example = read_example(data)
        except ValueError:
            yield _("Example %(number)s is invalid.") % {"number": number}
            continue
        if (earned := stars(card, example.board)) != example.stars:
            words = {"number": number, "expected": figure(example.stars), "earned": figure(earned)}
            yield _("Example %(number)s: expected %(expected)s, but the card scores %(earned)s.") % words


def missing_examples(kind: EntryKind, examples: Sequence[Data]) -> Iterator[str]:
    """Yield a sentence for each kind of example that a scoring card needs to be published and does not have."""
    if kind is not EntryKind.SCORING:
        return
    earned = [data["stars"] for data in examples if isinstance(data, dict) and type(data.get("stars")) is int]
    if not any(earned):
        yield _("Add an example where the card scores stars.")
    if 0 not in earned:
        yield _("Add an example where the card scores no stars.")
