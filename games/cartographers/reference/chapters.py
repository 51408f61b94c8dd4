"""Rules in our own words: a summary and the full rules, chapter by chapter."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from games.cartographers.reference.end_chapters import END_CHAPTERS
from games.cartographers.reference.monster_chapters import MONSTER_CHAPTERS
from games.cartographers.reference.rule_box import RuleBox
from games.cartographers.reference.turn_chapters import TURN_CHAPTERS
from games.cartographers.reference.variant_chapters import VARIANT_CHAPTERS

CHAPTERS: Final = tuple(
    replace(chapter, box=chapter.box or RuleBox.CARTOGRAPHERS)
    for chapter in (*TURN_CHAPTERS, *MONSTER_CHAPTERS, *END_CHAPTERS, *VARIANT_CHAPTERS)
)
"""Chapters in their order. `pages.py` adds the rulings on the cards in play and the solo titles."""
