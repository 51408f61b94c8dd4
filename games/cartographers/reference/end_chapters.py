"""Rules on the ends of seasons and games, with two players or more and solo."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.cartographers.reference.rule_box import RuleBox
from games.play.rulebook import Chapter, Rule

END_CHAPTERS: Final = (
    Chapter(
        "season",
        _("End of a season"),
        summary=(
            Rule(
                _(
                    "Two of the four edicts are scored each season: A and B in spring, B and C in summer, C and D in "
                    "fall, D and A in winter. Add 1 star for each coin and subtract 1 for each empty space next to a "
                    "monster."
                )
            ),
            Rule(_("The cards are then reshuffled with one more ambush card.")),
            Rule(_("If the game uses heroes, one hero card is added too."), box=RuleBox.HEROES),
        ),
        full=(
            Rule(
                _(
                    "Every player scores two edicts: A and B in spring, B and C in summer, C and D in fall, D and A "
                    "in winter. Each coin scores 1 star. Each empty space adjacent to one or more monsters loses 1 "
                    "star."
                )
            ),
            Rule(
                _(
                    "Then, except after winter, all explore and ruins cards are shuffled back into the deck with 1 "
                    "more ambush card and, in games with heroes, 1 more hero card. Ambush and hero cards that have "
                    "not been revealed stay in the deck."
                )
            ),
        ),
    ),
    Chapter(
        "end",
        _("End of the game"),
        summary=(
            Rule(
                _(
                    "After winter, the player with the most stars wins. Ties go to the player who lost fewer stars to "
                    "monsters. If still tied, the players share the victory."
                )
            ),
        ),
        full=(
            Rule(
                _(
                    "The player with the most stars after winter wins. If players tie, the one who lost fewer stars "
                    "to monsters in the whole game is ahead. Players who are still tied share the rank."
                )
            ),
            Rule(
                _(
                    "A player who resigned, was removed or is replaced by a stand-in at the end never wins and never "
                    "ranks above a player who stayed. Their stars stay visible. A result counts only for players who "
                    "drew at least half of their turns themselves."
                ),
                box=RuleBox.CARTO,
            ),
        ),
    ),
    Chapter(
        "solo",
        _("Solo play"),
        summary=(
            Rule(
                _(
                    "In solo games, you play against the edicts. Each scoring card has a solo target. Your rating is "
                    "your stars minus the four targets, and it earns you a title, from Oblivious Inkdrinker to "
                    "Legendary Cartographer."
                )
            ),
        ),
        full=(
            Rule(
                _(
                    "Your rating is your stars minus the solo targets of the four scoring cards. It earns you one of "
                    "these titles:"
                )
            ),
            Rule(
                _(
                    "In a practice game, you can undo a turn until you reveal the next card. Practice games earn no "
                    "title."
                ),
                box=RuleBox.CARTO,
            ),
        ),
    ),
)
