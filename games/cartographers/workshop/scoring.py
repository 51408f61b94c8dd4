"""Scoring cards: built from clauses, checked on example boards, and tested in quick games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from django import forms
from django.forms import BoundField
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.bounds import CAP, FLOOR, SOLO_TARGET
from engine.cartographers.cards import (
    Combination,
    ScoringCard,
    Stack,
    clause_from_json,
    scoring_from_json,
    scoring_to_json,
)
from engine.cartographers.scoring.families import FAMILIES
from engine.cartographers.scoring.parameters import parameters_of
from games.cartographers.shelf.contradictions import lacks_second_clause, single_clause_sentence
from games.cartographers.words.names import stack_name
from games.cartographers.workshop import bench, clause_tools, clauses
from games.cartographers.workshop.balance_tests import stars_of_game
from games.cartographers.workshop.clause_sentence import ClauseFields, arrange_clause
from games.cartographers.workshop.clause_words import SENTENCES, Words
from games.cartographers.workshop.clauses import clause_changes
from games.cartographers.workshop.drawings import emblem_drawing
from games.cartographers.workshop.gallery import rule_type_gallery, sample_clauses
from games.cartographers.workshop.map_painter import painter_tools
from games.cartographers.workshop.scoring_preview import build_scoring_preview, card_balance_of, start_card_balance
from games.catalog.editors import DefinitionPreview, Gallery
from games.catalog.forms import EntryForm, ListChanges, Tool, ToolUse
from games.catalog.models import CatalogEntry
from games.catalog.painting import link_painter
from games.catalog.shelves import Data


@dataclass(frozen=True, slots=True)
class ClauseView:
    """Clause on the page: its number from 1, its rule type with a description, and its fields.

    `rule_id` is the id of the element with its rule, `after` that of the element to focus after the clause is removed.
    """

    number: int
    at: int
    family: BoundField
    was: str
    about: Words
    rule_id: str
    fields: ClauseFields
    first: bool
    last: bool
    after: str

    @property
    def index(self) -> str:
        """Number from 0, as used by buttons."""
        return str(self.at)


def _rule_id(at: int) -> str:
    return f"clause-rule-{at}"


def _with_card(tool: Callable[[ToolUse, ScoringCard], Any]) -> Tool:
    """Pass the card as the form defines it to a tool, or tell the user that it can't be read."""

    def use_tool(use: ToolUse) -> Any:
        stored = ScoringForm(use.data, entry=use.entry).stored
        if stored is None:
            return use.with_values(refused=bench.ExampleRefusal.UNREADABLE)
        return tool(use, scoring_from_json(stored))

    return use_tool


def _run_test(use: ToolUse, card: ScoringCard) -> Any:
    """Start the quick games with the card as the form defines it."""
    start_card_balance(use.entry, scoring_to_json(card))
    return use.data


COMBINING: Final = ("combination", "cap", "floor")
"""Fields that apply to all clauses together, named as in the definition."""
_COMBINATIONS: Final[Mapping[Combination, Words]] = {
    Combination.SUM: gettext_lazy("All, added up"),
    Combination.LARGEST: gettext_lazy("Only the one with the most stars"),
    Combination.SMALLEST: gettext_lazy("Only the one with the fewest stars"),
}


def _combination_fields() -> dict[str, forms.Field]:
    choices = [(each.value, words) for each, words in _COMBINATIONS.items()]
    no_limit = _("Leave empty for no limit.")
    below = _("Penalties can take a card below 0. Enter 0 to prevent this. Leave empty for no limit.")
    return {
        "combination": forms.ChoiceField(label=_("Clauses that count"), choices=choices, required=False),
        "cap": clauses.number_field(*CAP, label=_("Maximum stars"), help_text=no_limit, required=False),
        "floor": clauses.number_field(*FLOOR, label=_("Minimum stars"), help_text=below, required=False),
    }


