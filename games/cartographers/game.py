"""Cartographers as a game of the site."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.events import Event
from engine.cartographers.game import RULES
from engine.cartographers.notation import whole_board_text
from engine.cartographers.rules.setup import MOST_SEATS, Setup
from engine.cartographers.state import State
from engine.contract import Progress, RuleViolation, Seat
from engine.records import Record
from games.accounts.access import HtmxHttpRequest
from games.cartographers.analysis.shown_position import describe_position
from games.cartographers.coach import steps as coach_steps
from games.cartographers.coach.insights import INSIGHTS
from games.cartographers.coach.puzzles import find_puzzles
from games.cartographers.coach.review_page import review_page
from games.cartographers.goals.explanation_response import explanation
from games.cartographers.lesson.lesson_kinds import SEEDS, is_heroes_lesson
from games.cartographers.line import help as line_help
from games.cartographers.line.line_results import line_news, read_line
from games.cartographers.map.boards import GRID, patches
from games.cartographers.models import Lesson
from games.cartographers.others.strip import public_news
from games.cartographers.paper import sharing
from games.cartographers.paper.picture import board_picture
from games.cartographers.paper.thumbnail import thumbnail_svg
from games.cartographers.past import record_check, summary
from games.cartographers.past.feats import FEATS
from games.cartographers.past.missed_turns import missed_sentences
from games.cartographers.past.scored_turns import scored_turns
from games.cartographers.past.turn import past_turn
from games.cartographers.past.turn_navigation import past_map
from games.cartographers.reference.pages import card_urls
from games.cartographers.reference.poster import poster
from games.cartographers.reference.sheets import sheet_urls
from games.cartographers.setting_up import opening, options, set_offers
from games.cartographers.setting_up.daily import DAILY
from games.cartographers.setting_up.options_form import CartographersOptionsForm
from games.cartographers.setting_up.set_choice import is_trial
from games.cartographers.setting_up.set_pages import set_urls
from games.cartographers.table import answers
from games.cartographers.table.screen import screen
from games.cartographers.templatetags.fragments import named_map, small_map
from games.cartographers.words import refusals
from games.cartographers.words.features import stars_of
from games.cartographers.words.levels import LEVELS
from games.cartographers.words.names import AS_ON_PAPER, INTRODUCTION, KEY, season_name, title_name
from games.play.coaching import Coach
from games.play.explanations import FigureQuery
from games.play.game import BoardPicture, CommandLine, PlayedGame, Statistics, TurnSummary
from games.play.page_parts import RenderingOptions
from games.play.positions import Positions, ShownPosition
from games.play.record_check import Finding
from games.play.screen import ScreenView
from games.play.summary_keys import GameSummary
from games.play.toned_images import FinalBoards
from games.tables.comparison import Comparison
from games.tables.game import AnyRules, Options, Pictures, PlayerVotes, Seated, Sets, Sharing
from games.tables.introductions import LessonLink, Opening, Poster, Reference
from games.tables.log.state import DecodedEvent
from games.tables.models import Table


def _seat_picture(state: State, seat: Seat) -> SafeString:
    view = RULES.view(state, seat)
    return small_map(patches(view.boards[seat], view.latest[seat]), _("Your map"))


def _addresses() -> list[str]:
    return [reverse("cartographers:full_rules"), *card_urls(), *sheet_urls(), *set_urls()]


def _summary(table: Table, state: State) -> GameSummary:
    """Return the summary; practice, games with a draft and games with the deck of a lesson don't count."""
    taught = is_heroes_lesson(table.options) or bytes(table.seed or b"") in SEEDS.values()
    return summary.summary(state, taught=taught, tried=is_trial(table.options))


def _show_position(query: str) -> ShownPosition:
    words, map_ = describe_position(query)
    return ShownPosition(words, named_map(map_, words))


def _piece_url(kind: str, key: str) -> str:
    route = {summary.EDICT: "cartographers:card", summary.SHEET: "cartographers:sheet"}.get(kind)
    return reverse(route, args=[key]) if route else ""


