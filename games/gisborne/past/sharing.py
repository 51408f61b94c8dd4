"""Preview picture for shared links to a game, with the whole way."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from engine.contract import Seat
from engine.gisborne.game import RULES
from engine.gisborne.view import View
from games.gisborne.log.past_states import closed_rounds, state_after
from games.gisborne.way.way_picture import way_picture
from games.gisborne.words.names import points_of
from games.gisborne.words.tasks import round_name
from games.play.log import whole_log
from games.play.people import Person, people, people_at_turn
from games.play.rendering import legible_name
from games.play.share_picture import SIDE, ScoredPlayer, place_line, share_picture
from games.play.standings import final_score, with_final_standings
from games.play.words import figure
from games.tables.game import CoverText, Seated
from games.tables.lobby.cards import fork_words
from games.tables.pages.post_game import own_index


def shared_picture(seated: Seated, turn: int | None) -> str | None:
    """Return the way and the ranking as spectators see them, as SVG, or None if not reached yet.

    The title is the name of the winner, after a closed round of the leader, and in a fork of the player who opened it.
    """
    view = public_view(seated, turn) if seated.number else None
    if view is None:
        return None
    everybody = people(seated)
    if turn is not None:
        everybody = people_at_turn(everybody, whole_log(seated), turn)
    best = _best(seated, view)
    leader = everybody[best[0]]
    lines = [_result(view, leader.seat, ranked=seated.has_winner) if turn is None else round_name(turn)]
    lines.append(fork_words(seated.table) if seated.table.is_fork else leader.title)
    names = [
        legible_name(everybody[seat].drawer, _("Cartographer %(number)s") % {"number": number})
        for number, seat in enumerate(best, 1)
    ]
    points = {place.seat: place.score for place in view.standings.places}
    players = [
        ScoredPlayer(name, figure(points[seat]), everybody[seat].drawer_crest)
        for name, seat in zip(names, best, strict=True)
    ]
    text = CoverText(seated.table.shown_name, names[0], lines, leader.drawer_crest)
    return picture_with_way(view, everybody, text, players if len(players) > 1 else ())


def picture_with_way(view: View, people: Sequence[Person], text: CoverText, players: Sequence[ScoredPlayer]) -> str:
    """Return a picture with a way, a text and players as SVG; `people` are the owners of the pawns."""
    return share_picture(way_picture(view, people, SIDE), text, players, crests=[person.crest for person in people])


def public_view(seated: Seated, turn: int | None) -> View | None:
    """Return the public final view, or the one after a closed round; None if not reached yet."""
    if turn is None and not seated.state.over:
        return None
    if turn is not None and not 1 <= turn <= closed_rounds(seated.state):
        return None
    state = seated.state if turn is None else state_after(whole_log(seated), turn)
    return with_final_standings(RULES.view(state, None), seated.seats)


def _best(seated: Seated, view: View) -> list[Seat]:
    """Return the seats that are listed, the best first; of a fork only the player who opened it."""
    if not seated.has_winner:
        return [Seat(own_index(seated))]
    if view.over:
        return [place.seat for place in view.standings.places]
    return sorted(view.ranks, key=lambda seat: -view.chests[seat].points)


def _result(view: View, seat: Seat, *, ranked: bool) -> str:
    place = next(place for place in view.standings.places if place.seat == seat)
    score = final_score(place, points_of(place.score))
    return place_line(place.rank, view.seats, score) if ranked else score
