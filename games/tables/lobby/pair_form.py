"""Form of pairing, and the offers to pair and to play solo meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, cast

from django import forms
from django.contrib.sessions.backends.base import SessionBase
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts.forms import CartoForm, new_command_id
from games.tables.game import solo_game
from games.tables.lobby.pairing import PairChoice, paired_games
from games.tables.models import Pace

_REMEMBERED: Final = "pair"
"""Session key of the last choice."""


class PairForm(CartoForm):
    """Small choice of what to be paired for. `setup` is the key of a game, with that of a set after a slash."""

    setup = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    pace = forms.ChoiceField(label=gettext_lazy("Time control"), required=False)

    def __init__(self, data: Mapping[str, Any] | None = None, *, initial: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial=dict(initial or {}))
        self.auto_id = "id_pair_%s"
        cast(forms.ChoiceField, self.fields["setup"]).choices = [("", _("Any")), *_setups()]
        paces = [(pace.value, pace.label) for pace in (Pace.LIVE, Pace.DAYS)]
        cast(forms.ChoiceField, self.fields["pace"]).choices = [("", _("Any")), *paces]

    def choice(self) -> PairChoice:
        """Return the choice; the form must be valid."""
        game, _slash, chosen_set = self.cleaned_data["setup"].partition("/")
        return PairChoice(game, chosen_set, self.cleaned_data["pace"])


def _setups() -> list[tuple[str, str]]:
    setups = []
    for game in paired_games():
        sets = [(f"{game.key}/{key}", f"{game.name}: {name}") for key, name in game.sets.names()]
        setups += [(game.key, str(game.name)), *(sets if len(sets) > 1 else [])]
    return setups


@dataclass(frozen=True, slots=True)
class PairOffer:
    """Button to be paired, with the choice for it; `form` starts with the last choice of this browser."""

    form: PairForm
    command_id: str = field(default_factory=new_command_id)


def pair_offer(session: SessionBase) -> PairOffer | None:
    """Return the offer to be paired, or None if no game has several seats."""
    return PairOffer(PairForm(initial=remembered_choice(session))) if paired_games() else None


def remembered_choice(session: SessionBase) -> dict[str, str]:
    """Return the fields of this browser's last choice, as far as they are still valid."""
    stored = session.get(_REMEMBERED)
    form = PairForm(stored if isinstance(stored, dict) else {})
    form.full_clean()
    return {name: form.cleaned_data.get(name, "") for name in form.fields}


def remember_choice(session: SessionBase, form: PairForm) -> None:
    """Store the choice of a valid form for the next time."""
    chosen = {name: value for name, value in form.cleaned_data.items() if value}
    if chosen or _REMEMBERED in session:
        session[_REMEMBERED] = chosen


def solo_command_id() -> str:
    """Return the id of the form that starts a solo game meanwhile, "" if no game has a solo mode."""
    return new_command_id() if solo_game() else ""
