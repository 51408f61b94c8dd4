"""Monsters that walk in by themselves, in the log's words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from engine.cartographers.events import Definition, MonstersWalkedIn, MonsterWalkedIn
from engine.cartographers.news import Drew
from engine.cartographers.placement import Forced
from engine.contract import Seat
from games.cartographers.log import effects_words
from games.cartographers.words.effects import ambush_of
from games.cartographers.words.names import card_name
from games.cartographers.words.places import space_list


def walks_by_seat(event: MonsterWalkedIn | MonstersWalkedIn) -> Iterator[tuple[Seat, MonsterWalkedIn]]:
    """Yield each map's owner, and how the monster walked in there."""
    if isinstance(event, MonsterWalkedIn):
        yield Seat(0), event
        return
    for seat, growth in enumerate(event.growths):
        yield (
            Seat(seat),
            MonsterWalkedIn(
                event.turn,
                growth.cells,
                growth.mountains,
                destroyed=growth.destroyed,
                rewards=growth.rewards,
                reward_coins=growth.reward_coins,
            ),
        )


def walk_lines(event: MonstersWalkedIn, names: Sequence[str], definition: Definition, viewer: Seat | None) -> list[str]:
    """Return the log's lines for a monster that walked in on every map, one for each map."""
    card = card_name(ambush_of(event.card, definition))
    lines = []
    for seat, walk in walks_by_seat(event):
        own = seat == viewer
        words = {"card": card, "owner": names[seat], "spaces": space_list(walk.cells)}
        line = (_walked_onto(own=own) if walk.cells else _no_place(own=own)) % words
        lines.append(" ".join([line, *aftermath(walk, definition, names[seat], own=own)]))
    return lines


def _walked_onto(*, own: bool) -> str:
    if own:
        return _("%(card)s was placed on your map: %(spaces)s.")
    return _("%(card)s was placed on %(owner)s’s map: %(spaces)s.")


def _no_place(*, own: bool) -> str:
    if own:
        return _("%(card)s didn’t fit anywhere on your map and was ignored.")
    return _("%(card)s didn’t fit anywhere on %(owner)s’s map and was ignored.")


def aftermath(event: Drew | MonsterWalkedIn, definition: Definition, owner: str, *, own: bool) -> list[str]:
    """Return further sentences about a drawing or a monster that was placed automatically.

    `own` is true if the map's owner is the reader.
    """
    sentences = []
    if isinstance(event, Drew):
        sentences += [_("Only a single square could be drawn.")] if event.forced is not Forced.NO else []
        sentences += [destroyed] if (destroyed := effects_words.destroyed_sentence(event)) else []
    elif event.destroyed:
        sentences.append(_("A hero’s attack destroyed %(spaces)s.") % {"spaces": space_list(event.destroyed)})
    return [*sentences, *effects_words.gain_sentences(event, definition, owner, own=own)]
