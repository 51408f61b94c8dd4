"""Contexts of the pages of daily maps and races."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from math import ceil, floor
from typing import Final

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.contract import Seat
from games import clock
from games.accounts.forms import new_command_id
from games.accounts.models import User
from games.deals.best import RankedBoard, best_boards
from games.deals.field import FieldByTurn, field_by_turn
from games.deals.forms import RaceForm
from games.deals.standings import ON_A_PAGE, Field, best_entries, field_of
from games.deals.streaks import Streak
from games.play.game import PlayedGame, played_game
from games.play.words import number_text, signed_number
from games.tables.deal_links import deal_title, deal_url
from games.tables.deals.services import find_entry, is_open
from games.tables.lobby.cards import table_url
from games.tables.lobby.presenters import Pagination
from games.tables.log.state import load
from games.tables.models import Deal, DealEntry, DealKind, Status

_MOST_BARS: Final = 24
BAR_WIDTH: Final = 12
BAR_HEIGHT: Final = 80
"""Room of one bar of the chart, and height of the highest, in units of the picture."""


@dataclass(frozen=True, slots=True)
class RankedRow:
    """An entry in the ranking; `url` is the player's profile, "" for none, `table` their game."""

    rank: str
    name: str
    crest: str
    url: str
    score: str
    table: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class Bar:
    """Bar of the chart of scores: its place, its height, and what it says."""

    x: int
    y: int
    height: int
    words: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class OwnResult:
    """The viewer's result: its sentences, and the text to share. `again` is where the deck can be played again."""

    score: str
    rank: str
    ahead: str
    median: str
    shared: str
    table: str
    again: str


@dataclass(frozen=True, slots=True)
class Ranking:
    """Results of a deal for viewers who may see them: bars, with their `width`, and one page of the ranking."""

    bars: tuple[Bar, ...]
    width: int
    rows: tuple[RankedRow, ...]
    newer: str
    older: str


@dataclass(frozen=True, slots=True)
class DealPage:
    """Page of a deal.

    `lines` say what is played with. `play` is where the counted game is started, "" if it can't be; `resume` is the
    table of one in progress. `result` is None without a finished game of the viewer, and `note` says why a game has no
    result. `ranking` is None while the viewer may not see it. `again` is where anyone can play the deck of a closed
    deal, "" for none. `opens_later` says when everyone can see a game on a shared deck, `best` are the highest-scoring
    boards, and `by_turn` compares the viewer's result turn by turn. `report` is where to report the name, "" for none.
    """

    deal: Deal
    title: str
    here: str
    lines: tuple[str, ...]
    is_open: bool
    finished: str
    play: str = ""
    resume: str = ""
    note: str = ""
    result: OwnResult | None = None
    ranking: Ranking | None = None
    streak: Streak | None = None
    again: str = ""
    is_host: bool = False
    address: str = ""
    opens_later: str = ""
    best: tuple[RankedBoard, ...] = ()
    by_turn: FieldByTurn | None = None
    report: str = ""
    earlier: str = ""
    later: str = ""
    command_id: str = field(default_factory=new_command_id)


def day_words(day: date) -> str:
    """Return a day in words."""
    return date_format(day, "DATE_FORMAT")


