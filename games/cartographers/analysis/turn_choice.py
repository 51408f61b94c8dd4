"""Choice of a turn of a past game, and of a player's map, to open on the analysis board."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.contract import Seat
from games.accounts.forms import CartoForm
from games.cartographers.analysis.links import after_url, turn_url
from games.cartographers.log.past_states import TurnHistory, find_past_turn, turn_history, view_for
from games.cartographers.others.stage import default_seat
from games.cartographers.words.names import card_name, season_name
from games.play.log import LOOK, turn_name, whole_log
from games.play.people import people
from games.tables.game import Seated

END: Final = "end"
"""Choice of the map at the end of the game."""


class TurnForm(CartoForm):
    """Form that chooses a player and a turn; `url` is the address of that position once it is valid."""

    look = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int)
    turn = forms.ChoiceField(
        label=gettext_lazy("Turn"),
        help_text=gettext_lazy(
            "Shows the map before the turn, with the turn’s card still to be drawn on it. For an ambush card, shows "
            "the map after the turn."
        ),
    )
    url: str

    def __init__(self, data: QueryDict | None, seated: Seated, tape: TurnHistory) -> None:
        view = view_for(seated)
        seat = default_seat(view) + 1
        look = data.get(LOOK) if data else None
        super().__init__(data if data and "turn" in data else None, initial={LOOK: look or seat})
        self._seated, self._tape = seated, tape
        self._offer(LOOK, [(person.seat + 1, person.name) for person in people(seated)])
        seasons = groupby(tape.turns, lambda turn: turn.season)
        self._offer(
            "turn",
            [
                *(
                    (
                        season_name(view.definition.seasons[season].id),
                        [
                            (turn.number, f"{turn_name(turn.number)}: {card_name(turn.after.card(turn.card))}")
                            for turn in turns
                        ],
                    )
                    for season, turns in seasons
                ),
                (END, _("End of the game")),
            ],
        )

    def _offer(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        cast(forms.ChoiceField, self.fields[name]).choices = choices

    def clean(self) -> dict[str, Any]:
        """Find the address of the position. The board can't show components that aren't in play."""
        cleaned = super().clean() or {}
        if not self.errors:
            self.url = self._url(cleaned["turn"], Seat(cleaned[LOOK] - 1))
            if not self.url:
                words = _("This turn can’t be analyzed: the game uses cards or a map sheet that aren’t available.")
                self.add_error(None, ValidationError(words, code="components"))
        return cleaned

    def _url(self, chosen: str, seat: Seat) -> str:
        is_end = chosen == END
        number = self._tape.turns[-1].number if is_end else int(chosen)
        turn = find_past_turn(self._tape, whole_log(self._seated), number, self._seated.seat)
        assert turn is not None, "only closed turns are offered"
        return (after_url if is_end else turn_url)(self._seated, self._tape, turn, seat)


@dataclass(frozen=True, slots=True)
class TurnChoicePage:
    """Page that chooses a turn of the table called `name`."""

    name: str
    table: str
    form: TurnForm


def turn_form(seated: Seated, query: QueryDict) -> TurnForm | None:
    """Return the form for a game that is over, or None while it is in progress and if no turn has closed."""
    if not seated.table.is_over or not seated.number:
        return None
    tape = turn_history(seated.table.code, whole_log(seated))
    return TurnForm(query or None, seated, tape) if tape.turns else None
