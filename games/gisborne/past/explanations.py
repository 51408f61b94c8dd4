"""Explanations of figures: points, the place of a pawn, hands, and the next position scoring."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.gisborne import events as ev
from engine.gisborne.tiles import Mark
from engine.gisborne.view import View
from games.accounts.access import HtmxHttpRequest
from games.gisborne.log.deeds import move_sentence, place_words, play_words
from games.gisborne.log.past_states import view_after, view_for
from games.gisborne.log.rounds import LaidPlay, Round, ScoringRecord, visible_rounds
from games.gisborne.words.names import cards_count, field_name, metal_name, points_of
from games.gisborne.words.tasks import round_name
from games.play.explanations import BackLink, FigureQuery, HistoryStep, ReasonView, Why
from games.play.log import turn_address, whole_log
from games.play.people import Person, people, people_at_turn
from games.play.words import signed_number
from games.tables.game import Seated

NOW: Final = "now"
"""The only time of a figure: as the page has it, a table or a closed round."""
POINTS, PLACE, HAND, SCORING = "points", "place", "hand", "scoring"


@dataclass(frozen=True, slots=True)
class Question:
    """Figure of a seat, with the rounds up to the one of the page. `table` is the address of the table."""

    view: View
    person: Person
    everybody: Sequence[Person]
    rounds: Sequence[Round]
    closed: int
    table: str
    back: BackLink

    def step(self, one: Round) -> tuple[HistoryStep, ...]:
        """Return the link to a round, none before it has closed."""
        if one.number > self.closed:
            return ()
        return (HistoryStep(round_name(one.number), turn_address(self.table, one.number)),)


def explanation(request: HtmxHttpRequest, seated: Seated, figure: FigureQuery, turn: int | None) -> HttpResponse | None:
    """Return the explanation of a figure, now or after a round, or None if there is no such figure.

    An htmx request gets a fragment, any other request a full page.
    """
    view = view_for(seated) if turn is None else view_after(seated, turn)
    if view is None or figure.when != NOW or not 1 <= figure.seat <= view.seats:
        return None
    why = explain(_question(seated, view, figure.seat - 1, turn), figure.part)
    if why is None:
        return None
    template = "play/_explanation.html" if request.htmx else "gisborne/past/explanation.html"
    context = {"why": why, "name": seated.table.shown_name, "url": request.path if request.htmx else ""}
    return render(request, template, context)


def _question(seated: Seated, view: View, seat: int, turn: int | None) -> Question:
    table, everybody = reverse("tables:table", args=[seated.table.code]), people(seated)
    rounds, back = visible_rounds(seated), BackLink(_("Back to the table"), table)
    if turn is not None:
        rounds, back = rounds[: turn + 1], BackLink(_("Back to the round"), turn_address(table, turn))
        everybody = people_at_turn(everybody, whole_log(seated), turn)
    over = seated.state.over
    closed = turn if turn is not None else view.round if over else view.round - 1
    return Question(view, everybody[seat], everybody, rounds, closed, table, back)


def explain(question: Question, part: str) -> Why | None:
    """Return the explanation of a part of a seat's figures, or None if there is none."""
    explanations: dict[str, Callable[[Question], Why | None]] = {
        POINTS: _points,
        PLACE: _place,
        HAND: _hand,
        SCORING: _scoring,
    }
    return explanations[part](question) if part in explanations else None


def _why(
    question: Question, title: str, lead: str, reasons: Sequence[ReasonView] = (), rules: Sequence[str] = ()
) -> Why:
    return Why(title, lead, tuple(rules), tuple(reasons), None, "", question.back)


def _points(question: Question) -> Why:
    chest = question.view.chests[question.person.seat]
    words = {
        "points": points_of(chest.points),
        "chips": points_of(sum(chest.chips)),
        "cards": cards_count(chest.cards),
    }
    return _why(
        question,
        _("Points of %(name)s") % {"name": question.person.name},
        _("%(points)s: %(chips)s from chips, and %(cards)s in the chest.") % words,
        list(_won(question)),
        [_("Each chip is worth its value, and each card in the chest is worth 1 point.")],
    )


def _won(question: Question) -> Iterator[ReasonView]:
    """Yield everything that changed the seat's points, in order."""
    seat = question.person.seat
    for one in question.rounds:
        changes = [chip_reason(chip) for chip in one.chips if chip.seat == seat]
        changes += [
            _("%(points)s: a chip worth %(value)s given to the wolves on %(place)s")
            % {"points": signed_number(-met.value), "value": met.value, "place": field_name(met.field)}
            for met in one.wolves
            if met.seat == seat and met.value
        ]
        changes += [_scored(scoring, question) for scoring in one.scorings if scoring.is_closed]
        yield from (ReasonView(sentence, turns=question.step(one)) for sentence in changes)