class Cartographers(PlayedGame):
    """Cartographers as a game of the site."""

    key = KEY
    name = "Cartographers"
    rules: AnyRules = RULES
    seats = range(1, MOST_SEATS + 1)
    options_form = CartographersOptionsForm
    options_template = "cartographers/setting_up/_options.html"
    more_template = "cartographers/setting_up/_more.html"
    urls = "games.cartographers.urls.URLS"
    style = "css/map.css"

    introduction = INTRODUCTION
    poster = Poster("cartographers/reference/_poster_map.html", poster)
    opening = Opening(
        board="cartographers/setting_up/_opening_board.html",
        task="cartographers/setting_up/_opening_task.html",
        result="cartographers/setting_up/_opening_result.html",
        context=opening.opening_view,
        begin=opening.first_move,
    )
    reference = Reference(
        learn="cartographers:learn",
        more_lessons=(
            LessonLink("cartographers:learn_heroes", gettext_lazy("Heroes lesson"), options.has_heroes_cards),
        ),
        rules="cartographers:rules",
        pieces="cartographers:cards",
        pieces_name=gettext_lazy("Cards"),
        addresses=_addresses,
    )
    pictures = Pictures(_seat_picture, inks="cartographers/map/_patterns.html")
    sharing = Sharing(sharing.cover, sharing.shared_picture)
    sets = Sets(set_offers.every_set, set_offers.set_of, set_offers.set_fields)
    lessons = Lesson
    levels = LEVELS
    as_on_paper = AS_ON_PAPER
    praise = gettext_lazy("Well drawn!")
    votes = PlayerVotes(options.setup_questions, options.settle, options.clear_decisions)
    coach = Coach(
        coach_steps.VERSION, coach_steps.count_steps, coach_steps.run_step, review_page, find_puzzles, INSIGHTS
    )
    board_grid = GRID
    positions = Positions("cartographers:analysis", "cartographers:game_analysis", _show_position)
    line = CommandLine(line_help.entries, read_line, line_news)
    daily = DAILY
    feats = FEATS
    comparison = Comparison(options.may_share_deck, scored_turns)
    final_boards = FinalBoards(gettext_lazy("Maps"), gettext_lazy("Best maps"), thumbnail_svg)
    statistics = Statistics(_summary, summary.kinds, _piece_url, title_name)
    screen_style = "css/cartographers_screen.css"
    screen_defs = "cartographers/map/_patterns.html"

    def check_options(self, chosen: Options, seats: int = 1) -> None:
        """Raise ValidationError for options that can't be played, or not with this number of seats."""
        options.check_options(chosen, seats)

    def describe(self, chosen: Options) -> list[str]:
        """Return the options that matter in a list of tables."""
        return options.describe(chosen)

    def setup(self, chosen: Options, seats: int) -> Setup:
        """Return the setup for `rules.start`."""
        return options.setup_of(chosen)

    def setup_again(self, chosen: Options, state: State) -> Setup:
        """Return the setup for `rules.start` that repeats the deck of an earlier game."""
        return options.repeat_setup(chosen, state.definition)

    def solo_options(self) -> Options:
        """Return the options of a game started by one click for one player."""
        return options.defaults()

    def phase_label(self, progress: Progress) -> str:
        """Return the season, or "" before the first."""
        return season_name(progress.phase) if progress.phase else ""

    def score_words(self, score: int) -> str:
        """Return a score in stars."""
        return stars_of(score)

    def missed(self, state: State, seat: Seat, names: Sequence[str], events: Sequence[Event]) -> list[str]:
        """Return the most important sentences about events that the seat has not seen."""
        return missed_sentences(state, seat, names, events)

    def page(self, request: HttpRequest, seated: Seated) -> HttpResponse:
        """Return the page of a started table, or the fragment of it that htmx asks for."""
        return answers.page(cast(HtmxHttpRequest, request), seated)

    def public_news(self, before: State, seated: Seated, seat: Seat) -> dict[str, str]:
        """Return the strip's news after an answer that leaves the turn open, by language."""
        return public_news(before, seated, seat)

    def table(self, request: HtmxHttpRequest, seated: Seated, shown: RenderingOptions) -> HttpResponse:
        """Return the table as it is: its fragment for htmx, the full page otherwise."""
        return answers.render_table(request, seated, shown)

    def turn(self, request: HttpRequest, seated: Seated, number: int) -> HttpResponse | None:
        """Return the page of a closed turn, the way to the table for the open one, None for any other."""
        return past_turn(request, seated, number)

    def screen(self, spectator: Seated) -> ScreenView:
        """Return the card, the goals and all maps for a big screen."""
        return screen(spectator)

    def why(
        self, request: HtmxHttpRequest, seated: Seated, query: FigureQuery, turn: int | None
    ) -> HttpResponse | None:
        """Return the explanation of a figure, now or after a turn, or None if there is no such figure."""
        return explanation(request, seated, query, turn)

    def glimpse(self, table: Table, log: Sequence[DecodedEvent[Event]], turn: int, seat: Seat) -> TurnSummary | None:
        """Return the map of a seat before a turn, with its season, card, answers and scored edicts."""
        then = past_map(table.code, log, turn, seat)
        return TurnSummary(then.words, named_map(then.patches, then.name)) if then else None

    def refusals(self, violation: RuleViolation) -> str:
        """Return all reasons of a refusal in sentences for the player."""
        return refusals.refusals(violation)

    def notation(self, state: State, seat: Seat) -> str:
        """Return the map of a seat in the notation of docs/notation.md."""
        return whole_board_text(RULES.view(state, seat).boards[seat])

    def board_picture(self, code: str, seat: Seat) -> BoardPicture:
        """Return the picture of a seat's final map, with its stars."""
        return board_picture(code, seat)

    def findings(self, record: Record[Event]) -> list[Finding]:
        """Return the results of checking a finished game's file.

        Raises RecordError if the seed or the commitment is missing.
        """
        return record_check.findings(record)


CARTOGRAPHERS = Cartographers()
"""Instance that the settings name."""
