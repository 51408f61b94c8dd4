"""The reasons of a figure: one sentence a contribution, and its spaces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.cartographers.board import Board
from engine.cartographers.cards import Edict, ScoringCard, Season
from engine.cartographers.forecast import forecast
from engine.cartographers.geometry import Mask, clusters, column_of, neighbours, row_of, spaces
from engine.cartographers.news import News
from engine.cartographers.notation import space_names
from engine.cartographers.position import Position
from engine.cartographers.scoring.tally import score
from engine.cartographers.terrain import Feature
from engine.cartographers.view import View
from games.cartographers.goals import score_words
from games.cartographers.goals.figures import COINS, MONSTERS, NOW, STARS, YEAR, is_past, stars_label
from games.cartographers.goals.score_words import (
    coins_sentence,
    contribution_sentence,
    losses_sentence,
    no_stars_sentence,
    stars_for_coins,
)
from games.cartographers.goals.scores import season_score
from games.cartographers.log.past_states import CoinGain, coin_gains, events_until_scoring
from games.cartographers.map.boards import map_title, patches
from games.cartographers.words.features import coins_of, stars_of
from games.cartographers.words.names import as_on_paper_sentence, card_name, season_name
from games.cartographers.words.scoring.rules import rule_sentences
from games.play.explanations import BackLink, ExplanationPicture, ReasonView, Why, explanation_url
from games.play.people import Person
from games.tables.log.state import DecodedEvent


def reason(sentence: str, lit: Mask = 0, url: str = "") -> ReasonView:
    """A reason and the spaces that it is about."""
    return ReasonView(sentence, " ".join(space_names(lit)), _tiles(lit), url)


def _tiles(mask: Mask) -> str:
    """A small square amid each space, so that the terrain around it stays in sight."""
    return "".join(f"M{column_of(where)}.25 {row_of(where)}.25h.5v.5h-.5z" for where in spaces(mask))


def edict_reasons(card: ScoringCard, board: Board) -> tuple[ReasonView, ...]:
    """Return the reasons for the stars of an edict."""
    reasons = tuple(reason(contribution_sentence(part, card), part.lit) for part in score(card, board).contributions)
    reasons = reasons or (reason(no_stars_sentence(card)),)
    missing = score_words.missing_sentence(card, board)
    return (*reasons, reason(missing)) if missing else reasons


def monster_reasons(board: Board) -> tuple[ReasonView, ...]:
    """Return the reasons for stars lost to monsters, by group of monsters with adjacent empty spaces."""
    losses = board.monster_losses()
    return tuple(_monster_reason(board, losses & group) for group in _groups(board, losses)) or (
        reason(losses_sentence(0)),
    )


def _groups(board: Board, losses: Mask) -> Iterator[Mask]:
    """Monsters with the empty spaces beside them, together where they share one."""
    return (group for group in clusters(board.layers[Feature.MONSTER] | losses) if group & losses)


def _monster_reason(board: Board, losses: Mask) -> ReasonView:
    monsters = board.layers[Feature.MONSTER] & neighbours(losses)
    return reason(score_words.monster_losses_sentence(losses, monsters), losses | monsters)


def coin_reasons(view: View, coins: int, gains: Sequence[CoinGain], board: Board) -> tuple[ReasonView, ...]:
    """Return the source of each coin on a track, and what was paid."""
    reasons: list[ReasonView] = []
    for gain in gains:
        reasons += _of_gain(view, gain, board)
    if sum(gain.outcome.coins - gain.outcome.spent for gain in gains) > coins:
        reasons.append(reason(score_words.full_track_sentence()))
    return tuple(reasons)


def _of_gain(view: View, gain: CoinGain, board: Board) -> Iterator[ReasonView]:
    spent = gain.outcome.spent
    if gain.skill:
        skill = next(skill for skill in view.definition.skills if skill.id == gain.skill)
        yield reason(score_words.skill_coins_sentence(skill, view.card(gain.card)), gain.outcome.cells)
        spent -= skill.cost
    if gain.shape:
        yield reason(score_words.shape_sentence(gain.shape, view.card(gain.card)), gain.shape)
    outcome = gain.outcome
    if spent:
        yield reason(score_words.spent_sentence(spent, view.card(gain.card)), outcome.cells)
    if outcome.mountains:
        yield reason(score_words.mountains_sentence(outcome.mountains), outcome.mountains)
    if outcome.landmarks:
        sentence = score_words.landmarks_sentence(outcome.landmarks, outcome.landmark_coins)
        yield reason(sentence, outcome.landmarks)
    if outcome.rewards:
        cards = [card for card in view.definition.ambushes if card.initial in outcome.rewards]
        lit = sum(board.marked_with(initial) for initial in outcome.rewards)
        yield reason(score_words.rewards_coins_sentence(outcome.reward_coins, cards), lit)
    elif outcome.reward_coins:
        yield reason(score_words.effect_coins_sentence(outcome.reward_coins, view.card(gain.card)))


_PATH = "cartographers/goals/_scored_spaces.html"


@dataclass(frozen=True, slots=True)
class ScoreQuestion:
    """Question about a seat's score: a part of a season (0-based), of the present, or of all seasons."""

    person: Person
    part: str
    season: int | None = None
    year: bool = False


