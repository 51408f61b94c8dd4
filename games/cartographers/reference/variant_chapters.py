"""Rules that differ between tables: boxes, card rulings, editions and options."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.cartographers.reference.rule_box import RuleBox
from games.play.rulebook import Chapter, Item, Rule

VARIANT_CHAPTERS: Final = (
    Chapter(
        "mixing",
        _("Mixing the boxes"),
        full=(
            Item(
                _(
                    "Any map sheet and the season cards of either box can be used, with the explore deck of one box "
                    "or the other."
                )
            ),
            Item(
                _(
                    "Ambush cards can come from either box or both, still one each season. Scoring cards can come "
                    "from either box or both, still one from each stack."
                )
            ),
            Item(
                _(
                    "Hero cards are optional. With them, hero is a terrain type for every card that counts terrain "
                    "types."
                )
            ),
            Item(
                _(
                    "The two ruins cards are used unless map sheet, season cards, explore deck, ambush cards and "
                    "scoring cards are all from Heroes. The host can change this. Without ruins cards, ruins spaces "
                    "only matter for scoring cards."
                )
            ),
            Item(
                _(
                    "For a first game of Heroes, use Faunlost Thicket, Gnomish Colony, Ulem’s Wallow and Dwarvenholds "
                    "as edicts A to D."
                )
            ),
        ),
        box=RuleBox.HEROES,
    ),
    Chapter(
        "skills",
        _("Skills"),
        summary=(
            Rule(
                _(
                    "In games with skills, you can pay coins to draw an explore card in another way or to look at the "
                    "next card. You can use one skill per turn, as long as you have enough coins."
                )
            ),
            Rule(_("Coins that you spend leave the coin track and no longer score stars.")),
        ),
        full=(
            Rule(
                _(
                    "The set “Cartographers with skills” has skills, and sets made in the workshop can have them. If "
                    "a set has more than 3, the game picks 3 of them at random. All players have the same skills, and "
                    "a skill can be used again and again."
                )
            ),
            Item(
                _(
                    "When you draw an explore card, you can use one skill and pay for it with the coins that you had "
                    "before the turn. Skills can’t be used for ambush or hero cards."
                )
            ),
            Item(
                _("Drawings with a skill stay hidden like all others. If you undo your move, you get the coins back.")
            ),
            Item(
                _("If none of the card’s shapes fits, you can use a skill instead of drawing a single square for free.")
            ),
            Item(
                _(
                    "A skill changes only what it says: after a ruins card, a shape changed by a skill must still "
                    "cover an empty ruins space, unless the skill lets you draw it anywhere or on a monster."
                )
            ),
            Item(
                _(
                    "If the shape is the card’s own, it earns its coin. A larger, smaller or earlier shape and a "
                    "single square earn no coin."
                )
            ),
            Item(
                _(
                    "A monster space that is replaced is no longer a monster. A mountain that has earned its coin "
                    "doesn’t earn another one."
                )
            ),
            Item(
                _(
                    "A skill that shows the next card is used before you draw, and you pay at once. You see the card "
                    "until the turn ends, and you can’t use another skill. Other players see that you used it, but not "
                    "the card. Undoing your move doesn’t return these coins. In the last turn of a season there is no "
                    "next card."
                )
            ),
            Item(_("The analysis board doesn’t support skills.")),
        ),
        box=RuleBox.CARTO,
    ),
    Chapter(
        "rulings",
        _("Card rulings"),
        full=(
            Rule(
                _(
                    "A cluster is adjacent only to spaces outside it. Spaces that it covers, such as ruins it was "
                    "drawn on, don’t count."
                ),
                heading=_("Cards made in the workshop"),
                box=RuleBox.CARTO,
            ),
            Rule(
                _(
                    "An explore card can have a place: the edge of the map, next to a mountain or a landmark, or a "
                    "region. Its shape must then cover an empty space there if possible. After a ruins card, the ruins "
                    "apply instead."
                ),
                box=RuleBox.CARTO,
            ),
            Rule(
                _(
                    "The shape of an explore card can be allowed to cover spaces with terrain, monsters or heroes, "
                    "which are then replaced or destroyed. It must still cover at least one empty space. Mountains, "
                    "landmarks, wasteland and destroyed spaces can’t be covered."
                ),
                box=RuleBox.CARTO,
            ),
        ),
    ),
    Chapter(
        "editions",
        _("Editions"),
        full=(
            Rule(
                _(
                    "Six scoring cards of Heroes have been printed in two ways. Tables use the printed cards unless "
                    "the host chooses the preview edition of the early English rulebook; the page of each card shows "
                    "both. In the preview edition, Traylo Monastery replaces Gnomish Colony as edict B of a first "
                    "game."
                )
            ),
            Rule(_("The online edition differs in one card: Banded Hills scores 4 stars, but only for full rows.")),
        ),
        box=RuleBox.HEROES,
    ),
    Chapter(
        "options",
        _("Table options"),
        full=(
            Rule(_("The host can change these rules for a table. A game keeps the options it started with.")),
            Item(
                _(
                    "Single squares of the card’s terrain: a single square drawn because nothing fits uses one of the "
                    "card’s terrains, as in the first printing. After a ruins card it can still be any terrain."
                ),
                anchor="option-single_terrain",
            ),
            Item(
                _("Attack patterns as printed: attack patterns can’t be rotated or flipped."),
                anchor="option-hero_pattern",
            ),
            Item(
                _(
                    "Random map sheet: each game gets a new map sheet, with as many mountains, ruins and wasteland "
                    "spaces as one of the sheets of the box or set. Sheets with landmarks, coin spaces or regions "
                    "aren’t used as models. All players have the same one. It’s shown when the game starts."
                ),
                anchor="option-random_sheet",
            ),
            Item(
                _(
                    "Players vote on the map sheet: before the start, each player votes for one of the map sheets. "
                    "The map sheet with the most votes is used; ties are broken at random."
                ),
                anchor="option-sheet_vote",
            ),
            Item(
                _(
                    "Each player can veto one scoring card: before the start, each player can rule out one scoring "
                    "card. If all cards of a stack are ruled out, they all stay in."
                ),
                anchor="option-vetoes",
            ),
            Item(
                _(
                    "Monsters appear automatically: ambushes work as in solo games on every map, so games with the "
                    "same deck can be compared. The owner of each map chooses the space that a Gorgon destroys."
                ),
                anchor="option-monsters_walk",
            ),
            Item(
                _("Gorgons can destroy wasteland: some players read the card as allowing any space except a mountain."),
                anchor="option-destroys_wasteland",
            ),
        ),
        box=RuleBox.CARTO,
    ),
)
