"""Sentences about the seats: order, hands, chests, points, and position scorings."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.contract import Seat
from engine.gisborne.view import View
from games.gisborne.line.reader import Reader
from games.gisborne.line.way_text import where_words
from games.gisborne.log.deeds import play_words
from games.gisborne.way.words import pawn_name
from games.gisborne.words.names import card_list, cards_count, points_of
from games.gisborne.words.places import chest_words, scoring_title
from games.play.people import Person
from games.play.standings import fork_places, unranked_sentence
from games.play.words import and_list
from games.tables.pages.post_game import fork_seat


def _name(person: Person) -> str:
    return pawn_name(person.name, me=person.me)


# --- Order and hands -------------------------------------------------------------------------------------------------


def order_sentences(reader: Reader) -> tuple[str, ...]:
    """Return a sentence about each seat in order: its pawn, and what it has laid as far as the reader may see that."""
    view = reader.view
    title = _("Order of round %(round)s:") % {"round": view.round}
    return (title, *(_place(place, reader, seat) for place, seat in enumerate(view.order, 1)))


def _place(place: int, reader: Reader, seat: Seat) -> str:
    words = {
        "place": place,
        "name": _name(reader.people[seat]),
        "where": where_words(reader.view, seat),
        "laid": _laid_words(reader.view, seat),
    }
    return (
        _("%(place)s. %(name)s: %(where)s; %(laid)s.") if words["laid"] else _("%(place)s. %(name)s: %(where)s.")
    ) % words


def _laid_words(view: View, seat: Seat) -> str:
    """Return what a seat has laid: the play, only the number of cards, or only that it has laid; "" if it has not."""
    play, number = view.plays[seat], view.numbers[seat]
    if play:
        return play_words(play.cards, tent=play.tent)
    if number is not None:
        return ngettext("%(n)s card laid", "%(n)s cards laid", number) % {"n": number}
    return _("has laid cards") if view.laid[seat] else ""


def hand_sentence(reader: Reader, person: Person) -> str:
    """Return the reader's own cards, or the number of another player's."""
    view = reader.view
    if person.seat == view.viewer:
        return _("Your hand: %(cards)s.") % {"cards": card_list(view.hand)} if view.hand else _("Your hand is empty.")
    return _("%(name)s: %(cards)s in hand.") % {"name": _name(person), "cards": cards_count(view.hands[person.seat])}


# --- Points ----------------------------------------------------------------------------------------------------------


def chest_sentence(reader: Reader, person: Person) -> str:
    """Return what lies in a player's chest, and its points."""
    chest = reader.view.chests[person.seat]
    words = {"name": _name(person), "chest": chest_words(chest), "points": points_of(chest.points)}
    return _("Chest of %(name)s: %(chest)s. Total: %(points)s.") % words


def score_sentences(reader: Reader, person: Person) -> tuple[str, ...]:
    """Return a player's points, and the rank of their pawn."""
    if reader.view.over:
        return (chest_sentence(reader, person),)
    rank = reader.view.ranks.index(person.seat) + 1
    words = {"name": _name(person), "rank": rank, "seats": reader.view.seats}
    return chest_sentence(reader, person), _("Rank of %(name)s: %(rank)s of %(seats)s.") % words


def standings_sentences(reader: Reader) -> tuple[str, ...]:
    """Return the points of each player, best first; at the end of a fork, which has no winner, without ranks."""
    view, fork = reader.view, fork_seat(reader.seated)
    if view.over and fork is not None:
        names = [_name(person) for person in reader.people]
        shown = fork_places(view.standings, fork)
        return tuple(unranked_sentence(place, names, points_of(place.score)) for place in shown)
    return tuple(
        _("%(rank)s. %(name)s: %(points)s.")
        % {"rank": place.rank, "name": _name(reader.people[place.seat]), "points": points_of(place.score)}
        for place in view.standings.places
    )


# --- Position scorings -----------------------------------------------------------------------------------------------


def places_sentences(view: View) -> tuple[str, ...]:
    """Return the cards that a position scoring deals to each rank."""
    dealt = view.definition.dealt_by_rank(view.seats)
    ranks = [
        _("%(cards)s to rank %(rank)s") % {"rank": rank, "cards": cards_count(number)}
        for rank, number in enumerate(dealt, 1)
    ]
    return (
        _("A position scoring deals %(ranks)s.") % {"ranks": and_list(ranks)},
        _(
            "The player in last place takes all cards into their hand. The others choose how many go into their "
            "chest, without seeing them."
        ),
    )


def scoring_sentences(reader: Reader) -> tuple[str, ...]:
    """Return the open position scoring, or the next one by current ranks."""
    view = reader.view
    if view.over:
        return (_("The game is over."),)
    if view.scoring:
        title = _("Position scoring:")
        ranks, dealt = view.scoring.ranks, view.scoring.dealt
    else:
        title = _("%(title)s:") % {"title": scoring_title(view)}
        ranks, dealt = view.ranks, view.definition.dealt_by_rank(view.seats)
    lines = (
        _share(reader, rank, seat, number) for rank, (seat, number) in enumerate(zip(ranks, dealt, strict=True), 1)
    )
    return (title, *lines)


def _share(reader: Reader, rank: int, seat: Seat, dealt: int) -> str:
    """Return the cards of a seat in a scoring: for the hand, decided about, or not yet."""
    view = reader.view
    words = {"rank": rank, "name": _name(reader.people[seat]), "cards": cards_count(dealt)}
    if rank == view.seats:
        return _("%(rank)s. %(name)s: %(cards)s for the hand.") % words
    if view.scoring and view.scoring.chosen[seat]:
        return _("%(rank)s. %(name)s: %(cards)s, decided.") % words
    return _("%(rank)s. %(name)s: %(cards)s.") % words
