"""Rules in our own words: a summary and the full rules, chapter by chapter. Source: docs/gisborne.md."""

from __future__ import annotations

from typing import Final

from games.gisborne.reference.end_chapters import END_CHAPTERS
from games.gisborne.reference.move_chapters import MOVE_CHAPTERS
from games.gisborne.reference.round_chapters import ROUND_CHAPTERS

CHAPTERS: Final = (*ROUND_CHAPTERS, *MOVE_CHAPTERS, *END_CHAPTERS)
"""Chapters in their order."""
