"""Balance report of a set: games by bots of three levels in the background, and their figures in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from engine.cartographers.cards import Edict, ScoringCard, scoring_from_json
from engine.cartographers.skills import Skill, skill_from_json
from engine.contract import Level
from games.cartographers.shelf.components import SetWithCards
from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.shelf.problems import DEFAULT_SET, sentences, set_problems
from games.cartographers.shelf.published_sets import (
    StoredSet,
    fill_stored_set,
    filled_as_drafted,
    filled_as_shared,
)
from games.cartographers.shelf.sets import set_from_json
from games.cartographers.words.levels import LEVELS
from games.cartographers.words.names import card_name
from games.cartographers.workshop.report_warnings import CLEAR_WORDS, pair_sentences, warnings_of
from games.cartographers.workshop.set_games import count_games, games_of_set, read_results
from games.cartographers.workshop.set_statistics import (
    LevelFigures,
    PairFigures,
    Sample,
    figures_of,
    pairs_of,
)
from games.catalog.balance_reports import BalanceReport
from games.catalog.balance_tests import begin_trial, find_trial, newest_ended_trial, progress_of, results_of
from games.catalog.models import CatalogEntry, Trial
from games.play.words import number_text

NONE: Final = "–"
"""Text of a figure that there isn't."""


@dataclass(frozen=True, slots=True)
class FigureRow:
    """Line of a level's table, as texts; `box` is the mean with the box set, "" without its report."""

    title: str
    mean: str
    error: str
    deviation: str
    box: str


@dataclass(frozen=True, slots=True)
class CardRow:
    """Scoring card in a level's table, as texts."""

    name: str
    games: int
    mean: str
    error: str
    deviation: str
    with_score: str


@dataclass(frozen=True, slots=True)
class LevelSection:
    """Results of a level, with its name, style of play and number of games."""

    name: str
    style: str
    games: int
    rows: tuple[FigureRow, ...]
    cards: tuple[CardRow, ...]
    has_box: bool


@dataclass(frozen=True, slots=True)
class PairRow:
    """Pair of scoring cards, with its correlation as text."""

    first: str
    second: str
    games: int
    correlation: str


@dataclass(frozen=True, slots=True)
class SetReport:
    """Results of a set.

    `outdated` is the sentence about the version that they are for, "" for the one on the page. `main_level` is the
    level whose games the warnings and pairs are from.
    """

    outdated: str
    warnings: tuple[str, ...]
    levels: tuple[LevelSection, ...]
    main_level: str
    strongest: tuple[str, ...]
    pairs: tuple[PairRow, ...]


def set_balance_report(entry: CatalogEntry) -> BalanceReport:
    """Return the balance report of a set as saved, or else the newest one of its earlier forms."""
    of = _filled(entry)
    problems = tuple(sentences(set_problems(of)))
    own = None if problems else find_trial(entry, games_of_set(of))
    compared = _box_entry(entry)
    box = _find_report(compared) if compared else None
    versions = CatalogEntry.every.filter(pk=entry.pk) if entry.owner_id else CatalogEntry.objects.versions_of(entry)
    shown = own if own and own.ended_at else newest_ended_trial(versions)
    outdated = _outdated(shown) if shown and shown != own else ""
    is_complete = own is not None and own.ended_at is not None and (compared is None or bool(box and box.ended_at))
    return BalanceReport(
        progress=progress_of([trial for trial in (own, box) if trial] if own else ()),
        introduction=_(
            "Bots of three levels play solo games with the saved version. They take a few minutes in the background, "
            "so you can leave this page. For comparison, the same games are played once with the set of the box. The "
            "same cards always have the same results."
        ),
        problems=problems,
        can_run=not problems and not is_complete,
        template="cartographers/workshop/_set_report.html",
        context={"results": _report(shown, box if box and box.ended_at else None, outdated) if shown else None},
    )


def run_set_report(entry: CatalogEntry) -> None:
    """Queue the games left to play with a set and with the box set. Raises ValidationError if it can't be played.

    Games for a player's own set wait for all others, and so do those with the box set for comparison.
    """
    of = _filled(entry)
    if problems := sentences(set_problems(of)):
        raise ValidationError(problems)
    for_players = bool(entry.owner_id)
    _begin(entry, of, for_players)
    compared = _box_entry(entry)
    if compared and not set_problems(box := _filled(compared)):
        _begin(compared, box, for_players)


def _begin(entry: CatalogEntry, of: SetWithCards, for_players: bool) -> None:
    tried = games_of_set(of)
    begin_trial(entry=entry, tried=tried, games=count_games(tried), for_players=for_players)


