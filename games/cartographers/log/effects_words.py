"""Texts about effects and walks of monsters, and attacks of heroes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers.effects import Effect, EffectAction, EffectArea, EffectChooser
from engine.cartographers.events import (
    ChoiceAsked,
    Definition,
    EffectPassed,
    Growth,
    MonstersActed,
    MonstersSpread,
    MonstersWalkedIn,
    MonsterWalkedIn,
)
from engine.cartographers.geometry import Mask, spaces
from engine.cartographers.news import ChoiceNews, DrawingNews
from engine.cartographers.notation import space_name
from engine.cartographers.placement import Forced
from engine.cartographers.position import Outcome
from engine.cartographers.terrain import Terrain
from engine.contract import Seat
from games.cartographers.words.effects import ambush_of
from games.cartographers.words.features import coins_of, space_list
from games.cartographers.words.names import card_name
from games.cartographers.words.skills import used_skill
from games.play.words import and_list


def choice_asked_line(event: ChoiceAsked, definition: Definition, *, alone: bool) -> str:
    """Return the log line for a turn in which spaces are chosen; `alone` if the game has one seat."""
    card = ambush_of(event.card, definition)
    assert card.effect is not None, "it asks for a choice"
    if alone:
        text = _asked_alone(card.effect)
    elif card.effect.chooser is EffectChooser.OWNER or definition.monsters_walk:
        text = _owners_choose(card.effect)
    else:
        text = _drawers_choose(card.effect)
    return text % {"card": card_name(card)}


def _asked_alone(effect: Effect) -> str:
    match effect:
        case Effect(action=EffectAction.MOVE):
            return _("%(card)s effect: it moves one space.")
        case Effect(action=EffectAction.DRAW):
            return _("%(card)s effect: it spreads to a space.")
        case Effect(area=area) if area is not EffectArea.BESIDE:
            return _("%(card)s effect: a space is destroyed.")
        case Effect(action=EffectAction.DESTROY_EMPTY):
            return _("%(card)s effect: an empty space next to it is destroyed.")
        case _:
            return _("%(card)s effect: a space next to it is destroyed.")


def _owners_choose(effect: Effect) -> str:
    match effect:
        case Effect(action=EffectAction.MOVE):
            return _("%(card)s effect: each map owner chooses where it moves.")
        case Effect(action=EffectAction.DRAW):
            return _("%(card)s effect: each map owner chooses a space to which it spreads.")
        case Effect(area=area) if area is not EffectArea.BESIDE:
            return _("%(card)s effect: each map owner destroys a space.")
        case Effect(action=EffectAction.DESTROY_EMPTY):
            return _("%(card)s effect: each map owner destroys an empty space next to it.")
        case _:
            return _("%(card)s effect: each map owner destroys a space next to it.")


def _drawers_choose(effect: Effect) -> str:
    match effect:
        case Effect(action=EffectAction.MOVE):
            return _("%(card)s effect: the player who drew it chooses where it moves.")
        case Effect(action=EffectAction.DRAW):
            return _("%(card)s effect: the player who drew it chooses a space to which it spreads.")
        case Effect(area=area) if area is not EffectArea.BESIDE:
            return _("%(card)s effect: the player who drew it destroys a space.")
        case _:
            return _("%(card)s effect: the player who drew it destroys a space next to it.")


def chosen_line(event: ChoiceNews, names: Sequence[str], viewer: Seat | None) -> str:
    """Return the log line for a space that a seat chose for a monster."""
    words = {"name": names[event.seat], "owner": names[event.subject], "spaces": space_list(event.chosen)}
    say = _moved if event.cleared else _grew if event.grown else _destroyed
    text = say(event, viewer) % words
    return f"{text} {_under_attack(event.destroyed)}" if event.grown and event.destroyed else text


def _destroyed(event: ChoiceNews, viewer: Seat | None) -> str:
    if event.seat == event.subject:
        return _("You destroyed %(spaces)s.") if event.seat == viewer else _("%(name)s destroyed %(spaces)s.")
    if event.seat == viewer:
        return _("You destroyed %(spaces)s on %(owner)s’s map.")
    if event.subject == viewer:
        return _("%(name)s destroyed %(spaces)s on your map.")
    return _("%(name)s destroyed %(spaces)s on %(owner)s’s map.")


def _grew(event: ChoiceNews, viewer: Seat | None) -> str:
    if event.seat == event.subject:
        if event.seat == viewer:
            return _("You spread the monster to %(spaces)s.")
        return _("%(name)s spread the monster to %(spaces)s.")
    if event.seat == viewer:
        return _("You spread the monster to %(spaces)s on %(owner)s’s map.")
    if event.subject == viewer:
        return _("%(name)s spread the monster to %(spaces)s on your map.")
    return _("%(name)s spread the monster to %(spaces)s on %(owner)s’s map.")


def _moved(event: ChoiceNews, viewer: Seat | None) -> str:
    if event.seat == event.subject:
        if event.seat == viewer:
            return _("You moved the monster to %(spaces)s.")
        return _("%(name)s moved the monster to %(spaces)s.")
    if event.seat == viewer:
        return _("You moved the monster to %(spaces)s on %(owner)s’s map.")
    if event.subject == viewer:
        return _("%(name)s moved the monster to %(spaces)s on your map.")
    return _("%(name)s moved the monster to %(spaces)s on %(owner)s’s map.")


def idle_line(event: ChoiceNews, names: Sequence[str], viewer: Seat | None) -> str:
    """Return the log line for a space taken after the last scoring, regardless of the seat that chose it."""
    own = event.subject == viewer
    say = _idle_moved if event.cleared else _idle_spread if event.grown else _idle_destroyed
    text = say(own=own)
    return text % {"owner": names[event.subject], "spaces": space_list(event.chosen)}


def _idle_destroyed(*, own: bool) -> str:
    if own:
        return _("%(spaces)s was destroyed on your map. This doesn’t affect scores.")
    return _("%(spaces)s was destroyed on %(owner)s’s map. This doesn’t affect scores.")


def _idle_spread(*, own: bool) -> str:
    if own:
        return _("The monster spread to %(spaces)s on your map. This doesn’t affect scores.")
    return _("The monster spread to %(spaces)s on %(owner)s’s map. This doesn’t affect scores.")


def _idle_moved(*, own: bool) -> str:
    if own:
        return _("The monster moved to %(spaces)s on your map. This doesn’t affect scores.")
    return _("The monster moved to %(spaces)s on %(owner)s’s map. This doesn’t affect scores.")


def spread_lines(event: MonstersSpread, names: Sequence[str], definition: Definition, viewer: Seat | None) -> list[str]:
    """Return the log lines for a spreading monster: one per space it took, and one for the coins gained."""
    card = card_name(ambush_of(event.card, definition))
    lines = []
    for seat, growth in enumerate(event.growths):
        name, own = names[seat], seat == viewer
        for where in spaces(growth.cells):
            text = _struck(own=own) if growth.destroyed >> where & 1 else _spread(own=own)
            lines.append(text % {"card": card, "space": space_name(where), "name": name})
        if gained := gain_sentences(growth, definition, name, own=own):
            lines.append(" ".join(gained))
    return lines


def spread_sentences(
    event: MonstersSpread, names: Sequence[str], definition: Definition, viewer: Seat | None
) -> list[str]:
    """Return a sentence about the spread of a monster for each map on which it spread."""
    card = card_name(ambush_of(event.card, definition))
    sentences = []
    for seat, growth in enumerate(event.growths):
        words = {"card": card, "name": names[seat], "spaces": space_list(growth.cells)}
        if growth.cells:
            own = seat == viewer
            text = _("%(card)s spread to %(spaces)s on your map.") if own else _spread_on()
            sentences.append(" ".join([text % words, *_aftermath(growth, definition)]))
    return sentences


def acted_lines(event: MonstersActed, names: Sequence[str], definition: Definition, viewer: Seat | None) -> list[str]:
    """Return the log lines for a monster that destroyed spaces, moved, or gave or cost coins: one for each map."""
    card = card_name(ambush_of(event.card, definition))
    lines = []
    for seat, growth in enumerate(event.growths):
        own = seat == viewer
        words = {"card": card, "owner": names[seat], "spaces": space_list(growth.cells or growth.destroyed), "n": 0}
        sentences = []
        if growth.cells:
            sentences.append(_moved_itself(own=own) % words)
            sentences += [_under_attack(growth.destroyed)] if growth.destroyed else []
        elif growth.destroyed:
            sentences.append(_destroyed_itself(own=own) % words)
        if growth.reward_coins and not growth.outcome.changed:
            words["n"] = abs(growth.reward_coins)
            sentences.append(_coins(growth.reward_coins, own=own) % words)
        else:
            sentences += gain_sentences(growth, definition, names[seat], own=own)
        lines += [" ".join(sentences)] if sentences else []
    return lines


def _destroyed_itself(*, own: bool) -> str:
    if own:
        return _("%(card)s destroyed %(spaces)s on your map.")
    return _("%(card)s destroyed %(spaces)s on %(owner)s’s map.")


def _moved_itself(*, own: bool) -> str:
    if own:
        return _("%(card)s moved to %(spaces)s on your map.")
    return _("%(card)s moved to %(spaces)s on %(owner)s’s map.")


def _coins(coins: int, *, own: bool) -> str:
    """Return the text about the coins that an effect gave, or cost if negative."""
    if coins > 0:
        if own:
            return ngettext("%(card)s: you earned %(n)s coin.", "%(card)s: you earned %(n)s coins.", coins)
        return ngettext("%(card)s: %(owner)s earned %(n)s coin.", "%(card)s: %(owner)s earned %(n)s coins.", coins)
    if own:
        return ngettext("%(card)s: you lost %(n)s coin.", "%(card)s: you lost %(n)s coins.", -coins)
    return ngettext("%(card)s: %(owner)s lost %(n)s coin.", "%(card)s: %(owner)s lost %(n)s coins.", -coins)


def _spread_on() -> str:
    return _("%(card)s spread to %(spaces)s on %(name)s’s map.")


def _aftermath(growth: Growth, definition: Definition) -> list[str]:
    """Return sentences about the results of a spread: destroyed spaces, surrounded monsters, coins."""
    sentences = [_under_attack(growth.destroyed)] if growth.destroyed else []
    sentences += [_rewards(growth.rewards, definition)] if growth.rewards else []
    sentences += [_landmarks(growth.outcome)] if growth.landmarks else []
    if n := growth.outcome.coins:
        sentences.append(ngettext("It earned %(n)s coin.", "It earned %(n)s coins.", n) % {"n": n})
    return sentences


def _spread(*, own: bool) -> str:
    if own:
        return _("%(card)s spread to %(space)s on your map.")
    return _("%(card)s spread to %(space)s on %(name)s’s map.")


def _struck(*, own: bool) -> str:
    if own:
        return _("%(card)s spread to %(space)s on your map, where a hero’s attack destroyed it.")
    return _("%(card)s spread to %(space)s on %(name)s’s map, where a hero’s attack destroyed it.")


def gain_sentences(
    event: DrawingNews | ChoiceNews | MonsterWalkedIn | Growth, definition: Definition, name: str, *, own: bool
) -> list[str]:
    """Return sentences about an event's gains for the map's owner: surrounded monsters and landmarks, and coins, and
    about the coins paid for coin spaces; the line about the drawing names those paid for a skill.

    The list is empty if there are none. `own` is true if the owner, `name`, is the reader.
    """
    outcome = event.outcome
    skill = used_skill(definition, event.skill) if isinstance(event, DrawingNews) else None
    paid = outcome.spent - (skill.cost if skill else 0)
    sentences = [_paid(paid, name, own=own)] if paid else []
    sentences += [_rewards(event.rewards, definition)] if event.rewards else []
    sentences += [_landmarks(outcome)] if outcome.landmarks else []
    return [*sentences, _earned(outcome.coins, name, own=own)] if outcome.coins else sentences


def _landmarks(outcome: Outcome) -> str:
    text = ngettext(
        "Surrounded the landmark %(spaces)s: %(coins)s.",
        "Surrounded the landmarks %(spaces)s: %(coins)s.",
        outcome.landmarks.bit_count(),
    )
    return text % {"spaces": space_list(outcome.landmarks), "coins": coins_of(outcome.landmark_coins)}


def _paid(n: int, name: str, *, own: bool) -> str:
    if own:
        text = ngettext("You paid %(n)s coin for a coin space.", "You paid %(n)s coins for coin spaces.", n)
    else:
        text = ngettext("%(name)s paid %(n)s coin for a coin space.", "%(name)s paid %(n)s coins for coin spaces.", n)
    return text % {"n": n, "name": name}


def _earned(n: int, name: str, *, own: bool) -> str:
    if own:
        text = ngettext("You earned %(n)s coin.", "You earned %(n)s coins.", n)
    else:
        text = ngettext("%(name)s earned %(n)s coin.", "%(name)s earned %(n)s coins.", n)
    return text % {"n": n, "name": name}


def passed_line(event: EffectPassed, definition: Definition) -> str:
    """Return the log line for a monster whose effect found nothing to do, or nothing more."""
    card = ambush_of(event.card, definition)
    text = _("%(card)s had no effect.")
    if card.effect is not None and card.effect.steps > 1:
        text = _("There was no space left for %(card)s.")
    return text % {"card": card_name(card)}


def destroyed_sentence(event: DrawingNews) -> str:
    """Return the sentence about spaces that a drawing destroyed, or "" for none.

    A hero destroys what it attacks. Other shapes destroy spaces by covering them, apart from monsters on marks.
    """
    if not event.destroyed:
        return ""
    if event.terrain is not Terrain.HERO and event.destroyed & ~event.cells:
        return _covered_words(event)
    if event.terrain is Terrain.MONSTER:
        return _under_attack(event.destroyed)
    return _("The attack destroyed %(spaces)s.") % {"spaces": space_list(event.destroyed)}


def _covered_words(event: DrawingNews) -> str:
    covered = event.destroyed & ~event.cells
    sentence = _("The shape destroyed %(spaces)s.") % {"spaces": space_list(covered)}
    attacked = event.destroyed & event.cells
    return f"{sentence} {_under_attack(attacked)}" if attacked else sentence


def _under_attack(mask: Mask) -> str:
    text = ngettext(
        "A hero’s attack immediately destroyed %(spaces)s.",
        "A hero’s attack immediately destroyed %(spaces)s.",
        mask.bit_count(),
    )
    return text % {"spaces": space_list(mask)}


def _rewards(initials: Sequence[str], definition: Definition) -> str:
    """Return the sentence about surrounded monsters, or "" for none."""
    if not initials:
        return ""
    cards = [card_name(card) for card in definition.ambushes if card.initial in initials]
    return _("Surrounded: %(cards)s.") % {"cards": and_list(cards)}


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
                landmarks=growth.landmarks,
                landmark_coins=growth.landmark_coins,
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


def aftermath(event: DrawingNews | MonsterWalkedIn, definition: Definition, owner: str, *, own: bool) -> list[str]:
    """Return further sentences about a drawing or a monster that was placed automatically.

    `own` is true if the map's owner is the reader.
    """
    sentences = []
    if isinstance(event, DrawingNews):
        sentences += [_("Only a single square could be drawn.")] if event.forced is not Forced.NO else []
        sentences += (
            [_("The shape replaced %(spaces)s.") % {"spaces": space_list(event.replaced)}] if event.replaced else []
        )
        sentences += [destroyed] if (destroyed := destroyed_sentence(event)) else []
    elif event.destroyed:
        sentences.append(_("A hero’s attack destroyed %(spaces)s.") % {"spaces": space_list(event.destroyed)})
    return [*sentences, *gain_sentences(event, definition, owner, own=own)]
