"""The end of a game, also one that ended early, and the comparison of a fork with the original."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.translation import gettext as _

from engine.cartographers.cards import Edict
from engine.cartographers.game import RULES
from engine.cartographers.view import View
from engine.contract import Seat, Standing, Standings
from games.cartographers.goals.scores import season_figures, solo_target, total_figure
from games.cartographers.goals.standings_words import (
    behind_sentence,
    higher_sentence,
    practice_sentence,
    tie_break_sentence,
    winners_sentence,
    year_edict_sentences,
)
from games.cartographers.map.boards import Patch, patches
from games.cartographers.others.stage import BoardCard
from games.cartographers.words.features import stars_of
from games.cartographers.words.names import card_name, season_name, title_name
from games.play.chart import Chart, ChartWords, SeatMark, chart, seat_mark
from games.play.explanations import Figure
from games.play.log import turn_address
from games.play.people import Person
from games.play.seat_pages import SeatPages
from games.play.standings import fork_places
from games.play.words import figure, signed_number
from games.tables import models
from games.tables.game import Seated
from games.tables.log.state import load
from games.tables.pages.post_game import ForkOrigin, own_index
from games.tables.results import ending_meaning, ending_sentence, winners, with_handicap_words


@dataclass(frozen=True, slots=True)
class StarsSoFar:
    """One seat with its stars so far."""

    person: Person
    mark: SeatMark
    stars: Figure


@dataclass(frozen=True, slots=True)
class EndedEarly:
    """End of an unfinished game: who ended it and why, what that means, and every seat in table order.

    `replay`, `stars` and `files` are addresses: of the first closed turn, of the stars by turn, and of the map after
    the last closed turn (without a file extension). Each is "" if no turn has closed.
    """

    headline: str
    sentence: str
    meaning: str
    seats: tuple[StarsSoFar, ...]
    files: str


def ended_early(seated: Seated, view: View, people: tuple[Person, ...], focus: Person, table: str) -> EndedEarly | None:
    """Return the end of a game that was ended early, None for any other game."""
    if not seated.ended_early:
        return None
    look, closed = focus.seat + 1, view.turn - 1
    return EndedEarly(
        headline=_headline(people, winners(seated.seats)),
        sentence=ending_sentence(seated.table, seated.seats),
        meaning=ending_meaning(seated.seats),
        seats=tuple(
            StarsSoFar(person, seat_mark(person.seat), total_figure(view, person.seat, table)) for person in people
        ),
        files=f"{turn_address(table, closed)}board-{look}" if closed > 0 else "",
    )


def _headline(people: tuple[Person, ...], best: Sequence[models.Seat]) -> str:
    if not best:
        return _("Unfinished game")
    winner = people[best[0].index]
    return _("You won.") if winner.me else _("%(name)s won.") % {"name": winner.name}


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """Seat at the end of the game: its rank and result.

    `rank` is None in a fork. `mark` is its symbol in the chart, `tie_break` what separates it from equal stars.
    `edicts` are sentences about its best and worst edicts. `stand_in` is True if the stand-in finished the seat.
    """

    person: Person
    mark: SeatMark
    rank: int | None
    stars: Figure
    tie_break: str
    edicts: tuple[str, ...]
    stand_in: bool = False


@dataclass(frozen=True, slots=True)
class Seal:
    """Wax seal on the framed map: a `title` or, if it is empty, the `stars`; and a `note` below."""

    title: str
    stars: str
    note: str


@dataclass(frozen=True, slots=True)
class SeasonStars:
    """Stars of a season."""

    id: str
    name: str
    stars: Figure


@dataclass(frozen=True, slots=True)
class EndingView:
    """End of a game.

    `headline` names the winners, or gives the stars of a solo game, and `behind` is the viewer's distance to the
    winner. For solo games, `rating` and `title` are the result and `higher` is the distance to the next title; the
    title comes first if it `is_honor`. `winners` are the seats whose maps are lit. `seal` and `seasons` belong to the
    map shown, and so does `files`, its address as a file, without the extension. `shared` is the text sent with it.
    """

    places: tuple[FinalPlace, ...]
    chart: Chart
    headline: str
    behind: str
    solo: bool
    rating: str
    targets: int
    title: str
    is_honor: bool
    higher: str
    winners: tuple[Seat, ...]
    seal: Seal
    seasons: tuple[SeasonStars, ...]
    files: str
    shared: str


MOST_COMPARED = 4
"""Number of seats whose edicts are compared. At larger tables, only those of the viewer and of the selected player
are.
"""


def ending(
    view: View,
    people: tuple[Person, ...],
    focus: Person,
    table: str,
    fork: Seat | None = None,
    pages: SeatPages | None = None,
) -> EndingView | None:
    """Return the end of the game, or None while it is running.

    `focus` is the player whose board is shown, `table` the address of the table. `fork` is the seat of the player who
    opened the fork, None in other games. The other seats only repeat their original moves. `pages` selects the places
    that are listed, None for all.
    """
    if not view.over:
        return None
    standings = view.standings
    names = [person.name for person in people]
    alone = standings.rating is not None
    places = standings.places if fork is None else fork_places(standings, fork)
    if fork is not None:
        headline = _stars_of_name(names[fork], places[0])
    else:
        headline = stars_of(places[0].score) if alone else winners_sentence(standings, names, view.viewer)
    listed = pages.of(places) if pages else places
    results = [_place(view, people[place.seat], place, focus, table) for place in listed]
    is_honor = bool(standings.title) and (standings.rating or 0) >= 0
    shown = next(place for place in places if place.seat == focus.seat)
    return EndingView(
        places=tuple(results if fork is None else [replace(place, rank=None, tie_break="") for place in results]),
        chart=season_chart(view, people if len(listed) == len(people) else [place.person for place in results]),
        headline=headline,
        behind="" if alone or fork is not None else behind_sentence(standings, view.viewer),
        solo=alone,
        rating="" if standings.rating is None else figure(standings.rating),
        targets=solo_target(view),
        title=title_name(standings.title) if standings.title else practice_sentence() if alone else "",
        is_honor=is_honor,
        higher=higher_sentence(standings.rating) if standings.rating is not None and standings.title else "",
        winners=standings.winners if fork is None and not alone else (),
        seal=_seal(standings, shown, is_honor=is_honor, ranked=fork is None),
        seasons=tuple(SeasonStars(*season) for season in season_figures(view, focus.seat, table)),
        files=f"{table}board-{focus.seat + 1}",
        shared=_stars_of_name(focus.name, shown),
    )


def _stars_of_name(name: str, place: Standing) -> str:
    score = with_handicap_words(place.score, place.handicap, stars_of(place.score))
    return _("%(name)s: %(score)s") % {"name": name, "score": score}


def _seal(standings: Standings, place: Standing, *, is_honor: bool, ranked: bool) -> Seal:
    """Return the seal of a place. A mocking title is left to the details."""
    if standings.rating is not None:
        note = _("Rating %(rating)s") % {"rating": figure(standings.rating)}
    elif not ranked:
        note = ""
    elif place.seat in standings.winners:
        note = _("Winner")
    else:
        note = _("Rank %(rank)s") % {"rank": place.rank}
    return Seal(title_name(standings.title) if is_honor else "", figure(place.score), note)


@dataclass(frozen=True, slots=True)
class WallMap:
    """Map on the wall at the end: its `board`, its rank (None in a fork), and whether it `won`."""

    board: BoardCard
    rank: int | None
    won: bool


def build_wall(ended: EndingView | None, boards: Sequence[BoardCard]) -> tuple[WallMap, ...]:
    """Return the maps of the listed places, none while the game is running. `boards` are theirs, in the same order."""
    if ended is None:
        return ()
    places = zip(boards, ended.places, strict=True)
    return tuple(WallMap(board, place.rank, place.person.seat in ended.winners) for board, place in places)


def season_chart(view: View, people: Sequence[Person]) -> Chart:
    """Return the chart of these players' stars by season, when the game is over."""
    gained = [[season[person.seat].total for season in view.scores] for person in people]
    words = ChartWords(
        caption=_("Stars by season"),
        label=_("Stars for all players after each season. The data table below has the same figures."),
        figures=_("Total stars after each season"),
        seat=_("Cartographer"),
    )
    return chart(people, gained, [season_name(season.id) for season in view.definition.seasons], words)