def deal_page(
    deal: Deal, viewer: User | None, *, first: int = 0, root: str = "", streak: Streak | None = None
) -> DealPage:
    """Return the page of a deal for a viewer; `first` is the index of the first entry of the ranking.

    `root` is the origin of the site, for the text to share.
    """
    game, now = played_game(deal.game), clock.now()
    own, still_open = find_entry(deal, viewer), is_open(deal, now)
    has_result = own is not None and own.score is not None
    shows_results = has_result or deal.closed_at is not None
    results = field_of(deal)
    running = own.table if own and not own.ended_at else None
    return DealPage(
        deal=deal,
        title=deal_title(deal),
        here=deal_url(deal),
        lines=tuple(game.describe(deal.options)),
        is_open=still_open,
        finished=_finished_words(results.count),
        play=_play_url(deal) if still_open and own is None else "",
        resume=table_url(running) if running else "",
        note=_note(own, now, deal),
        result=own_result(own, results, game, root) if own and own.score is not None else None,
        ranking=_ranking(deal, results, own, viewer, first) if shows_results and results.count else None,
        streak=streak,
        again=_again_url(deal) if deal.closed_at and not (has_result or running) else "",
        opens_later=_opens_later(deal) if has_result else "",
        best=best_boards(deal) if shows_results and results.count > 1 else (),
        by_turn=field_by_turn(own, results) if own and has_result and results.count > 1 else None,
        is_host=viewer is not None and deal.host_id == viewer.pk,
        address=root + deal_url(deal),
        report=_report_url(deal, viewer),
    )


def _report_url(deal: Deal, viewer: User | None) -> str:
    """Return the URL for reporting the name of a race, "" for visitors, its host and races without a name."""
    if viewer is None or deal.kind != DealKind.RACE or not deal.name or deal.host_id == viewer.pk:
        return ""
    return reverse("studies:report_race", args=[deal.code])


def _play_url(deal: Deal) -> str:
    if deal.kind == DealKind.DAILY:
        return reverse("deals:play_daily")
    return reverse("deals:play_deck" if deal.kind == DealKind.SHARED else "deals:play_race", args=[deal.code])


def _opens_later(deal: Deal) -> str:
    """Return until when a game on an open shared deck is hidden from others, "" for other deals."""
    if deal.kind != DealKind.SHARED or deal.closed_at:
        return ""
    words = _("Until %(day)s, only people who have played this deck can see your game.")
    return words % {"day": day_words(localtime(deal.closes_at).date())}


def _again_url(deal: Deal) -> str:
    """Return where the deck of a closed deal can be played again, "" if nobody has finished it."""
    best = DealEntry.objects.ranked(deal).select_related("table").first()
    return reverse("tables:replay_deck", args=[best.table.code]) if best else ""


def _finished_words(count: int) -> str:
    if not count:
        return _("Nobody has finished this map yet.")
    words = ngettext("%(count)s player has finished this map.", "%(count)s players have finished this map.", count)
    return words % {"count": number_text(count)}


def _note(own: DealEntry | None, now: datetime, deal: Deal) -> str:
    """Return what is special about the viewer's game, "" for nothing."""
    if own is None or own.score is not None:
        return ""
    if own.ended_at is None:
        return "" if is_open(deal, now) else _("You didn’t finish in time. You can still play on, but it won’t count.")
    if own.table.status == Status.FINISHED:
        return _("You finished after this map had closed, so your game doesn’t count.")
    return _("You abandoned your game, so you have no result.")


def own_result(own: DealEntry, results: Field, game: PlayedGame, root: str) -> OwnResult:
    """Return a player's result beside the field."""
    assert own.score is not None, "the entry has a result"
    rank, ahead = results.rank(own.score), floor(100 * results.share_below(own.score))
    if results.count < 2:
        place, better = first_words(own.deal), ""
    else:
        place = _("Rank %(rank)s of %(count)s") % {"rank": number_text(rank), "count": number_text(results.count)}
        better = _("Better than %(percent)s%% of players") % {"percent": number_text(ahead)}
    return OwnResult(
        score=game.score_words(own.score),
        rank=place,
        ahead=better,
        median=_("Median: %(score)s") % {"score": median_text(results.median)},
        shared=share_text(own, results, game, root),
        table=table_url(own.table),
        again=reverse("tables:replay_deck", args=[own.table.code]),
    )


def first_words(deal: Deal) -> str:
    """Return that a player is the only one with a result."""
    if deal.kind == DealKind.SHARED and not deal.closed_at:
        return _("Nobody else has finished this deck yet. Others will get it when they play solo.")
    return _("You’re the first to finish.")


