"""Presenters of the insights: their tables, the turns of a row, and their section on a profile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.accounts.models import User
from games.accounts.pages import PersonPart
from games.coach.batches import BatchProgress, batch_progress, count_unsummarized, failed_games, latest_unreviewed_games
from games.coach.insights import (
    LEAST_MOVES,
    GameInsights,
    all_groups,
    load_insights,
    worst_turns,
)
from games.coach.losses import Losses
from games.coach.summaries import insights_of_game, seat_insights
from games.play.bars import Bar, bar_chart
from games.play.coaching import InsightGroup
from games.play.game import played_game
from games.play.log import turn_name
from games.play.words import number_text
from games.tables.game import games
from games.tables.lobby.cards import table_url

_SCALE: Final = 1000
"""Factor for bars, which are drawn for figures of 1 and more."""


@dataclass(frozen=True, slots=True)
class InsightRow:
    """Row of the insights: its name, the URL of its turns, the number of moves, and the figures.

    `mean` is the average loss of a move, `difference` that from the average of the table. They are "" and `bar` is None
    if there are too few moves.
    """

    name: str
    url: str
    moves: str
    mean: str
    difference: str
    bar: Bar | None


@dataclass(frozen=True, slots=True)
class InsightTable:
    """Table of the insights; `mean` is the average that its rows are compared with. `few` if a row has no figures."""

    caption: str
    one: str
    note: str
    mean: str
    rows: tuple[InsightRow, ...]
    few: bool


@dataclass(frozen=True, slots=True)
class InsightsOfGame:
    """Insights from one game of the site. `name` is "" if there is no other; `tables` is empty for too few moves."""

    name: str
    sentence: str
    tables: tuple[InsightTable, ...]


@dataclass(frozen=True, slots=True)
class FailedReview:
    """Review that stopped because of an error: the name of its table, and its URL, where it can be tried again."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class InsightsOffer:
    """Offer to review the viewer's games: the label of its button ("" if no game is left), and a sentence about games
    that will be added, "" if there are none.

    `failed` are the games whose review stopped because of an error. `has_games` is False if the viewer has finished
    none. `progress` is None if nothing is being reviewed.
    """

    button: str
    note: str
    failed: tuple[FailedReview, ...]
    has_games: bool
    progress: ProgressWords | None


@dataclass(frozen=True, slots=True)
class ProgressWords:
    """Progress of reviews: steps in all and done, and a sentence."""

    here: str
    steps: str
    done: str
    sentence: str


@dataclass(frozen=True, slots=True)
class InsightsPage:
    """Page of a player's insights; `offer` is None for other viewers."""

    name: str
    person: str
    here: str
    is_me: bool
    games: tuple[InsightsOfGame, ...]
    least: str
    offer: InsightsOffer | None


@dataclass(frozen=True, slots=True)
class InsightTurn:
    """One of the worst turns of a row: its name, its URL, its table, when it was played, and what it lost."""

    title: str
    url: str
    table: str
    at: datetime | None
    loss: str


@dataclass(frozen=True, slots=True)
class InsightTurnsPage:
    """List of the worst turns of a row."""

    name: str
    insights: str
    caption: str
    row: str
    turns: tuple[InsightTurn, ...]


def insights_url(person: User) -> str:
    """Return the URL of a player's insights."""
    return reverse("coach:insights", args=[person.username])


def person_part(person: User, viewer: User | AnonymousUser) -> PersonPart | None:
    """Return the link to the insights for a profile, or None for other viewers if there are none."""
    if not any(map(insights_of_game, games())):
        return None
    is_me = person.pk == viewer.pk
    if not is_me and not seat_insights(person).exists():
        return None
    return PersonPart("coach/_insights_of_person.html", "", insights_url(person))


def insights_page(person: User, viewer: User | AnonymousUser) -> InsightsPage:
    """Return the page of a player's insights, as the viewer may see them."""
    is_me, here = person.pk == viewer.pk, insights_url(person)
    shown = load_insights(person, viewer.pk)
    return InsightsPage(
        name=person.display_name,
        person=reverse("accounts:person", args=[person.username]),
        here=here,
        is_me=is_me,
        games=tuple(_of_game(each, here) for each in shown),
        least=number_text(LEAST_MOVES),
        offer=_offer(person, here, has_insights=bool(shown)) if is_me else None,
    )


def progress_words(person: User) -> ProgressWords | None:
    """Return the progress of the reviews of a player's games, or None if nothing is being reviewed."""
    progress = batch_progress(person)
    return None if progress is None else _progress(progress, insights_url(person))


def _progress(progress: BatchProgress, here: str) -> ProgressWords:
    sentence = ngettext(
        "The coach has reviewed %(done)s of %(n)s game. You can leave this page.",
        "The coach has reviewed %(done)s of %(n)s games. You can leave this page.",
        progress.games,
    )
    words = {"done": number_text(progress.games_done), "n": number_text(progress.games)}
    return ProgressWords(here, str(progress.steps), str(progress.steps_done), sentence % words)


