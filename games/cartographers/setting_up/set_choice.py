"""Card set that a host has chosen for a table: its stored form, and its setup."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.cartographers.cards import ScoringCard
from engine.cartographers.catalog import Edition
from engine.cartographers.mixing.mix import UnreadableChoice
from engine.cartographers.placement import HeroPattern, SingleTerrain
from engine.cartographers.rules.problems import find_problems
from engine.cartographers.rules.setup import Setup
from engine.cartographers.sheet import Sheet
from games.cartographers.shelf.components import Piece, SetWithCards, active_components, is_of_box
from games.cartographers.shelf.problems import sentences, set_problems
from games.cartographers.shelf.published import library
from games.cartographers.shelf.published_sets import (
    BOX_SETS,
    SAME_CARDS,
    StoredSet,
    fill_stored_set,
    newest_set,
    stored_sets,
)
from games.cartographers.shelf.sets import Slot
from games.cartographers.shelf.trials import find_stored_draft
from games.cartographers.words.names import card_name
from games.tables.game import Options


@dataclass(frozen=True, slots=True)
class SetChoice:
    """A version of a set (`ref` is "box/id") on one of its sheets; the rest is as in a `Mix`. A `trial` is of a draft,
    as it stands when the game begins, and never counts; `linked` where a link led to it, and `followed` where its owner
    shares it with followers, both of which may end.

    Without a `version` (0), a table has the one that is active when its game begins.
    """

    ref: str
    version: int
    sheet: str
    edicts: tuple[str, ...] = ()
    edition: Edition = Edition.RETAIL
    single_terrain: SingleTerrain = SingleTerrain.ANY
    hero_pattern: HeroPattern = HeroPattern.TURNABLE
    practice: bool = False
    monsters_walk: bool = False
    destroys_wasteland: bool = False
    trial: bool = False
    linked: bool = False
    followed: bool = False

    def as_json(self) -> Options:
        """Return the stored form."""
        return {
            "set": self.ref,
            "version": self.version,
            "sheet": self.sheet,
            "edicts": list(self.edicts),
            **({"edition": self.edition.value} if self.edition is not Edition.RETAIL else {}),
            "single_terrain": self.single_terrain.value,
            "hero_pattern": self.hero_pattern.value,
            "practice": self.practice,
            **({"monsters_walk": True} if self.monsters_walk else {}),
            **({"destroys_wasteland": True} if self.destroys_wasteland else {}),
            **({"trial": True} if self.trial else {}),
            **({"linked": True} if self.linked else {}),
            **({"followed": True} if self.followed else {}),
        }

    @property
    def stored(self) -> StoredSet | None:
        """Chosen version of the set, or None for a draft and for a set that this site doesn't have."""
        if self.trial:
            return None
        return stored_sets().get((self.ref, self.version)) if self.version else newest_set(self.ref)


def is_of_set(options: Options) -> bool:
    """Return True if a table's options are those of a set, not of a mix."""
    return "set" in options


def is_trial(options: Options) -> bool:
    """Return True if a table tries out a draft."""
    return is_of_set(options) and options.get("trial") is True


def choice_of(options: Options) -> SetChoice:
    """Return the set of a stored form. Raises UnreadableChoice."""
    try:
        return SetChoice(
            ref=_as(str, options["set"]),
            version=_as(int, options["version"]),
            sheet=_as(str, options["sheet"]),
            edicts=tuple(_as(str, card) for card in _as(list, options["edicts"])),
            edition=Edition(options.get("edition", Edition.RETAIL)),
            single_terrain=SingleTerrain(options["single_terrain"]),
            hero_pattern=HeroPattern(options["hero_pattern"]),
            practice=_as(bool, options["practice"]),
            monsters_walk=_as(bool, options.get("monsters_walk", False)),
            destroys_wasteland=_as(bool, options.get("destroys_wasteland", False)),
            trial=_as(bool, options.get("trial", False)),
            linked=_as(bool, options.get("linked", False)),
            followed=_as(bool, options.get("followed", False)),
        )
    except (KeyError, ValueError):
        raise UnreadableChoice("set") from None


def _as(kind: type[Any], value: Any) -> Any:
    if type(value) is not kind:
        raise ValueError(value)
    return value


def readable_choice(options: Options) -> SetChoice | None:
    """Return the set of a stored form, or None if it is unreadable."""
    try:
        return choice_of(options)
    except UnreadableChoice:
        return None