def median_text(median: float) -> str:
    """Return a median as a number, with a decimal only if it has one."""
    return number_text(median, 0 if median == int(median) else 1)


def share_text(own: DealEntry, results: Field, game: PlayedGame, root: str) -> str:
    """Return a text about a result that tells nothing of the cards."""
    score, difference = game.score_words(own.score or 0), (own.score or 0) - results.median
    against = _("%(difference)s against the median") % {"difference": _signed(difference)}
    first = f"{score} ({against})" if results.count > 1 else score
    lines = game.daily.share_lines(load(own.table).state, Seat(0)) if game.daily else ()
    return "\n".join([f"Carto · {deal_title(own.deal)}", first, *lines, root + deal_url(own.deal)])


def _signed(difference: float) -> str:
    if difference == int(difference):
        return signed_number(int(difference))
    return f"+{median_text(difference)}" if difference > 0 else median_text(difference)


def _ranking(deal: Deal, results: Field, own: DealEntry | None, viewer: User | None, first: int) -> Ranking:
    first = min(first, results.count - 1)
    entries = best_entries(deal, results, first)
    here, own_score = deal_url(deal), own.score if own else None
    bars = _bars(results, own_score)
    return Ranking(
        bars=bars,
        width=BAR_WIDTH * len(bars),
        rows=tuple(_rows(entries, results, played_game(deal.game), viewer)),
        newer=f"{here}?from={max(0, first - ON_A_PAGE)}" if first else "",
        older=f"{here}?from={first + ON_A_PAGE}" if first + ON_A_PAGE < results.count else "",
    )


def _rows(entries: Sequence[DealEntry], results: Field, game: PlayedGame, viewer: User | None) -> Iterable[RankedRow]:
    for entry in entries:
        score = entry.score or 0
        yield RankedRow(
            rank=number_text(results.rank(score)),
            name=_("Former player") if entry.user.erased_at else str(entry.user),
            crest=entry.user.shown_crest,
            url=entry.user.profile_url_for(viewer),
            score=game.score_words(score),
            table=table_url(entry.table),
            is_own=viewer is not None and entry.user_id == viewer.pk,
        )


def _bars(results: Field, own: int | None) -> tuple[Bar, ...]:
    """Return the spread of the scores, in steps of the same width."""
    low, high = results.scores[0][0], results.scores[-1][0]
    step = max(1, ceil((high - low + 1) / _MOST_BARS))
    counts = [0] * ((high - low) // step + 1)
    for score, count in results.scores:
        counts[(score - low) // step] += count
    most = max(counts)
    return tuple(_bar(index, count, most, low + index * step, step, own) for index, count in enumerate(counts))


def _bar(index: int, count: int, most: int, low: int, step: int, own: int | None) -> Bar:
    height = ceil(BAR_HEIGHT * count / most)
    span = number_text(low) if step == 1 else f"{number_text(low)}–{number_text(low + step - 1)}"
    words = ngettext("%(span)s: %(count)s player", "%(span)s: %(count)s players", count)
    return Bar(
        x=index * BAR_WIDTH,
        y=BAR_HEIGHT - height,
        height=height,
        words=words % {"span": span, "count": number_text(count)},
        is_own=own is not None and low <= own < low + step,
    )


@dataclass(frozen=True, slots=True)
class RaceRow:
    """Race in a list."""

    name: str
    url: str
    lines: tuple[str, ...]
    closes_at: datetime
    is_over: bool


def race_row(deal: Deal) -> RaceRow:
    """Return a race in a list."""
    lines = tuple(played_game(deal.game).describe(deal.options))
    return RaceRow(deal_title(deal), deal_url(deal), lines, deal.closes_at, deal.closed_at is not None)


@dataclass(frozen=True, slots=True)
class RacesPage:
    """One page of a user's races."""

    rows: tuple[RaceRow, ...]
    pages: Pagination


@dataclass(frozen=True, slots=True)
class NewRacePage:
    """Form of a new race."""

    form: RaceForm
    command_id: str
