"""Scoring cards: built from clauses, tested by boards, and tried in quick games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from engine.cartographers.bounds import SOLO_TARGET
from engine.cartographers.cards import ScoringCard, Stack, scoring_from_json
from engine.cartographers.scoring.families import FAMILIES
from engine.cartographers.scoring.parameters import declared
from games.cartographers.words.names import stack_name
from games.cartographers.workshop import bench, clauses, strokes
from games.cartographers.workshop.card_balance import begin_worth, worth_of
from games.cartographers.workshop.clause_words import clause_changes
from games.cartographers.workshop.drawings import emblem_drawing
from games.cartographers.workshop.families import SENTENCES, Words
from games.cartographers.workshop.scoring_preview import scoring_beside
from games.catalog.editors import DefinitionPreview
from games.catalog.forms import EntryForm, ListChanges
from games.catalog.models import CatalogEntry
from games.catalog.shelves import Data


@dataclass(frozen=True, slots=True)
class ClauseView:
    """Clause on the page: its number from 1, its rule type with a description, and its parameters.

    `after` is the id of the element to focus after the clause is removed.
    """

    number: int
    at: int
    family: BoundField
    was: str
    sentence: Words
    fields: tuple[BoundField, ...]
    first: bool
    last: bool
    after: str

    @property
    def index(self) -> str:
        """Its number from 0, as buttons name it."""
        return str(self.at)


class ScoringForm(EntryForm):
    """The stack, the target, up to four clauses, and the examples."""

    piece_template = "cartographers/workshop/_scoring.html"

    def __init__(self, data: Any = None, *, entry: CatalogEntry) -> None:
        if data is not None:
            data = clauses.written(data, clauses.sent(data))
        super().__init__(data, entry=entry)
        self.families = self._families(data)
        self.example_count = bench.count_of(data) if data is not None else len(entry.examples)
        self.painted = bench.painted(data) if data is not None else -1
        self.fields.update(self._own_fields())

    def _own_fields(self) -> dict[str, forms.Field]:
        stacks = [(each.value, capfirst(stack_name(each))) for each in Stack]
        words = _("Target that solo scores are compared with.")
        made: dict[str, forms.Field] = {
            "stack": forms.ChoiceField(label=_("Stack"), choices=stacks),
            "solo_target": clauses.number_field(*SOLO_TARGET, label=_("Solo target"), help_text=words),
        }
        for number, family in enumerate(self.families):
            made.update(clauses.clause_fields(number, family))
        return {**made, **bench.example_fields(self.example_count, self.painted)}

    def _families(self, data: Any) -> list[str]:
        if data is None:
            return [clause["family"] for clause in self.entry.definition["clauses"]]
        return [raw["was"][-1] for raw in clauses.sent(data)]

    @classmethod
    def begin(cls, entry: CatalogEntry) -> dict[str, Any]:
        """Return the initial field values from the entry's definition and examples."""
        definition = entry.definition
        kept = {key: definition[key] for key in ("stack", "solo_target")}
        return {**kept, **clauses.begun(definition["clauses"]), **bench.begun(entry.examples)}

    @classmethod
    def stepped_by(cls, data: Any, step: str, *, entry: CatalogEntry, user: Any) -> Any:
        """After a button: of the clauses ("clause.up.2"), of the examples ("example.find.many"), of the quick games
        ("trial.begin") or the one that takes a target ("target.20").
        """
        part, _dot, rest = step.partition(".")
        match part:
            case "clause":
                return clauses.written(data, clauses.stepped(clauses.sent(data), rest))
            case "example":
                return bench.stepped(data, rest, stored=cls(data, entry=entry).card_alone(), user=user)
            case "trial":
                return cls._tried(data, entry)
            case "target":
                return bench.with_values(data, solo_target=rest[:4])
        return strokes.stepped(data, step)

    @classmethod
    def _tried(cls, data: Any, entry: CatalogEntry) -> Any:
        stored = cls(data, entry=entry).card_alone()
        if stored is None:
            return bench.with_values(data, refused=bench.Refusal.UNREADABLE)
        begin_worth(entry, stored)
        return data

    def card_alone(self) -> Data | None:
        """The stored form, whatever is wrong with the examples; None where it cannot be read."""
        for name in [name for name in self.fields if name.startswith("example-")]:
            del self.fields[name]
        self.example_count = 0
        return self.stored

    @property
    def refusal(self) -> bench.Refused | None:
        """Message about a button that had no effect, or None if it worked."""
        return bench.refusal_of(self.data) if self.is_bound else None

    def clean(self) -> dict[str, Any]:
        """Refuse clauses that can never earn a star, each at the field to change."""
        cleaned = super().clean()
        for number, family in enumerate(self.families):
            if found := clauses.contradiction_in(number, family, cleaned):
                field, reason = found
                words = _("This clause can never score: %(reason)s") % {"reason": reason}
                self.add_error(field, words)
        return cleaned

    def piece(self) -> Data:
        """The definition."""
        said = self.cleaned_data
        parts = [clauses.said(number, family, said) for number, family in enumerate(self.families)]
        return {"stack": said["stack"], "solo_target": said["solo_target"], "clauses": parts}

    def list_changes(self, older: CatalogEntry) -> ListChanges | None:
        """Return the clauses that were added or removed."""
        sentences = clause_changes(older.definition, self.entry.definition)
        return ListChanges("clause-", sentences) if sentences else None

    def examples(self) -> tuple[Data, ...]:
        """The boards, each on one line, with their stars."""
        return bench.said(self.example_count, self.cleaned_data)

    @property
    def told(self) -> tuple[Data, tuple[Data, ...]] | None:
        """The card too where only its examples cannot be read."""
        card = self.copied().card_alone() if self.is_bound and not self.is_valid() else None
        return (card, bench.told(self.example_count, self.cleaned_data)) if card is not None else super().told

    @property
    def clause_views(self) -> Iterator[ClauseView]:
        """The clauses, as the page lists them."""
        for at, family in enumerate(self.families):
            fields = tuple(self[clauses.name_of(at, name)] for name in declared(FAMILIES[family]))
            count = len(self.families)
            yield ClauseView(
                number=at + 1,
                at=at,
                family=self[clauses.name_of(at, "family")],
                was=family,
                sentence=SENTENCES[family],
                fields=fields,
                first=at == 0,
                last=at + 1 == count,
                after=clauses.after_removal("clause", at + 1, count, "clause-add"),
            )

    @property
    def next_clause(self) -> str:
        """The id of the clause that somebody adds."""
        return clauses.place_of("clause", len(self.families) + 1)

    @property
    def example_views(self) -> Iterator[bench.ExampleView]:
        """The examples, as the page lists them."""
        card = self._card()
        for at in range(self.example_count):
            yield bench.example_view(self, at, self.example_count, card, is_painted=at == self.painted)

    def parts(self) -> Iterator[str]:
        """Yield the ids of parts that change with the form: errors, examples' maps and their stars."""
        yield from super().parts()
        yield from (id for at in range(self.example_count) for id in (bench.drawn_id(at), bench.earned_id(at)))

    def _card(self) -> ScoringCard | None:
        """The card as it is said, None where it cannot be read."""
        definition = self.entry.definition if not self.is_bound else self.copied().card_alone()
        return scoring_from_json(definition) if definition is not None else None

    def copied(self) -> ScoringForm:
        """The same form, from which something may be left out."""
        return type(self)(self.data, entry=self.entry)


class ScoringEditor:
    """Editor of scoring cards."""

    form: type[EntryForm] = ScoringForm

    def blank(self) -> Data:
        """A star for each forest."""
        return {"stack": Stack.FOREST.value, "solo_target": 20, "clauses": [clauses.blank(clauses.FIRST)]}

    def beside(self, entry: CatalogEntry, definition: Data, examples: list[Data]) -> DefinitionPreview:
        """Its sentence, its stars on some boards and on its examples, and how good it is."""
        template = "cartographers/workshop/_scoring_preview.html"
        context = scoring_beside(scoring_from_json(definition), examples, worth_of(entry, definition))
        return DefinitionPreview(template, {"card": context}, context.heard)

    def picture(self, definition: Data) -> SafeString:
        """Its emblem."""
        return emblem_drawing(scoring_from_json(definition))
