"""Tasks of the viewer and of others: sentences for the strip, the page's title, and announcements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.contract import Seat
from engine.gisborne.state import Debt
from engine.gisborne.view import KeepDesk, LayDesk, RiverDesk, View, WolvesDesk
from games.gisborne.words.names import cards_count, points_of
from games.play.standings import fork_places, unranked_sentence, winners_sentence
from games.play.words import comma_list, waiting_sentence


def task_sentence(view: View, names: Sequence[str]) -> str:
    """Return the sentence about the viewer's task, or about the players that the table waits for."""
    if view.over:
        return _("The game is over.")
    match view.desk:
        case LayDesk():
            return _lay(view, view.desk, names)
        case RiverDesk(surplus=surplus):
            text = ngettext(
                "You’re at a river: discard %(n)s card to cross it.",
                "You’re at a river: discard %(n)s cards to cross it.",
                surplus,
            )
            return text % {"n": surplus}
        case WolvesDesk():
            return _("You met wolves: choose a chip to give up.")
        case KeepDesk(dealt, choice):
            return _keep(dealt) if choice is None else _chosen(view, names)
        case None:
            return _nothing_asked(view, names)
        case _:
            assert_never(view.desk)


def _lay(view: View, desk: LayDesk, names: Sequence[str]) -> str:
    if desk.play:
        return _("You’ve laid your cards. %(waiting)s") % {"waiting": _waiting(view, names)}
    words = {"most": view.definition.most_cards}
    if desk.mixed:
        return _("You’re in a village: lay up to %(most)s cards of any metal, or the tent.") % words
    if desk.halved:
        return (
            _("You’re in a swamp, so your steps are halved. Lay up to %(most)s cards of one metal, or the tent.")
            % words
        )
    return _("Lay up to %(most)s cards of one metal, or the tent.") % words


def _keep(dealt: int) -> str:
    text = ngettext(
        "Position scoring: you’re dealt %(n)s card. Choose whether it goes into your chest.",
        "Position scoring: you’re dealt %(n)s cards. Choose how many go into your chest.",
        dealt,
    )
    return text % {"n": dealt}


def _chosen(view: View, names: Sequence[str]) -> str:
    return _("You’ve chosen. %(waiting)s") % {"waiting": _waiting(view, names)}


def _nothing_asked(view: View, names: Sequence[str]) -> str:
    """Return the sentence for spectators, and for seats that are asked nothing now."""
    waiting = _waiting(view, names)
    if view.owes:
        return _owed(view.owes.kind, names[view.owes.seat])
    if view.viewer is None:
        return waiting
    if view.scoring and view.scoring.ranks[-1] == view.viewer and view.scoring.dealt[-1]:
        cards = cards_count(view.scoring.dealt[-1])
        return _("Position scoring: you take %(cards)s into your hand. %(waiting)s") % {
            "cards": cards,
            "waiting": waiting,
        }
    play = view.plays[view.viewer]
    if view.phase == "lay" and play and not play.chosen:
        return _("You have no cards left, so your tent is laid for you. %(waiting)s") % {"waiting": waiting}
    return waiting


def _owed(kind: Debt, name: str) -> str:
    match kind:
        case Debt.RIVER:
            text = _("Waiting for %(name)s to discard cards at a river.")
        case Debt.WOLVES:
            text = _("Waiting for %(name)s to give the wolves a chip.")
        case _:
            assert_never(kind)
    return text % {"name": name}


def announcement_sentence(view: View, names: Sequence[str], sentence: str, fork: Seat | None = None) -> str:
    """Return the announcement for screen readers: the sentence of the task, with the reader's turn or the winner.

    In a `fork` it has the points of the seat that played it instead of a winner.
    """
    if view.over and fork is not None:
        (place, *_others) = fork_places(view.standings, fork)
        return f"{sentence} {unranked_sentence(place, names, points_of(place.score), view.viewer)}"
    if view.over:
        return f"{sentence} {winners_sentence(view.standings, names, view.viewer)}"
    if view.viewer is None or not awaited(view)[view.viewer]:
        return sentence
    return _("Your turn. %(what)s") % {"what": sentence}


def turn_title(view: View, names: Sequence[str]) -> str:
    """Return the beginning of the page's title: whether it is the viewer's turn."""
    if view.over:
        return _("Game over")
    if view.viewer is None:
        return round_name(view.round)
    return _("Your turn") if awaited(view)[view.viewer] else _("Waiting")


def round_name(number: int) -> str:
    """Return the name of a round."""
    return _("Round %(round)s") % {"round": number}


def phase_name(phase: str) -> str:
    """Return a phase of a round in a few words, "" for none."""
    match phase:
        case "lay":
            return _("laying cards")
        case "river":
            return _("at a river")
        case "wolves":
            return _("wolves")
        case "keep":
            return _("position scoring")
        case _:
            return ""


def awaited(view: View) -> list[bool]:
    """Return by seat whether an answer is awaited."""
    if view.over:
        return [False] * view.seats
    if view.owes:
        return [seat == view.owes.seat for seat in range(view.seats)]
    if view.scoring:
        return [_must_choose(view, Seat(seat)) and not view.scoring.chosen[seat] for seat in range(view.seats)]
    return [not laid for laid in view.laid]


def _must_choose(view: View, seat: Seat) -> bool:
    """Return True if a seat decides about cards in the open scoring: not the last rank."""
    if view.scoring is None:
        return False
    rank = view.scoring.ranks.index(seat)
    return rank + 1 < view.seats and view.scoring.dealt[rank] > 0


def _waiting(view: View, names: Sequence[str]) -> str:
    return waiting_sentence(names, awaited(view), view.viewer)


def states(view: View) -> list[str]:
    """Return the status text of each seat, "" for none."""
    return [_state(view, Seat(seat)) for seat in range(view.seats)]


def _state(view: View, seat: Seat) -> str:
    if view.over:
        return ""
    if view.owes:
        return _debt(view.owes.kind) if view.owes.seat == seat else ""
    if view.scoring:
        if not _must_choose(view, seat):
            return _("nothing to choose")
        return _("has chosen") if view.scoring.chosen[seat] else _("choosing")
    if not view.laid[seat]:
        return _("choosing cards")
    number = view.numbers[seat]
    if number is None or seat == view.viewer:
        return _("has laid cards")
    return ngettext("%(n)s card laid", "%(n)s cards laid", number) % {"n": number}


def _debt(kind: Debt) -> str:
    match kind:
        case Debt.RIVER:
            return _("at a river")
        case Debt.WOLVES:
            return _("choosing a chip")
        case _:
            assert_never(kind)


def seen_numbers(view: View, names: Sequence[str]) -> str:
    """Return the numbers of cards that a seat behind may see before the reveal, as "Ben 3, Cas 2"; "" for none."""
    if view.phase != "lay":
        return ""
    seen = [(seat, number) for seat, number in enumerate(view.numbers) if number is not None and seat != view.viewer]
    return comma_list([f"{names[seat]} {number}" for seat, number in seen])


def progress_words(view: View) -> str:
    """Return the number of answers so far, as "2 of 3 have laid cards", or "" if only one seat is asked."""
    if view.over or view.owes:
        return ""
    if view.scoring:
        choices = [view.scoring.chosen[seat] for seat in range(view.seats) if _must_choose(view, Seat(seat))]
        return _("%(count)s of %(all)s have chosen") % {"count": sum(choices), "all": len(choices)}
    return _("%(count)s of %(all)s have laid cards") % {"count": sum(view.laid), "all": view.seats}
