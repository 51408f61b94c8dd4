"""The four edicts with their stars, and why."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.cartographers.board import Board
from engine.cartographers.notation import space_names
from engine.cartographers.scoring.tally import score, stars
from engine.cartographers.view import View
from games.cartographers.words.features import figure
from games.cartographers.words.lists import and_list
from games.cartographers.words.names import card_name, season_name
from games.cartographers.words.rules_text import rule_sentences
from games.cartographers.words.score_text import contribution_sentence, no_stars_sentence

LETTERS = "ABCD"


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence for a contribution, and its spaces by name, for lighting them."""

    sentence: str
    spaces: str


@dataclass(frozen=True, slots=True)
class EdictView:
    """An edict: its letter, card and rule; the seasons that score it; whether this one does; its stars on the board
    looked at, and why.
    """

    letter: str
    name: str
    rules: tuple[str, ...]
    seasons: str
    due: bool
    stars: int
    reasons: tuple[Reason, ...]


def edicts(view: View, board: Board) -> tuple[EdictView, ...]:
    """The four edicts as they stand on a board."""
    return tuple(_edict(view, number, board) for number in range(len(view.edicts)))


def _edict(view: View, number: int, board: Board) -> EdictView:
    card, letter = view.edicts[number], LETTERS[number]
    tally = score(card, board)
    reasons = tuple(
        Reason(contribution_sentence(found, card), " ".join(space_names(found.lit))) for found in tally.contributions
    )
    seasons = [season for season in view.definition.seasons if letter in season.edicts]
    return EdictView(
        letter=letter,
        name=card_name(card),
        rules=tuple(rule_sentences(card)),
        seasons=and_list([season_name(season.id) for season in seasons]),
        due=not view.over and view.definition.seasons[view.season] in seasons,
        stars=tally.stars,
        reasons=reasons or (Reason(no_stars_sentence(card), ""),),
    )


@dataclass(frozen=True, slots=True)
class Change:
    """What a drawing would change: a figure now and then."""

    label: str
    now: int
    then: int

    @property
    def figures(self) -> tuple[str, str]:
        """Now and then, as they are written."""
        return figure(self.now), figure(self.then)

    @property
    def better(self) -> bool:
        """Whether it rises."""
        return self.then > self.now

    @property
    def worse(self) -> bool:
        """Whether it falls."""
        return self.then < self.now


def changes(view: View, board: Board, drawn: Board, coins: tuple[int, int]) -> tuple[Change, ...]:
    """What a drawing would change: the stars of each edict, the coins (now, then), and what monsters cost."""
    found = [
        Change(
            _("Edict %(letter)s, %(card)s") % {"letter": letter, "card": card_name(card)},
            stars(card, board),
            stars(card, drawn),
        )
        for letter, card in zip(LETTERS, view.edicts, strict=True)
    ]
    found.append(Change(_("Coins"), *coins))
    found.append(
        Change(_("Stars lost to monsters"), -board.monster_losses().bit_count(), -drawn.monster_losses().bit_count())
    )
    return tuple(found)
