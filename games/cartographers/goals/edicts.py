"""The four edicts with their stars."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.cartographers.cards import Edict, ScoringCard
from engine.cartographers.forecast import forecast_view
from engine.cartographers.notation import space_names
from engine.cartographers.scoring.tally import Tally
from engine.cartographers.view import View
from engine.contract import Seat
from games.cartographers.cards.faces import card_address
from games.cartographers.goals.figures import NOW, is_past, letters_to_come, stars_figure
from games.cartographers.words.names import card_name, season_name
from games.cartographers.words.scoring.rules import rule_sentences
from games.play.explanations import Figure, explanation_url
from games.play.people import Person


@dataclass(frozen=True, slots=True)
class SeasonMark:
    """A season (its id) that scores an edict, with the stars it brought or, as of now, would; `next` where it is scored
    next.
    """

    season: str
    next: bool
    stars: Figure


@dataclass(frozen=True, slots=True)
class EdictView:
    """Edict on a board: its letter, name, card, rules and stars.

    `url` is the page of the card, "" if it has none. `marks` are the seasons that score the edict. `due` is True if
    the next season to be scored is one of them. `finished` is True if they all have been scored while other seasons
    are to come. `spaces` are the names of the spaces that earn the stars on the board shown.
    """

    letter: str
    name: str
    card: ScoringCard
    url: str
    rules: tuple[str, ...]
    due: bool
    finished: bool
    stars: Figure
    spaces: str
    marks: tuple[SeasonMark, ...]


def edicts(view: View, seat: Seat, address: str, *, lit: bool, table: str = "") -> tuple[EdictView, ...]:
    """Return the four edicts on a seat's board, those due first and those finished last.

    `address` is the page that explains the stars, `table` the address of the table. `lit` is True if the large map
    shows that board.
    """
    tallies = forecast_view(view, view.positions[seat]).edicts
    each = (
        _edict(view, letter, tally, seat, address, lit=lit, table=table)
        for letter, tally in zip(Edict, tallies, strict=True)
    )
    return tuple(sorted(each, key=lambda edict: (not edict.due, edict.finished)))


def _edict(view: View, letter: str, tally: Tally, seat: Seat, address: str, *, lit: bool, table: str) -> EdictView:
    card, then, to_come = tally.card, is_past(view), letters_to_come(view)
    name = _("Edict %(letter)s, %(card)s") % {"letter": letter, "card": card_name(card)}
    marks = tuple(
        _mark(view, number, letter, seat, tally.stars, address)
        for number, season in enumerate(view.definition.seasons)
        if letter in season.edicts
    )
    return EdictView(
        letter=letter,
        name=card_name(card),
        card=card,
        url=card_address(table, card),
        rules=rule_sentences(card),
        due=any(mark.next for mark in marks),
        finished=bool(to_come) and letter not in to_come,
        stars=stars_figure(
            name, tally.stars, explanation_url(address, NOW, seat, letter), pale=not view.over, then=then
        ),
        spaces=" ".join(space_names(tally.lit)) if lit else "",
        marks=marks,
    )


def _mark(view: View, number: int, letter: str, seat: Seat, now: int, address: str) -> SeasonMark:
    season = view.definition.seasons[number]
    name, url = season_name(season.id), explanation_url(address, season.id, seat, letter)
    if number < len(view.scores):
        earned = view.scores[number][seat].edicts[season.edicts.index(letter)]
        return SeasonMark(season.id, False, stars_figure(name, earned, url))
    return SeasonMark(
        season.id, number == len(view.scores), stars_figure(name, now, url, pale=True, then=is_past(view))
    )


def stars_caption(view: View, person: Person) -> str:
    """Return the sentence on whose map and when the stars of the edicts count, or "" if that is obvious."""
    words = {"name": person.name}
    if is_past(view) and person.me:
        return _("Stars on your map after this turn.")
    if is_past(view):
        return _("Stars on %(name)s’s map after this turn.") % words
    if view.seats == 1:
        return ""
    if view.over and person.me:
        return _("Stars on your map at the end of the game.")
    if view.over:
        return _("Stars on %(name)s’s map at the end of the game.") % words
    if person.me:
        return _("Current stars on your map.")
    return _("Current stars on %(name)s’s map.") % words
