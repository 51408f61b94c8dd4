"""Drill "Best spot in 10 seconds": a position, a card, and a place to find for its shape."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from django.core import signing
from django.http import QueryDict
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers.game import RULES
from engine.cartographers.players.review import star_mark
from engine.cartographers.view import View
from engine.contract import Seat
from games import clock
from games.cartographers.analysis.links import task_url
from games.cartographers.coach.placement_task import PlacementTask, build_placement_task
from games.cartographers.coach.puzzles import PlaceResult, judge_place, loss_sentence
from games.cartographers.coach.words import about_stars, tenths
from games.cartographers.desk.placement_state import ghost_of
from games.cartographers.drills.positions import QUESTIONS, Questions, play_states, shuffler_of
from games.cartographers.goals.season import SeasonView, season_view
from games.cartographers.words.features import coins_of
from games.cartographers.words.names import card_name
from games.play.coaching import POOR, mark_words
from games.play.words import number_text

SECONDS: Final = 10
"""Seconds for an answer."""
_GRACE: Final = 2.0
"""Seconds for loading the page and sending the answer."""
SOLUTION: Final = "solution"
"""Form field that asks for the solution; the script sends it if the time is over and nothing is placed."""
_SALT: Final = "games.cartographers.place_drill"
_RUN_SALT: Final = "games.cartographers.place_drill.run"
_GOOD_FOR: Final = timedelta(days=1)
_KINDS: Final = frozenset({"draw", "hero"})


def _make_position(number: int) -> View:
    """Return a position by its number: the last one of a bot's game, up to a random turn, in which it draws."""
    drawing = (state for state in play_states(shuffler_of(number)) if any(a.kind in _KINDS for a in RULES.asks(state)))
    *_before, state = drawing
    return RULES.view(state, Seat(0))


find_position: Final = Questions(_make_position)
"""Return a position by its number."""


@dataclass(frozen=True, slots=True)
class DrillRun:
    """Results of one sitting: answers, the stars they lost, the good ones in a row up to now, and the most ever.

    `timed` is False without a time limit.
    """

    answers: int = 0
    lost: float = 0.0
    in_a_row: int = 0
    best: int = 0
    timed: bool = True

    def after(self, loss: float | None) -> DrillRun:
        """Return the results after another answer; `loss` is None if none was given, which only ends the row."""
        if loss is None:
            return replace(self, in_a_row=0)
        in_a_row = 0 if star_mark(loss) in POOR else self.in_a_row + 1
        lost = round(self.lost + loss, 1)
        return replace(self, answers=self.answers + 1, lost=lost, in_a_row=in_a_row, best=max(self.best, in_a_row))

    @property
    def sentences(self) -> tuple[str, ...]:
        """The average loss and the rows of good answers, for the page."""
        words: list[str] = []
        if self.answers:
            text = ngettext(
                "Average loss: %(stars)s over %(n)s answer.",
                "Average loss: %(stars)s over %(n)s answers.",
                self.answers,
            )
            words.append(text % {"stars": about_stars(self.lost / self.answers), "n": number_text(self.answers)})
        if self.best:
            figures = {"n": number_text(self.in_a_row), "best": number_text(self.best)}
            words.append(_("Good spots in a row: %(n)s. Best streak: %(best)s.") % figures)
        return tuple(words)


@dataclass(frozen=True, slots=True)
class DrillQuestion:
    """Question as its address carries it, signed: the position, when it was shown (in seconds), and the run so far."""

    number: int
    shown_at: float
    run: DrillRun

    @property
    def elapsed(self) -> float:
        """Seconds since the question was shown."""
        return max(0.0, clock.now().timestamp() - self.shown_at)

    @property
    def url(self) -> str:
        """Address of the question."""
        run = self.run
        values = [self.number, self.shown_at, run.answers, run.lost, run.in_a_row, run.best, int(run.timed)]
        return reverse("cartographers:place_question", args=[signing.dumps(values, salt=_SALT)])


def random_number() -> int:
    """Return the number of a random position."""
    return secrets.randbelow(QUESTIONS)


