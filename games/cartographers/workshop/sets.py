"""Card sets: the cards and sheets that are played together, selected by picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Final

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts.models import User
from games.cartographers.models import OwnSet
from games.cartographers.paper.printed_set import print_response
from games.cartographers.setting_up.set_pages import open_draft_table
from games.cartographers.shelf.components import SEASONS, active_components
from games.cartographers.shelf.kinds import CatalogBox
from games.cartographers.shelf.published_sets import playable_sets
from games.cartographers.shelf.sets import EDICTS, Slot, set_from_json
from games.cartographers.shelf.trials import draft_of_entry
from games.cartographers.words.names import season_name
from games.cartographers.workshop.drawings import sign_drawing
from games.cartographers.workshop.set_games import GameResult, play_set
from games.cartographers.workshop.set_preview import (
    PICKED,
    TITLES,
    Pick,
    build_set_preview,
    groups,
    picks_of,
    season_choices,
)
from games.cartographers.workshop.set_report import run_set_report, set_balance_report
from games.catalog.balance_reports import BalanceReport
from games.catalog.editors import DefinitionPreview
from games.catalog.forms import EntryForm, Tool, ToolUse
from games.catalog.models import CatalogEntry
from games.catalog.pages import entry_url
from games.catalog.shelves import Data
from games.tables.errors import TableRefusal
from games.tables.lobby.cards import table_url
from games.tables.log.refusals import refusal_words

_NEEDED: Final = (Slot.SHEETS, Slot.EXPLORE)
"""Slots of which a set needs at least one component. It also needs a scoring card from each stack."""


@dataclass(frozen=True, slots=True)
class SetPick:
    """Card or sheet with its checkbox."""

    tag: SafeString
    pick: Pick


@dataclass(frozen=True, slots=True)
class PickGroup:
    """Cards of a kind or of a stack in the set form, folded unless `is_open`.

    `key` identifies the buttons that select all or none. `count` is the number selected, and `lacking` is True if the
    set needs at least one and has none. `field` is set on the first group of a field, to show its errors.
    """

    key: str
    title: str
    picked: tuple[SetPick, ...]
    count: int
    lacking: bool
    is_open: bool
    field: BoundField | None


def selection_tools(*, drafts: bool) -> Mapping[str, Tool]:
    """Return the tools that select all or none of a group, with unpublished components or without."""
    return {
        "select-all": partial(_select_group, selected=True, drafts=drafts),
        "select-none": partial(_select_group, selected=False, drafts=drafts),
    }


def _select_group(use: ToolUse, *, selected: bool, drafts: bool) -> Any:
    picks = picks_of(set_from_json(use.entry.definition), drafts=drafts)
    of_group = [pick for pick in picks if pick.group == use.at]
    changed = use.data.copy()
    for slot in {pick.slot for pick in of_group}:
        refs = [pick.ref for pick in of_group if not _is_edition(pick)]
        others = [ref for ref in changed.getlist(slot.value) if ref not in {pick.ref for pick in of_group}]
        changed.setlist(slot.value, [*others, *refs] if selected else others)
    return changed


class SetForm(EntryForm):
    """Form for the sheets and cards, four seasons, and the dates on which the set is offered."""

    piece_template = "cartographers/workshop/_set.html"
    tools: ClassVar[Mapping[str, Tool]] = selection_tools(drafts=True)
    with_drafts: ClassVar[bool] = True
    """True if unpublished cards are offered as well."""

    since = forms.DateField(
        label=gettext_lazy("Start date"),
        help_text=gettext_lazy("New tables can use the set from this date. Leave empty to start now."),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    until = forms.DateField(
        label=gettext_lazy("End date"),
        help_text=gettext_lazy("Leave empty for no end date."),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(self, data: Any = None, *, entry: CatalogEntry) -> None:
        super().__init__(data, entry=entry)
        card_set = set_from_json(entry.definition)
        self.picks = picks_of(card_set, drafts=self.with_drafts)
        for slot in PICKED:
            choices = [(pick.ref, pick.name) for pick in self.picks if pick.slot is slot]
            self.fields[slot.value] = forms.MultipleChoiceField(
                label=str(TITLES[slot]), choices=choices, widget=forms.CheckboxSelectMultiple, required=False
            )
        seasons = season_choices(card_set, drafts=self.with_drafts)
        for season in SEASONS:
            self.fields[season] = forms.ChoiceField(label=season_name(season), choices=seasons)

    @classmethod
    def begin(cls, entry: CatalogEntry) -> dict[str, Any]:
        """Return the initial field values from the entry's definition."""
        card_set = set_from_json(entry.definition)
        seasons = dict(zip(SEASONS, card_set.refs[Slot.SEASONS], strict=False))
        picked = {slot.value: list(card_set.refs[slot]) for slot in PICKED}
        return {**seasons, **picked, "since": card_set.since, "until": card_set.until}

    def clean(self) -> dict[str, Any]:
        """Require the end date not to precede the start date."""
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if since and until and until < since:
            self.add_error("until", _("The end date must be after the start date."))
        return super().clean()

    def piece(self) -> Data:
        """Return the definition."""
        cleaned = self.cleaned_data
        days = {"from": cleaned["since"], "until": cleaned["until"]}
        edicts = set_from_json(self.entry.definition).edicts
        return {
            **{slot.value: self._in_order(slot, cleaned[slot.value]) for slot in PICKED},
            Slot.SEASONS.value: [cleaned[season] for season in SEASONS],
            # The form doesn't change edicts. A set that loses one of them has random edicts.
            **({EDICTS: list(edicts)} if edicts and set(edicts) <= set(cleaned[Slot.SCORING.value]) else {}),
            **{key: day.isoformat() for key, day in days.items() if day},
        }

    def _in_order(self, slot: Slot, refs: list[str]) -> list[str]:
        return [pick.ref for pick in self.picks if pick.slot is slot and pick.ref in refs]

    @property
    def season_fields(self) -> Iterator[BoundField]:
        """Fields of the four seasons."""
        return (self[season] for season in SEASONS)

    @property
    def pick_groups(self) -> Iterator[PickGroup]:
        """Groups of components to choose from, by type and stack."""
        tags = {(slot, str(box.data["value"])): box for slot in PICKED for box in self[slot.value]}
        seen: set[Slot] = set()
        for key, title in groups():
            boxes = [(tags[pick.slot, pick.ref], pick) for pick in self.picks if pick.group == key]
            if not boxes:
                continue
            slot = boxes[0][1].slot
            count = sum(bool(box.data["selected"]) for box, _pick in boxes)
            lacking = not count and (slot in _NEEDED or key.startswith(f"{Slot.SCORING}-"))
            yield PickGroup(
                key=key,
                title=title,
                picked=tuple(SetPick(box.tag(), pick) for box, pick in boxes),
                count=count,
                lacking=lacking,
                is_open=lacking or slot in self.errors or key == self._group_after_tool,
                field=self[slot.value] if slot not in seen else None,
            )
            seen.add(slot)

    @property
    def _group_after_tool(self) -> str:
        """The group of which a button has just selected all or none, "" for none."""
        return self.data.get("at", "") if self.is_bound else ""

    @property
    def select_all_url(self) -> str:
        """Address of the button that selects a whole group."""
        return self.tool_url("select-all")

    @property
    def select_none_url(self) -> str:
        """Address of the button that selects none of a group."""
        return self.tool_url("select-none")

    def parts(self) -> Iterator[str]:
        """Yield the ids of parts that change with the form: errors, and the selection counts."""
        yield from super().parts()
        yield from (f"picked-{key}" for key, _title in groups())

    @property
    def wrong_seasons(self) -> bool:
        """True if a season field has an error."""
        return any(season in self.errors for season in SEASONS)

    @property
    def wrong_days(self) -> bool:
        """True if a date is invalid, or the end date is before the start date."""
        return "since" in self.errors or "until" in self.errors


