"""The log in words: one line for each event that concerns a reader."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import assert_never

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.cartographers.cards import AmbushCard, Edict, HeroCard, RuinsCard
from engine.cartographers.events import (
    CardRevealed,
    ChoiceAsked,
    Definition,
    EdictsLaid,
    EffectPassed,
    GameEnded,
    GameStarted,
    MonstersActed,
    MonstersSpread,
    MonstersWalkedIn,
    MonsterWalkedIn,
    SeasonScored,
    SkillsOffered,
    SkillUsed,
    TakenBack,
    TurnClosed,
)
from engine.cartographers.news import ChoiceNews, DrawingNews, News, SeasonOpened
from engine.cartographers.view import View
from engine.contract import Seat, Viewer
from games.cartographers.log import effects_words
from games.cartographers.log.effects_words import aftermath
from games.cartographers.words.features import coins_of, space_list, stars_of
from games.cartographers.words.names import card_name, season_name, sheet_name, terrain_name
from games.cartographers.words.skills import used_skill
from games.play.fragment_cache import cached
from games.play.log import LogEntry, latest_entries
from games.play.people import NamesAtEvents, Person, SeatNames
from games.play.seat_pages import is_large
from games.play.words import and_list, figure
from games.tables.log.state import DecodedEvent
from games.tables.models import MOST_LISTED


@dataclass(frozen=True, slots=True)
class TurnTask:
    """Task in the turn of an event: the name of the card to draw, or `choosing` for spaces to choose.

    `idle` is true if all seasons had been scored, so that the choice made no difference.
    """

    card: str = ""
    choosing: bool = False
    idle: bool = False


def log_lines(
    event: News, names: Sequence[str], definition: Definition, viewer: Seat | None, task: TurnTask = TurnTask()
) -> list[str]:
    """The event as the viewer reads it, who must be allowed to see it: mostly one line, none where it says nothing to a
    reader, one a map where monsters walk in on every map, and one a space where a monster spreads. `names` are those
    of the seats.
    """
    if isinstance(event, MonstersWalkedIn):
        return effects_words.walk_lines(event, names, definition, viewer)
    if isinstance(event, MonstersSpread):
        return effects_words.spread_lines(event, names, definition, viewer)
    if isinstance(event, MonstersActed):
        return effects_words.acted_lines(event, names, definition, viewer)
    line = log_line(event, names, definition, viewer, task)
    return [] if line is None else [line]


def log_line(
    event: News, names: Sequence[str], definition: Definition, viewer: Seat | None, task: TurnTask = TurnTask()
) -> str | None:
    """The event as the viewer reads it, who must be allowed to see it; None where it says nothing to a reader. `names`
    are those of the seats.
    """
    match event:
        case GameStarted():
            return _started(event)
        case EdictsLaid():
            return _edicts(event, definition)
        case SkillsOffered():
            return _skills(event, definition)
        case SeasonOpened():
            return _season_began(definition.seasons[event.season].id)
        case CardRevealed():
            return _revealed(event.card, definition, alone=len(names) == 1)
        case MonstersWalkedIn():
            return " ".join(effects_words.walk_lines(event, names, definition, viewer))
        case DrawingNews() | ChoiceNews() | SkillUsed() | TakenBack():
            return _answered(event, names, definition, viewer, task)
        case MonsterWalkedIn():
            return _walked_in(event, definition, names[0], viewer)
        case SeasonScored():
            return _scored(event, names, definition)
        case GameEnded():
            return _("The game is over.")
        case ChoiceAsked() | EffectPassed() | MonstersSpread() | MonstersActed():
            return _acted(event, names, definition, viewer)
        case TurnClosed():
            return None
        case _:
            assert_never(event)


def _answered(
    event: DrawingNews | ChoiceNews | SkillUsed | TakenBack,
    names: Sequence[str],
    definition: Definition,
    viewer: Seat | None,
    task: TurnTask,
) -> str:
    match event:
        case DrawingNews():
            return _drawn(event, names, definition, viewer, task.card)
        case ChoiceNews():
            return _chose(event, names, definition, viewer, idle=task.idle)
        case SkillUsed():
            return _used_skill(event, names, definition, viewer)
        case TakenBack():
            return _taken_back(event.seat, names, viewer, choosing=task.choosing)
        case _:
            assert_never(event)


def _acted(
    event: ChoiceAsked | EffectPassed | MonstersSpread | MonstersActed,
    names: Sequence[str],
    definition: Definition,
    viewer: Seat | None,
) -> str:
    match event:
        case ChoiceAsked():
            return effects_words.choice_asked_line(event, definition, alone=len(names) == 1)
        case EffectPassed():
            return effects_words.passed_line(event, definition)
        case MonstersSpread():
            return " ".join(effects_words.spread_lines(event, names, definition, viewer))
        case MonstersActed():
            return " ".join(effects_words.acted_lines(event, names, definition, viewer))
        case _:
            assert_never(event)


def _started(event: GameStarted) -> str:
    text = ngettext(
        "Game started: %(n)s player, map sheet %(sheet)s.",
        "Game started: %(n)s players, map sheet %(sheet)s.",
        event.seats,
    )
    return text % {"n": event.seats, "sheet": sheet_name(event.definition.sheet)}


def _edicts(event: EdictsLaid, definition: Definition) -> str:
    pool = {card.id: card for card in definition.pool}
    named = [
        _("%(letter)s %(card)s") % {"letter": letter, "card": card_name(pool[id])}
        for letter, id in zip(Edict, event.cards, strict=True)
    ]
    text = _("Random edicts: %(edicts)s.") if event.drawn else _("Edicts chosen by the host: %(edicts)s.")
    return text % {"edicts": and_list(named)}


def _skills(event: SkillsOffered, definition: Definition) -> str:
    named = [card_name(skill) for skill in definition.skills if skill.id in event.skills]
    return _("Skills of this game: %(skills)s.") % {"skills": and_list(named)}


def _season_began(season_id: str) -> str:
    if season_id in _BEGINNINGS:
        return str(_BEGINNINGS[season_id])
    return _("New season: %(season)s.") % {"season": season_name(season_id)}


def _revealed(card_id: str, definition: Definition, *, alone: bool) -> str:
    card = definition.card(card_id)
    words = {"card": card_name(card)}
    if isinstance(card, RuinsCard):
        return _("%(card)s revealed. The next shape must cover a ruins space.") % words
    if isinstance(card, HeroCard) and alone:
        return _("%(card)s revealed. Draw a hero.") % words
    if isinstance(card, HeroCard):
        return _("%(card)s revealed. All players draw a hero.") % words
    if isinstance(card, AmbushCard) and alone:
        return _("%(card)s revealed. A monster appears.") % words
    if isinstance(card, AmbushCard) and definition.monsters_walk:
        return _("%(card)s revealed. A monster appears on every map.") % words
    if isinstance(card, AmbushCard):
        return _("%(card)s revealed. All players draw a monster on a neighbor’s map.") % words
    return _("%(card)s revealed.") % words


def _chose(event: ChoiceNews, names: Sequence[str], definition: Definition, viewer: Seat | None, *, idle: bool) -> str:
    if idle:
        return effects_words.idle_line(event, names, viewer)
    gained = effects_words.gain_sentences(event, definition, names[event.subject], own=event.subject == viewer)
    return " ".join([effects_words.chosen_line(event, names, viewer), *gained])


def _drawn(event: DrawingNews, names: Sequence[str], definition: Definition, viewer: Seat | None, monster: str) -> str:
    ambush = event.seat != event.subject
    first = _ambushed(event, names, viewer, monster) if ambush else _drew(event, names, definition, viewer)
    return " ".join([first, *aftermath(event, definition, names[event.subject], own=event.subject == viewer)])


def _drew(event: DrawingNews, names: Sequence[str], definition: Definition, viewer: Seat | None) -> str:
    words = {
        "name": names[event.seat],
        "terrain": terrain_name(event.terrain),
        "spaces": space_list(event.cells),
    }
    if skill := used_skill(definition, event.skill):
        words |= {"skill": card_name(skill), "coins": coins_of(skill.cost)}
        if event.seat == viewer:
            return _("You used %(skill)s (%(coins)s) and drew %(terrain)s on %(spaces)s.") % words
        return _("%(name)s used %(skill)s (%(coins)s) and drew %(terrain)s on %(spaces)s.") % words
    if event.seat == viewer:
        return _("You drew %(terrain)s on %(spaces)s.") % words
    return _("%(name)s drew %(terrain)s on %(spaces)s.") % words


def _used_skill(event: SkillUsed, names: Sequence[str], definition: Definition, viewer: Seat | None) -> str:
    skill = next(skill for skill in definition.skills if skill.id == event.skill)
    words = {"name": names[event.seat], "skill": card_name(skill), "coins": coins_of(event.spent)}
    if event.seat == viewer:
        return _("You used %(skill)s (%(coins)s).") % words
    return _("%(name)s used %(skill)s (%(coins)s).") % words


def _ambushed(event: DrawingNews, names: Sequence[str], viewer: Seat | None, monster: str) -> str:
    words = {"name": names[event.seat], "owner": names[event.subject], "spaces": space_list(event.cells)}
    words["monster"] = monster or _("a monster")
    if event.seat == viewer:
        return _("You drew %(monster)s on %(owner)s’s map: %(spaces)s.") % words
    if event.subject == viewer:
        return _("%(name)s drew %(monster)s on your map: %(spaces)s.") % words
    return _("%(name)s drew %(monster)s on %(owner)s’s map: %(spaces)s.") % words


def _taken_back(seat: Seat, names: Sequence[str], viewer: Seat | None, *, choosing: bool) -> str:
    if seat == viewer:
        return _("You undid your choice.") if choosing else _("You undid your move.")
    text = _("%(name)s undid a choice.") if choosing else _("%(name)s undid a move.")
    return text % {"name": names[seat]}


def _walked_in(event: MonsterWalkedIn, definition: Definition, name: str, viewer: Seat | None) -> str:
    if not event.cells:
        return _("The monster didn’t fit anywhere and was ignored.")
    came = _("The monster was placed on %(spaces)s.") % {"spaces": space_list(event.cells)}
    return " ".join([came, *aftermath(event, definition, name, own=viewer is not None)])


def _scored(event: SeasonScored, names: Sequence[str], definition: Definition) -> str:
    words = {"season": season_name(definition.seasons[event.season].id)}
    if len(event.scores) == 1:
        return _("%(season)s scored: %(stars)s.") % (words | {"stars": stars_of(event.scores[0].total)})
    seats = list(range(len(names)))
    text = _("%(season)s scored. Totals: %(totals)s.")
    if is_large(len(seats)):
        seats = sorted(seats, key=lambda seat: -event.scores[seat].total)[:MOST_LISTED]
        text = _("%(season)s scored. Highest totals: %(totals)s.")
    totals = [
        _("%(name)s %(stars)s") % {"name": names[seat], "stars": figure(event.scores[seat].total)} for seat in seats
    ]
    return text % (words | {"totals": and_list(totals)})


_BEGINNINGS = {
    "spring": gettext_lazy("Spring begins."),
    "summer": gettext_lazy("Summer begins."),
    "fall": gettext_lazy("Fall begins."),
    "winter": gettext_lazy("Winter begins."),
}


def latest_sentences(entries: Sequence[LogEntry], since: int = 0) -> tuple[str, ...]:
    """The last of the log’s lines, the latest first, of no earlier turn than `since`; so are the `entries`."""
    return tuple(map(_logged, latest_entries(entries, since)))


def _logged(entry: LogEntry) -> str:
    return _("Turn %(turn)s: %(text)s") % {"turn": entry.turn, "text": entry.text} if entry.turn else entry.text


def log_entries(
    view: View,
    everybody: tuple[Person, ...],
    log: tuple[DecodedEvent[News], ...],
    some: tuple[DecodedEvent[News], ...] | None = None,
) -> tuple[LogEntry, ...]:
    """Return the log in words, latest first: the entries in `some`, or all."""
    tasks, cards, names = _tasks(view, log), _Cards(view.definition), NamesAtEvents(everybody)
    turns = groupby(reversed(log if some is None else some), key=lambda entry: entry.turn)
    return tuple(
        entry
        for turn, entries in turns
        for entry in _entries(
            turn,
            tuple((entry.event, entry.stand_in, names.at(entry.number)) for entry in entries),
            cards,
            view.viewer,
            tasks.get(turn, TurnTask()),
        )
    )


def entries_about(log: Iterable[DecodedEvent[News]], seat: Seat) -> tuple[DecodedEvent[News], ...]:
    """Return the entries about all players, and of the answers those of a seat and on its map."""
    return tuple(entry for entry in log if seat in _concerned(entry.event, seat))


def _concerned(event: News, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that an event is about: `seat` among them if it is about all of them."""
    match event:
        case DrawingNews() | ChoiceNews():
            return event.seat, event.subject
        case SkillUsed() | TakenBack():
            return (event.seat,)
        case _:
            return (seat,)


