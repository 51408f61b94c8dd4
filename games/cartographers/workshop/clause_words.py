"""Clauses that were added to a scoring card or removed from it, in words."""

from __future__ import annotations

from collections import Counter

from django.utils.translation import gettext as _

from engine.cartographers.cards import scoring_from_json
from games.cartographers.words.scoring.rules import rule_sentences
from games.catalog.shelves import Data


def clause_changes(older: Data, newer: Data) -> tuple[str, ...]:
    """Return sentences about the clauses of two cards, none if the same families follow each other in both: then the
    fields of the clauses tell the difference.
    """
    if _families(older) == _families(newer):
        return ()
    old, new = (Counter(rule_sentences(scoring_from_json(each))) for each in (older, newer))
    added = (_("A clause was added: “%(sentence)s”") % {"sentence": one} for one in (new - old).elements())
    removed = (_("A clause was removed: “%(sentence)s”") % {"sentence": one} for one in (old - new).elements())
    return (*added, *removed) or (_("The clauses are in another order"),)


def _families(definition: Data) -> list[str]:
    return [clause["family"] for clause in definition["clauses"]]