def _is_edition(pick: Pick) -> bool:
    """Return True if a component is from the preview edition.

    It is left out when a whole group is selected, because it replaces a card of the same id.
    """
    return pick.ref.startswith(f"{CatalogBox.PREVIEW}/")


class SetEditor:
    """Editor of sets."""

    form: type[EntryForm] = SetForm

    def blank(self) -> Data:
        """Return the definition of the base game."""
        base = [(kind, ref) for kind, ref in active_components() if ref.startswith(f"{CatalogBox.CARTOGRAPHERS}/")]
        slots = [slot for slot in Slot if slot is not Slot.SKILLS]
        return {slot.value: [ref for kind, ref in base if kind is slot.kind] for slot in slots}

    def preview(self, entry: CatalogEntry, definition: Data, examples: list[Data]) -> DefinitionPreview:
        """Return the preview of a set: contents, problems, and a random start of a game."""
        page = build_set_preview(entry, definition)
        return DefinitionPreview(
            "cartographers/workshop/_set_preview.html", {"set": page}, page.announcement, page.problems
        )

    def picture(self, definition: Data) -> SafeString:
        """Return a picture of several kinds of cards."""
        return sign_drawing("kinds")

    def play(self, entry: CatalogEntry, user: User) -> str:
        """Start a solo game with the saved draft. It doesn't count toward statistics."""
        try:
            return table_url(open_draft_table(user=user, tried=draft_of_entry(entry), practice=True))
        except TableRefusal as refusal:
            raise ValidationError(refusal_words(refusal.reason)) from None

    def trial_url(self, link: str) -> str:
        """Return the address of the page where a draft can be tried."""
        return reverse("cartographers:trial", args=[link])

    def print_response(self, request: HttpRequest, entry: CatalogEntry) -> HttpResponse:
        """Show the form that prints a version, or return its PDF."""
        return print_response(request, draft_of_entry(entry).filled(), entry_url(entry))

    def play_test(self, tried: Data, number: int) -> GameResult:
        """Play the game of a balance report with a number from 0."""
        return play_set(tried, number)

    def balance_report(self, entry: CatalogEntry) -> BalanceReport:
        """Return the balance report of a version."""
        return set_balance_report(entry)

    def run_report(self, entry: CatalogEntry) -> None:
        """Queue the games of a balance report. Raises ValidationError."""
        run_set_report(entry)

    def author_url(self, entry: CatalogEntry, user: User) -> str:
        """The page of the player's own set that was submitted, or else of the published set."""
        own_set = OwnSet.objects.filter(Q(key=entry.key) | Q(published_as=entry.key), owner=user).first()
        if own_set:
            return own_set.url
        one = playable_sets().get(f"{entry.box}/{entry.key}") if entry.current else None
        return one.stored.url if one else ""
