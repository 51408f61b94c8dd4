"""The score sheet as on paper, the comparison of all players, totals and ranks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from engine.cartographers.cards import Season
from engine.cartographers.events import SeasonScore
from engine.cartographers.forecast import forecast, forecast_view
from engine.cartographers.geometry import Mask
from engine.cartographers.view import View
from engine.contract import Seat, Standing
from games.cartographers.goals.figures import COINS, MONSTERS, STARS, YEAR, stars_figure
from games.cartographers.goals.score_words import measure_sentence
from games.cartographers.words.features import stars_of
from games.cartographers.words.names import season_name
from games.play.explanations import Figure, explanation_url
from games.play.fragment_cache import cached
from games.play.people import Person
from games.play.seat_pages import is_large
from games.play.words import figure
from games.tables.models import MOST_LISTED
from games.tables.results import with_handicap_words


@dataclass(frozen=True, slots=True)
class SeasonBoxLine:
    """Line in a season's box: an edict with its letter, or another item with its name; no stars before they count."""

    letter: str
    name: str
    stars: Figure | None


@dataclass(frozen=True, slots=True)
class SeasonBox:
    """Season of a score sheet: edicts, coins, losses and total, as earned or, if `pale`, as they would be now.

    As on paper, a season that isn't scored has no figures.
    """

    id: str
    name: str
    pale: bool
    lines: tuple[SeasonBoxLine, ...]
    total: Figure | None


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """Score sheet of a seat. `outlook` is the year's total if scored now, None when all seasons are scored. `measure`
    compares solo games with their target, "" in others.
    """

    person: Person
    seasons: tuple[SeasonBox, ...]
    total: Figure
    outlook: Figure | None
    measure: str


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """Seat in the comparison: its stars by season, its total, and the stars lost to monsters.

    As on paper, seasons that aren't scored have None.
    """

    person: Person
    seasons: tuple[Figure | None, ...]
    losses: Figure
    total: Figure


def score_sheet(view: View, person: Person, table: str, *, lit: bool) -> ScoreSheet:
    """Return a seat's sheet. `table` is the table's address; `lit` is true if the large map shows the seat's board."""
    seat = person.seat
    boxes = tuple(season_box(view, number, seat, table, lit=lit) for number in range(len(view.definition.seasons)))
    url = explanation_url(table, YEAR, seat, STARS)
    return ScoreSheet(
        person,
        boxes,
        total_figure(view, seat, table),
        _outlook(view, seat, url) if len(view.scores) < len(boxes) and not view.as_on_paper else None,
        measure_sentence(solo_target(view)) if view.seats == 1 else "",
    )


def solo_target(view: View) -> int:
    """Return the solo target of the edicts."""
    return sum(card.solo_target for card in view.edicts)


def _outlook(view: View, seat: Seat, url: str) -> Figure:
    """Return the stars of all seasons if scored now, in words: the total alone would be ambiguous."""
    stars = year_stars(view, seat)
    outlook = stars_figure(_("All seasons"), stars, url, pale=True)
    return replace(outlook, text=_("%(stars)s if scored now") % {"stars": stars_of(stars)})


def year_stars(view: View, seat: Seat) -> int:
    """Return the stars of a seat over all seasons, counting those to come as if scored now."""
    return sum(season_score(view, number, seat).total for number in range(len(view.definition.seasons)))


def season_box(view: View, number: int, seat: Seat, table: str, *, lit: bool) -> SeasonBox:
    """Return a season (0-based) of a seat's sheet; otherwise like `score_sheet`."""
    season, pale = view.definition.seasons[number], number >= len(view.scores)
    if pale and view.as_on_paper:
        return _empty_box(season)
    behind = forecast_spaces(view, season, seat) if lit and pale else ()
    return _season_box(season, season_score(view, number, seat), behind, seat, table, pale=pale)


def _empty_box(season: Season) -> SeasonBox:
    lines = [(str(letter), _("edict %(letter)s") % {"letter": letter}) for letter in season.edicts]
    lines += [("", _("Coins")), ("", _("Monsters"))]
    boxes = tuple(SeasonBoxLine(letter, name, None) for letter, name in lines)
    return SeasonBox(season.id, season_name(season.id), True, boxes, None)


@cached(2_000)
def _season_box(
    season: Season,
    score: SeasonScore,
    spaces_behind: tuple[tuple[str, Mask], ...],
    seat: Seat,
    table: str,
    *,
    pale: bool,
) -> SeasonBox:
    name, behind = season_name(season.id), dict(spaces_behind)

    def line(letter: str, what: str, part: str, stars: int) -> SeasonBoxLine:
        url = explanation_url(table, season.id, seat, part)
        label = _("%(season)s, %(what)s") % {"season": name, "what": what}
        return SeasonBoxLine(letter, what, stars_figure(label, stars, url, lit=behind.get(part, 0), pale=pale))

    edicts = (
        line(letter, _("edict %(letter)s") % {"letter": letter}, letter, stars)
        for letter, stars in zip(season.edicts, score.edicts, strict=True)
    )
    lines = (
        *edicts,
        line("", _("Coins"), COINS, score.coins),
        line("", _("Monsters"), MONSTERS, -score.losses),
    )
    url = explanation_url(table, season.id, seat, STARS)
    everything: Mask = 0
    for spaces in behind.values():
        everything |= spaces
    return SeasonBox(season.id, name, pale, lines, stars_figure(name, score.total, url, lit=everything, pale=pale))


