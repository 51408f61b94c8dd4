"""Checks of a Gisborne record: components, shuffles, plays and scorings, with plain messages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.gisborne.catalog import gisborne
from engine.gisborne.definition import Definition
from engine.gisborne.events import Event, GameStarted, Laid, ScoringClosed
from engine.gisborne.game import RULES
from engine.records import Record
from games.play.record_check import Finding, check_record

_ORDER = ("tiles", "chips", "bar")


def findings(record: Record[Event]) -> list[Finding]:
    """Return the results of all checks, in the order of the game.

    Raises RecordError if there is a seed without a commitment.
    """
    check = check_record(RULES, record)
    return [
        *check.beginning(),
        *_components(record),
        *(check.order(label, deck_name(label)) for label in sorted(check.verification.shuffled, key=_place)),
        *(list(check.faults()) or _counts(record)),
    ]


def _place(label: str) -> tuple[int, int]:
    """Return the place of a label in a game: the set-up, then the piles by number."""
    if label in _ORDER:
        return _ORDER.index(label), 0
    number = label.partition("/")[2]
    return len(_ORDER), int(number) if number.isdecimal() else 0


def deck_name(label: str) -> str:
    """Return the name of what is shuffled under a label."""
    match label.partition("/"):
        case ("tiles", _sign, _number):
            return _("Path tiles")
        case ("chips", _sign, _number):
            return _("Chips")
        case ("bar", _sign, _number):
            return _("Order on the bar")
        case (_name, _sign, "1"):
            return _("Card pile")
        case (_name, _sign, number):
            return _("Card pile %(number)s") % {"number": number}


def _components(record: Record[Event]) -> Iterator[Finding]:
    """Yield whether the tiles, chips and cards are the published ones. The switches of a table may differ."""
    match record.events[:1]:
        case [GameStarted(definition)] if _is_published(definition):
            yield Finding(True, _("The tiles, chips and cards match the published versions."))
        case [GameStarted()]:
            yield Finding(True, _("The tiles, chips or cards differ from the published versions."), note=True)


def _is_published(definition: Definition) -> bool:
    box = gisborne()
    return box == replace(definition, laid_numbers=box.laid_numbers, final_scorings=box.final_scorings)


def _counts(record: Record[Event]) -> Iterator[Finding]:
    plays = sum(isinstance(event, Laid) for event in record.events)
    text = ngettext("%(count)d play follows the rules.", "%(count)d plays follow the rules.", plays)
    yield Finding(True, text % {"count": plays})
    scorings = sum(isinstance(event, ScoringClosed) for event in record.events)
    text = ngettext(
        "The cards of %(count)d position scoring were dealt correctly.",
        "The cards of %(count)d position scorings were dealt correctly.",
        scorings,
    )
    yield Finding(True, text % {"count": scorings})