@dataclass(frozen=True, slots=True)
class _QuestionMoment:
    """Moment that a question is about: the season, if any, the position, and the news so far. The season may be scored
    or still to be scored.
    """

    season: Season | None
    scored: bool
    position: Position
    news: Sequence[News]

    @property
    def board(self) -> Board:
        """Board at that moment."""
        return self.position.board

    @property
    def coins(self) -> int:
        """Coins at that moment."""
        return self.position.coins


def question_of(view: View, season: str, person: Person, part: str) -> ScoreQuestion | None:
    """Return the question that an address asks, or None if it asks none."""
    if season == NOW:
        return ScoreQuestion(person, part) if part in {*Edict, COINS, MONSTERS} else None
    if season == YEAR:
        return ScoreQuestion(person, part, year=True) if part in {STARS, MONSTERS} else None
    for number, candidate in enumerate(view.definition.seasons):
        if candidate.id == season and part in {*candidate.edicts, COINS, MONSTERS, STARS}:
            return ScoreQuestion(person, part, number)
    return None


def explanation_of(
    view: View,
    log: Sequence[DecodedEvent[News]],
    question: ScoreQuestion,
    moment: Sequence[Position] | None,
    table: str,
    back: BackLink,
) -> Why:
    """Return the explanation. `log` is what the viewer may see. `moment` has the positions when the season was scored,
    or None if it wasn't. `table` is the address of the table or of its past turn.
    """
    if question.year:
        return _year_explanation(view, question, table, back)
    if is_withheld(view, question):
        return _withheld(view, question, back)
    then, person = _then(view, log, question, moment), question.person
    card = view.edicts[Edict(question.part).number] if question.part in set(Edict) else None
    return Why(
        title=_title(question, then.season, card),
        lead=_lead(view, question, then, _counted(view, question, then, card)),
        rules=rule_sentences(card) if card else (),
        reasons=edict_reasons(card, then.board) if card else _reasons(view, question, then, table),
        picture=ExplanationPicture("cartographers/map/_small_map.html", patches(then.board), map_title(person)),
        path_template=_PATH,
        back=back,
    )


def is_withheld(view: View, question: ScoreQuestion) -> bool:
    """Return True if the viewer plays as on paper, and the figure has not been counted yet."""
    return view.as_on_paper and not question.year and (question.season is None or question.season >= len(view.scores))


def _withheld(view: View, question: ScoreQuestion, back: BackLink) -> Why:
    """Return what an explanation says of a figure that the viewer doesn't see yet: the rule of an edict, no figure."""
    card = view.edicts[Edict(question.part).number] if question.part in set(Edict) else None
    season = None if question.season is None else view.definition.seasons[question.season]
    return Why(
        title=_title(question, season, card),
        lead=as_on_paper_sentence(seated=view.viewer is not None),
        rules=rule_sentences(card) if card else (),
        reasons=(),
        picture=None,
        path_template="",
        back=back,
    )


