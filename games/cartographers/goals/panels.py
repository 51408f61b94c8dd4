"""Panels of edicts, coins and monsters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers.cards import AmbushCard, Edict, ScoringCard
from engine.cartographers.effects import EffectTiming
from engine.cartographers.events import (
    ChoiceAsked,
    Definition,
    EffectPassed,
    MonstersActed,
    MonstersSpread,
    SeasonScored,
)
from engine.cartographers.forecast import forecast_view
from engine.cartographers.geometry import Mask
from engine.cartographers.news import ChoiceNews, News, SeasonOpened
from engine.cartographers.notation import space_names
from engine.cartographers.rules.effects import may_act
from engine.cartographers.scoring.tally import Tally
from engine.cartographers.view import View
from engine.contract import Seat
from games.cartographers.cards.faces import card_address
from games.cartographers.goals.figures import COINS, MONSTERS, NOW, is_past, letters_to_come, stars_figure
from games.cartographers.log.effects_words import spread_sentences
from games.cartographers.log.entries import TurnTask, log_lines
from games.cartographers.log.past_states import CoinGain, coin_gains
from games.cartographers.words.effects import effect_in_game
from games.cartographers.words.names import as_on_paper_sentence, card_name, season_name
from games.cartographers.words.scoring.rules import rule_sentences
from games.cartographers.words.shapes import sheet_notes
from games.play.explanations import Figure, explanation_url
from games.play.people import Person
from games.tables.log.state import DecodedEvent

LONGEST: Final = 200
"""Upper bound of a coin track's length. A map has fewer spaces than this, and every coin is drawn."""


@dataclass(frozen=True, slots=True)
class CoinTrack:
    """Somebody’s filled and empty coins, how many of the filled are `old` (the last turn has brought the others), and
    how many spaces cost a star; the addresses that explain both, and the spaces behind them by name. Once the last
    season is `scored`, neither counts any more. As on paper, `scored` is true too and no losses are counted. `notes`
    are the rules of landmarks and coin spaces, and the names of regions, on sheets that have them.
    """

    person: Person
    filled: tuple[int, ...]
    old: int
    empty: tuple[int, ...]
    url: str
    spaces: str
    losses: int
    losses_url: str
    losses_spaces: str
    scored: bool
    notes: tuple[str, ...] = ()


def drawn_length(definition: Definition) -> int:
    """Return how many spaces of a game's coin track are drawn: all of them, except in games that were uploaded before
    longer tracks were refused.
    """
    return min(definition.coin_track, LONGEST)


def coin_track(view: View, person: Person, log: Sequence[DecodedEvent[News]], table: str) -> CoinTrack:
    """The track of whose board the large map shows, and the losses as they stand there; `table` is the address of the
    table.
    """
    seat = person.seat
    coins, track = view.coins[seat], drawn_length(view.definition)
    losses = None if view.as_on_paper else forecast_view(view, view.positions[seat]).losses
    gains = coin_gains((entry.event for entry in log), seat)
    earning: Mask = 0
    for gain in gains:
        earning |= gain.outcome.mountains | gain.outcome.landmarks | gain.shape
    return CoinTrack(
        person=person,
        filled=tuple(range(coins)),
        old=_old(gains, view.latest[seat], coins, view.definition.coin_track),
        empty=tuple(range(track - coins)),
        url=explanation_url(table, NOW, seat, COINS),
        spaces=" ".join(space_names(earning)),
        losses=losses.units if losses else 0,
        losses_url=explanation_url(table, NOW, seat, MONSTERS),
        losses_spaces=" ".join(space_names(losses.lit)) if losses else "",
        scored=view.next_season is None or view.as_on_paper,
        notes=sheet_notes(view.definition.sheet),
    )


def _old(gains: Sequence[CoinGain], latest: Mask, coins: int, track: int) -> int:
    """Return the number of coins that were there before the last change of the board and were not spent by it.

    That is all of them if the last change earned no coin.
    """
    if not gains or not latest or gains[-1].outcome.changed != latest:
        return coins
    before = 0
    for gain in gains[:-1]:
        before = min(track, before - gain.outcome.spent + gain.outcome.coins)
    return min(coins, before - gains[-1].outcome.spent)


@dataclass(frozen=True, slots=True)
class SeasonMark:
    """A season (its id) that scores an edict, with the stars it brought or, as of now, would; `next` where it is scored
    next. As on paper, stars to come are None.
    """

    season: str
    next: bool
    stars: Figure | None
    name: str = ""


@dataclass(frozen=True, slots=True)
class EdictView:
    """Edict on a board: its letter, name, card, rules and stars.

    `url` is the page of the card, "" if it has none. `marks` are the seasons that score the edict. `due` is True if
    the next season to be scored is one of them. `finished` is True if they all have been scored while other seasons
    are to come. As on paper, `stars` is None. `spaces` are the names of the spaces that earn the stars on the board
    shown.
    """

    letter: str
    name: str
    card: ScoringCard
    url: str
    rules: tuple[str, ...]
    due: bool
    finished: bool
    stars: Figure | None
    spaces: str
    marks: tuple[SeasonMark, ...]


def edicts(view: View, seat: Seat, address: str, *, lit: bool, table: str = "") -> tuple[EdictView, ...]:
    """Return the four edicts on a seat's board, those due first and those finished last.

    `address` is the page that explains the stars, `table` the address of the table. `lit` is True if the large map
    shows that board.
    """
    tallies = (None,) * len(Edict) if view.as_on_paper else forecast_view(view, view.positions[seat]).edicts
    each = (
        _edict(view, letter, tally, seat, address, lit=lit, table=table)
        for letter, tally in zip(Edict, tallies, strict=True)
    )
    return tuple(sorted(each, key=lambda edict: (not edict.due, edict.finished)))


