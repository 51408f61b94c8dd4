"""Workshop: editors for cards, map sheets and sets, one for each type of catalog entry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.workshop.ambush_cards import AmbushEditor, HeroEditor
from games.cartographers.workshop.explore_cards import ExploreEditor, RuinsEditor, SeasonEditor
from games.cartographers.workshop.scoring import ScoringEditor
from games.cartographers.workshop.sets import SetEditor
from games.cartographers.workshop.sheet import SheetEditor
from games.cartographers.workshop.skills import SkillEditor
from games.catalog.editors import Editor

EDITORS: Final[Mapping[str, Editor]] = {
    EntryKind.SCORING: ScoringEditor(),
    EntryKind.SEASON: SeasonEditor(),
    EntryKind.EXPLORE: ExploreEditor(),
    EntryKind.RUINS: RuinsEditor(),
    EntryKind.AMBUSH: AmbushEditor(),
    EntryKind.HERO: HeroEditor(),
    EntryKind.SKILL: SkillEditor(),
    EntryKind.SHEET: SheetEditor(),
    EntryKind.SET: SetEditor(),
}