def scored_figure(stars: Figure | None) -> Figure:
    """Return a figure of a season that has been scored; everybody sees these."""
    assert stars is not None, "a scored season has its figures"
    return stars


def season_score(view: View, number: int, seat: Seat) -> SeasonScore:
    """Return the score of a seat in a season (0-based), or what it would be if scored now."""
    if number < len(view.scores):
        return view.scores[number][seat]
    return forecast_view(view, view.positions[seat]).season_if_scored_now(view.definition.seasons[number]).score


def forecast_spaces(view: View, season: Season, seat: Seat) -> tuple[tuple[str, Mask], ...]:
    """Return the spaces that a season's forecast counts, by part."""
    outlook = forecast(view.positions[seat], view.edicts)
    return (*((str(letter), outlook.edict(letter).lit) for letter in season.edicts), (MONSTERS, outlook.losses.lit))


def total_figure(view: View, seat: Seat, table: str) -> Figure:
    """Return a seat's total stars over all scored seasons."""
    what = _("Total stars") if view.over else _("Stars so far")
    counted = stars_figure(what, view.total(seat), explanation_url(table, YEAR, seat, STARS))
    place = _final_place(view, seat)
    if place is None or not place.handicap:
        return counted
    words = with_handicap_words(place.score, place.handicap, stars_of(place.score))
    return replace(
        counted, text=total_text(view, seat), label=_("%(what)s: %(stars)s") % {"what": what, "stars": words}
    )


def total_text(view: View, seat: Seat) -> str:
    """Return the total stars of a seat in figures, at the end with its handicap."""
    place = _final_place(view, seat)
    if place is None or not place.handicap:
        return figure(view.total(seat))
    return f"{figure(view.total(seat))} + {place.handicap} = {figure(place.score)}"


def _final_place(view: View, seat: Seat) -> Standing | None:
    """Return the final place of a seat, which counts its handicap, or None while the game is running."""
    return next((place for place in view.standings.places if view.over and place.seat == seat), None)


def ranks_by_seat(view: View) -> list[int]:
    """Return the ranks by seat: the final ones, which count handicaps, or those by the stars so far."""
    if view.over:
        return [place.rank for place in sorted(view.standings.places, key=lambda place: place.seat)]
    totals = totals_by_seat(view)
    return [1 + sum(stars > total for stars in totals) for total in totals]


def totals_by_seat(view: View) -> list[int]:
    """Return the total stars by seat: the final ones, which count handicaps, or the stars so far."""
    if view.over:
        return [place.score for place in sorted(view.standings.places, key=lambda place: place.seat)]
    return [view.total(Seat(seat)) for seat in range(view.seats)]


def listed_people(view: View, people: Sequence[Person], focus: Person) -> Sequence[Person]:
    """Return the players whose stars are listed: all in seat order, or at a large table the best and `focus`."""
    if not is_large(len(people)):
        return people
    ranks = ranks_by_seat(view)
    best = sorted(people, key=lambda person: (ranks[person.seat], person.seat))[:MOST_LISTED]
    return best if focus in best else [*best, focus]


def score_rows(view: View, people: Sequence[Person], table: str) -> tuple[ScoreRow, ...]:
    """Return the score row of each of these players, in their order."""
    return tuple(_row(view, person, table) for person in people)


def _row(view: View, person: Person, table: str) -> ScoreRow:
    seat = person.seat
    seasons = tuple(
        (season.id, None if pale and view.as_on_paper else season_score(view, number, seat).total, pale)
        for number, season in enumerate(view.definition.seasons)
        for pale in [number >= len(view.scores)]
    )
    return _score_row(person, seasons, view.losses(seat), total_figure(view, seat, table), table)


@cached(2_000)
def _score_row(
    person: Person, seasons: tuple[tuple[str, int | None, bool], ...], lost: int, total: Figure, table: str
) -> ScoreRow:
    """Return a player's row; `seasons` hold each id, its stars, and whether they are provisional."""
    figures = tuple(
        None
        if stars is None
        else stars_figure(season_name(id), stars, explanation_url(table, id, person.seat, STARS), pale=pale)
        for id, stars, pale in seasons
    )
    losses = stars_figure(_("Lost to monsters"), lost, explanation_url(table, YEAR, person.seat, MONSTERS))
    return ScoreRow(person, figures, losses, total)


def season_figures(view: View, seat: Seat, table: str) -> tuple[tuple[str, str, Figure], ...]:
    """Return the id, name and stars of each scored season of a seat."""
    seasons = zip(view.definition.seasons, view.scores, strict=False)
    scored = [(season.id, season_name(season.id), scores[seat].total) for season, scores in seasons]
    return tuple(
        (id, name, stars_figure(name, stars, explanation_url(table, id, seat, STARS))) for id, name, stars in scored
    )
