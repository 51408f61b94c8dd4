"""Published cards and sheets, loaded from the data files next to this module."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, TypeVar

from engine.cartographers.cards import (
    AmbushCard,
    ExploreCard,
    HeroCard,
    RuinsCard,
    ScoringCard,
    Season,
    ambush_from_json,
    explore_from_json,
    hero_from_json,
    ruins_from_json,
    scoring_from_json,
    season_from_json,
    sheet_from_json,
)
from engine.cartographers.scoring.lines import Lines
from engine.cartographers.sheet import Sheet
from engine.cartographers.skills import Skill, skill_from_json


class Edition(StrEnum):
    """Published versions of the Heroes scoring cards.

    The printed cards; the English preview rulebook, which differs on six; and the licensed online version, which
    differs on Banded Hills only.
    """

    RETAIL = "retail"
    PREVIEW = "preview"
    ONLINE = "online"


FULL_ROWS_ONLINE = "banded_hills"
"""Scoring card that requires full rows in the online version."""


Item = TypeVar("Item", Season, ExploreCard, RuinsCard, AmbushCard, HeroCard, ScoringCard, Sheet, Skill)


_NO_SKILLS: Mapping[str, Skill] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Catalog:
    """Cards and sheets by id, in printed order."""

    seasons: tuple[Season, ...]
    explore: Mapping[str, ExploreCard]
    ruins: Mapping[str, RuinsCard]
    ambushes: Mapping[str, AmbushCard]
    heroes: Mapping[str, HeroCard]
    scoring: Mapping[str, ScoringCard]
    sheets: Mapping[str, Sheet]
    skills: Mapping[str, Skill] = field(default_factory=lambda: _NO_SKILLS)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Catalog:
        """Build a catalog from the data of a set. Raises ValueError naming the invalid entry."""
        return cls(
            tuple(_read(season_from_json, entry) for entry in data.get("seasons", ())),
            _by_id(explore_from_json, data.get("explore", ())),
            _by_id(ruins_from_json, data.get("ruins", ())),
            _by_id(ambush_from_json, data.get("ambush", ())),
            _by_id(hero_from_json, data.get("heroes", ())),
            _by_id(scoring_from_json, data.get("scoring", ())),
            _by_id(sheet_from_json, data.get("sheets", ())),
            _by_id(skill_from_json, data.get("skills", ())),
        )

    def __reduce__(self) -> tuple[Callable[..., Catalog], tuple[Any, ...]]:
        """Pickle and copy as plain dictionaries, because read-only mappings can be neither pickled nor copied."""
        seasons, *mappings = (getattr(self, entry.name) for entry in fields(self))
        return _restore, (seasons, *map(dict, mappings))


def _restore(seasons: tuple[Season, ...], *mappings: dict[str, Any]) -> Catalog:
    return Catalog(seasons, *map(MappingProxyType, mappings))


def _by_id(read: Callable[[Mapping[str, Any]], Item], entries: Any) -> Mapping[str, Item]:
    return MappingProxyType({entry["id"]: _read(read, entry) for entry in entries})


def _read(read: Callable[[Mapping[str, Any]], Item], entry: Mapping[str, Any]) -> Item:
    try:
        return read(entry)
    except KeyError as missing:
        raise ValueError(f"{entry.get('id', '?')}: {missing.args[0]} is missing") from None
    except (ValueError, TypeError) as error:
        raise ValueError(f"{entry.get('id', '?')}: {error}") from None


def data_of(name: str) -> dict[str, Any]:
    """Return the raw data of a published set: "cartographers" or "heroes"."""
    loaded: dict[str, Any] = json.loads(files(__package__).joinpath("data", f"{name}.json").read_text("utf-8"))
    return loaded


@lru_cache(maxsize=1)
def cartographers() -> Catalog:
    """Return the base game."""
    return Catalog.from_json(data_of("cartographers"))


@lru_cache(maxsize=len(Edition))
def heroes(edition: Edition = Edition.RETAIL) -> Catalog:
    """Return the Heroes box with an edition's scoring cards."""
    data = data_of("heroes")
    changed = {entry["id"]: entry for entry in data["preview_scoring"]} if edition is Edition.PREVIEW else {}
    box = Catalog.from_json({**data, "scoring": [changed.get(entry["id"], entry) for entry in data["scoring"]]})
    return with_full_rows(box) if edition is Edition.ONLINE else box


def with_full_rows(box: Catalog) -> Catalog:
    """Return the Heroes box with the scoring rules of the online version: printed stars, but full rows only."""
    changed = online_scoring(box.scoring.values())
    return replace(box, scoring=MappingProxyType({**box.scoring, **changed})) if changed else box


def online_scoring(cards: Iterable[ScoringCard]) -> dict[str, ScoringCard]:
    """Return those of the cards that the online version scores differently, by id."""
    return {card.id: _with_full_rows(card) for card in cards if card.id == FULL_ROWS_ONLINE}


def _with_full_rows(card: ScoringCard) -> ScoringCard:
    clauses = (replace(clause, filled=True) if isinstance(clause, Lines) else clause for clause in card.clauses)
    return replace(card, clauses=tuple(clauses))


@lru_cache(maxsize=len(Edition))
def scoring_cards(edition: Edition = Edition.RETAIL) -> Mapping[str, ScoringCard]:
    """Return every published scoring card of both boxes by id, in the given edition."""
    return MappingProxyType({**cartographers().scoring, **heroes(edition).scoring})
