"""Pages of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.gisborne.reference.chapters import CHAPTERS
from games.gisborne.reference.example_pictures import build_examples
from games.gisborne.reference.poster import poster
from games.gisborne.words.names import KEY
from games.play.rulebook import Rulebook, RulesMode, RulesPage, build_chapters, match_count


def rules_page(mode: RulesMode, words: Sequence[str] = ()) -> RulesPage:
    """Return the rules in a view, or the rules in which all of the words occur. Only the full rules have examples."""
    chapters = build_chapters(CHAPTERS, mode, words, build_examples if mode is RulesMode.FULL else None)
    return RulesPage(chapters, match_count(chapters) if words else "")


BOOK: Final = Rulebook(
    KEY,
    {
        RulesMode.SUMMARY: _("The rules in a few minutes."),
        RulesMode.FULL: _(
            "Every rule as Carto plays it, with a ruling wherever the printed rules leave a question open."
        ),
    },
    rules_page,
    poster,
)
