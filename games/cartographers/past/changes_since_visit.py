"""Sentences about changes since the viewer last looked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import reduce
from itertools import groupby
from operator import or_
from typing import Final, TypeVar

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers.cards import AmbushCard
from engine.cartographers.events import Event, Growth, MonstersActed, MonstersSpread
from engine.cartographers.game import RULES
from engine.cartographers.geometry import Mask
from engine.cartographers.news import ChoiceNews, DrawingNews, News
from engine.cartographers.state import State
from engine.cartographers.view import View
from engine.contract import Seat
from games.cartographers.goals.standings_words import season_over_words
from games.cartographers.log.effects_words import acted_lines, aftermath, chosen_line, spread_sentences
from games.cartographers.log.past_states import ClosedTurn, TurnHistory, read_news, turn_history
from games.cartographers.map.boards import Patch, map_title, patches
from games.cartographers.others.ambush import drawn_by_caption
from games.cartographers.past.missed_turns import urgent_sentences
from games.cartographers.past.turn_navigation import name_of_turn
from games.cartographers.words.features import space_list, stars_of
from games.cartographers.words.names import card_name, season_name
from games.play.log import turn_address, turn_name, whole_log
from games.play.people import Person, people, people_at_turn
from games.play.words import figure, signed_number
from games.tables.game import Seated
from games.tables.log.state import DecodedEvent


def changes_title(turns: int) -> str:
    """Return the title with the number of closed turns."""
    text = ngettext("%(count)d turn since your last visit", "%(count)d turns since your last visit", turns)
    return text % {"count": turns}


def turns_name(first: int, last: int) -> str:
    """Turns whose changes are shown together."""
    if first == last:
        return turn_name(first)
    return _("Turns %(first)s to %(last)s") % {"first": first, "last": last}


def ambush_title(name: str) -> str:
    """Return the title about the player who drew a monster on the reader's map."""
    return _("%(name)s ambushed you") % {"name": name}


def ambush_sentences(card: AmbushCard, cells: Mask, cost: int | None) -> list[str]:
    """Return sentences about a monster's spaces and the additional stars it costs the reader, if these are shown."""
    where = _("%(card)s on %(spaces)s.") % {"card": card_name(card), "spaces": space_list(cells)}
    return [where] if cost is None else [where, _cost(cost)]


def _cost(stars: int) -> str:
    if stars <= 0:
        return _("It doesn’t cost you any stars now.")
    text = ngettext("It costs you %(n)s star per season.", "It costs you %(n)s stars per season.", stars)
    return text % {"n": stars}


def map_label(owner: Person, changed: Mask) -> str:
    """A small map, with the spaces that are outlined on it."""
    return _("%(map)s: %(spaces)s") % {"map": map_title(owner), "spaces": space_list(changed)}


def step_text(title: str, sentences: Iterable[str], gained: Iterable[tuple[str, int]]) -> str:
    """Return a step as read aloud; `gained` holds names with the stars they gained."""
    gains = [_("%(name)s: %(stars)s.") % {"name": name, "stars": stars_of(stars)} for name, stars in gained]
    return " ".join([f"{title}.", *sentences, *gains])


MOST: Final = 12
"""Number of latest turns that are listed one by one. All turns before them are combined into one step."""


@dataclass(frozen=True, slots=True)
class ChangedMap:
    """Small map with its changes outlined, and the stars it gained for the season.

    `gained` and `stars` are that gain as written and as counted, both "" if there is none to show. `by` names the
    player who drew there, if it was not the owner. `stand_in` is True if the stand-in drew.
    """

    person: Person
    patches: tuple[Patch, ...]
    label: str
    gained: str = ""
    stars: str = ""
    by: str = ""
    stand_in: bool = False


@dataclass(frozen=True, slots=True)
class PlayerSeasonStars:
    """Stars of a player in a season, and their total by then."""

    person: Person
    season: str
    total: str


@dataclass(frozen=True, slots=True)
class ChangeStep:
    """One step of the replay.

    `season` is the season's name and `css` its color class. `maps` are the changed maps, `scored` the stars at a
    season end. `url` shows the turn, or the first of several. `loud` is true for an attack on the reader.
    `announcement` is the whole text for screen readers.
    """

    title: str
    season: str
    css: str
    url: str
    sentences: tuple[str, ...]
    maps: tuple[ChangedMap, ...]
    announcement: str
    loud: bool = False
    scored: tuple[PlayerSeasonStars, ...] = ()

    @property
    def beats(self) -> int:
        """Duration of the step in automatic replay, in units of the speed setting."""
        return 2 if self.sentences or self.scored else 1