def new_question(number: int, run: DrillRun) -> DrillQuestion:
    """Return a question that is shown now. Its position is made first, so that this takes no time of the answer."""
    find_position(number)
    return DrillQuestion(number, round(clock.now().timestamp(), 1), run)


def read_question(token: str) -> DrillQuestion | None:
    """Return the question of an address, or None if it is forged or a day old."""
    try:
        number, shown_at, answers, lost, in_a_row, best, timed = signing.loads(token, salt=_SALT, max_age=_GOOD_FOR)
    except signing.BadSignature:
        return None
    return DrillQuestion(number, shown_at, DrillRun(answers, lost, in_a_row, best, timed=bool(timed)))


def next_url(run: DrillRun) -> str:
    """Return the address that shows the next question. Its time begins when it is followed."""
    values = [run.answers, run.lost, run.in_a_row, run.best, int(run.timed)]
    return f"{reverse('cartographers:place_drill')}?{urlencode({'run': signing.dumps(values, salt=_RUN_SALT)})}"


def read_run(query: QueryDict) -> DrillRun | None:
    """Return the run that an address starts or continues, or None if it does neither."""
    if "start" in query:
        return DrillRun(timed=query["start"] != "untimed")
    try:
        answers, lost, in_a_row, best, timed = signing.loads(query.get("run", ""), salt=_RUN_SALT, max_age=_GOOD_FOR)
    except signing.BadSignature:
        return None
    return DrillRun(answers, lost, in_a_row, best, timed=bool(timed))


@dataclass(frozen=True, slots=True)
class PlaceDrillPage:
    """Page of a position; once it is answered, `verdict` and `time` are words, `next` leads to another one, and
    `analysis` to the analysis board.

    `left` are the seconds that are left, "" without a time limit.
    """

    here: str
    card: str
    task: PlacementTask
    season: SeasonView
    coins: str
    left: str
    sentences: tuple[str, ...]
    verdict: str = ""
    is_good: bool = False
    time: str = ""
    result: PlaceResult | None = None
    next: str = ""
    analysis: str = ""


def place_drill_page(question: DrillQuestion, query: QueryDict, *, answers: bool) -> PlaceDrillPage:
    """Return the page of a position with the shape where a query has it, judged if it `answers`."""
    view, elapsed = find_position(question.number), question.elapsed
    desk = view.desk
    assert desk is not None, "a shape is drawn"
    assert view.open is not None, "a card is open"
    ghost = ghost_of(query, desk.offer)
    judged = answers and (SOLUTION in query or ghost.legal)
    # By one ply, because no review shows other figures for these positions, and the next one comes in 10 seconds.
    result = judge_place(view, None if SOLUTION in query else ghost.placement) if judged else None
    run = question.run.after(result.loss) if result else question.run
    page = PlaceDrillPage(
        here=question.url,
        card=card_name(view.open),
        task=build_placement_task(view, desk, ghost, _("Map for this question"), best=result.best if result else 0),
        season=season_view(view),
        coins=coins_of(view.coins[0]),
        left=f"{max(0.0, SECONDS - elapsed):.1f}" if run.timed and not result else "",
        sentences=run.sentences,
    )
    if result is None:
        return page
    return replace(
        page,
        verdict=_verdict(result),
        is_good=result.loss is not None and star_mark(result.loss) not in POOR,
        time=_time_sentence(elapsed, timed=run.timed),
        result=result,
        next=next_url(run),
        analysis=task_url(view),
    )


def _verdict(result: PlaceResult) -> str:
    if result.loss is None:
        return _("No answer. The best spot is outlined on the map.")
    return f"{mark_words(star_mark(result.loss)).name}. {loss_sentence(result)}"


def _time_sentence(elapsed: float, *, timed: bool) -> str:
    words = {"seconds": tenths(elapsed), "limit": SECONDS}
    if timed and elapsed > SECONDS + _GRACE:
        return _("It took you %(seconds)s seconds. The limit is %(limit)s.") % words
    return _("It took you %(seconds)s seconds.") % words
