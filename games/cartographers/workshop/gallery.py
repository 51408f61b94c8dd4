"""Gallery of rule types: each with its picture, its description, and sample clauses scored on small maps."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from django.utils.safestring import SafeString

from engine.cartographers.board import Board
from engine.cartographers.cards import ScoringCard, Stack, scoring_from_json
from engine.cartographers.notation import board_of
from games.cartographers.words.scoring.rules import FAMILY_NAMES, clause_rule
from games.cartographers.workshop.clause_words import SENTENCES
from games.cartographers.workshop.drawings import emblem_drawing
from games.cartographers.workshop.scoring_preview import ScoredBoard, score_board
from games.catalog.shelves import Data
from games.play.fragment_cache import cached

_DATA: Final = Path(__file__).with_name("data") / "sample_clauses.json"


@dataclass(frozen=True, slots=True)
class SampleClause:
    """Clause that shows its rule type, as stored, on a board with the stars that it scores there."""

    clause: Data
    board: Board
    stars: int

    @property
    def family(self) -> str:
        """Rule type of the clause."""
        return str(self.clause["family"])

    @property
    def card(self) -> ScoringCard:
        """Card with this clause alone."""
        frame = {"id": "sample", "name": "", "stack": Stack.FOREST.value, "solo_target": 0}
        return scoring_from_json({**frame, "clauses": [self.clause]})


@cache
def sample_clauses() -> Mapping[str, SampleClause]:
    """Return the sample clauses, at least one of each rule type, by key ("lines-2")."""
    samples: dict[str, SampleClause] = {}
    for data in json.loads(_DATA.read_text()):
        sample = SampleClause(data["clause"], board_of(data["board"]), data["stars"])
        number = 1 + sum(other.family == sample.family for other in samples.values())
        samples[f"{sample.family}-{number}"] = sample
    return samples


@dataclass(frozen=True, slots=True)
class SampleView:
    """Sample clause on the page: its key, its rule, and its map as scored."""

    key: str
    rule: str
    drawn: ScoredBoard


@dataclass(frozen=True, slots=True)
class RuleTypeView:
    """Rule type on the page: its name, its picture, what it scores, and its sample clauses."""

    name: str
    picture: SafeString
    sentence: str
    samples: tuple[SampleView, ...]


# It is the same on every request of a language.
@cached(10)
def rule_type_gallery() -> tuple[RuleTypeView, ...]:
    """Return all rule types in the order of the form."""
    return tuple(map(_rule_type_view, FAMILY_NAMES))


def _rule_type_view(family: str) -> RuleTypeView:
    samples = tuple(_sample_views(family))
    picture = emblem_drawing(sample_clauses()[samples[0].key].card)
    return RuleTypeView(str(FAMILY_NAMES[family]), picture, str(SENTENCES[family]), samples)


def _sample_views(family: str) -> Iterator[SampleView]:
    for key, sample in sample_clauses().items():
        if sample.family == family:
            card = sample.card
            yield SampleView(key, clause_rule(card.clauses[0]), score_board(card, sample.board))