@dataclass(frozen=True, slots=True)
class ChangesSinceVisit:
    """Changes since the last visit, in steps.

    `name` and `table` are the name and the address of the table, `address` is that of this page.
    """

    title: str
    name: str
    table: str
    address: str
    steps: tuple[ChangeStep, ...]


@dataclass(frozen=True, slots=True)
class _StepData:
    """Data for building steps: turns, news and later views by turn number, as far as `me` may see.

    Without `gains`, no stars are shown before they count.
    """

    tape: TurnHistory
    news: Mapping[int, tuple[DecodedEvent[News], ...]]
    views: Mapping[int, View]
    everybody: tuple[Person, ...]
    me: Person
    table: str
    gains: bool

    @property
    def names(self) -> list[str]:
        return [person.name for person in self.everybody]

    def people_own_first(self, turn: ClosedTurn) -> tuple[Person, ...]:
        """Everybody as of a turn, the reader's seat first."""
        then, me = self.then(turn), self.me.seat
        return then[me], *(person for person in then if person.seat != me)

    def then(self, turn: ClosedTurn) -> tuple[Person, ...]:
        """The people by the names of those who drew in a turn."""
        return people_at_turn(self.everybody, self.news.get(turn.number, ()), turn.number)


@dataclass(frozen=True, slots=True)
class ChangesLink:
    """Link from the table to the changes, titled with the number of closed turns."""

    title: str
    address: str


def build_changes_link(code: str, first: int, turn: int) -> ChangesLink:
    """Return the link to the changes since turn `first`; `turn` is the open one."""
    return ChangesLink(changes_title(turn - first), changes_url(code, first))


def changes_url(code: str, turn: int) -> str:
    """Return the address of the changes since a turn was open."""
    return f"{reverse('cartographers:changes_since_visit', args=[code])}?turn={turn}"


def build_changes(seated: Seated, first: int) -> ChangesSinceVisit | None:
    """Return the changes for the viewer's seat since turn `first` was open, or None if none has closed."""
    assert seated.seat is not None, "who watches has nothing to come back to"
    log, code = whole_log(seated), seated.table.code
    tape = turn_history(code, log)
    turns = [turn for turn in tape.turns if turn.number >= first]
    if not turns:
        return None
    everybody, table = people(seated), reverse("tables:table", args=[code])
    views = _views(log, {turn.number for turn in turns}, seated.seat)
    story = _StepData(tape, _news(log, seated), views, everybody, everybody[seated.seat], table, not seated.as_on_paper)
    return ChangesSinceVisit(
        changes_title(len(turns)), seated.table.shown_name, table, changes_url(code, first), _steps(story, turns)
    )


def _views(log: Sequence[DecodedEvent[Event]], turns: Set[int], seat: Seat) -> dict[int, View]:
    """Return the game after each of those turns, as a seat may see it."""
    views, state = {}, RULES.initial
    for number, entries in groupby(log, lambda entry: entry.turn):
        state = reduce(RULES.evolve, (entry.event for entry in entries), state)
        if number in turns:
            views[number] = RULES.view(state, seat)
    return views


def _news(log: Sequence[DecodedEvent[Event]], seated: Seated) -> dict[int, tuple[DecodedEvent[News], ...]]:
    state: State = seated.state
    news = groupby(read_news(log, seated.seat, state), lambda entry: entry.turn)
    return {number: tuple(entries) for number, entries in news}


def _steps(story: _StepData, turns: Sequence[ClosedTurn]) -> tuple[ChangeStep, ...]:
    """Return the steps: distant turns combined first, then each of the latest turns.

    Each of the latest turns has its ambushes on the reader, all drawings, and the stars of a scored season.
    """
    early, late = turns[:-MOST], turns[-MOST:]
    steps = [_build_combined_step(story, early)] if early else []
    for turn in late:
        steps += [*_ambushes(story, turn), _turn(story, turn)]
        steps += [_season(story, turn)] if turn.scored else []
    return tuple(steps)


def _step(
    story: _StepData, turn: ClosedTurn, title: str, sentences: Sequence[str], maps: Sequence[ChangedMap], *, loud: bool
) -> ChangeStep:
    season = story.tape.state.definition.seasons[turn.season].id
    gained = [(board.person.name, turn.gained[board.person.seat]) for board in maps if board.gained]
    return ChangeStep(
        title=title,
        season=season_name(season),
        css=f"season-{season}",
        url=turn_address(story.table, turn.number),
        sentences=tuple(sentences),
        maps=tuple(maps),
        announcement=step_text(title, sentences, gained),
        loud=loud,
    )


