"""Edicts, coins and stars in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.cartographers.cards import Edict, Season
from engine.cartographers.events import SeasonScore
from engine.cartographers.forecast import forecast_view
from engine.cartographers.position import Position
from engine.cartographers.scoring.tally import Tally
from engine.cartographers.view import View
from engine.contract import Seat
from games.cartographers.goals.panels import monsters_in_force
from games.cartographers.goals.score_words import (
    coins_sentence,
    contribution_sentence,
    losses_sentence,
    measure_sentence,
    missing_sentence,
    no_stars_sentence,
    target_sentence,
)
from games.cartographers.goals.scores import season_score, solo_target, year_stars
from games.cartographers.goals.standings_words import (
    standing_sentence,
    unranked_sentence,
    winners_sentence,
)
from games.cartographers.map.map_text import monster_places
from games.cartographers.typed.map_owner import ReaderFacts
from games.cartographers.words.features import coins_of, stars_of
from games.cartographers.words.names import as_on_paper_sentence, card_name, season_name
from games.cartographers.words.scoring.rules import rule_sentences
from games.play.standings import fork_places
from games.play.words import and_list, figure


def edict_sentences(view: View, edict: Edict, position: Position) -> tuple[str, ...]:
    """Return sentences about an edict: its rule, the seasons that score it, and the reasons for its stars."""
    card = view.edicts[edict.number]
    if view.as_on_paper:
        words = {"letter": edict.value, "card": card_name(card)}
        headline = _("Edict %(letter)s, %(card)s.") % words
        return (headline, *rule_sentences(card), _scored(view, edict), _uncounted(view))
    tally = forecast_view(view, position).edict(edict)
    reasons = [contribution_sentence(contribution, card) for contribution in tally.contributions]
    words = {"letter": edict.value, "card": card_name(card), "stars": stars_of(tally.stars)}
    headline = _("Edict %(letter)s, %(card)s: %(stars)s.") % words
    target = [target_sentence(card)] if view.seats == 1 else []
    reasons = reasons or [no_stars_sentence(card)]
    if missing := missing_sentence(card, position.board):
        reasons.append(missing)
    return (headline, *rule_sentences(card), _scored(view, edict), *target, *reasons)


def _scored(view: View, edict: Edict) -> str:
    seasons = [season for season in view.definition.seasons if edict in season.edicts]
    text = _("Scored in: %(seasons)s.") % {"seasons": and_list([season_name(season.id) for season in seasons])}
    return _with_season(text, view, edict)


def _with_season(text: str, view: View, edict: Edict) -> str:
    """Return the text, with a note if the edict is scored this season."""
    counts = not view.over and edict in view.definition.seasons[view.season].edicts
    return " ".join([text, _("Scored this season.")]) if counts else text


def edicts_sentences(view: View, position: Position) -> tuple[str, ...]:
    """Return a sentence for each edict with its stars on a map."""
    if view.as_on_paper:
        return (*(_uncounted_edict(view, edict) for edict in Edict), _uncounted(view))
    outlook = forecast_view(view, position)
    return tuple(_edict(view, edict, outlook.edict(edict)) for edict in Edict)


def _uncounted(view: View) -> str:
    return as_on_paper_sentence(seated=view.viewer is not None)


def _uncounted_edict(view: View, edict: Edict) -> str:
    words = {"letter": edict.value, "card": card_name(view.edicts[edict.number])}
    return _with_season(_("%(letter)s, %(card)s.") % words, view, edict)


def _edict(view: View, edict: Edict, tally: Tally) -> str:
    words = {"letter": edict.value, "card": card_name(tally.card), "stars": stars_of(tally.stars)}
    text = _("%(letter)s, %(card)s: %(stars)s.") % words
    return _with_season(text, view, edict)


def monsters_sentences(view: View, position: Position) -> tuple[str, ...]:
    """Return sentences about stars lost to monsters, the spaces of monsters, and their effects to come."""
    acting = [f"{monster.name}: {monster.effect}" for monster in monsters_in_force(view).each]
    lost = _uncounted(view) if view.as_on_paper else losses_sentence(forecast_view(view, position).losses.lit)
    return (lost, *monster_places(position.board), *acting)


def coins_sentences(view: View, seat: Seat) -> tuple[str, ...]:
    """Return sentences about a seat's coins."""
    coins, track = view.coins[seat], view.definition.coin_track
    counted = _("%(coins)s.") % {"coins": coins_of(coins)} if view.as_on_paper else coins_sentence(coins)
    return (counted, _("The track has %(n)s spaces.") % {"n": track})


def sheet_sentences(view: View, seat: Seat) -> tuple[str, ...]:
    """Return a seat's score sheet by season, with unscored seasons as if scored now."""
    sentences = [
        _season(season, scores[seat]) for season, scores in zip(view.definition.seasons, view.scores, strict=False)
    ]
    measure = (measure_sentence(solo_target(view)),) if view.seats == 1 else ()
    if not sentences:
        return (_("No season has been scored yet."), *_outlook(view, seat), *measure)
    total = view.total(seat)
    return (*sentences, _("Total: %(stars)s.") % {"stars": stars_of(total)}, *_outlook(view, seat), *measure)


def _outlook(view: View, seat: Seat) -> tuple[str, ...]:
    """Return sentences about the stars of the next scoring and of all seasons if scored now."""
    season = view.next_season
    if season is None:
        return ()
    if view.as_on_paper:
        return (_uncounted(view),)
    stars = stars_of(season_score(view, len(view.scores), seat).total)
    coming = _("%(season)s if scored now: %(stars)s.") % {"season": season_name(season.id), "stars": stars}
    return coming, _("All seasons if scored now: %(stars)s.") % {"stars": stars_of(year_stars(view, seat))}


def _season(season: Season, scored: SeasonScore) -> str:
    words = {
        "season": season_name(season.id),
        "one": season.edicts[0].value,
        "two": season.edicts[1].value,
        "stars_one": figure(scored.edicts[0]),
        "stars_two": figure(scored.edicts[1]),
        "coins": figure(scored.coins),
        "losses": figure(-scored.losses),
        "total": stars_of(scored.total),
    }
    return (
        _(
            "%(season)s: edict %(one)s %(stars_one)s, edict %(two)s %(stars_two)s, coins %(coins)s, "
            "monsters %(losses)s, total %(total)s."
        )
        % words
    )


def standings_sentences(known: ReaderFacts) -> tuple[str, ...]:
    """Return sentences about stars and coins of each seat, or about the result of a finished game.

    A fork has no winner, so its result is each seat's stars.
    """
    view = known.view
    if view.over and known.fork is not None:
        shown = fork_places(view.standings, known.fork)
        return tuple(unranked_sentence(place, known.names, view.viewer) for place in shown)
    if view.over:
        places = [standing_sentence(place, known.names, view.viewer) for place in view.standings.places]
        return (winners_sentence(view.standings, known.names, view.viewer), *places)
    return tuple(_standing_line(view, Seat(seat), name) for seat, name in enumerate(known.names))


def _standing_line(view: View, seat: Seat, name: str) -> str:
    words = {
        "name": _("You") if seat == view.viewer else name,
        "stars": stars_of(view.total(seat)),
        "coins": coins_of(view.coins[seat]),
    }
    return _("%(name)s: %(stars)s so far, %(coins)s.") % words
