"""The season under way, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.cartographers.view import View
from games.cartographers.goals.season import season_view
from games.cartographers.typed.map_owner import Known
from games.cartographers.words.effects import no_stakes_sentence
from games.cartographers.words.names import season_name
from games.play.phrases import and_list


def season_line(view: View) -> str:
    """Return the sentence about the elapsed time of the current season."""
    if view.next_season is None:
        return no_stakes_sentence()
    season = view.definition.seasons[view.season]
    words = {"season": season_name(season.id), "time": view.time, "threshold": season.threshold}
    if view.time >= season.threshold:
        return _("%(season)s: time %(time)s of %(threshold)s. The season ends this turn.") % words
    return _("%(season)s: time %(time)s of %(threshold)s.") % words


def season_sentences(known: Known) -> tuple[str, ...]:
    """The season under way and its time, its edicts, what was revealed, and what ruins and monsters will do."""
    view = known.view
    season = season_view(view)
    counting = and_list([edict.value for edict in view.definition.seasons[view.season].edicts])
    cards = [_("%(card)s (time value %(time)s)") % {"card": card.name, "time": card.time} for card in season.cards]
    sentences = [season_line(view), _("Edicts %(letters)s are scored.") % {"letters": counting}]
    sentences.append(_("Revealed: %(cards)s.") % {"cards": and_list(cards)})
    sentences += [season.ruins] if season.ruins else []
    sentences += [f"{monster.name}: {monster.effect}" for monster in season.monsters.each]
    return tuple(sentences)
