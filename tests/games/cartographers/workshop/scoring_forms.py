"""The form of a scoring card, as a browser shows and submits it."""

from django.http import QueryDict

from engine.cartographers.cards import scoring_from_json, scoring_to_json
from games.cartographers.shelf.kinds import CatalogBox, EntryKind
from games.cartographers.workshop.clauses import clause_form_data, with_clauses
from games.cartographers.workshop.scoring import ScoringForm
from games.catalog.models import CatalogEntry, EntryState
from games.catalog.shelves import Data


def entry_of(definition: Data, examples: list[Data] | None = None) -> CatalogEntry:
    """Return an unsaved draft with this definition."""
    card = {**definition, "id": "a_card", "name": "A Card"}
    stored = scoring_to_json(scoring_from_json(card))
    return CatalogEntry(
        kind=EntryKind.SCORING,
        box=CatalogBox.WORKSHOP,
        key="a_card",
        name="A Card",
        position=0,
        definition=stored,
        examples=examples or [],
        state=EntryState.DRAFT,
    )


def posted(form: ScoringForm) -> QueryDict:
    """Return a browser's form data for an untouched form."""
    data = QueryDict(mutable=True)
    for name, value in form.initial.items():
        if not name.startswith("clause-"):
            data[name] = str(value)
    data["examples"] = str(form.example_count)
    return with_clauses(data, [clause_form_data(clause) for clause in form.entry.definition["clauses"]])