def _place(view: View, person: Person, place: Standing, focus: Person, table: str) -> FinalPlace:
    compared = view.seats <= MOST_COMPARED or person.me or person == focus
    return FinalPlace(
        person=person,
        mark=seat_mark(place.seat),
        rank=place.rank,
        stars=total_figure(view, place.seat, table),
        tie_break=tie_break_sentence(place.tie_break, view.losses(place.seat)),
        edicts=year_edict_sentences(edict_totals(view, place.seat)) if compared else (),
        stand_in=place.left,
    )


def edict_totals(view: View, seat: Seat) -> tuple[tuple[str, int], ...]:
    """Return the card (with its letter) and total stars of each edict for a seat, over all seasons."""
    totals = dict.fromkeys(Edict, 0)
    for season, scores in zip(view.definition.seasons, view.scores, strict=False):
        for letter, stars in zip(season.edicts, scores[seat].edicts, strict=True):
            totals[letter] += stars
    return tuple(
        (_("%(card)s (%(letter)s)") % {"card": card_name(card), "letter": letter}, stars)
        for (letter, stars), card in zip(totals.items(), view.edicts, strict=True)
    )


@dataclass(frozen=True, slots=True)
class GameEnd:
    """One of the ends: whose it is, with what, their map and what it is called, and where its table is."""

    title: str
    stars: str
    map_name: str
    patches: tuple[Patch, ...]
    url: str


