"""Checks of a Cartographers record: cards, decks and totals, with plain messages."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.cartographers.events import Drawn, EdictsLaid, Event, GameStarted, SeasonScored
from engine.cartographers.game import RULES
from engine.cartographers.provenance import Deviation, Pile, find_deviations
from engine.cartographers.sheet_generator import RANDOM_ID
from engine.records import Record, RecordError, RecordProblem
from games.cartographers.goals.panels import LONGEST
from games.cartographers.words.names import season_name
from games.play.record_check import Finding, check_record


def findings(record: Record[Event]) -> list[Finding]:
    """Return the results of all checks, in the order of the game.

    Raises RecordError if there is a seed without a commitment, or if the coin track is too long to be drawn.
    """
    _require_drawable(record)
    check = check_record(RULES, record)
    labels = sorted(check.verification.shuffled, key=lambda label: label not in ("edicts", "sheet"))
    return [
        *check.beginning(),
        *_cards(record),
        *(check.order(label, _deck(label)) for label in labels),
        *_chosen_edicts(record),
        *(list(check.faults()) or _sums(record)),
    ]


def _require_drawable(record: Record[Event]) -> None:
    # Not where events are read: games with longer tracks that were stored before this rule must still load.
    match record.events[:1]:
        case [GameStarted(definition)] if definition.coin_track > LONGEST:
            detail = f"definition: coin_track: {str(definition.coin_track)[:20]} coins are more than {LONGEST}"
            raise RecordError(f"event 1: {detail}", 1, RecordProblem.EVENT, detail=detail)


def _cards(record: Record[Event]) -> Iterator[Finding]:
    """Yield the differences between the game's cards and the published ones."""
    match record.events[:1]:
        case [GameStarted(definition)]:
            differing = find_deviations(definition)
            yield from (Finding(True, _departure(departure), note=True) for departure in differing)
            if definition.skills:
                yield Finding(True, _("This game uses skills, which aren’t part of either box."), note=True)
            if not differing:
                yield Finding(True, _("The map sheet and cards match the published versions."))
            if definition.practice:
                yield Finding(True, _("Practice: moves could be undone and no title is awarded."))


def _departure(departure: Deviation) -> str:
    if departure.pile is Pile.COIN_TRACK:
        return _("The coin track length differs from the published version.")
    if departure.pile is Pile.SHEET and departure.id.startswith(RANDOM_ID):
        return _("The map sheet is random, not published.")
    words = {"kind": _KINDS[departure.pile], "id": departure.id}
    if departure.id:
        return _("%(kind)s %(id)s: differs from the published version.") % words
    return _("%(kind)s: published versions, but some are missing.") % words


_KINDS = {
    Pile.SHEET: gettext_lazy("Map sheet"),
    Pile.SEASONS: gettext_lazy("Season"),
    Pile.EXPLORE: gettext_lazy("Explore card"),
    Pile.RUINS: gettext_lazy("Ruins card"),
    Pile.AMBUSHES: gettext_lazy("Ambush card"),
    Pile.HEROES: gettext_lazy("Hero card"),
    Pile.POOL: gettext_lazy("Scoring card"),
}


def _deck(label: str) -> str:
    match label.partition("/"):
        case ("edicts", _sign, _season):
            return _("Edicts")
        case ("sheet", _sign, _season):
            return _("Map sheet")
        case ("ambushes", _sign, _season):
            return _("Ambush deck")
        case ("heroes", _sign, _season):
            return _("Hero deck")
        case ("skills", _sign, _season):
            return _("Skills")
        case (_name, _sign, season):
            return _("%(season)s deck") % {"season": season_name(season)}


def _chosen_edicts(record: Record[Event]) -> Iterator[Finding]:
    if any(isinstance(event, EdictsLaid) and not event.drawn for event in record.events[:2]):
        yield Finding(True, _("Edicts: chosen by the host, not random."))


def _sums(record: Record[Event]) -> Iterator[Finding]:
    drawings = sum(isinstance(event, Drawn) for event in record.events)
    seasons = sum(isinstance(event, SeasonScored) for event in record.events)
    yield Finding(
        True,
        ngettext("%(count)d drawing follows the rules.", "%(count)d drawings follow the rules.", drawings)
        % {"count": drawings},
    )
    yield Finding(
        True,
        ngettext(
            "Coins, edicts and monsters of %(count)d season are scored correctly.",
            "Coins, edicts and monsters of %(count)d seasons are scored correctly.",
            seasons,
        )
        % {"count": seasons},
    )
