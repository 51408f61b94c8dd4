"""Facts shown next to a map: its player and game, and its stars by season."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from engine.cartographers.board import Board
from engine.cartographers.cards import Edict, ScoringCard, Season
from engine.cartographers.game import RULES
from engine.cartographers.geometry import Mask
from engine.cartographers.view import View
from engine.contract import Seat
from games.cartographers.goals.panels import drawn_length
from games.cartographers.goals.standings_words import final_stars
from games.cartographers.log.past_states import find_past_turn, turn_history
from games.cartographers.words.features import stars_of
from games.cartographers.words.names import card_name, season_name, title_name
from games.cartographers.words.scoring.rules import rule_sentences
from games.play.log import turn_name, whole_log
from games.play.people import Person, people, people_at_turn
from games.play.share_picture import ScoredPlayer, place_line
from games.play.standings import with_final_standings
from games.play.words import figure
from games.tables import models
from games.tables.game import Seated
from games.tables.lobby.cards import fork_words
from games.tables.models.players import is_away
from games.tables.pages.post_game import own_index


@dataclass(frozen=True, slots=True)
class EdictLine:
    """Edict with its letter, name and rule."""

    letter: str
    name: str
    rule: str


@dataclass(frozen=True, slots=True)
class SheetSeason:
    """Season of the score sheet. `letters` are its edicts. `stars` are those of both edicts, coins and monsters, in
    this order, all "" before it is scored.
    """

    id: str
    name: str
    letters: tuple[str, str]
    stars: tuple[str, str, str, str]
    total: str


@dataclass(frozen=True, slots=True)
class MapFacts:
    """Map and the texts printed next to it.

    `pieces` are the spaces that each turn changed. `crest` is a spec, "" for none. `when` names the turn, "" at the
    end. `standing` is the result, "" before the end. `name`, `title`, `table` and the names of `places` are as users
    wrote them; `places` lists the best first.

    For a fork, `title` says so, and `places` contains only the player who opened it. In a solo game `title` is "", as
    `standing` includes the title awarded.
    """

    board: Board
    pieces: tuple[Mask, ...]
    fresh: Mask
    name: str
    crest: str
    title: str
    table: str
    code: str
    when: str
    standing: str
    date: str
    edicts: tuple[EdictLine, ...]
    boxes: tuple[SheetSeason, ...]
    total: str
    coins: int
    track: int
    places: tuple[ScoredPlayer, ...]


def map_facts(place: Seated, seat: int, turn: int | None) -> MapFacts | None:
    """Return the facts about a seat's map (seats count from 1), or None if there is nothing to show.

    They are those that any spectator may see, so the picture is the same for every visitor.
    """
    if not 1 <= seat <= len(place.seats) or not place.number:
        return None
    known = known_view(place, turn)
    if known is None:
        return None
    facts = build_seat_facts(place, known[0], Seat(seat - 1), when=known[1], turn=turn)
    tape = turn_history(place.table.code, whole_log(place))
    return replace(facts, pieces=tape.pieces(Seat(seat - 1), place.state.turn if turn is None else turn))


def known_view(place: Seated, turn: int | None) -> tuple[View, str] | None:
    """Return the final view, or the view after a closed turn with that turn's name; None if not reached yet."""
    if turn is None:
        return (with_final_standings(RULES.view(place.state, None), place.seats), "") if place.state.over else None
    log = whole_log(place)
    past = find_past_turn(turn_history(place.table.code, log), log, turn, None)
    if past is None:
        return None
    words = {"turn": turn_name(turn), "season": season_name(past.after.definition.seasons[past.season].id)}
    return with_final_standings(past.after, place.seats), _("%(season)s · %(turn)s") % words


def build_seat_facts(seated: Seated, view: View, seat: Seat, *, when: str = "", turn: int | None = None) -> MapFacts:
    """Return the public facts of a seat's map; `when` names a past `turn`."""
    table, everybody = seated.table, people(seated)
    if turn is not None:
        everybody = people_at_turn(everybody, whole_log(seated), turn)
    stars = {index: view.total(Seat(index)) for index in range(view.seats)}
    best = sorted(stars, key=lambda index: (-stars[index], index))
    if view.over:
        best = [place.seat for place in view.standings.places]
        stars = {place.seat: place.score for place in view.standings.places}
    if not seated.has_winner:
        best = [Seat(own_index(seated))]
    return MapFacts(
        board=view.boards[seat],
        pieces=(),
        fresh=view.latest[seat] if when else 0,
        name=everybody[seat].drawer,
        crest=everybody[seat].drawer_crest,
        title=_title(seated, everybody[seat]),
        table=table.shown_name,
        code=table.code,
        when=when,
        standing="" if when else _standing_words(view, seat, ranked=seated.has_winner),
        date=_date(seated),
        edicts=edict_lines(view.edicts),
        boxes=tuple(_box(view, number, seat) for number in range(len(view.definition.seasons))),
        total=figure(view.total(seat)) if view.scores else "",
        coins=view.coins[seat],
        track=drawn_length(view.definition),
        places=tuple(
            ScoredPlayer(
                everybody[index].name,
                _place_stars(view, stars[index], seated.seats[index]),
                everybody[index].drawer_crest,
            )
            for index in best
        ),
    )


def _title(seated: Seated, person: Person) -> str:
    """Return what stands below the name; in a solo game no title of the player's own, as only one is awarded."""
    if seated.table.is_fork:
        return fork_words(seated.table)
    return person.title if seated.has_winner else ""


def _place_stars(view: View, stars: int, sitting: models.Seat) -> str:
    """Return the stars of a seat, at the end marked where the stand-in finished it."""
    if view.over and is_away(sitting.player):
        return _("%(score)s, stand-in") % {"score": figure(stars)}
    return figure(stars)


def _standing_words(view: View, seat: Seat, *, ranked: bool) -> str:
    """Return a seat's final rank and stars, for a solo game its stars and title; "" before the end."""
    if not view.over:
        return ""
    stars = stars_of(view.total(seat))
    if not ranked:
        title = view.standings.title
        return _("%(title)s · %(stars)s") % {"title": title_name(title), "stars": stars} if title else stars
    place = next(place for place in view.standings.places if place.seat == seat)
    return place_line(place.rank, view.seats, final_stars(place))


def edict_lines(cards: Sequence[ScoringCard]) -> tuple[EdictLine, ...]:
    """Return edicts A to D with their cards."""
    return tuple(
        EdictLine(letter, card_name(card), " ".join(rule_sentences(card)))
        for letter, card in zip(Edict, cards, strict=True)
    )


def _box(view: View, number: int, seat: Seat) -> SheetSeason:
    season = view.definition.seasons[number]
    if number >= len(view.scores):
        return empty_box(season)
    score = view.scores[number][seat]
    lines = (*score.edicts, score.coins, -score.losses)
    first, second, coins, losses = map(figure, lines)
    letters = (str(season.edicts[0]), str(season.edicts[1]))
    return SheetSeason(season.id, season_name(season.id), letters, (first, second, coins, losses), figure(score.total))


def empty_box(season: Season) -> SheetSeason:
    """Return the box of a season that isn't scored yet."""
    letters = (str(season.edicts[0]), str(season.edicts[1]))
    return SheetSeason(season.id, season_name(season.id), letters, ("", "", "", ""), "")


def _date(seated: Seated) -> str:
    moment = seated.table.finished_at or seated.table.started_at
    return date_format(timezone.localtime(moment), "DATE_FORMAT") if moment else ""