@dataclass(frozen=True, slots=True)
class FigureDifference:
    """A figure of both ends, and by how much the present one is higher."""

    name: str
    then: str
    now: str
    by: str


@dataclass(frozen=True, slots=True)
class ForkComparison:
    """The two ends of the seat that was played anew, that of then first: where the stars come from, how many they are
    in all, and how many all `others` had.
    """

    ends: tuple[GameEnd, GameEnd]
    rows: tuple[FigureDifference, ...]
    total: FigureDifference
    others: tuple[FigureDifference, ...]


def compare_with_original(seated: Seated, view: View, fork: ForkOrigin | None) -> ForkComparison | None:
    """Return the end of the fork and of the original game, or None.

    None while the fork is running, if there is no original, or if the visitor may not see it.
    """
    if not view.over or fork is None or fork.original is None:
        return None
    seat, seats = Seat(own_index(seated)), tuple(models.Seat.objects.at(fork.original))
    before = RULES.view(load(fork.original).state, None)
    totals = [(before.total(each), view.total(each)) for each in map(Seat, range(view.seats))]
    then = _("Original game: %(name)s") % {"name": seats[seat].shown_name}
    now = _("New game: %(name)s") % {"name": seated.seats[seat].shown_name}
    return ForkComparison(
        ends=(
            _end(fork.original, then, _("Original map"), before, seat),
            _end(seated.table, now, _("New map"), view, seat),
        ),
        rows=tuple(_rows(before, view, seat)),
        total=_difference(_("Total"), *totals[seat]),
        others=tuple(_difference(each.shown_name, *totals[each.index]) for each in seats if each.index != seat),
    )


def _end(table: models.Table, title: str, map_name: str, view: View, seat: Seat) -> GameEnd:
    url = f"{reverse('tables:table', args=[table.code])}?look={seat + 1}"
    return GameEnd(title, stars_of(view.total(seat)), map_name, patches(view.boards[seat]), url)


def _rows(before: View, view: View, seat: Seat) -> Iterator[FigureDifference]:
    """Yield the differences of two games' ends by source: edicts (the same in both), coins and monsters."""
    for (name, then), (_name, now) in zip(edict_totals(before, seat), edict_totals(view, seat), strict=True):
        yield _difference(name, then, now)
    yield _difference(_("Coins"), _coins(before, seat), _coins(view, seat))
    yield _difference(_("Monsters"), -before.losses(seat), -view.losses(seat))


def _coins(view: View, seat: Seat) -> int:
    return sum(season[seat].coins for season in view.scores)


def _difference(name: str, then: int, now: int) -> FigureDifference:
    return FigureDifference(name, figure(then), figure(now), signed_number(now - then))