def setup_of(options: Options) -> Setup:
    """Return the engine's setup of the set in the chosen version, even if it has changed since. Raises ValidationError
    if this site doesn't have it, or it can't be played.
    """
    choice = _read(options)
    of = _filled(choice)
    if choice.trial and (found := set_problems(of)):
        raise ValidationError(sentences(found))
    sheet = of.sheet(choice.sheet)
    # A draft may have changed, and a set of a box does without a sheet that was retired.
    if sheet is None and (choice.trial or is_of_box(choice.ref)):
        sheet = next(iter(of.sheets), None)
    if sheet is None:
        raise ValidationError(_("This map sheet isn’t in the set. Choose another one."))
    definition = of.definition(
        sheet,
        single_terrain=choice.single_terrain,
        hero_pattern=choice.hero_pattern,
        practice=choice.practice,
        monsters_walk=choice.monsters_walk,
        destroys_wasteland=choice.destroys_wasteland,
    )
    return Setup(definition, choice.edicts)


def check_choice(options: Options, seats: int) -> None:
    """Raise ValidationError for a set that a new table with this number of seats can't use."""
    choice = _read(options)
    if not choice.trial and not _is_offered(choice):
        raise ValidationError(_("This set is no longer available. Choose another one."))
    if choice.practice and seats > 1:
        raise ValidationError(
            {"practice": _("Practice is only available in solo games. Choose one seat or turn practice off.")}
        )
    if found := set_problems(_filled(choice)):
        raise ValidationError(sentences(found))
    setup = setup_of(options)
    if found := find_problems(setup.definition, setup.edicts):
        raise ValidationError(sentences(found))


def _is_offered(choice: SetChoice) -> bool:
    stored = choice.stored
    return stored is not None and stored.current and stored.card_set.is_offered(timezone.localdate())


def _read(options: Options) -> SetChoice:
    try:
        return choice_of(options)
    except UnreadableChoice:
        raise ValidationError(_("This set isn’t available. Choose another one.")) from None


def _filled(choice: SetChoice) -> SetWithCards:
    """Return the set with its cards. Raises ValidationError."""
    if choice.trial:
        tried = find_stored_draft(choice.ref, choice.version, linked=choice.linked, followed=choice.followed)
        if tried is None:
            raise ValidationError(_("This set no longer exists."))
        return tried.filled()
    if choice.stored is None:
        raise ValidationError(_("This set isn’t available. Choose another one."))
    return fill_stored_set(choice.stored).in_edition(choice.edition, library().preview.scoring)


def set_name(choice: SetChoice) -> str:
    """Return the name of the chosen set, or "" for a draft and for a set that isn't on this site.

    A first game is called by the set that it introduces. First versions of the boxes' sets came with the site, so their
    names are known without a query.
    """
    ref = SAME_CARDS.get(choice.ref, choice.ref)
    if ref in BOX_SETS and not choice.trial and (choice.version <= 1 or ref != choice.ref):
        return _(BOX_SETS[ref][0])
    return card_name(choice.stored.card_set) if choice.stored else ""


def edicts_of(choice: SetChoice) -> list[ScoringCard]:
    """Return the edict cards that the host has chosen and that are still active."""
    by_id = {card.id: card for card in _in_play(choice, Slot.SCORING) if isinstance(card, ScoringCard)}
    return [by_id[id] for id in choice.edicts if id in by_id]


def sheets_of(options: Options) -> tuple[Sheet, ...]:
    """Return the sheets of a stored set. Raises ValidationError where this site has none such."""
    return tuple(_filled(_read(options)).sheets)


def set_sheet(choice: SetChoice) -> Sheet | None:
    """Return the sheet that the host has chosen, or None if it isn't active."""
    sheets = [sheet for sheet in _in_play(choice, Slot.SHEETS) if isinstance(sheet, Sheet)]
    return next((sheet for sheet in sheets if sheet.id == choice.sheet), None)


def _in_play(choice: SetChoice, slot: Slot) -> Iterator[Piece]:
    """Return the components in a slot of the set that are still active."""
    held = active_components()
    refs = choice.stored.card_set.refs[slot] if choice.stored else ()
    return (held[slot.kind, ref] for ref in refs if (slot.kind, ref) in held)