def _find_report(entry: CatalogEntry) -> Trial | None:
    of = _filled(entry)
    return None if set_problems(of) else find_trial(entry, games_of_set(of))


def _filled(entry: CatalogEntry) -> SetWithCards:
    """Return a version of a set with its cards, drafts only in drafts of curators."""
    card_set = set_from_json(entry.definition)
    if entry.owner_id:
        return filled_as_shared(card_set)
    if entry.is_open:
        return filled_as_drafted(card_set)
    return fill_stored_set(StoredSet(f"{entry.box}/{entry.key}", entry.version, entry.current, card_set))


def _box_entry(entry: CatalogEntry) -> CatalogEntry | None:
    """Return the set of the box for comparison, or None for itself and on a site without it."""
    box, _slash, key = DEFAULT_SET.partition("/")
    if (entry.box, entry.key) == (box, key):
        return None
    return CatalogEntry.objects.in_play().filter(box=box, kind=EntryKind.SET, key=key).first()


def _outdated(trial: Trial) -> str:
    assert trial.ended_at is not None
    date = date_format(localtime(trial.ended_at), "DATETIME_FORMAT")
    if trial.entry.owner_id:
        words = _("These results are from %(date)s, before the set or its cards were changed.")
        return words % {"date": date}
    words = _(
        "These results are for version %(version)s as it was on %(date)s. The set or its cards have changed since."
    )
    return words % {"version": trial.entry.version, "date": date}


def _report(trial: Trial, box: Trial | None, outdated: str) -> SetReport:
    definition = trial.outcome["tried"]["definition"]
    cards = [scoring_from_json(card) for card in definition["pool"]]
    skills = [skill_from_json(skill) for skill in definition.get("skills", ())]
    results = read_results(results_of(trial))
    figures = figures_of(results)
    of_box = {each.level: each for each in figures_of(read_results(results_of(box)))} if box else {}
    # Warnings and pairs need many games of one level.
    main = max(figures, key=lambda each: each.games)
    pairs = pairs_of(result for result in results if result.level == main.level)
    return SetReport(
        outdated=outdated,
        warnings=tuple(warnings_of(main, cards)),
        levels=tuple(_section(each, of_box.get(each.level), cards, skills) for each in figures),
        main_level=str(LEVELS[main.level].name),
        strongest=tuple(pair_sentences(pairs, cards)) or (str(CLEAR_WORDS),),
        pairs=tuple(_pair_row(pair, cards) for pair in pairs),
    )


def _section(
    figures: LevelFigures, box: LevelFigures | None, cards: Sequence[ScoringCard], skills: Sequence[Skill]
) -> LevelSection:
    words = LEVELS[Level(figures.level)]
    of_box = dict(_samples(box)) if box else {}
    rows = [_row(title, sample, of_box.get(title)) for title, sample in _samples(figures)]
    rows += [
        _row(_("Uses of %(skill)s") % {"skill": card_name(skill)}, sample, None)
        for skill, sample in zip(skills, figures.uses, strict=True)
    ]
    of_cards = tuple(
        CardRow(
            name=card_name(cards[each.card]),
            games=each.stars.games,
            mean=number_text(each.stars.mean, 1),
            error=number_text(each.stars.error, 1),
            deviation=number_text(each.stars.deviation, 1),
            with_score=NONE if each.with_score is None else number_text(each.with_score, 2),
        )
        for each in figures.cards
    )
    return LevelSection(str(words.name), str(words.style), figures.games, tuple(rows), of_cards, box is not None)


def _samples(figures: LevelFigures) -> Iterator[tuple[str, Sample]]:
    """Yield the figures of a level, with their titles."""
    yield _("Final score"), figures.score
    for edict, stars in zip(Edict, figures.edicts, strict=True):
        yield _("Stars of edict %(letter)s") % {"letter": edict.value}, stars
    yield _("Coins"), figures.coins
    yield _("Lost to monsters"), figures.losses
    yield _("Turns"), figures.turns
    yield _("Single squares, % of turns"), figures.singles
    yield _("Empty spaces left"), figures.empty


def _row(title: str, sample: Sample, box: Sample | None) -> FigureRow:
    mean, error, deviation = (number_text(each, 1) for each in (sample.mean, sample.error, sample.deviation))
    return FigureRow(title, mean, error, deviation, number_text(box.mean, 1) if box else "")


def _pair_row(pair: PairFigures, cards: Sequence[ScoringCard]) -> PairRow:
    names = card_name(cards[pair.first]), card_name(cards[pair.second])
    return PairRow(*names, pair.games, number_text(pair.correlation, 2))
