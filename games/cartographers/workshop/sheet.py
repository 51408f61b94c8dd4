"""Editor of map sheets: painted, and tested in quick games that are compared with the other active sheets."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import mean
from typing import Any, ClassVar, Final

from django import forms
from django.conf import settings
from django.forms import BoundField
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.board import Board
from engine.cartographers.bounds import LANDMARK_COINS
from engine.cartographers.cards import sheet_from_json
from engine.cartographers.geometry import SIZE, Mask
from engine.cartographers.notation import board_of, board_text, space_names
from engine.cartographers.terrain import REGIONS, Feature
from games.cartographers.map.boards import Patch, patches
from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.words.names import sheet_name
from games.cartographers.words.shapes import sheet_counts
from games.cartographers.workshop.balance_tests import ending_of, play_on_sheet
from games.cartographers.workshop.drawings import sheet_drawing
from games.cartographers.workshop.map_painter import SHEET_MARKS, BoardField, painter_tools
from games.cartographers.workshop.random_sheets import (
    PREFIX,
    SEEDS,
    RandomSheetForm,
    RandomSheetTest,
    is_random_sheet_test,
    play_random_sheet,
    random_sheet_test_of,
    start_random_sheet_test,
)
from games.cartographers.workshop.shapes import FitCount, list_fit_counts
from games.catalog.balance_tests import (
    TrialProgress,
    begin_trial,
    find_trial,
    progress_of,
    results_of,
    typical_range,
)
from games.catalog.editors import DefinitionPreview
from games.catalog.forms import EntryForm, Tool, ToolUse
from games.catalog.models import CatalogEntry, EntryState, Trial
from games.catalog.names import NameField
from games.catalog.painting import link_painter, repaint_tool
from games.catalog.playable import announced_text, draft_problems
from games.catalog.shelves import Data
from games.play.words import comma_list

GAMES: Final = 200
OF_OTHERS: Final = 100
"""Number of games on the sheet itself, and on each sheet that it is compared to."""


def _run_test(use: ToolUse) -> Any:
    """Start the quick games on the map sheet as drawn in the form, if it can be played."""
    stored = SheetForm(use.data, entry=use.entry).stored
    if stored is not None and not draft_problems(use.entry, stored):
        start_sheet_balance(use.entry, stored)
    return use.data


_GENERATES: Final = f"{PREFIX}-generates"
"""Field that is set while the button for random sheets is answered."""
_NEW_SEED: Final = "new"


def _generate_sheets(use: ToolUse) -> Any:
    """Start the quick games on random sheets, with a new seed if none is entered or the button asks for one."""
    form = RandomSheetForm(use.data)
    if not form.is_valid():
        return use.with_values(**{_GENERATES: "1"})
    seed = (form.cleaned_data["seed"] if use.at != _NEW_SEED else None) or 1 + secrets.randbelow(SEEDS.most)
    if form.check_feasible(seed):
        start_random_sheet_test(use.entry, seed, form.counts)
    return use.with_values(**{_GENERATES: "1", f"{PREFIX}-seed": seed})


def _use_sheet(text: str, use: ToolUse, _brush: str) -> str:
    """Return the rows of the random sheet that the quick games have chosen."""
    test = random_sheet_test_of(use.entry, RandomSheetForm(use.data))
    return "\n".join(test.sheet.rows()) if test and test.sheet else text


class SheetForm(EntryForm):
    """Form for the board of a sheet, the coins of its landmarks, the names of its regions, and random sheets."""

    piece_template = "cartographers/workshop/_sheet.html"
    tools: ClassVar[Mapping[str, Tool]] = {
        **painter_tools(lambda _data: "rows"),
        "run-test": _run_test,
        "generate-sheets": _generate_sheets,
        "use-sheet": repaint_tool(lambda _data: "rows", _use_sheet),
    }

    rows = BoardField(label=gettext_lazy("Map sheet"), marks=SHEET_MARKS)
    landmark_coins = forms.IntegerField(
        label=gettext_lazy("Coins for each landmark"),
        help_text=gettext_lazy("Players earn them once, when all spaces next to the landmark are filled."),
        min_value=LANDMARK_COINS.least,
        max_value=LANDMARK_COINS.most,
        required=False,
    )

    def __init__(self, data: Any = None, *, entry: CatalogEntry) -> None:
        super().__init__(data, entry=entry)
        link_painter(self, "rows")
        self.random = RandomSheetForm(data)
        self._generates = data is not None and _GENERATES in data
        if self._generates and self.random.is_valid():
            self.random.check_feasible(self.random.cleaned_data["seed"])
        for number in range(1, len(REGIONS) + 1):
            for name, code, language in _name_fields(number):
                words = {"number": number, "language": language}
                label = (
                    _("Name of region %(number)s") if code == "en" else _("Name of region %(number)s (%(language)s)")
                )
                self.fields[name] = NameField(label=label % words, required=False)

    @property
    def region_fields(self) -> Iterator[BoundField]:
        """Fields of the names of regions."""
        return (self[name] for number in range(1, len(REGIONS) + 1) for name, _code, _language in _name_fields(number))

    @property
    def is_random_open(self) -> bool:
        """True if the fields for random sheets have been used."""
        return bool(self.random["seed"].value() or self.random.errors)

    @property
    def is_tool_refused(self) -> bool:
        """True if random sheets are asked for with counts that no fair sheet has."""
        return self._generates and bool(self.random.errors)

    @property
    def random_test(self) -> RandomSheetTest | None:
        """Test of the random sheets that were asked for."""
        return random_sheet_test_of(self.entry, self.random) if self.random.is_bound else None

    def parts(self) -> Iterator[str]:
        """Yield the ids of the error elements, those of the fields for random sheets included."""
        yield from super().parts()
        yield from (f"errors-{field.html_name}" for field in self.random)
        yield "errors-random"

    @classmethod
    def begin(cls, entry: CatalogEntry) -> dict[str, Any]:
        """Return the initial field values from the entry's definition."""
        definition = entry.definition
        begun = {"rows": _sheet_text(definition), "landmark_coins": definition.get("landmark_coins")}
        for number, region in enumerate(definition.get("regions", ()), 1):
            texts = {"en": region["name"], **region.get("names", {})}
            begun |= {name: texts.get(code, "") for name, code, _language in _name_fields(number)}
        return begun

    def clean(self) -> dict[str, Any]:
        """Refuse coin spaces that are filled."""
        if rows := self.cleaned_data.get("rows"):
            board = board_of(rows)
            if filled := board.layers[Feature.TOLL] & board.filled:
                words = {"spaces": comma_list(space_names(filled))}
                self.add_error("rows", _("Coin spaces must be empty. These are filled: %(spaces)s.") % words)
        return super().clean()

    def piece(self) -> Data:
        """Return the definition. Regions keep their numbers, so those before the last one may be without spaces."""
        cleaned = self.cleaned_data
        board = board_of(cleaned["rows"])
        piece: Data = {"rows": board_text(board).split("/")}
        if coins := cleaned["landmark_coins"]:
            piece["landmark_coins"] = coins
        if tolls := board.layers[Feature.TOLL]:
            piece["tolls"] = list(space_names(tolls))
        regions = [_region(number, board.layers[region], cleaned) for number, region in enumerate(REGIONS, 1)]
        while regions and not (regions[-1]["spaces"] or regions[-1]["name"] or "names" in regions[-1]):
            regions.pop()
        return {**piece, "regions": regions} if regions else piece


