"""Rules of a move: steps, fields, and chips that are passed."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.gisborne.reference.field_rules import FIELD_RULES
from games.gisborne.reference.rulings import ruling
from games.play.rulebook import Chapter, Item, Rule

MOVE_CHAPTERS: Final = (
    Chapter(
        "move",
        _("Moving"),
        summary=(
            Rule(
                _(
                    "Your pawn goes as many steps as your cards are worth. Fields with other pawns count. If your last "
                    "step ends on another pawn, you are pushed on to the next free field."
                )
            ),
            Rule(
                _(
                    "A pawn that goes on from the last field uncovers the next tile, and a new chip is placed on "
                    "its viewpoint."
                )
            ),
        ),
        full=(
            Item(_("With the tent, your pawn stays where it is, and nothing happens to it.")),
            Item(
                _(
                    "Without it, you take as many steps as your cards are worth in all. If you were in a swamp when "
                    "the round began, you take half as many, rounded down. You must use all your steps."
                )
            ),
            Item(
                _(
                    "A step leads to the next field, and from the bar to field 1. Fields on which other pawns stand "
                    "count as steps."
                )
            ),
            Item(
                _(
                    "When a pawn goes on from the last field of the way, the next tile of the stack is uncovered "
                    "and joins the way. The top chip of the chip pile is placed on its viewpoint. A pawn that stops "
                    "on the last field uncovers nothing."
                )
            ),
            Item(
                _(
                    "After the ninth path tile, the end tile joins the way. A step from its last field leads onto the "
                    "beach. There the pawn takes the highest free slot."
                )
            ),
            Item(
                _(
                    "When you have used your steps, you are pushed on field by field as long as another pawn is on "
                    "yours. Then you take chips that all players have passed. If you are on the first field of a "
                    "bridge, you cross it, and this paragraph applies again. Finally you land: your field takes "
                    "effect, once."
                )
            ),
            ruling(
                10,
                _(
                    "Half of 1 step, rounded down, is 0. If you lay a single bronze 1 in a swamp, your pawn stays, "
                    "and nothing happens to it. The card is spent, and you draw back as usual."
                ),
            ),
            ruling(
                11,
                _("A push is like a step: it can lead over a river, uncover a tile, or end on the beach."),
            ),
            ruling(
                12,
                _(
                    "If a push leads from the end of a bridge onto the first field of another bridge, you cross that "
                    "bridge too. No pawn ever rests on the first field of a bridge."
                ),
            ),
            ruling(
                13,
                _("Your field takes effect no matter how you got there: by steps, by a push or over a bridge."),
            ),
            ruling(14, _("You don’t need an exact number of steps to reach the beach. Any steps left over are lost.")),
            ruling(15, _("The numbers of the slots only show the order of arrival. They aren’t points.")),
        ),
    ),
    Chapter(
        "fields",
        _("Fields"),
        summary=tuple(Item(rule.short, subject=rule.name) for rule in FIELD_RULES if rule.short),
        full=(
            *(Item(rule.full, subject=rule.name) for rule in FIELD_RULES if rule.short),
            ruling(
                18,
                _("You choose the chip for the wolves. It can be a chip that you took by passing it in the same move."),
            ),
            ruling(
                19,
                _("You discard cards as you cross the river, before you go on and before later tiles are uncovered."),
            ),
            ruling(
                20,
                _(
                    "At a river, only the cards in your hand count, not your play or your tent. There is no other "
                    "limit to the number of cards in your hand."
                ),
            ),
        ),
    ),
    Chapter(
        "passing",
        _("Passed chips"),
        summary=(
            Rule(_("If you are the last player to pass a chip, you take it. This doesn’t trigger a position scoring.")),
        ),
        full=(
            Rule(
                _(
                    "You have passed a chip if your pawn is beyond its field, even over a bridge or on the beach. "
                    "If all players have passed a chip after your move, you take it. If there are several, you take "
                    "the one on the lowest-numbered field first."
                )
            ),
            Rule(
                _(
                    "This doesn’t trigger a position scoring. A pawn that stops on a viewpoint has landed there and "
                    "hasn’t passed its chip."
                )
            ),
            ruling(
                21,
                _(
                    "You take passed chips as soon as your steps and pushes are done, after each bridge, and when you "
                    "reach the beach. Only then does your field take effect."
                ),
            ),
        ),
    ),
)
