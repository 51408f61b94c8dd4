"""What a drawing or a choice would change, figure by figure."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.cartographers.cards import Edict, ScoringCard
from engine.cartographers.forecast import Forecast, foreseen
from engine.cartographers.notation import space_names
from engine.cartographers.position import Position
from engine.cartographers.view import View
from games.cartographers.goals.figures import COINS, MONSTERS, NOW, STARS
from games.cartographers.words.names import card_name, season_name
from games.cartographers.words.scoring.rules import rule_sentences
from games.play.numbers import figure


@dataclass(frozen=True, slots=True)
class Change:
    """What a drawing would change: a figure now and then. Its present one is explained as that `part` of a `season`;
    edicts have their `letter` and `card`, `due` where the season that is scored next counts them, `finished` where none
    does any more, and by name the `spaces` behind their stars now; others the name of their symbol. `short` is a label
    for where there is little room.
    """

    label: str
    now: int
    then: int
    part: str
    season: str = NOW
    letter: str = ""
    card: ScoringCard | None = None
    due: bool = False
    finished: bool = False
    spaces: str = ""
    glyph: str = ""
    short: str = ""

    @property
    def css(self) -> str:
        """Its classes."""
        said = {"better": self.better, "worse": self.worse, "due": self.due, "finished": self.finished}
        return " ".join(["change", *(name for name, so in said.items() if so)])

    @property
    def rule(self) -> str:
        """What the edict asks for, "" for what is none."""
        return " ".join(rule_sentences(self.card)) if self.card else ""

    @property
    def figures(self) -> tuple[str, str]:
        """Now and then, as they are written."""
        return figure(self.now), figure(self.then)

    @property
    def difference(self) -> str:
        """What is gained or lost, with its sign."""
        gained = figure(self.then - self.now)
        return f"+{gained}" if self.better else gained

    @property
    def better(self) -> bool:
        """Whether it rises."""
        return self.then > self.now

    @property
    def worse(self) -> bool:
        """Whether it falls."""
        return self.then < self.now


def changes(view: View, position: Position, drawn: Position) -> tuple[Change, ...]:
    """What a drawing would change, or how things stand where it is the same position: the stars of each edict, first of
    those that are due and last of those that are finished, the coins, what monsters cost, and what the next scoring
    would bring.
    """
    now, then, season = foreseen(view, position), foreseen(view, drawn), view.next_season
    all_changes = sorted(_edict_changes(view, now, then), key=lambda edict: (not edict.due, edict.finished))
    all_changes.append(Change(_("Coins"), now.coins.total, then.coins.total, COINS, glyph="coin"))
    lost = now.losses.total, then.losses.total
    all_changes.append(Change(_("Stars lost to monsters"), *lost, MONSTERS, glyph="monster"))
    if season:
        name = season_name(season.id)
        label = _("%(season)s score") % {"season": name}
        brought = now.as_of_now(season).total, then.as_of_now(season).total
        all_changes.append(Change(label, *brought, STARS, season.id, short=name))
    return tuple(all_changes)


def _edict_changes(view: View, now: Forecast, then: Forecast) -> list[Change]:
    season, to_come = view.next_season, letters_to_come(view)
    return [
        Change(
            _("Edict %(letter)s, %(card)s") % {"letter": letter, "card": card_name(before.card)},
            before.stars,
            after.stars,
            letter,
            letter=letter,
            card=before.card,
            due=season is not None and letter in season.edicts,
            finished=letter not in to_come,
            spaces=" ".join(space_names(before.lit)),
        )
        for letter, before, after in zip(Edict, now.edicts, then.edicts, strict=True)
    ]


def letters_to_come(view: View) -> set[str]:
    """The letters of the edicts that a season to come counts."""
    return {letter for season in view.seasons_to_come for letter in season.edicts}