def _edict(
    view: View, letter: Edict, tally: Tally | None, seat: Seat, address: str, *, lit: bool, table: str
) -> EdictView:
    card, then, to_come = view.edicts[letter.number], is_past(view), letters_to_come(view)
    name = _("Edict %(letter)s, %(card)s") % {"letter": letter, "card": card_name(card)}
    marks = tuple(
        _mark(view, number, letter, seat, tally.stars if tally else None, address)
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
        )
        if tally
        else None,
        spaces=" ".join(space_names(tally.lit)) if lit and tally else "",
        marks=marks,
    )


def _mark(view: View, number: int, letter: str, seat: Seat, now: int | None, address: str) -> SeasonMark:
    season = view.definition.seasons[number]
    name, url = season_name(season.id), explanation_url(address, season.id, seat, letter)
    if number < len(view.scores):
        earned = view.scores[number][seat].edicts[season.edicts.index(letter)]
        return SeasonMark(season.id, False, stars_figure(name, earned, url), name)
    stars = None if now is None else stars_figure(name, now, url, pale=True, then=is_past(view))
    return SeasonMark(season.id, number == len(view.scores), stars, name)


def stars_caption(view: View, person: Person) -> str:
    """Return the sentence on whose map and when the stars of the edicts count, or "" if that is obvious."""
    if view.as_on_paper:
        return as_on_paper_sentence(seated=view.viewer is not None)
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


_STEPS = ChoiceAsked | ChoiceNews | EffectPassed | MonstersSpread | MonstersActed


@dataclass(frozen=True, slots=True)
class MonsterView:
    """A monster whose effect is still to come, and what it does."""

    name: str
    effect: str


@dataclass(frozen=True, slots=True)
class Monsters:
    """The monsters in force: `folded` stands for them in a line where they are several, and is "" elsewhere."""

    each: tuple[MonsterView, ...] = ()
    folded: str = ""


def monsters_in_force(view: View, *, omitted: str = "") -> Monsters:
    """The monsters in force, in the order in which they act at a season's end, as long as they can on any map; then
    those that pay for being closed in, as long as one of them lies on a map unpaid. `omitted` is one (id) to leave out.
    """
    if view.over:
        return Monsters()
    acting = [card for card in view.monsters_to_act if _acts(card, view)]
    paying = [card for card in view.definition.ambushes if card.acts(EffectTiming.SURROUNDED) and _owes(card, view)]
    shown = [card for card in (*acting, *paying) if card.id != omitted]
    each = tuple(
        MonsterView(card_name(card), effect_in_game(card, view.definition, alone=view.seats == 1)) for card in shown
    )
    return Monsters(each, _in_force(shown) if len(each) > 1 else "")


def _in_force(monsters: Sequence[AmbushCard]) -> str:
    """Return the number of monsters with an effect to come, as text, and when if all act at the same time."""
    n = len(monsters)
    if all(card.acts(EffectTiming.SEASON_END) for card in monsters):
        text = ngettext(
            "%(n)s monster effect at the end of the season", "%(n)s monster effects at the end of the season", n
        )
    else:
        text = ngettext("%(n)s monster effect is active", "%(n)s monster effects are active", n)
    return text % {"n": n}


def _acts(card: AmbushCard, view: View) -> bool:
    """Return True if the monster has an effect on any map, now or later."""
    others, wasteland = view.monsters_to_act, view.definition.destroys_wasteland
    return any(may_act(card, position, others, wasteland=wasteland) for position in view.positions)


def _owes(card: AmbushCard, view: View) -> bool:
    """Return True if the monster is on a map where it hasn't paid its owner for being surrounded."""
    return any(
        position.board.marked_with(card.initial) and card.initial not in position.rewarded
        for position in view.positions
    )


def season_steps(view: View, log: Sequence[DecodedEvent[News]], names: Sequence[str]) -> tuple[str, ...]:
    """Return a sentence for each monster effect since the last scored season.

    `log` is what the viewer may see.
    """
    return tuple(sentence for event in _since_scoring(view, log) for sentence in _sentences(event, names, view))


def _sentences(event: News, names: Sequence[str], view: View) -> list[str]:
    if isinstance(event, MonstersSpread):
        return spread_sentences(event, names, view.definition, view.viewer)
    idle = not view.seasons_to_come
    return log_lines(event, names, view.definition, view.viewer, TurnTask(idle=idle))


def _since_scoring(view: View, log: Sequence[DecodedEvent[News]]) -> Iterator[News]:
    """The steps since the last scoring, up to the next season's first card: choices that stand, of turns that have
    closed.
    """
    events = [entry.event for entry in log]
    scored = next((number for number, event in enumerate(events) if _is_last_scoring(event, view)), len(events))
    steps = list(takewhile(lambda event: not isinstance(event, SeasonOpened), events[scored + 1 :]))
    standing = {(event.turn, event.seat): number for number, event in enumerate(steps) if isinstance(event, ChoiceNews)}
    for number, event in enumerate(steps):
        if isinstance(event, ChoiceNews) and (_is_open(event, view) or number < standing[event.turn, event.seat]):
            continue
        if isinstance(event, _STEPS):
            yield event


def _is_last_scoring(event: News, view: View) -> bool:
    return isinstance(event, SeasonScored) and event.season == len(view.scores) - 1


def _is_open(event: ChoiceNews, view: View) -> bool:
    return view.destroyer is not None and event.turn == view.turn
