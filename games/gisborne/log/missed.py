"""Short summary of events that a player missed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _

from engine.contract import Seat
from engine.gisborne import events as ev
from engine.gisborne.game import RULES
from engine.gisborne.news import News, ScoringNews
from engine.gisborne.state import State
from games.gisborne.log.deeds import chip_words
from games.gisborne.words.names import points_of
from games.play.standings import standing_sentence, winners_sentence


def missed_sentences(state: State, seat: Seat, names: Sequence[str], events: Iterable[ev.Event]) -> list[str]:
    """Return the most important sentences about events that a seat has not seen.

    For a finished game this is its result, otherwise the arrival that makes the last round, chips that others took, and
    the seat's points. `names` are those of the seats.
    """
    if state.over:
        return [_("The game is over."), _result(state, seat, names)]
    news = [known for event in events if (known := RULES.visible(event, seat, state)) is not None]
    return [*_arrived(news, names), *_chips(news, seat, names), *_points(news, state, seat)]


def _result(state: State, seat: Seat, names: Sequence[str]) -> str:
    """Return the result for a seat; the table's card names the winner."""
    standings = RULES.standings(state)
    if seat in standings.winners:
        return winners_sentence(standings, names, seat)
    place = next(place for place in standings.places if place.seat == seat)
    return standing_sentence(place, names, points_of(place.score), seat)


def _arrived(news: Iterable[News], names: Sequence[str]) -> Iterator[str]:
    first = next((one for one in news if isinstance(one, ev.ChipTaken) and one.how is ev.Reason.BEACH), None)
    if first:
        yield _("%(name)s reached the beach: this is the last round.") % {"name": names[first.seat]}


def _chips(news: Iterable[News], seat: Seat, names: Sequence[str]) -> Iterator[str]:
    for one in news:
        if isinstance(one, ev.ChipTaken) and one.seat != seat and one.how is not ev.Reason.BEACH:
            yield _("%(name)s %(deeds)s.") % {"name": names[one.seat], "deeds": chip_words(one)}


def _points(news: Iterable[News], state: State, seat: Seat) -> Iterator[str]:
    """Yield the seat's points if it won some."""
    won = sum(one.value for one in news if isinstance(one, ev.ChipTaken) and one.seat == seat)
    won += sum(one.chests[seat] for one in news if isinstance(one, ScoringNews))
    if won:
        yield _("You won %(won)s and have %(points)s now.") % {
            "won": points_of(won),
            "points": points_of(state.chests[seat].points),
        }