def _offer(person: User, here: str, *, has_insights: bool) -> InsightsOffer:
    progress = batch_progress(person)
    unreviewed = len(latest_unreviewed_games(person))
    failed = tuple(
        FailedReview(table.shown_name, reverse("coach:review", args=[table.code])) for table in failed_games(person)
    )
    waiting = count_unsummarized(person)
    text = ngettext(
        "%(n)s reviewed game will be added in a moment.", "%(n)s reviewed games will be added in a moment.", waiting
    )
    return InsightsOffer(
        button="" if progress or not unreviewed else _button(unreviewed, is_first=not (has_insights or waiting)),
        note=text % {"n": number_text(waiting)} if waiting else "",
        failed=failed,
        has_games=bool(unreviewed or waiting or failed or has_insights),
        progress=_progress(progress, here) if progress else None,
    )


def _button(count: int, *, is_first: bool) -> str:
    if is_first:
        text = ngettext("Review my last game", "Review my last %(n)s games", count)
    else:
        text = ngettext("Review %(n)s more game", "Review %(n)s more games", count)
    return text % {"n": number_text(count)}


def _of_game(found: GameInsights, here: str) -> InsightsOfGame:
    insights = insights_of_game(found.game)
    assert insights is not None, "the game has insights"
    several = sum(insights_of_game(key) is not None for key in games()) > 1
    counts = {"games": _games(found.count), "moves": _moves(found.whole.moves)}
    enough = found.whole.moves >= LEAST_MOVES
    if enough:
        words = {**counts, "loss": insights.loss_words(found.whole.mean)}
        sentence = _("%(games)s, %(moves)s: %(loss)s lost per move on average.") % words
    else:
        sentence = _("%(games)s, %(moves)s: not enough for figures yet.") % counts
    tables = (_table(group, found, here) for group in all_groups(found.game) if found.rows.get(group.key))
    name = str(played_game(found.game).name) if several else ""
    return InsightsOfGame(name, sentence, tuple(tables) if enough else ())


def _games(count: int) -> str:
    return ngettext("%(n)s reviewed game", "%(n)s reviewed games", count) % {"n": number_text(count)}


def _moves(count: int) -> str:
    return ngettext("%(n)s move", "%(n)s moves", count) % {"n": number_text(count)}


def _table(group: InsightGroup, found: GameInsights, here: str) -> InsightTable:
    rows, names = found.rows[group.key], group.names()
    total = Losses()
    for losses in rows.values():
        total.add(losses.moves, losses.lost)
    ordered = _ordered(rows, names, in_order=group.in_order)
    enough = [key for key in ordered if rows[key].moves >= LEAST_MOVES]
    drawn = bar_chart([(rows[key].mean * _SCALE, total.mean * _SCALE) for key in enough])
    bars = dict(zip(enough, drawn, strict=True))
    return InsightTable(
        caption=str(group.caption),
        one=str(group.one),
        note=str(group.note),
        mean=_figure(total.mean),
        rows=tuple(_row(group, key, names, rows[key], total.mean, bars.get(key), here, found.game) for key in ordered),
        few=len(enough) < len(ordered),
    )


def _ordered(rows: Mapping[str, Losses], names: Mapping[str, str], *, in_order: bool) -> list[str]:
    """Return the keys of the rows in the order of the names, or by loss, those with few moves last."""
    if in_order:
        places = {key: place for place, key in enumerate(names)}
        return sorted(rows, key=lambda key: (places.get(key, len(places)), key))
    return sorted(rows, key=lambda key: (rows[key].moves < LEAST_MOVES, -rows[key].mean, key))


def _row(
    group: InsightGroup,
    key: str,
    names: Mapping[str, str],
    losses: Losses,
    average: float,
    bar: Bar | None,
    here: str,
    game: str,
) -> InsightRow:
    return InsightRow(
        name=names.get(key, key),
        url=f"{here}?{urlencode({'game': game, 'by': group.key, 'row': key})}",
        moves=number_text(losses.moves),
        mean=_figure(losses.mean) if bar else "",
        difference=_signed(losses.mean - average) if bar else "",
        bar=bar,
    )


def _figure(number: float) -> str:
    return number_text(number, 2)


def _signed(number: float) -> str:
    text = _figure(number)
    return f"+{text}" if round(number, 2) > 0 else text


def insight_turns_page(
    person: User, viewer: User | AnonymousUser, game: str, by: str, row: str
) -> InsightTurnsPage | None:
    """Return the page with the worst turns of a row, or None if the game has no such group."""
    insights = insights_of_game(game)
    group = next((each for each in all_groups(game) if each.key == by), None)
    if insights is None or group is None:
        return None
    turns = tuple(
        InsightTurn(
            title=turn_name(each.turn.turn),
            url=insights.turn_url(table_url(each.table), each.turn.turn, each.turn.board),
            table=each.table.shown_name,
            at=each.table.finished_at,
            loss=insights.loss_words(each.turn.loss),
        )
        for each in worst_turns(person, viewer.pk, game, by, row)
    )
    name = group.names().get(row)
    if name is None and not turns:
        return None
    return InsightTurnsPage(person.display_name, insights_url(person), str(group.caption), name or row, turns)
