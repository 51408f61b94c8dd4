"""Stored form of events: a kind and JSON data.

Spaces are written by name, so a game can be read next to the rulebook. Every field of an event is a key of its data.
The first event also carries the `VERSION` of this form.

Keys for fields added to the rules later may be missing in older games. The decoder of each such key documents its
default.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, TypeVar

from engine import json_values
from engine.cartographers import cards
from engine.cartographers.events import (
    AmbushDeckShuffled,
    CardRevealed,
    ChoiceAsked,
    Chosen,
    Definition,
    Drawn,
    EdictsLaid,
    EffectPassed,
    Event,
    GameEnded,
    GameStarted,
    Growth,
    HeroDeckShuffled,
    MonstersActed,
    MonstersSpread,
    MonstersWalkedIn,
    MonsterWalkedIn,
    SeasonBegan,
    SeasonScore,
    SeasonScored,
    SkillsOffered,
    SkillUsed,
    TakenBack,
    TurnClosed,
)
from engine.cartographers.geometry import Mask, mask_of
from engine.cartographers.notation import Placement, placement_of, space_names, space_of
from engine.cartographers.placement import Forced, HeroPattern, SingleTerrain
from engine.cartographers.scoring.families import Clause, ClusterClause, features_named, touches_own
from engine.cartographers.scoring.parameters import parameters_of
from engine.cartographers.scoring.unions import FeatureUnion
from engine.cartographers.skills import Skill, skill_from_json, skill_to_json
from engine.cartographers.terrain import Feature, Terrain
from engine.contract import Seat

Data = dict[str, Any]
Value = TypeVar("Value")

VERSION = 6
"""Newest storage format. A game is written in the oldest format that can hold all of it, so that as many older
readers as possible can read it.
Version 1 has no version number and no coins for surrounding a monster. In versions 1 and 2, a space of a cluster
counted as adjacent to that cluster if another of its spaces was next to it; games of these versions are still
scored this way. Version 4 adds monsters that appear on every map, and wasteland that can be destroyed. Version 5 adds
scoring cards with penalties and tiers, those that don't just add up their clauses, ambush effects made of blocks,
explore cards that are tied to a place, and map sheets with printed terrain. Version 6 adds skills, landmarks, coin
spaces and regions of map sheets and what refers to them, explore cards that are drawn over terrain, monsters that move
or act on regions, and sets and equal numbers of terrains counted as one.
"""


def encode(event: Event) -> tuple[str, Data]:
    """Return the stored form of an event: its kind and JSON data."""
    data = _write(event)
    return _NAMES[type(event)], data | {"version": _version(event)} if isinstance(event, GameStarted) else data


def _version(started: GameStarted) -> int:
    definition = started.definition
    if _needs_version_6(definition):
        return 6
    if any(card.effect is not None and not card.effect.is_published for card in definition.ambushes):
        return 5
    if any(_is_combined(card) for card in definition.pool):
        return 5
    if any(card.place is not None for card in definition.explore) or definition.sheet.terrain:
        return 5
    if definition.monsters_walk or definition.destroys_wasteland:
        return 4
    clauses = [clause for card in definition.pool for clause in card.clauses]
    return 3 if any(isinstance(clause, ClusterClause) and _has_new_reading(clause) for clause in clauses) else 2


def _needs_version_6(definition: Definition) -> bool:
    sheet = definition.sheet
    if definition.skills or sheet.landmarks or sheet.tolls or sheet.regions:
        return True
    if any(card.effect is not None and card.effect.needs_version_6 for card in definition.ambushes):
        return True
    if any(card.overlap is not cards.Overlap.NONE or card.place not in _OLDER_PLACES for card in definition.explore):
        return True
    return any(_has_newer_features(clause) for card in definition.pool for clause in card.clauses)


_OLDER_PLACES = (None, cards.Place.EDGE, cards.Place.MOUNTAIN)


def _has_newer_features(clause: Clause) -> bool:
    """Return True if a clause names features of version 6, or has unions in a list of features."""
    if any(feature >= Feature.LANDMARK for feature in features_named(clause)):
        return True
    groups = [value for name in parameters_of(clause) if isinstance(value := getattr(clause, name), tuple)]
    return any(isinstance(group, FeatureUnion) for listed in groups for group in listed)


def _is_combined(card: cards.ScoringCard) -> bool:
    return not card.is_plain_sum or any(clause.stars < 0 for clause in card.clauses)


def _has_new_reading(clause: ClusterClause) -> bool:
    return touches_own(clause) and not clause.counts_own


def decode(kind: str, data: Data) -> Event:
    """Build an event from its stored form. Raises ValueError naming the field if the kind is unknown or the data does
    not match it.
    """
    if kind not in _KINDS:
        raise ValueError(f'"{kind}" is no kind of event')
    try:
        return _KINDS[kind][1](_Stored(data))
    except ValueError as error:
        raise ValueError(f"{kind}: {error}") from None


def definition_to_json(definition: Definition) -> Data:
    """Return the stored form of a definition."""
    return {
        "sheet": cards.sheet_to_json(definition.sheet),
        "seasons": [cards.season_to_json(season) for season in definition.seasons],
        "explore": [cards.explore_to_json(card) for card in definition.explore],
        "ruins": [cards.ruins_to_json(card) for card in definition.ruins],
        "ambushes": [cards.ambush_to_json(card) for card in definition.ambushes],
        "heroes": [cards.hero_to_json(card) for card in definition.heroes],
        "pool": [cards.scoring_to_json(card) for card in definition.pool],
        "singles": [terrain.word for terrain in definition.singles],
        "single_terrain": definition.single_terrain.value,
        "hero_pattern": definition.hero_pattern.value,
        "coin_track": definition.coin_track,
        "practice": definition.practice,
        **{key: True for key in _SINCE_VERSION_4 if getattr(definition, key)},
        **({"skills": list(map(skill_to_json, definition.skills))} if definition.skills else {}),
    }


_SINCE_VERSION_4 = ("monsters_walk", "destroys_wasteland")
"""Flags that are only written when set, so that all other games keep an older format."""


def definition_from_json(data: Data) -> Definition:
    """Build a definition from its stored form. Raises ValueError naming the field."""
    stored, none = _Stored(data), tuple[cards.HeroCard, ...]()
    return Definition(
        sheet=stored.get("sheet", lambda value: cards.sheet_from_json(json_values.mapping(value))),
        seasons=stored.get("seasons", lambda value: json_values.each(value, cards.season_from_json)),
        explore=stored.get("explore", lambda value: json_values.each(value, cards.explore_from_json)),
        ruins=stored.get("ruins", lambda value: json_values.each(value, cards.ruins_from_json)),
        ambushes=stored.get("ambushes", lambda value: json_values.each(value, cards.ambush_from_json)),
        heroes=stored.get("heroes", lambda value: json_values.each(value, cards.hero_from_json), none),
        pool=stored.get("pool", lambda value: json_values.each(value, cards.scoring_from_json)),
        singles=stored.get("singles", lambda value: tuple(map(Terrain.from_word, json_values.items(value)))),
        single_terrain=stored.get("single_terrain", SingleTerrain),
        hero_pattern=stored.get("hero_pattern", HeroPattern, HeroPattern.TURNABLE),
        coin_track=stored.get("coin_track", json_values.count),
        practice=stored.get("practice", json_values.flag, False),
        monsters_walk=stored.get("monsters_walk", json_values.flag, False),
        destroys_wasteland=stored.get("destroys_wasteland", json_values.flag, False),
        skills=stored.get("skills", _skills, tuple[Skill, ...]()),
    )


def _skills(value: Any) -> tuple[Skill, ...]:
    return json_values.each(value, skill_from_json)


class _Stored:
    """Reader for the data of an event, one field at a time. Each ValueError names the field."""

    __slots__ = ("_data",)

    def __init__(self, data: Any) -> None:
        if not isinstance(data, dict):
            raise ValueError(f"{data!r:.40} is no data of an event")
        self._data: Data = data

    def get(self, name: str, read: Callable[[Any], Value], *older: Value) -> Value:
        """Return the value of a field, or `older` if given and the field is missing, as in old records."""
        try:
            value = self._data[name]
        except KeyError:
            if older:
                return older[0]
            raise ValueError(f"{name}: is missing") from None
        try:
            return read(value)
        except KeyError as missing:
            raise ValueError(f"{name}: {missing.args[0]}: is missing") from None
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None

    def rewards(self) -> tuple[tuple[str, ...], int]:
        """Return the surrounded monsters, and the coins earned for them or by an effect."""
        none: tuple[str, ...] = ()
        rewards = self.get("rewards", json_values.texts, none)
        return rewards, self.get("reward_coins", json_values.number, cards.REWARD_IN_VERSION_1 * len(rewards))


def _seat(value: Any) -> Seat:
    return Seat(json_values.count(value))


def _game_started(stored: _Stored) -> GameStarted:
    version = stored.get("version", json_values.count, 1)
    if version > VERSION:
        raise ValueError(f"version: {version} is newer than {VERSION}, the newest that can be read")
    definition = stored.get("definition", definition_from_json)
    if version < 3:
        definition = replace(definition, pool=tuple(map(_restore_old_reading, definition.pool)))
    return GameStarted(definition, stored.get("seats", json_values.count))


def _restore_old_reading(card: cards.ScoringCard) -> cards.ScoringCard:
    """Return a scoring card as it was read in versions 1 and 2."""
    clauses = tuple(
        replace(clause, counts_own=True) if isinstance(clause, ClusterClause) and touches_own(clause) else clause
        for clause in card.clauses
    )
    return card if clauses == card.clauses else replace(card, clauses=clauses)


def _edicts_laid(stored: _Stored) -> EdictsLaid:
    return EdictsLaid(stored.get("cards", _edicts), stored.get("drawn", json_values.flag))


def _season_began(stored: _Stored) -> SeasonBegan:
    season, deck = stored.get("season", json_values.count), stored.get("deck", json_values.texts)
    return SeasonBegan(season, deck, stored.get("ambush", json_values.text), stored.get("hero", json_values.text, ""))


def _drawn(stored: _Stored) -> Drawn:
    rewards, reward_coins = stored.rewards()
    return Drawn(
        turn=stored.get("turn", json_values.count),
        seat=stored.get("seat", _seat),
        subject=stored.get("subject", _seat),
        placement=stored.get("placement", _placement),
        cells=stored.get("cells", _mask),
        terrain=stored.get("terrain", Terrain.from_word),
        coin=stored.get("coin", json_values.flag),
        mountains=stored.get("mountains", _mask),
        forced=stored.get("forced", Forced),
        initial=stored.get("initial", json_values.optional_text),
        attempt=stored.get("attempt", json_values.count),
        marks=stored.get("marks", _mask, 0),
        destroyed=stored.get("destroyed", _mask, 0),
        rewards=rewards,
        reward_coins=reward_coins,
        landmarks=stored.get("landmarks", _mask, 0),
        landmark_coins=stored.get("landmark_coins", json_values.count, 0),
        spent=stored.get("spent", json_values.count, 0),
        skill=stored.get("skill", json_values.text, ""),
        replaced=stored.get("replaced", _mask, 0),
    )


def _skill_used(stored: _Stored) -> SkillUsed:
    return SkillUsed(
        turn=stored.get("turn", json_values.count),
        seat=stored.get("seat", _seat),
        skill=stored.get("skill", json_values.text),
        spent=stored.get("spent", json_values.count),
    )


def _monster_walked_in(stored: _Stored) -> MonsterWalkedIn:
    rewards, reward_coins = stored.rewards()
    return MonsterWalkedIn(
        turn=stored.get("turn", json_values.count),
        cells=stored.get("cells", _mask),
        mountains=stored.get("mountains", _mask),
        initial=stored.get("initial", json_values.optional_text),
        destroyed=stored.get("destroyed", _mask, 0),
        rewards=rewards,
        reward_coins=reward_coins,
        landmarks=stored.get("landmarks", _mask, 0),
        landmark_coins=stored.get("landmark_coins", json_values.count, 0),
    )


def _chosen(stored: _Stored) -> Chosen:
    rewards, reward_coins = stored.rewards()
    return Chosen(
        turn=stored.get("turn", json_values.count),
        seat=stored.get("seat", _seat),
        subject=stored.get("subject", _seat),
        card=stored.get("card", json_values.text),
        destroyed=stored.get("destroyed", _mask),
        mountains=stored.get("mountains", _mask),
        rewards=rewards,
        attempt=stored.get("attempt", json_values.count),
        reward_coins=reward_coins,
        grown=stored.get("grown", _mask, 0),
        initial=stored.get("initial", json_values.text, ""),
        landmarks=stored.get("landmarks", _mask, 0),
        landmark_coins=stored.get("landmark_coins", json_values.count, 0),
        cleared=stored.get("cleared", _mask, 0),
    )


def _growth(data: Any) -> Growth:
    stored = _Stored(data)
    rewards, reward_coins = stored.rewards()
    return Growth(
        cells=stored.get("cells", _mask),
        destroyed=stored.get("destroyed", _mask, 0),
        mountains=stored.get("mountains", _mask),
        rewards=rewards,
        reward_coins=reward_coins,
        landmarks=stored.get("landmarks", _mask, 0),
        landmark_coins=stored.get("landmark_coins", json_values.count, 0),
        cleared=stored.get("cleared", _mask, 0),
    )


def _growths(value: Any) -> tuple[Growth, ...]:
    return json_values.each(value, _growth)


def _scores(value: Any) -> tuple[SeasonScore, ...]:
    return json_values.each(value, _score)


def _score(data: Data) -> SeasonScore:
    stored = _Stored(data)
    edicts = stored.get("edicts", lambda value: tuple(map(json_values.number, json_values.items(value))))
    if len(edicts) != 2:
        raise ValueError("edicts: a season has two")
    coins, losses = stored.get("coins", json_values.count), stored.get("losses", json_values.count)
    return SeasonScore((edicts[0], edicts[1]), coins, losses)


def _edicts(value: Any) -> tuple[str, str, str, str]:
    laid = json_values.texts(value)
    if len(laid) != len(cards.Edict):
        raise ValueError(f"{value!r:.60} is not one card for each edict")
    one, two, three, four = laid
    return one, two, three, four


def _placement(value: Any) -> Placement:
    return placement_of(json_values.text(value))


def _mask(names: Any) -> Mask:
    return mask_of([space_of(json_values.text(name)) for name in json_values.items(names)])


_KINDS: dict[str, tuple[type[Event], Callable[[_Stored], Event]]] = {
    "game_started": (GameStarted, _game_started),
    "edicts_laid": (EdictsLaid, _edicts_laid),
    "skills_offered": (SkillsOffered, lambda stored: SkillsOffered(stored.get("skills", json_values.texts))),
    "ambush_deck_shuffled": (
        AmbushDeckShuffled,
        lambda stored: AmbushDeckShuffled(stored.get("deck", json_values.texts)),
    ),
    "hero_deck_shuffled": (HeroDeckShuffled, lambda stored: HeroDeckShuffled(stored.get("deck", json_values.texts))),
    "season_began": (SeasonBegan, _season_began),
    "card_revealed": (
        CardRevealed,
        lambda stored: CardRevealed(stored.get("card", json_values.text), stored.get("turn", json_values.count)),
    ),
    "drawn": (Drawn, _drawn),
    "skill_used": (SkillUsed, _skill_used),
    "taken_back": (
        TakenBack,
        lambda stored: TakenBack(stored.get("turn", json_values.count), stored.get("seat", _seat)),
    ),
    "turn_closed": (TurnClosed, lambda stored: TurnClosed(stored.get("turn", json_values.count))),
    "monster_walked_in": (MonsterWalkedIn, _monster_walked_in),
    "monsters_walked_in": (
        MonstersWalkedIn,
        lambda stored: MonstersWalkedIn(
            stored.get("turn", json_values.count), stored.get("card", json_values.text), stored.get("growths", _growths)
        ),
    ),
    "choice_asked": (
        ChoiceAsked,
        lambda stored: ChoiceAsked(stored.get("turn", json_values.count), stored.get("card", json_values.text)),
    ),
    "chosen": (Chosen, _chosen),
    "monsters_spread": (
        MonstersSpread,
        lambda stored: MonstersSpread(stored.get("card", json_values.text), stored.get("growths", _growths)),
    ),
    "monsters_acted": (
        MonstersActed,
        lambda stored: MonstersActed(stored.get("card", json_values.text), stored.get("growths", _growths)),
    ),
    "effect_passed": (EffectPassed, lambda stored: EffectPassed(stored.get("card", json_values.text))),
    "season_scored": (
        SeasonScored,
        lambda stored: SeasonScored(stored.get("season", json_values.count), stored.get("scores", _scores)),
    ),
    "game_ended": (GameEnded, lambda _: GameEnded()),
}
"""Event classes and their data readers, by kind."""

_NAMES = {kind: name for name, (kind, _) in _KINDS.items()}


def _write(thing: Event | Growth) -> Data:
    names = [entry.name for entry in fields(thing)]
    values = {name: getattr(thing, name) for name in names if name not in _SINCE_VERSION_6 or getattr(thing, name)}
    data = {name: _WRITERS.get(name, _same)(value) for name, value in values.items()}
    if isinstance(thing, Chosen) and not thing.grown:
        del data["grown"], data["initial"]  # since version 5
    return data


_SINCE_VERSION_6 = frozenset(("landmarks", "landmark_coins", "spent", "skill", "cleared", "replaced"))
"""Fields of events that are only written when set, so that all other games keep an older format."""


def _names(mask: Mask) -> list[str]:
    return list(space_names(mask))


def _same(value: Any) -> Any:
    return value


def _score_to_json(score: SeasonScore) -> Data:
    return {"edicts": list(score.edicts), "coins": score.coins, "losses": score.losses}


_WRITERS: dict[str, Callable[[Any], Any]] = {
    "definition": definition_to_json,
    "placement": str,
    "terrain": lambda terrain: terrain.word,
    "forced": lambda forced: forced.value,
    **dict.fromkeys(("cells", "mountains", "marks", "destroyed", "grown", "landmarks", "cleared", "replaced"), _names),
    **dict.fromkeys(("deck", "cards", "rewards", "skills"), list),
    "scores": lambda scores: [_score_to_json(score) for score in scores],
    "growths": lambda growths: [_write(growth) for growth in growths],
}
"""Field writers by field name. Other fields are written unchanged."""
