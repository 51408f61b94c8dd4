"""Text of a solo game: its opening, its events, the current table and its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from engine import Seat
from engine.cartographers import View, space_name, space_names
from engine.cartographers.cards import DeckCard, Edict, HeroCard, Option
from engine.cartographers.command_line import words
from engine.cartographers.command_line.map_drawing import map_lines
from engine.cartographers.effects import EffectAction
from engine.cartographers.placement import Forced, Offer
from engine.cartographers.rules.effects import effect_of
from engine.cartographers.shapes import drawing
from engine.cartographers.view import Desk, SpaceChoice

_ALONE = Seat(0)


def setup_lines(view: View) -> Iterator[str]:
    """Yield the lines for the setup: the map sheet, each edict with the seasons that score it, and the skills."""
    yield f"Sheet {view.definition.sheet.id}"
    for letter, card in zip(Edict, view.edicts, strict=True):
        seasons = [words.code_text(season.id) for season in view.definition.seasons if letter in season.edicts]
        yield f"Edict {letter}: {card.name} ({card.id}), {' and '.join(seasons)}"
    for skill in view.skills:
        yield f"Skill {skill.name} ({skill.id}), {words.count_text(skill.cost, 'coin')}: {words.SKILLS[skill.power]}"


def event_lines(kind: str, data: Mapping[str, Any], view: View) -> Iterator[str]:
    """Yield the lines for an event in its stored form (docs/record.md).

    Other kinds of event, such as the player's own drawing, yield nothing.
    """
    match kind:
        case "season_began":
            yield f"\n{words.code_text(view.definition.seasons[data['season']].id)} begins."
        case "card_revealed":
            yield f"{view.card(data['card']).name} is turned up."
        case "skill_used":
            names = {skill.id: skill.name for skill in view.skills}
            yield f"{names[data['skill']]} used for {words.count_text(data['spent'], 'coin')}."
        case "monster_walked_in":
            yield f"It walks in: {' '.join(data['cells'])}." if data["cells"] else "It finds no place."
        case "monsters_spread":
            yield f"{view.card(data['card']).name} spreads: {' '.join(data['growths'][0]['cells'])}."
        case "monsters_acted":
            yield f"{view.card(data['card']).name} acts: {_result(data['growths'][0])}."
        case "effect_passed":
            yield f"{view.card(data['card']).name} finds nothing to do."
        case "season_scored":
            yield from _season(data["season"], view)


def _result(growth: Mapping[str, Any]) -> str:
    """Return where a monster moved, what it destroyed, or the coins that it gave or cost."""
    if growth.get("cleared"):
        return f"it moves to {' '.join(growth['cells'])}"
    if destroyed := growth["destroyed"]:
        return f"it destroys {' '.join(destroyed)}"
    coins = growth["reward_coins"]
    return f"{words.count_text(abs(coins), 'coin')} {'lost' if coins < 0 else 'earned'}"


def _season(season: int, view: View) -> Iterator[str]:
    card, scored = view.definition.seasons[season], view.scores[season][_ALONE]
    edicts = ", ".join(f"{letter} {earned}" for letter, earned in zip(card.edicts, scored.edicts, strict=True))
    yield (
        f"{words.code_text(card.id)}: {words.stars_text(scored.total)} "
        f"(edicts {edicts}; coins {scored.coins}; monsters {-scored.losses})"
    )


def open_turn_lines(view: View, colour: bool) -> Iterator[str]:
    """Yield the lines for the current turn: the season, the map, and what the player is asked."""
    season = view.definition.seasons[view.season]
    yield (
        f"\n{words.code_text(season.id)}, turn {view.turn}, time {view.time} of {season.threshold}, "
        + words.count_text(view.coins[_ALONE], "coin")
    )
    yield from map_lines(view.boards[_ALONE], colour=colour)
    if view.next_card:
        yield f"Next card: {view.next_card.name}"
    match view.owed:
        case SpaceChoice() as choice:
            yield from _choice(choice)
        case Desk() as desk if view.open:
            yield from _desk(view.open, desk, {skill.id: skill.name for skill in view.skills})


def _choice(choice: SpaceChoice) -> Iterator[str]:
    match effect_of(choice.card).action:
        case EffectAction.DRAW:
            question = "is drawn on one space. Type which"
        case EffectAction.MOVE:
            question = "moves one space. Type where its first space moves to"
        case _:
            question = "destroys one space. Type which"
    yield f"{choice.card.name} {question}: {' '.join(space_names(choice.targets))}"


def _desk(card: DeckCard, desk: Desk, skills: Mapping[str, str]) -> Iterator[str]:
    yield f"{card.name}:"
    if desk.offer.forced is not Forced.NO:
        yield words.FORCED[desk.offer.forced]
    if desk.offer.covering:
        place = f"a space of its place ({desk.offer.place})" if desk.offer.place else "empty ruins"
        yield f"It has to cover {place}: {words.space_list(desk.offer.covering)}"
    for number, option in enumerate(desk.offer.options, 1):
        notes = [", a coin" if option.coin else ""]
        if option.skill:
            notes.append(f", with {skills[option.skill]} for {words.count_text(option.cost, 'coin')}")
        yield f"{number} {' or '.join(terrain.word for terrain in option.terrains)}{''.join(notes)}"
        yield from (f"    {row}" for row in _shape(card, option))


def _shape(card: DeckCard, option: Option) -> list[str]:
    """Return a shape as rows of text; for a hero (`H`) also its attack (`*`)."""
    if not (isinstance(card, HeroCard) and option.shape.attack):
        return option.shape.rows()
    cells = sorted({(0, 0), *option.shape.attack})
    top, left = cells[0][0], min(column for _, column in cells)
    rows = [list(row.replace("#", "*")) for row in drawing([(row - top, column) for row, column in cells])]
    rows[-top][-left] = "H"
    return ["".join(row) for row in rows]


def legal_answer_lines(view: View) -> Iterator[str]:
    """Return every legal answer, one line for all that differ only in position."""
    match view.owed:
        case SpaceChoice(targets=targets):
            yield " ".join(space_names(targets))
        case Desk(offer=offer):
            yield from _placements(offer)


def _placements(offer: Offer) -> Iterator[str]:
    for (option, terrain, turn), group in groupby(
        offer.placements(), key=lambda one: (one.option, one.terrain, one.turn)
    ):
        held = f"r{turn.quarters}{' f' if turn.flipped else ''}"
        places = " ".join(space_name(placement.anchor) for placement in group)
        yield f"{option + 1} {terrain.word} {held}: {places}"


def result_lines(view: View) -> Iterator[str]:
    """Return the stars by season and edict, the rating and the title."""
    yield "\nThe game is over."
    for season in range(len(view.scores)):
        yield from _season(season, view)
    yield f"In all: {words.stars_text(view.standings.places[0].score)}"
    if view.standings.rating is not None:
        yield f"Rating: {view.standings.rating}, {words.code_text(view.standings.title)}"