def _name_fields(number: int) -> list[tuple[str, str, str]]:
    """Return the fields for the names of a region, with the code and the name of their language."""
    return [
        (f"region_{number}" if code == "en" else f"region_{number}_{code}", code, _(language))
        for code, language in settings.LANGUAGES
    ]


def _region(number: int, spaces: Mask, cleaned: Mapping[str, Any]) -> Data:
    names = {code: cleaned[name] for name, code, _language in _name_fields(number) if code != "en" and cleaned[name]}
    region: Data = {"name": cleaned[f"region_{number}"], "spaces": list(space_names(spaces))}
    return {**region, "names": names} if names else region


def _sheet_text(definition: Data) -> str:
    """Return the rows of a stored sheet, with its coin spaces and regions in fields below them."""
    lists = {"tolls": definition.get("tolls", [])}
    lists |= {f"region_{number}": region["spaces"] for number, region in enumerate(definition.get("regions", ()), 1)}
    fields = [f"{name}:{','.join(listed)}" for name, listed in lists.items() if listed]
    return " ".join(["/".join(definition["rows"]), *fields])


@dataclass(frozen=True, slots=True)
class SheetPreview:
    """Preview of a sheet: its map and counts. Also why it can't be submitted, the spots where shapes fit, and results
    of test games; `open` if more can be played, only for drafts.
    """

    name: str
    board: tuple[Patch, ...]
    counts: str
    problems: tuple[str, ...]
    places: tuple[FitCount, ...]
    ends: SheetBalance
    open: bool


