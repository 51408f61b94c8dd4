"""The score sheet as on paper, and who stands where."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cartographers.cards import RuinsCard
from engine.cartographers.view import View
from engine.contract import Seat
from games.cartographers.presenters.people import Person
from games.cartographers.words.features import figure
from games.cartographers.words.names import season_name, title_name
from games.cartographers.words.standings_text import tie_break_sentence, winners_sentence


@dataclass(frozen=True, slots=True)
class SeasonBox:
    """One season of a score sheet: the letters of its two edicts with their stars, coins, losses and the sum; all ""
    before it is scored.
    """

    name: str
    letters: tuple[str, str]
    edicts: tuple[str, str]
    coins: str
    losses: str
    total: str


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """One seat's score sheet, with the name of whose it is."""

    person: Person
    seasons: tuple[SeasonBox, ...]
    total: str


@dataclass(frozen=True, slots=True)
class SeasonOver:
    """The season that has just been scored, what one seat earned in it, and what monsters did then, step by step;
    `waiting` where they have not done all yet.
    """

    name: str
    person: Person
    stars: int
    steps: tuple[str, ...]
    waiting: bool


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One seat in the comparison: its stars by season ("" to come) and in all."""

    person: Person
    seasons: tuple[str, ...]
    losses: int
    total: str


@dataclass(frozen=True, slots=True)
class Place:
    """One seat at the end: its rank, and what parted it from equal stars, in words."""

    person: Person
    rank: int
    stars: str
    tie_break: str


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game. `rating` and `title` are for one alone; `headline` names the winners."""

    places: tuple[Place, ...]
    headline: str
    solo: bool
    rating: str
    targets: int
    title: str


def score_sheet(view: View, person: Person) -> ScoreSheet:
    """A seat's sheet, the seasons to come left empty."""
    boxes = []
    for number, season in enumerate(view.definition.seasons):
        letters = (season.edicts[0].value, season.edicts[1].value)
        name = season_name(season.id)
        if number < len(view.scores):
            found = view.scores[number][person.seat]
            one, two = found.edicts
            boxes.append(
                SeasonBox(
                    name, letters, (str(one), str(two)), str(found.coins), figure(-found.losses), figure(found.total)
                )
            )
        else:
            boxes.append(SeasonBox(name, letters, ("", ""), "", "", ""))
    return ScoreSheet(person, tuple(boxes), stars_so_far(view, person.seat))


def season_over(view: View, person: Person, steps: tuple[str, ...]) -> SeasonOver | None:
    """The last season's end with what monsters did then, told until the first card of the new one has been drawn, and
    of the last one for good if there is anything to tell; None at any other time.
    """
    if not view.scores or not (steps if view.over else _newly_scored(view)):
        return None
    last = len(view.scores) - 1
    name = season_name(view.definition.seasons[last].id)
    waiting = not view.over and len(view.scores) > view.season
    return SeasonOver(name, person, view.scores[last][person.seat].total, steps, waiting)


def _newly_scored(view: View) -> bool:
    """Whether a season was scored and no card of the next one has been drawn yet."""
    drawn = [card for card in map(view.card, view.column) if not isinstance(card, RuinsCard)]
    return len(view.scores) > view.season or len(drawn) <= 1


def stars_so_far(view: View, seat: Seat) -> str:
    """A seat's stars in all seasons that were scored."""
    return figure(sum(season[seat].total for season in view.scores))


def score_rows(view: View, people: tuple[Person, ...]) -> tuple[ScoreRow, ...]:
    """All seats side by side, in the order of the seats."""
    to_come = ("",) * (len(view.definition.seasons) - len(view.scores))
    return tuple(
        ScoreRow(
            person,
            (*(figure(season[person.seat].total) for season in view.scores), *to_come),
            sum(season[person.seat].losses for season in view.scores),
            stars_so_far(view, person.seat),
        )
        for person in people
    )


def ending(view: View, people: tuple[Person, ...]) -> Ending | None:
    """The end, None while the game goes on."""
    if not view.over:
        return None
    found = view.standings
    losses = {row.person.seat: row.losses for row in score_rows(view, people)}
    places = tuple(
        Place(
            people[place.seat],
            place.rank,
            figure(place.stars),
            tie_break_sentence(place.tie_break, losses[place.seat]),
        )
        for place in found.places
    )
    return Ending(
        places=places,
        headline=winners_sentence(found, [person.name for person in people], view.viewer),
        solo=view.seats == 1,
        rating="" if found.rating is None else figure(found.rating),
        targets=sum(card.solo_target for card in view.edicts),
        title=title_name(found.title) if found.title else "",
    )