class _Cards:
    """Cards of a game, compared by identity, because comparing all of them would be slow."""

    def __init__(self, definition: Definition) -> None:
        self.definition = definition

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Cards) and self.definition is other.definition

    def __hash__(self) -> int:
        return id(self.definition)


# A game has dozens of turns, and its page is rendered again for every player in every turn.
@cached(5_000)
def _entries(
    turn: int,
    events: tuple[tuple[News, bool, SeatNames], ...],
    cards: _Cards,
    viewer: Viewer,
    task: TurnTask,
) -> tuple[LogEntry, ...]:
    """Return the log lines of a turn's events, which are passed and returned latest first.

    Each event comes with whether the stand-in caused it, and with the names of the players who had the seats at the
    time.
    """
    return tuple(
        LogEntry(turn, _by_stand_in(line) if stand_in and isinstance(event, DrawingNews | ChoiceNews) else line)
        for event, stand_in, names in events
        for line in reversed(log_lines(event, names.names, cards.definition, viewer, task))
    )


def _by_stand_in(line: str) -> str:
    return _("%(sentence)s (stand-in)") % {"sentence": line}


def _tasks(view: View, log: tuple[DecodedEvent[News], ...]) -> dict[int, TurnTask]:
    """Return the task of each turn by its number: a card to draw, or a space to choose."""
    tasks, seasons = {}, 0
    for entry in log:
        seasons += isinstance(entry.event, SeasonScored)
        if isinstance(entry.event, CardRevealed):
            card = view.card(entry.event.card)
            if not isinstance(card, RuinsCard):  # ruins count to the turn that was played before them
                tasks[entry.event.turn] = TurnTask(card_name(card))
        elif isinstance(entry.event, ChoiceAsked):
            tasks[entry.event.turn] = TurnTask(choosing=True, idle=seasons == len(view.definition.seasons))
    return tasks
