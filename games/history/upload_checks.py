"""Upload check: one pass, event by event, to the end of the game or to its first error."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from engine.contract import Seat
from engine.differences import Difference, shown_value
from engine.names import has_unsafe_characters, is_unreadable, normalize_title
from engine.records import Record, RecordError, RecordProblem
from games.history.json_lines import build_uploaded_game, parse_json
from games.history.record import names_of, read_record, record_words
from games.play.game import PlayedGame, played_game
from games.play.record_check import Finding
from games.tables.log.state import apply_events
from games.tables.log.storage import PastGame

MOST_BYTES: Final = 2_000_000
"""Maximum size of a game file. The longest games need a tenth of it."""
MOST_EVENTS: Final = 4_000
"""Maximum number of events of a game. The longest games have a tenth of it."""
MOST_OF_AN_EVENT: Final = 24_000
"""Maximum length of an event in characters, without names and texts by language. The first event of a game is the
longest, with 12,000 characters, because it contains everything that the game is played with. Reading thousands of
cards would take minutes.
"""
_PROSE: Final = "words"
_LABELS: Final = frozenset({"names", _PROSE})
"""Keys under which components store their names and texts by language."""
_SHOWN: Final = 300
_AROUND: Final = 2
_MOST_DIFFERENCES: Final = 12


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A truncated event of a record; `wrong` marks the first invalid one."""

    number: int
    text: str
    wrong: bool


@dataclass(frozen=True, slots=True)
class InvalidUpload:
    """Reasons why a game file is invalid.

    `lines` are the events around the first wrong one, if there is one. `differences` are its differences from the
    event that the rules give; `left_out` counts those not shown.
    """

    words: tuple[str, ...]
    lines: tuple[RecordLine, ...] = ()
    differences: tuple[Difference, ...] = ()
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One seat at the end: `score` in the game's words, `text` what it had before it, as the game writes that."""

    rank: int
    name: str
    score: str
    text: str


@dataclass(frozen=True, slots=True)
class ValidUpload:
    """A valid record: the game, ready to store, its results, best first, and the checks made.

    `has_rounds` is True if the game calls its turns rounds.
    """

    past: PastGame
    game: str
    turns: int
    has_rounds: bool
    events: int
    places: tuple[SeatResult, ...]
    findings: tuple[Finding, ...]
    is_deck_checked: bool

    @property
    def matches_published(self) -> bool:
        """True if no finding has a note."""
        return not any(finding.note for finding in self.findings)


def check_upload(text: str) -> ValidUpload | InvalidUpload:
    """Check the text of a game file and return the opened game, or why it is invalid."""
    if len(text) > MOST_BYTES:
        return InvalidUpload((_("This text is too long for a game file."),))
    document: Any = None
    try:
        document = parse_json(text)
        return _unfit_reason(document) or _checked(read_record(document), document)
    except RecordError as error:
        return InvalidUpload((record_words(error),), _lines(document, error.number))
    except RecursionError:  # the walk through an event goes deeper than its JSON
        return InvalidUpload((record_words(RecordError("too deep", reason=RecordProblem.DEPTH)),))


def _unfit_reason(document: Any) -> InvalidUpload | None:
    """Return why a game file is unfit to check or to show, or None if it is fit.

    It would take too long to check, or its invisible characters could reorder the text of a page.
    """
    events = document.get("events") if isinstance(document, dict) else None
    if not isinstance(events, list):
        return None
    if len(events) > MOST_EVENTS:
        return InvalidUpload((_("This file has too many events."),))
    for number, event in enumerate(events, 1):
        text = json.dumps(event, ensure_ascii=False)
        if len(text) > MOST_OF_AN_EVENT and _length_without_labels(event) > MOST_OF_AN_EVENT:
            words = _("Event %(number)d is too long.") % {"number": number}
            return InvalidUpload((words,), _lines(document, number))
        if _is_unreadable(event):
            words = _("Event %(number)d contains invisible characters.") % {"number": number}
            return InvalidUpload((words,), _lines(document, number))
    return None


def _length_without_labels(event: Any) -> int:
    """Return the characters of an event that take time to check: names and words by language are only kept."""
    if isinstance(event, dict):
        return sum(len(key) + 4 + _length_without_labels(one) for key, one in event.items() if key not in _LABELS)
    if isinstance(event, list):
        return sum(2 + _length_without_labels(one) for one in event)
    return len(json.dumps(event, ensure_ascii=False))


def _is_unreadable(value: Any, *, prose: bool = False) -> bool:
    """True if a text holds characters that no form of the site takes; "words" are texts of several lines."""
    match value:
        case str():
            return has_unsafe_characters(value) if prose else is_unreadable(normalize_title(value))
        case list():
            return any(_is_unreadable(one, prose=prose) for one in value)
        case dict():
            within = ((key, _is_unreadable(one, prose=prose or key == _PROSE)) for key, one in value.items())
            return any(wrong or is_unreadable(key) for key, wrong in within)
        case _:
            return False


def _checked(record: Record[Any], document: Any) -> ValidUpload | InvalidUpload:
    game = played_game(record.game)
    findings = tuple(game.findings(record))
    wrong = [finding for finding in findings if not finding.good]
    if wrong:
        number = next((finding.number for finding in wrong if finding.number), None)
        differences = next((finding.differences for finding in wrong if finding.differences), ())
        shown, left_out = differences[:_MOST_DIFFERENCES], max(0, len(differences) - _MOST_DIFFERENCES)
        return InvalidUpload(tuple(map(_sentence, wrong)), _lines(document, number), shown, left_out)
    state = apply_events(game.rules, game.rules.initial, list(record.events))
    return ValidUpload(
        past=build_uploaded_game(record, document["events"]),
        game=str(game.name),
        turns=game.rules.progress(state).turn,
        has_rounds=game.has_rounds,
        events=len(record.events),
        places=tuple(_places(game, names_of(record), state)),
        findings=findings,
        is_deck_checked=record.seed is not None,
    )


def _sentence(finding: Finding) -> str:
    """Return what is wrong in a sentence; differences are listed below it."""
    if finding.differences:
        return _("Event %(number)d doesn’t match the rules.") % {"number": finding.number}
    return finding.words


def _places(game: PlayedGame, names: Sequence[str], state: Any) -> list[SeatResult]:
    return [
        SeatResult(
            place.rank, names[place.seat], str(game.score_words(place.score)), game.notation(state, Seat(place.seat))
        )
        for place in game.rules.standings(state).places
    ]


def _lines(document: Any, wrong: int | None) -> tuple[RecordLine, ...]:
    """Return the events around an invalid one, or the last ones if the record ends too early."""
    if wrong is None:
        return ()
    events = list(enumerate(document["events"], 1))[max(0, wrong - 1 - _AROUND) : wrong + _AROUND]
    return tuple(RecordLine(number, shown_value(event, _SHOWN), number == wrong) for number, event in events)