def chip_reason(chip: ev.ChipTaken) -> str:
    """Return how a seat won a chip, with its points."""
    words = {"points": signed_number(chip.value), "place": field_name(chip.field)}
    match chip.how:
        case ev.Reason.PASSED:
            return _("%(points)s: chip from %(place)s, won by being the last to pass it") % words
        case ev.Reason.BEACH:
            return _("%(points)s: chip from the beach, won by arriving first") % words
        case _:
            return _("%(points)s: chip from %(place)s, won by landing there") % words


def _scored(scoring: ScoringRecord, question: Question) -> str:
    seat = question.person.seat
    rank = scoring.ranks.index(seat) + 1
    chest, dealt = scoring.chests[seat], scoring.dealt_to(seat)
    words = {"points": signed_number(chest), "rank": rank, "chest": chest, "cards": cards_count(dealt)}
    if rank == len(scoring.ranks):
        return _("%(points)s: position scoring, last rank, %(cards)s for the hand") % words
    return _("%(points)s: position scoring, rank %(rank)s, %(chest)s of %(cards)s put into the chest") % words


def _place(question: Question) -> Why:
    """Return how the pawn came to its place, the latest move first."""
    view, person = question.view, question.person
    rank = view.ranks.index(person.seat) + 1
    place = _("the beach") if person.seat in view.arrived else place_words(view.at[person.seat], view.way)
    moves = [
        ReasonView(move_sentence(one.plays[person.seat], move, view.way, person.name), turns=question.step(one))
        for one in reversed(question.rounds)
        for move in one.moves
        if move.seat == person.seat and len(move.legs)
    ]
    return _why(
        question,
        _("Rank of %(name)s") % {"name": person.name},
        _("Rank %(rank)s of %(seats)s: %(place)s.") % {"rank": rank, "seats": view.seats, "place": place},
        moves,
    )


def _hand(question: Question) -> Why:
    """Return the hand of a seat, with what each of its known plays draws back, the latest first."""
    view, person = question.view, question.person
    plays = [
        ReasonView(_drawn_by(question, one, one.plays[person.seat]), turns=question.step(one))
        for one in reversed(question.rounds)
        if person.seat in one.plays
    ]
    words = {"name": person.name, "cards": cards_count(view.hands[person.seat])}
    return _why(
        question,
        _("Hand of %(name)s") % words,
        _("%(name)s has %(cards)s.") % words,
        plays,
        [_("Nobody draws back in the last round.")] if view.last_round else [],
    )


def _drawn_by(question: Question, one: Round, play: LaidPlay) -> str:
    """Return a play of a round with what it draws back."""
    laid = _("Laid: %(play)s.") % {"play": play_words(play.cards, tent=play.tent)}
    if one.ended:
        return laid
    drawn = sum(draw.count for draw in one.draws if draw.seat == play.seat)
    rule, due = _drawing(question, one, play)
    sentences = [laid, rule]
    if one.draws and drawn < due:
        sentences.append(_("Only %(cards)s were left.") % {"cards": cards_count(drawn)})
    return " ".join(sentences)


def _drawing(question: Question, one: Round, play: LaidPlay) -> tuple[str, int]:
    """Return the sentence of the rule by which a play draws back, and its number of cards."""
    box = question.view.definition
    if play.tent:
        text = _("The tent returns to the hand with everything that was laid. Drawn back: %(cards)s.")
        return text % {"cards": cards_count(box.tent_draws)}, box.tent_draws
    move = one.move_of(play.seat)
    start = move.start if move else question.view.at[play.seat]
    if start and question.view.way.mark(start) is Mark.VILLAGE:
        text = _("Laid from a village. Drawn back: %(cards)s.")
        return text % {"cards": cards_count(box.village_draws)}, box.village_draws
    metal = play.cards[0].metal
    number = box.draws_of(metal)
    text = _("Metal laid: %(metal)s. Drawn back: %(cards)s, no matter how many cards were laid.")
    return text % {"metal": metal_name(metal), "cards": cards_count(number)}, number


def _scoring(question: Question) -> Why:
    """Return what a position scoring would deal if it came now."""
    view, seat = question.view, question.person.seat
    dealt = view.definition.dealt_by_rank(view.seats)
    rank = view.ranks.index(seat)
    text = ngettext(
        "A position scoring now would deal %(n)s card to %(name)s.",
        "A position scoring now would deal %(n)s cards to %(name)s.",
        dealt[rank],
    )
    reasons = [
        ReasonView(
            _("Rank %(rank)s, %(name)s: %(cards)s")
            % {"rank": place, "name": question.everybody[other].name, "cards": cards_count(number)}
        )
        for place, (other, number) in enumerate(zip(view.ranks, dealt, strict=True), 1)
    ]
    rules = [
        _(
            "The player in last place takes all cards into their hand. The others choose how many go into their "
            "chest, without seeing them."
        )
    ]
    title = _("Next position scoring")
    return _why(question, title, text % {"n": dealt[rank], "name": question.person.name}, reasons, rules)