class ScoringForm(EntryForm):
    """Form for the stack, the target, up to four clauses and how they are combined, and the examples."""

    piece_template = "cartographers/workshop/_scoring.html"
    start_label = gettext_lazy("Start from this card")
    tools: ClassVar[Mapping[str, Tool]] = {
        "add-clause": clause_tools.add,
        "show-gallery": clause_tools.show_gallery,
        "hide-gallery": clause_tools.hide_gallery,
        "use-sample": clause_tools.use_sample,
        "remove-clause": clause_tools.remove,
        "move-clause-up": clause_tools.move_up,
        "move-clause-down": clause_tools.move_down,
        "show-fields": lambda use: use.data,
        "draw-example": bench.draw,
        "find-example": _with_card(bench.find),
        "add-game-map": _with_card(bench.add_game_map),
        "paint-example": bench.paint_or_finish,
        "remove-example": bench.remove,
        "use-stars": _with_card(bench.use_stars),
        "use-all-stars": _with_card(bench.use_all_stars),
        **painter_tools(bench.painted_field),
        **clause_tools.painting_tools(),
        "run-test": _with_card(_run_test),
        "use-target": lambda use: use.with_values(solo_target=use.at[:4]),
    }

    def __init__(self, data: Any = None, *, entry: CatalogEntry) -> None:
        if data is not None:
            data = clauses.with_clauses(data, clauses.submitted_clauses(data))
        super().__init__(data, entry=entry)
        self.families = self._families(data)
        self.rule_types = rule_type_gallery() if data is not None and clause_tools.is_gallery_open(data) else ()
        self.example_count = bench.count_of(data) if data is not None else len(entry.examples)
        self.painted = bench.painted_number(data) if data is not None else -1
        self.fields.update(self._own_fields())
        if 0 <= self.painted < self.example_count:
            link_painter(self, bench.example_field_name(self.painted, "board"))
        for number in range(len(self.families)):
            if clause_tools.stamp_field(number) in self.fields:
                link_painter(self, clause_tools.stamp_field(number), clause_tools.painting_tools_end(number))

    def _own_fields(self) -> dict[str, forms.Field]:
        stacks = [(each.value, capfirst(stack_name(each))) for each in Stack]
        words = _("Target that solo scores are compared with.")
        made: dict[str, forms.Field] = {
            "stack": forms.ChoiceField(label=_("Stack"), choices=stacks),
            "solo_target": clauses.number_field(*SOLO_TARGET, label=_("Solo target"), help_text=words),
        }
        for number, family in enumerate(self.families):
            made.update(clauses.clause_fields(number, family, self.tool_url("show-fields")))
        return {**made, **_combination_fields(), **bench.example_fields(self.example_count, self.painted)}

    def _families(self, data: Any) -> list[str]:
        if data is None:
            return [clause["family"] for clause in self.entry.definition["clauses"]]
        return [raw["was"][-1] for raw in clauses.submitted_clauses(data)]

    @classmethod
    def begin(cls, entry: CatalogEntry) -> dict[str, Any]:
        """Return the initial field values from the entry's definition and examples."""
        definition = entry.definition
        values = {key: definition[key] for key in ("stack", "solo_target")}
        values |= {"combination": Combination.SUM.value}
        values |= {key: definition[key] for key in COMBINING if key in definition}
        return {**values, **clauses.initial_clauses(definition["clauses"]), **bench.initial_examples(entry.examples)}

    @property
    def refusal(self) -> bench.OwnSetRefusalReason | None:
        """Message about a button that had no effect, or None if it worked."""
        return bench.refusal_of(self.data) if self.is_bound else None

    def clean(self) -> dict[str, Any]:
        """Refuse empty ranges, and clauses that can never earn a star, each at the field to change."""
        for number, family in enumerate(self.families):
            if ceiling := clauses.empty_range_in(number, family, self.cleaned_data):
                self.add_error(ceiling, _("Enter a maximum that isn’t smaller than the minimum."))
        cleaned = super().clean()
        for number, family in enumerate(self.families):
            if found := clauses.contradiction_in(number, family, cleaned):
                field, reason = found
                words = _("This clause can never score: %(reason)s") % {"reason": reason}
                self.add_error(field, words)
                cleaned.pop("stored", None)
        combination = cleaned.get("combination")
        if combination and lacks_second_clause(Combination(combination), len(self.families)):
            self.add_error("combination", single_clause_sentence())
            cleaned.pop("stored", None)
        return cleaned

    def is_defining(self, name: str) -> bool:
        """Return True unless the field belongs to an example."""
        return not name.startswith("example-")

    def piece(self) -> Data:
        """Return the definition."""
        cleaned = self.cleaned_data
        parts = [clauses.definition_from_fields(number, family, cleaned) for number, family in enumerate(self.families)]
        combining = {key: cleaned[key] for key in COMBINING if cleaned[key] not in (None, "")}
        return {"stack": cleaned["stack"], "solo_target": cleaned["solo_target"], "clauses": parts, **combining}

    def list_changes(self, older: CatalogEntry) -> ListChanges | None:
        """Return the clauses that were added or removed."""
        sentences = clause_changes(older.definition, self.entry.definition)
        return ListChanges("clause-", sentences) if sentences else None

    def examples(self) -> tuple[Data, ...]:
        """Return the boards, each on one line, with their stars."""
        return bench.examples_from_fields(self.example_count, self.cleaned_data)

    @property
    def clause_views(self) -> Iterator[ClauseView]:
        """Clauses as listed on the page."""
        for at, family in enumerate(self.families):
            count = len(self.families)
            yield ClauseView(
                number=at + 1,
                at=at,
                family=self[clauses.clause_field_name(at, "family")],
                was=family,
                about=SENTENCES[family],
                rule_id=_rule_id(at),
                fields=self._clause_fields(at, family),
                first=at == 0,
                last=at + 1 == count,
                after=clauses.after_removal("clause", at + 1, count, "clause-add"),
            )

    def _clause_fields(self, at: int, family: str) -> ClauseFields:
        bound = {name: self[clauses.clause_field_name(at, name)] for name in parameters_of(FAMILIES[family])}
        if not self.is_bound:
            stored = self.entry.definition["clauses"][at]
            return arrange_clause(family, clause_from_json(stored, at), clauses.clause_form_data(stored), bound)
        self.is_valid()
        clause = clauses.clause_in(at, family, self.cleaned_data)
        return arrange_clause(family, clause, clauses.submitted_clauses(self.data)[at], bound)

    @property
    def combination_fields(self) -> tuple[BoundField, ...]:
        """Fields that apply to all clauses together."""
        return tuple(self[name] for name in COMBINING)

    @property
    def next_clause(self) -> str:
        """Id of the next clause to be added."""
        return clauses.part_id("clause", len(self.families) + 1)

    @property
    def example_views(self) -> Iterator[bench.ExampleView]:
        """Examples as listed on the page."""
        card = self._card()
        for at in range(self.example_count):
            yield bench.example_view(self, at, self.example_count, card, is_painted=at == self.painted)

    def parts(self) -> Iterator[str]:
        """Yield the ids of parts that change with the form: errors, rules, examples' maps and their stars."""
        yield from super().parts()
        yield from map(_rule_id, range(len(self.families)))
        yield from (id for at in range(self.example_count) for id in (bench.drawn_id(at), bench.earned_id(at)))

    def _card(self) -> ScoringCard | None:
        """Return the card as the form defines it, or None if it can't be read."""
        definition = self.stored if self.is_bound else self.entry.definition
        return scoring_from_json(definition) if definition is not None else None


