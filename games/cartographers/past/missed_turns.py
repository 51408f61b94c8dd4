"""Short summary of events that a player missed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers.events import Event, SeasonScored
from engine.cartographers.game import RULES
from engine.cartographers.news import ChoiceNews, DrawingNews, News
from engine.cartographers.state import State
from engine.cartographers.view import View
from engine.contract import Seat
from games.cartographers.goals.standings_words import standing_sentence, winners_sentence
from games.cartographers.log.effects_words import chosen_line
from games.cartographers.words.features import stars_of
from games.cartographers.words.names import season_name
from games.play.words import and_list


def missed_sentences(state: State, seat: Seat, names: Sequence[str], events: Iterable[Event]) -> list[str]:
    """Return the most important sentences about events that a seat has not seen.

    For a finished game this is its result, otherwise attacks on the seat's map by other players, and scored seasons.
    `names` are those of the seats.
    """
    if RULES.progress(state).over:
        return _ended(state, seat, names)
    news = [known for event in events if (known := RULES.visible(event, seat, state)) is not None]
    return urgent_sentences(news, state, seat, names)


def urgent_sentences(news: Sequence[News], after: State | View, seat: Seat, names: Sequence[str]) -> list[str]:
    """Return sentences about attacks on a seat's map by others, and about scored seasons.

    `after` is the game after the last of the news.
    """
    return [*_ambushed(news, seat, names), *_destroyed(news, seat, names), *_scored(news, after, seat)]


def _ended(state: State, seat: Seat, names: Sequence[str]) -> list[str]:
    """Return the result of a finished game for a seat.

    A seat that hasn't won reads only its own rank, because table cards name the winner.
    """
    standings = RULES.standings(state)
    if seat in standings.winners:
        return [_("The game is over."), winners_sentence(standings, names, seat)]
    place = next(place for place in standings.places if place.seat == seat)
    return [_("The game is over."), standing_sentence(place, names, seat)]


def _ambushed(news: Iterable[News], seat: Seat, names: Sequence[str]) -> list[str]:
    drawn = (event for event in news if isinstance(event, DrawingNews) and event.subject == seat != event.seat)
    intruders = list(dict.fromkeys(names[event.seat] for event in drawn))
    text = ngettext("%(names)s ambushed you.", "%(names)s ambushed you.", len(intruders))
    return [text % {"names": and_list(intruders)}] if intruders else []


def _destroyed(news: Iterable[News], seat: Seat, names: Sequence[str]) -> list[str]:
    chosen = [event for event in news if isinstance(event, ChoiceNews) and event.subject == seat != event.seat]
    standing = {(event.turn, event.seat): event for event in chosen}  # the last of each, if some were taken back
    return [chosen_line(event, names, seat) for event in standing.values()]


def _scored(news: Iterable[News], after: State | View, seat: Seat) -> list[str]:
    """Return the seasons that ended, and the resulting stars, as sentences."""
    scored = (after.definition.seasons[event.season] for event in news if isinstance(event, SeasonScored))
    ended = [season_name(season.id) for season in scored]
    if not ended:
        return []
    stars = stars_of(after.total(seat))
    text = ngettext("%(seasons)s ended. You have %(stars)s.", "%(seasons)s ended. You have %(stars)s.", len(ended))
    return [text % {"seasons": and_list(ended), "stars": stars}]
