"""Words of the phrases, in the reader's language."""

from __future__ import annotations

import re

from games.play.words import fold_text
from games.tables.game import UnknownGame, game_of
from games.tables.models import Table
from games.talk.models import Phrase


def phrase_words(phrase: Phrase, table: Table) -> str:
    """Return the words of a phrase at a table, whose game may have its own."""
    if phrase is Phrase.PRAISE:
        try:
            return str(game_of(table).praise)
        except UnknownGame:  # no longer installed
            pass
    return str(phrase.label)


def typed_phrase(text: str, table: Table) -> Phrase | None:
    """Return the phrase that a text consists of in the current language, or None."""
    typed = _folded(text)
    named = {_folded(phrase_words(phrase, table)): phrase for phrase in Phrase}
    return named.get(typed)


def _folded(text: str) -> str:
    return " ".join(re.sub(r"[!?.,]", " ", fold_text(text)).split())