class SheetEditor:
    """Editor of map sheets."""

    form: type[EntryForm] = SheetForm

    def blank(self) -> Data:
        """Return the definition of an empty map sheet."""
        return {"rows": ["." * SIZE] * SIZE}

    def preview(self, entry: CatalogEntry, definition: Data, examples: list[Data]) -> DefinitionPreview:
        """Return the preview of the sheet as players see it, and what fits on it."""
        sheet, faults = sheet_from_json(definition), draft_problems(entry, definition)
        page = SheetPreview(
            name=sheet.name,
            board=patches(Board.of_sheet(sheet)),
            counts=sheet_counts(sheet),
            problems=faults,
            places=list_fit_counts(sheet),
            ends=sheet_balance_of(entry, definition),
            open=entry.state == EntryState.DRAFT and not faults,
        )
        return DefinitionPreview(
            "cartographers/workshop/_sheet_preview.html", {"sheet": page}, announced_text(faults, page.counts), faults
        )

    def picture(self, definition: Data) -> SafeString:
        """Return a small picture of the sheet."""
        return sheet_drawing(sheet_from_json(definition))

    def play_test(self, tried: Data, number: int) -> list[int]:
        """Play a quick game on the map sheet, or on random ones."""
        if is_random_sheet_test(tried):
            return play_random_sheet(tried, number)
        return ending_of(play_on_sheet(sheet_from_json(tried), number))


@dataclass(frozen=True, slots=True)
class Figures:
    """A sheet, and how games end on it: their mean stars, those between which four games of five end, the mean stars
    that monsters cost, and the mean number of spaces that stay empty.
    """

    name: str
    own: bool
    stars: float
    low: int
    high: int
    losses: float
    empty: float


@dataclass(frozen=True, slots=True)
class SheetBalance:
    """Progress and results of quick games, those of the map sheet itself first. `pk` is that of the entry."""

    pk: int
    progress: TrialProgress
    figures: tuple[Figures, ...]


def start_sheet_balance(entry: CatalogEntry, definition: Data) -> None:
    """Have the games played that are still to be played, on a sheet and on those that it is compared to."""
    begin_trial(entry=entry, tried=_tested_definition(definition), games=GAMES)
    for other in _other_sheets(entry):
        begin_trial(entry=other, tried=_tested_definition(other.definition), games=OF_OTHERS)


def sheet_balance_of(entry: CatalogEntry, definition: Data) -> SheetBalance:
    """Return the results for a map sheet with the given definition."""
    own = find_trial(entry, _tested_definition(definition))
    if own is None:
        return SheetBalance(entry.pk, progress_of(()), ())
    found = [(other, find_trial(other, _tested_definition(other.definition))) for other in _other_sheets(entry)]
    others = [(other, trial) for other, trial in found if trial]
    figures = [_figures(definition, own, own=True)] if own.done else []
    figures += [_figures(other.definition, trial, own=False) for other, trial in others if trial.done]
    return SheetBalance(entry.pk, progress_of([own, *(trial for _other, trial in others)]), tuple(figures))


def _other_sheets(entry: CatalogEntry) -> list[CatalogEntry]:
    return list(CatalogEntry.objects.in_play().filter(kind=EntryKind.SHEET).exclude(box=entry.box, key=entry.key))


def _tested_definition(definition: Data) -> Data:
    """Return the definition without names, which don't affect the games."""
    played: Data = {key: definition[key] for key in ("rows", "landmark_coins", "tolls") if key in definition}
    regions = [{"name": "", "spaces": region["spaces"]} for region in definition.get("regions", ())]
    return {"id": definition["id"], "name": "", **played, **({"regions": regions} if regions else {})}


def _figures(definition: Data, trial: Trial, *, own: bool) -> Figures:
    stars, losses, empty = zip(*results_of(trial), strict=True)
    name = sheet_name(sheet_from_json(definition))
    return Figures(name, own, mean(stars), *typical_range(stars), mean(losses), mean(empty))
