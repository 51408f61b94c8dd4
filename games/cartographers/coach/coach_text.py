"""The coach on the command line: hints in practice games, and reviews of finished ones."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from engine.cartographers.notation import Placement, space_name
from engine.cartographers.players.hints import Adviser, Hints
from engine.cartographers.players.raters import Answer
from engine.cartographers.players.review import AnswerReview, Rating
from engine.cartographers.view import View
from games.cartographers.coach.hints import hint_problem, no_hints_sentence, note_sentence
from games.cartographers.coach.review_page import chance_sentences, reviewed_seat, summary_sentences
from games.cartographers.coach.steps import VERSION
from games.cartographers.coach.words import answer_words, cost_sentence, reasons, tenths
from games.cartographers.typed.commands import DescribeReview
from games.cartographers.words.names import card_name
from games.coach.reviews import finished_results
from games.play.coaching import POOR, mark_words
from games.play.game import TypedLine
from games.play.line import UnreadableCommand
from games.play.log import turn_name
from games.play.people import people
from games.play.vocabulary import find_person
from games.tables.game import Seated
from games.tables.hints import mark_hints


def hint_sentences(line: TypedLine, view: View, *, only: bool) -> tuple[str, ...]:
    """Return good answers in words, or the best one `only`, and mark the game as played with hints.

    Raises UnreadableCommand if the reader can't have hints now, or if the line may not mark the game.
    """
    seated = line.seated
    if seated.table.is_over:
        raise UnreadableCommand(_("This game is over. Type “review 12” for the best move of turn 12."))
    if problem := hint_problem(seated, view):
        raise UnreadableCommand(problem)
    if view.owed is None:
        raise UnreadableCommand(_("You have nothing to place right now, so there are no hints."))
    if not (line.may_write or seated.table.hints):
        raise UnreadableCommand(_("This command marks the game as played with hints. Use the command line to send it."))
    found = Adviser().find_hints(view)
    if found is None:
        raise UnreadableCommand(no_hints_sentence())
    mark_hints(seated.table)
    shown = found.best[:1] if only else found.best
    return (note_sentence(found), *(_hint(rating, found, view) for rating in shown))


def _hint(rating: Rating, found: Hints, view: View) -> str:
    why = reasons(rating, found.median, view.edicts)
    words = {
        "place": answer_words(rating, view.skills),
        "stars": tenths(found.scored + rating.value),
        "reasons": why,
        "command": _command(rating.answer),
    }
    if not why:
        return _("%(place)s: about %(stars)s stars at the end. To try it, type “try %(command)s”.") % words
    return _("%(place)s: about %(stars)s stars at the end. %(reasons)s. To try it, type “try %(command)s”.") % words


def _command(answer: Answer) -> str:
    return str(answer) if isinstance(answer, Placement) else space_name(answer)


def review_sentences(seated: Seated, view: View, command: DescribeReview) -> tuple[str, ...]:
    """Return the summary of a seat's review, or what the coach says of one turn.

    Raises UnreadableCommand for games in progress, without a review, and for turns and players that don't exist.
    """
    if not seated.table.is_over:
        raise UnreadableCommand(_("Only finished games can be reviewed."))
    everybody = people(seated)
    person = find_person(everybody, view.viewer, command.whose) if command.whose else everybody[view.viewer or 0]
    results = finished_results(seated.table, VERSION)
    if results is None:
        raise UnreadableCommand(
            _("The coach hasn’t reviewed this game yet. Select “Review this game” on the table’s page.")
        )
    reviewed = reviewed_seat(seated, results, person)
    whose = () if person.me or len(everybody) == 1 else (_("%(name)s’s game:") % {"name": person.name},)
    if command.turn is None:
        own = reviewed.own
        return (*whose, *summary_sentences(own, me=person.me), *chance_sentences(own, me=person.me))
    of_turn = [each for each in reviewed.whole.answers if each.turn == command.turn]
    if not of_turn:
        raise UnreadableCommand(_("There was no move to review on this turn."))
    drawer = reviewed.others.get(command.turn)
    note = (_("This turn was played by %(drawer)s.") % {"drawer": drawer},) if drawer else ()
    return (*whose, *note, *(sentence for each in of_turn for sentence in _turn_sentences(each, seated, view)))


def _turn_sentences(review: AnswerReview, seated: Seated, view: View) -> Iterator[str]:
    yield _("%(turn)s, %(card)s: %(mark)s.") % {
        "turn": turn_name(review.turn),
        "card": card_name(seated.state.card(review.card)),
        "mark": mark_words(review.mark).name,
    }
    yield _("%(move)s: about %(stars)s stars at the end.") % _rated(review, review.given, view)
    yield cost_sentence(review)
    best = review.best[0]
    if best != review.given:
        yield _("Best move: %(move)s, about %(stars)s stars at the end.") % _rated(review, best, view)
        if review.mark in POOR and (why := reasons(best, review.given, view.edicts)):
            yield _("Better: %(reasons)s.") % {"reasons": why}


def _rated(review: AnswerReview, rating: Rating, view: View) -> dict[str, str]:
    return {"move": answer_words(rating, view.skills), "stars": tenths(review.scored + rating.value)}