def _then(
    view: View, log: Sequence[DecodedEvent[News]], question: ScoreQuestion, moment: Sequence[Position] | None
) -> _QuestionMoment:
    seat, number = question.person.seat, question.season
    season = None if number is None else view.definition.seasons[number]
    if number is None or moment is None:
        return _QuestionMoment(season, False, view.positions[seat], [entry.event for entry in log])
    return _QuestionMoment(season, True, moment[seat], events_until_scoring(log, number))


def _title(question: ScoreQuestion, season: Season | None, card: ScoringCard | None) -> str:
    if card:
        return _("Edict %(letter)s, %(card)s") % {"letter": question.part, "card": card_name(card)}
    if question.part == COINS:
        return _("Coins")
    if question.part == MONSTERS:
        return _("Stars lost to monsters")
    assert season is not None, "only a season has stars as a whole"
    return _("%(season)s stars") % {"season": season_name(season.id)}


def _counted(view: View, question: ScoreQuestion, then: _QuestionMoment, card: ScoringCard | None) -> str:
    """Return the explained figure, computed by the calls that produced it."""
    outlook = forecast(then.position, view.edicts)
    if card:
        return stars_of(outlook.edict(question.part).stars)
    if question.part == COINS:
        return coins_of(then.coins) if view.over and not then.season else stars_for_coins(then.coins)
    if question.part == MONSTERS:
        return stars_of(outlook.losses.total)
    assert then.season is not None, "only a season has stars as a whole"
    return stars_of(outlook.season_if_scored_now(then.season).total)


def _lead(view: View, question: ScoreQuestion, then: _QuestionMoment, counted: str) -> str:
    person, turn = question.person, view.turn if is_past(view) else None
    if then.season is None:
        return score_words.now_sentence(counted, person.name, own=person.me, over=view.over, turn=turn)
    season = season_name(then.season.id)
    if then.scored:
        return score_words.scored_sentence(counted, person.name, season, own=person.me)
    return score_words.outlook_sentence(counted, person.name, season, own=person.me, turn=turn)


def _reasons(view: View, question: ScoreQuestion, then: _QuestionMoment, table: str) -> tuple[ReasonView, ...]:
    if question.part == COINS:
        return coin_reasons(view, then.coins, coin_gains(then.news, question.person.seat), then.board)
    if question.part == MONSTERS:
        return monster_reasons(then.board)
    assert then.season is not None, "only a season has stars as a whole"
    return _season_reasons(view, question, then, then.season, table)


def _season_reasons(
    view: View, question: ScoreQuestion, then: _QuestionMoment, season: Season, table: str
) -> tuple[ReasonView, ...]:
    """Return the four parts of a season, each with the address of its explanation."""

    def url(part: str) -> str:
        return explanation_url(table, season.id, question.person.seat, part)

    outlook = forecast(then.position, view.edicts).season_if_scored_now(season)
    losses = outlook.losses.lit
    return (
        *(
            reason(score_words.edict_sentence(tally.stars, letter, tally.card), tally.lit, url(letter))
            for letter, tally in zip(season.edicts, outlook.edicts, strict=True)
        ),
        reason(coins_sentence(then.coins), url=url(COINS)),
        reason(losses_sentence(losses), losses, url(MONSTERS)),
    )


def _year_explanation(view: View, question: ScoreQuestion, table: str, back: BackLink) -> Why:
    """Return the explanation for all seasons, counting those to come as if scored now."""
    person, stars = question.person, question.part == STARS
    reasons, so_far = [], 0
    for number, season in enumerate(view.definition.seasons[: len(view.scores) if view.as_on_paper else None]):
        score, scored = season_score(view, number, person.seat), number < len(view.scores)
        counted = score.total if stars else -score.losses
        so_far += counted if scored else 0
        sentence = stars_label(pale=not scored, then=is_past(view))
        words = {"what": season_name(season.id), "stars": stars_of(counted)}
        reasons.append(reason(sentence % words, url=explanation_url(table, season.id, person.seat, question.part)))
    return Why(
        title=_("Stars, all seasons") if stars else _("Stars lost to monsters"),
        lead=score_words.year_sentence(stars_of(so_far), person.name, over=view.over, own=person.me),
        rules=(),
        reasons=tuple(reasons),
        picture=None,
        path_template="",
        back=back,
    )