class ScoringEditor:
    """Editor of scoring cards."""

    form: type[EntryForm] = ScoringForm

    def blank(self) -> Data:
        """Return a card that scores a star for each forest."""
        return {"stack": Stack.FOREST.value, "solo_target": 20, "clauses": [clauses.blank_clause(clauses.FIRST)]}

    def blank_like(self, sample: str) -> Data:
        """Return a card with a sample clause of the gallery, or a blank one if there is no such sample."""
        found = sample_clauses().get(sample)
        return {**self.blank(), "clauses": [found.clause]} if found else self.blank()

    def preview(self, entry: CatalogEntry, definition: Data, examples: list[Data]) -> DefinitionPreview:
        """Return the preview: its rule, its stars on sample boards and examples, and its balance."""
        template = "cartographers/workshop/_scoring_preview.html"
        context = build_scoring_preview(scoring_from_json(definition), examples, card_balance_of(entry, definition))
        return DefinitionPreview(template, {"card": context}, context.announcement)

    def picture(self, definition: Data) -> SafeString:
        """Return its emblem."""
        return emblem_drawing(scoring_from_json(definition))

    def gallery(self) -> Gallery:
        """Return the gallery of rule types."""
        context = {"rule_types": rule_type_gallery()}
        return Gallery(_("Rule types of scoring cards"), "cartographers/workshop/_gallery_page.html", context)

    def play_test(self, tried: Data, number: int) -> int:
        """Return the stars of the card in a quick game."""
        return stars_of_game(scoring_from_json(tried), number)
