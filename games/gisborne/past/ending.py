"""The end of a game: places with what made their points, and charts by round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.contract import Seat, Standing, Standings
from engine.gisborne.rules.finish import POSITION
from engine.gisborne.view import View
from games.gisborne.log.past_states import closed_rounds
from games.gisborne.log.rounds import Round, visible_rounds
from games.gisborne.log.seats import points_figure
from games.gisborne.words.names import points_of
from games.play.chart import Chart, ChartWords, SeatMark, chart, seat_mark
from games.play.explanations import Figure
from games.play.log import turn_address
from games.play.people import Person
from games.play.standings import fork_places, rank_name, winners_sentence
from games.tables.game import Seated
from games.tables.pages.post_game import fork_seat
from games.tables.results import ending_meaning, ending_sentence


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """Seat at the end: its rank, None in a fork, the values of its chips, the number of its cards, and their sum.

    `tie_break` is the sentence on what separates it from equal points, "" for none.
    """

    rank: int | None
    person: Person
    mark: SeatMark
    chips: str
    cards: str
    points: Figure
    tie_break: str
    stand_in: bool


@dataclass(frozen=True, slots=True)
class EndingView:
    """End of a game. `behind` is the viewer's distance to the winner, "" for winners, spectators and in forks.

    `replay` is the address of the first round, "" if none has closed. A game that ended early has no ranks: `sentence`
    says who ended it, and `meaning` what follows.
    """

    headline: str
    behind: str
    places: tuple[FinalPlace, ...]
    charts: tuple[Chart, ...]
    replay: str
    sentence: str = ""
    meaning: str = ""


def ending(seated: Seated, view: View, people: Sequence[Person], table: str) -> EndingView | None:
    """Return the end of the game, or None while it is running. `table` is the address of the table."""
    if seated.ended_early:
        return EndingView(
            headline=_("Unfinished game"),
            behind="",
            places=(),
            charts=(),
            replay=turn_address(table, 1) if closed_rounds(seated.state) else "",
            sentence=ending_sentence(seated.table, seated.seats),
            meaning=ending_meaning(seated.seats),
        )
    if not view.over:
        return None
    names, fork = [person.name for person in people], fork_seat(seated)
    standings = view.standings
    places = standings.places if fork is None else fork_places(standings, fork)
    rounds = [one for one in visible_rounds(seated) if one.number]
    return EndingView(
        headline=winners_sentence(standings, names, view.viewer)
        if fork is None
        else _points_of_name(names[fork], places[0]),
        behind=behind_sentence(standings, view.viewer) if fork is None else "",
        places=tuple(_place(view, people[place.seat], place, table, ranked=fork is None) for place in places),
        charts=(points_chart(rounds, people), fields_chart(rounds, people, view.way.last)),
        replay=turn_address(table, 1),
    )


def _points_of_name(name: str, place: Standing) -> str:
    return _("%(name)s: %(score)s") % {"name": name, "score": points_of(place.score)}


def _place(view: View, person: Person, place: Standing, table: str, *, ranked: bool) -> FinalPlace:
    chest = view.chests[place.seat]
    return FinalPlace(
        rank=place.rank if ranked else None,
        person=person,
        mark=seat_mark(place.seat),
        chips=" + ".join(map(str, chest.chips)),
        cards=str(chest.cards),
        points=points_figure(view, person, table),
        tie_break=tie_break_sentence(view, place) if ranked else "",
        stand_in=place.left,
    )


def tie_break_sentence(view: View, place: Standing) -> str:
    """Return the sentence on what separates a seat from equal points, "" for none."""
    if place.tie_break != POSITION:
        return ""
    words = {"rank": view.ranks.index(place.seat) + 1}
    return _("Tied on points: the pawn further along is ahead (rank %(rank)s).") % words


def behind_sentence(final: Standings, viewer: Seat | None) -> str:
    """Return the viewer's place and distance to the winner, or "" for winners, spectators and players who left."""
    place = next((place for place in final.places if place.seat == viewer), None)
    if place is None or place.left or place.rank < 2:
        return ""
    gap, rank = final.places[0].score - place.score, rank_name(place.rank)
    if gap < 1:
        return _("You are %(rank)s.") % {"rank": rank}
    return _("You are %(rank)s, %(points)s behind.") % {"rank": rank, "points": points_of(gap)}


def points_chart(rounds: Sequence[Round], people: Sequence[Person]) -> Chart:
    """Return the chart of the points after each round."""
    words = ChartWords(
        caption=_("Points by round"),
        label=_("Points of all players after each round. The data table below has the same figures."),
        figures=_("Points after each round"),
        seat=_("Player"),
    )
    gained = [[one.won(person.seat) for one in rounds] for person in people]
    return chart(people, gained, _names(rounds), words)


def fields_chart(rounds: Sequence[Round], people: Sequence[Person], last: int) -> Chart:
    """Return the chart of the fields after each round; the beach follows the `last` field."""
    words = ChartWords(
        caption=_("Position by round"),
        label=_("Position of each pawn after each round. The data table below has the same figures."),
        figures=_("Field after each round"),
        seat=_("Player"),
    )
    gained = [[_advance(one, person.seat, last) for one in rounds] for person in people]
    return chart(people, gained, _names(rounds), words)


def _advance(one: Round, seat: Seat, last: int) -> int:
    """Return the fields that a pawn gained in a round."""
    move = one.move_of(seat)
    if move is None:
        return 0
    arrived = any(arrival.seat == seat for arrival in one.arrivals)
    return (last + 1 if arrived else move.to) - move.start


def _names(rounds: Sequence[Round]) -> list[str]:
    return [str(one.number) for one in rounds]
