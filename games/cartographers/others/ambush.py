"""Ambushes in words: who drew what where, how a monster walked in, and what it costs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Set
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers.cards import AmbushCard, RotationDirection
from engine.cartographers.events import CardRevealed, MonstersWalkedIn, MonsterWalkedIn, TurnClosed
from engine.cartographers.geometry import SIZE, Mask, column_of, row_of, spaces
from engine.cartographers.news import ChoiceNews, DrawingNews, News
from engine.cartographers.rules import solo
from engine.cartographers.rules.ambush import neighbour
from engine.cartographers.view import View
from engine.contract import Seat
from games.cartographers.log.effects_words import aftermath, walks_by_seat
from games.cartographers.log.entries import log_lines
from games.cartographers.map.boards import Patch, patches
from games.cartographers.words.effects import ambush_of
from games.cartographers.words.features import space_list
from games.cartographers.words.names import card_name, corner_name
from games.play.people import Person
from games.tables.log.state import DecodedEvent


def drawn_by_sentence(card: AmbushCard, cells: Mask, name: str, *, me: bool, outlined: bool) -> str:
    """Return the sentence about a monster's spaces and the player who drew it.

    `me` is true if that player is the reader, `outlined` if the map outlines the spaces.
    """
    if me:
        text = (
            _("Highlighted: %(card)s on %(spaces)s, drawn by you.")
            if outlined
            else _("%(card)s on %(spaces)s, drawn by you.")
        )
    else:
        text = (
            _("Highlighted: %(card)s on %(spaces)s, drawn by %(name)s.")
            if outlined
            else _("%(card)s on %(spaces)s, drawn by %(name)s.")
        )
    return text % {"card": card_name(card), "spaces": space_list(cells), "name": name}


def drawn_by_caption(name: str, *, me: bool) -> str:
    """The same under a small map."""
    return _("Monster drawn by you") if me else _("Monster drawn by %(name)s") % {"name": name}


def walked_in_caption() -> str:
    """Under the small map of who plays alone."""
    return _("Monster placed automatically")


def walk_sentences(card: AmbushCard, cells: Mask, tried: int, ring: int, *, outlined: bool) -> list[str]:
    """Return sentences about a solo monster's path to its spaces.

    They give the direction, the number of occupied spots (`tried`) and the distance from the edge of the map
    (`ring`). Without `cells`, the monster found no spot.
    """
    words = {"card": card_name(card), "corner": corner_name(card.solo_corner)}
    if card.solo_way is RotationDirection.CLOCKWISE:
        way = _("%(card)s entered from the %(corner)s corner, clockwise along the edge.") % words
    else:
        way = _("%(card)s entered from the %(corner)s corner, counterclockwise along the edge.") % words
    if not cells:
        return [way, _("It didn’t fit anywhere, so the card was ignored.")]
    return [way, *_further_in(ring), *_blocked_sentences(tried), _drawn_at(cells, outlined=outlined)]


def _further_in(ring: int) -> list[str]:
    if not ring:
        return []
    text = ngettext(
        "It didn’t fit along the edge, so it moved %(n)s space inward.",
        "It didn’t fit along the edge, so it moved %(n)s spaces inward.",
        ring,
    )
    return [text % {"n": ring}]


def _blocked_sentences(count: int) -> list[str]:
    if not count:
        return []
    text = ngettext(
        "%(n)s spot was blocked.",
        "%(n)s spots were blocked.",
        count,
    )
    return [text % {"n": count}]


def _drawn_at(cells: Mask, *, outlined: bool) -> str:
    words = {"spaces": space_list(cells)}
    if outlined:
        return _("The first free spot is highlighted: %(spaces)s.") % words
    return _("The first free spot was %(spaces)s.") % words


def harm_sentences(costly: Mask, spared: Mask, name: str) -> list[str]:
    """Return sentences about a monster's cost for `name` at every scoring.

    `costly` are the spaces that would cost 1 star each. `spared` are those that the monster covers, so that they no
    longer cost a star.
    """
    if not costly and not spared:
        return [_("It doesn’t cost %(name)s any more stars.") % {"name": name}]
    sentences = []
    if costly:
        n = costly.bit_count()
        text = ngettext(
            "It costs %(name)s %(n)s more star each season: %(spaces)s.",
            "It costs %(name)s %(n)s more stars each season: %(spaces)s.",
            n,
        )
        sentences.append(text % {"name": name, "n": n, "spaces": space_list(costly)})
    if spared:
        text = ngettext(
            "%(spaces)s would no longer cost stars.",
            "%(spaces)s would no longer cost stars.",
            spared.bit_count(),
        )
        sentences.append(text % {"spaces": space_list(spared)})
    return sentences


def small_map_caption(name: str) -> str:
    """Under the small map of who draws on another’s."""
    return _("%(name)s draws on your map") % {"name": name}


def full_map_caption() -> str:
    """The same where the own map is full."""
    return _("Your map is full, so no monster is drawn on it")


@dataclass(frozen=True, slots=True)
class Intruder:
    """Monster that has just appeared on a board.

    `sentence` is shown next to the large map, `short` below the small one. `css` is the color class of the player who
    drew it, and `name` their name ("" if it was placed automatically).
    """

    sentence: str
    short: str
    css: str
    name: str


@dataclass(frozen=True, slots=True)
class AmbushDesk:
    """Small picture of the viewer's own map while they draw on another one.

    It shows who is drawing there, with the class of their color ("" for nobody, if the map is full). `url` shows it
    large.
    """

    patches: tuple[Patch, ...]
    caption: str
    css: str
    url: str


def ambush_desk(view: View, people: tuple[Person, ...], table: str) -> AmbushDesk | None:
    """Return the viewer's own map while they draw on another's, otherwise None. `table` is the table's address."""
    seat = view.viewer
    if seat is None or not isinstance(view.open, AmbushCard):
        return None
    board, url = view.boards[seat], f"{table}?look={seat + 1}#desk"
    small = patches(board, view.latest[seat])
    if not board.empty:
        return AmbushDesk(small, full_map_caption(), "", url)
    drawer = people[neighbour(view.open, seat, view.seats)]
    return AmbushDesk(small, small_map_caption(drawer.name), drawer.css, url)


