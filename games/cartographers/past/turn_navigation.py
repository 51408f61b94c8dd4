"""Navigation through a game, and single turns shown apart from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from engine.cartographers.board import Board
from engine.cartographers.cards import Edict, ScoringCard, Season
from engine.cartographers.events import Event
from engine.cartographers.geometry import Mask
from engine.cartographers.terrain import FILLING
from engine.contract import Seat
from games.cartographers.log.past_states import ClosedTurn, TurnHistory, find_past_turn, turn_history
from games.cartographers.map.boards import Patch, patches
from games.cartographers.words.features import stars_of
from games.cartographers.words.names import card_name, season_name, terrain_name
from games.play.coaching import MarkWords
from games.play.fragment_cache import cached
from games.play.log import TurnLink, turn_address, turn_name
from games.play.people import Person
from games.play.replay import HERE, Chapter, Replay, SeatLink, TurnMark, replay, with_sign
from games.play.words import and_list, signed_number
from games.tables.log.state import DecodedEvent


def terrains_drawn(board: Board, changed: Mask) -> str:
    """The terrains of the spaces that a turn changed on a board, "" where it changed none."""
    return and_list([terrain_name(feature) for feature in FILLING if board.layers[feature] & changed])


def due_edicts(edicts: Sequence[ScoringCard], season: Season) -> str:
    """The edicts that count in a season, each by its letter and name."""
    words = (
        _("%(letter)s (%(card)s)") % {"letter": letter, "card": card_name(edicts[Edict(letter).number])}
        for letter in season.edicts
    )
    return _("Edicts: %(edicts)s") % {"edicts": and_list(list(words))}


@dataclass(frozen=True, slots=True)
class PastMap:
    """A map after a turn, with a name for its picture; `words` tell the season, the
    card, the terrains that were drawn, and the edicts that counted.
    """

    words: str
    name: str
    patches: tuple[Patch, ...]


def past_map(code: str, log: Sequence[DecodedEvent[Event]], turn: int, seat: Seat) -> PastMap | None:
    """The map of a seat after a turn of a game that is over, at the table of that code; None where there is no
    such turn or seat.
    """
    past = find_past_turn(turn_history(code, log), log, turn, None)
    if past is None or seat >= past.after.seats:
        return None
    season, board = past.after.definition.seasons[past.season], past.after.boards[seat]
    words = (
        _("%(season)s, %(card)s") % {"season": season_name(season.id), "card": card_name(past.card)},
        terrains_drawn(board, past.after.latest[seat]),
        due_edicts(past.after.edicts, season),
    )
    return PastMap(
        words=" · ".join(filter(None, words)),
        name=_("Map after turn %(turn)s") % {"turn": turn},
        patches=patches(board, past.after.latest[seat]),
    )


ALL = "all"
"""Value of `boards` in URLs that shows all maps side by side."""


@dataclass(frozen=True, slots=True)
class TurnParameters:
    """Parameters that a turn's address passes on to the next.

    `look` is the seat whose map is shown; `side_by_side` shows all maps. `heat`, `deck` and `ghosts` (drawings on the
    large map) are "" if not shown, and so is `coach`, the number of the coach's move that is drawn.
    """

    look: Seat | None = None
    side_by_side: bool = False
    heat: str = ""
    deck: str = ""
    ghosts: str = ""
    coach: str = ""

    def __str__(self) -> str:
        query = {} if self.look is None else {"look": str(self.look + 1)}
        query |= {"boards": ALL} if self.side_by_side else {}
        query |= {
            name: value
            for name, value in (
                *(("heat", self.heat), ("deck", self.deck), ("ghosts", self.ghosts)),
                ("coach", self.coach),
            )
            if value
        }
        return f"?{urlencode(query)}" if query else ""


@dataclass(frozen=True, slots=True)
class VariantLink:
    """Link that shows a part of a turn, or hides it; `here` if that is the current choice."""

    id: str
    title: str
    url: str
    here: bool


def variant_links(parameters: TurnParameters, part: str, titles: Mapping[str, str]) -> tuple[VariantLink, ...]:
    """Return the links that show one variant of a part, and the link that hides it.

    `titles` names the variants. `part` is the part: heat, deck or ghosts.
    """
    shown = getattr(parameters, part)
    variants = {**titles, **({"": _("Hide")} if titles and shown else {})}
    return tuple(
        VariantLink(
            f"{part}-{variant or 'hide'}",
            title,
            f"{HERE}{_build_variant_link(parameters, part, variant)}#{part}",
            here=variant == shown,
        )
        for variant, title in variants.items()
    )


def _build_variant_link(parameters: TurnParameters, part: str, variant: str) -> TurnParameters:
    if part == "ghosts":
        return replace(parameters, ghosts=variant)
    if part == "coach":
        return replace(parameters, coach=variant)
    return replace(parameters, heat=variant) if part == "heat" else replace(parameters, deck=variant)


def turn_steps(
    tape: TurnHistory,
    here: int,
    table: str,
    focus: Person,
    listed: Sequence[Person],
    parameters: TurnParameters,
    poor: Mapping[int, MarkWords] | None = None,
    *,
    gains: bool = True,
) -> Replay:
    """Return the steps from turn `here` through the history, with the stars of `focus` and links to `listed` maps.

    Without `gains`, the stars are left out. `poor` are the marks of turns by the coach, by turn.
    """
    seasons, query = tape.state.definition.seasons, str(parameters)
    chapters = [
        Chapter(
            season_name(seasons[season].id),
            f"season-{seasons[season].id}",
            tuple(
                with_sign(
                    _mark(tape, turn, f"{turn_address(table, turn.number)}{query}", focus.seat, gains=gains),
                    (poor or {}).get(turn.number),
                )
                for turn in turns
            ),
        )
        for season, turns in groupby(tape.turns, lambda turn: turn.season)
    ]
    other = f"{HERE}{replace(parameters, side_by_side=not parameters.side_by_side)}"
    boards = TurnLink(_("One large map") if parameters.side_by_side else _("All maps side by side"), other)
    seats = _seats(focus, listed, parameters)
    several = boards if tape.state.seats > 1 else None
    return replay(here, chapters, _("Ambushes"), several, seats, _("S: next season."))


def _seats(focus: Person, listed: Sequence[Person], parameters: TurnParameters) -> tuple[SeatLink, ...]:
    """Links to the listed maps after the same turn, none where there is one alone."""
    if len(listed) == 1:
        return ()
    return tuple(
        SeatLink(person.drawer, f"{HERE}{replace(parameters, look=person.seat)}", person.css, here=person == focus)
        for person in listed
    )


def _mark(tape: TurnHistory, turn: ClosedTurn, url: str, focus: Seat, *, gains: bool) -> TurnMark:
    if not gains:
        return TurnMark(turn.number, url, "", _plain_label(tape, turn), turn.ambush)
    gained = turn.gained[focus]
    label = _label(turn.number, card_name(tape.state.card(turn.card)), gained, ambush=turn.ambush)
    return TurnMark(turn.number, url, signed_number(gained), label, turn.ambush)


# Every step of the replay shows the labels of all turns.
@cached(5_000)
def _label(turn: int, card: str, gained: int, *, ambush: bool) -> str:
    words = {"turn": turn_name(turn), "card": card, "stars": stars_of(gained)}
    if ambush:
        return _("%(turn)s, %(card)s, ambush: %(stars)s") % words
    return _("%(turn)s, %(card)s: %(stars)s") % words


def _plain_label(tape: TurnHistory, turn: ClosedTurn) -> str:
    label = name_of_turn(tape, turn)
    return _("%(turn)s, ambush") % {"turn": label} if turn.ambush else label


def name_of_turn(tape: TurnHistory, turn: ClosedTurn) -> str:
    """Return the name of a turn, from its number and card."""
    words = {"turn": turn_name(turn.number), "card": card_name(tape.state.card(turn.card))}
    return _("%(turn)s, %(card)s") % words