def _build_combined_step(story: _StepData, turns: Sequence[ClosedTurn]) -> ChangeStep:
    """Return several turns as one step: the changes on each board, and what others did to the reader."""
    first, last, me = turns[0], turns[-1], story.me.seat
    news = [entry.event for turn in turns for entry in story.news.get(turn.number, ())]
    sentences = urgent_sentences(news, story.views[last.number], me, story.names)
    changed = [reduce(or_, masks) for masks in zip(*(turn.changed for turn in turns), strict=True)]
    maps = [
        _map(story, last, person, changed[person.seat])
        for person in story.people_own_first(last)
        if changed[person.seat]
    ]
    return _step(story, first, turns_name(first.number, last.number), sentences, maps, loud=False)


def _map(story: _StepData, turn: ClosedTurn, person: Person, changed: Mask) -> ChangedMap:
    board = story.views[turn.number].boards[person.seat]
    return ChangedMap(person, patches(board, changed), map_label(person, changed))


def _ambushes(story: _StepData, turn: ClosedTurn) -> Iterator[ChangeStep]:
    """Yield a step for each monster that others drew on the reader's map."""
    me, card = story.me.seat, story.tape.state.card(turn.card)
    for drew in _drawings(story, turn):
        if drew.subject == me != drew.seat and isinstance(card, AmbushCard):
            cost = turn.worth[me].losses - turn.before[me].losses if story.gains else None
            rest = aftermath(drew, story.tape.state.definition, story.me.name, own=True)
            sentences = [*ambush_sentences(card, drew.cells, cost), *rest]
            own = _map(story, turn, story.me, drew.cells)
            yield _step(story, turn, ambush_title(story.then(turn)[drew.seat].drawer), sentences, [own], loud=True)


def _drawings(story: _StepData, turn: ClosedTurn) -> list[DrawingNews]:
    events = (entry.event for entry in story.news.get(turn.number, ()))
    return list({event.seat: event for event in events if isinstance(event, DrawingNews)}.values())


def _turn(story: _StepData, turn: ClosedTurn) -> ChangeStep:
    """Return the step of a turn: changes of every map, and attacks on the reader other than ambushes."""
    then = story.then(turn)
    drawers = {drew.subject: then[drew.seat] for drew in _drawings(story, turn) if drew.seat != drew.subject}
    maps = [
        replace(
            _map(story, turn, person, turn.changed[person.seat]),
            gained=signed_number(turn.gained[person.seat]) if story.gains else "",
            stars=stars_of(turn.gained[person.seat]) if story.gains else "",
            by=_drawn_by(drawers.get(person.seat)),
            stand_in=person.by_stand_in,
        )
        for person in story.people_own_first(turn)
        if turn.changed[person.seat]
    ]
    return _step(story, turn, name_of_turn(story.tape, turn), _attack_sentences(story, turn), maps, loud=False)


def _drawn_by(drawer: Person | None) -> str:
    return drawn_by_caption(drawer.name, me=drawer.me) if drawer else ""


def _attack_sentences(story: _StepData, turn: ClosedTurn) -> list[str]:
    """Return sentences about what others destroyed on the reader's map, and monsters that spread there."""
    me, names, definition = story.me.seat, story.names, story.tape.state.definition
    sentences = []
    for event in (entry.event for entry in story.news.get(turn.number, ())):
        if isinstance(event, ChoiceNews) and event.subject == me != event.seat:
            sentences.append(chosen_line(event, names, me))
        elif isinstance(event, MonstersSpread):
            sentences += spread_sentences(_on_map_of(me, event), names, definition, me)
        elif isinstance(event, MonstersActed):
            sentences += acted_lines(_on_map_of(me, event), names, definition, me)
    return sentences


_Acted = TypeVar("_Acted", MonstersSpread, MonstersActed)


def _on_map_of(seat: Seat, event: _Acted) -> _Acted:
    growths = tuple(growth if owner == seat else Growth(0) for owner, growth in enumerate(event.growths))
    return replace(event, growths=growths)


def _season(story: _StepData, turn: ClosedTurn) -> ChangeStep:
    """Return the step of a season that ended with the turn: every player's stars, highest total first."""
    view = story.views[turn.number]
    season = view.scores[turn.season]
    ranked = sorted(story.everybody, key=lambda person: (-view.total(person.seat), person.seat))
    scored = tuple(
        PlayerSeasonStars(person, signed_number(season[person.seat].total), figure(view.total(person.seat)))
        for person in ranked
    )
    title = season_over_words(view.definition.seasons[turn.season].id)
    step = _step(story, turn, title, [], [], loud=False)
    totals = [(person.name, view.total(person.seat)) for person in ranked]
    return replace(step, scored=scored, announcement=step_text(title, [], totals))