def intruders(
    view: View, everybody: tuple[Person, ...], log: tuple[DecodedEvent[News], ...], owners: Container[Seat]
) -> dict[Seat, Intruder]:
    """Return what monsters did to the boards of `owners` in the last turn with a drawing, and since then.

    These are the monsters that others drew, what their effects destroyed there, and monsters that were placed
    automatically.
    """
    events = [entry.event for entry in log]
    revealed = _revealed(events)
    intruders_by_seat: dict[Seat, Intruder] = {}
    for owner, event in _since_drawing(events):
        if owner not in owners:
            continue
        new = _intruder(event, _card(event, revealed, view), everybody, view, owner)
        before = intruders_by_seat.get(owner)
        intruders_by_seat[owner] = replace(before, sentence=f"{before.sentence} {new.sentence}") if before else new
    return intruders_by_seat


def _since_drawing(events: list[News]) -> Iterator[tuple[Seat, DrawingNews | ChoiceNews | MonsterWalkedIn]]:
    """Yield what others did since the last turn with drawings that has closed, it included, and the walks since then,
    each with whose board it is. Of each seat's answers to a turn only the last counts.
    """
    closed = {event.turn for event in events if isinstance(event, TurnClosed)}
    answers = [event for event in events if isinstance(event, DrawingNews | ChoiceNews) and event.turn in closed]
    last = max((event.turn for event in answers if isinstance(event, DrawingNews)), default=0)
    standing = {(event.turn, event.seat): event for event in answers if event.turn >= last}
    yield from ((event.subject, event) for event in standing.values() if event.seat != event.subject)
    for event in events:
        if isinstance(event, MonsterWalkedIn | MonstersWalkedIn) and event.turn > last:
            yield from walks_by_seat(event)


def _intruder(
    event: DrawingNews | ChoiceNews | MonsterWalkedIn,
    card: AmbushCard,
    everybody: tuple[Person, ...],
    view: View,
    seat: Seat,
) -> Intruder:
    if isinstance(event, MonsterWalkedIn):
        return _walk_intruder(event, card, everybody[seat], view)
    return _drawn(event, card, everybody, view) if isinstance(event, DrawingNews) else _chosen(event, everybody, view)


def _revealed(events: list[News]) -> Mapping[int, Set[str]]:
    """Return the ids of the cards revealed in each turn."""
    revealed: defaultdict[int, set[str]] = defaultdict(set)
    for event in events:
        if isinstance(event, CardRevealed):
            revealed[event.turn].add(event.card)
    return revealed


def _card(
    event: DrawingNews | ChoiceNews | MonsterWalkedIn, revealed: Mapping[int, Set[str]], view: View
) -> AmbushCard:
    if isinstance(event, ChoiceNews):
        return ambush_of(event.card, view.definition)
    # Ruins cards that were revealed before or after the monster belong to the same turn.
    return next(card for card in view.definition.ambushes if card.id in revealed[event.turn])


def _drawn(event: DrawingNews, card: AmbushCard, everybody: tuple[Person, ...], view: View) -> Intruder:
    drawer, owner = everybody[event.seat], everybody[event.subject]
    outlined = view.latest[event.subject] == event.cells
    sentence = drawn_by_sentence(card, event.cells, drawer.name, me=drawer.me, outlined=outlined)
    rest = aftermath(event, view.definition, owner.name, own=owner.me)
    return Intruder(" ".join([sentence, *rest]), drawn_by_caption(drawer.name, me=drawer.me), drawer.css, drawer.name)


def _chosen(event: ChoiceNews, everybody: tuple[Person, ...], view: View) -> Intruder:
    drawer, names = everybody[event.seat], [person.name for person in everybody]
    sentences = log_lines(event, names, view.definition, view.viewer)
    return Intruder(" ".join(sentences), drawn_by_caption(drawer.name, me=drawer.me), drawer.css, drawer.name)


def _walk_intruder(event: MonsterWalkedIn, card: AmbushCard, owner: Person, view: View) -> Intruder:
    path = solo.path(card.shape, card.solo_corner, card.solo_way)
    ring = _ring(event.cells)
    tried = [place for place in path[: path.index(event.cells)] if _ring(place) == ring] if event.cells else []
    outlined = view.latest[owner.seat] == event.cells
    sentences = walk_sentences(card, event.cells, len(tried), ring, outlined=outlined)
    return Intruder(
        " ".join([*sentences, *aftermath(event, view.definition, owner.name, own=owner.me)]),
        walked_in_caption(),
        "",
        "",
    )


def _ring(cells: Mask) -> int:
    """Return the number of spaces between a shape and the edge of the map."""
    places = [(row_of(where), column_of(where)) for where in spaces(cells)]
    return min((min(row, column, SIZE - 1 - row, SIZE - 1 - column) for row, column in places), default=0)
