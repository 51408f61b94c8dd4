"""Rules of a turn: goal, terms, setup, phases, ruins and coins."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.cartographers.reference.rule_box import RuleBox
from games.play.rulebook import Chapter, Item, Rule

TURN_CHAPTERS: Final = (
    Chapter(
        "aim",
        _("Goal of the game"),
        summary=(
            Rule(
                _(
                    "You map the Queen’s northern lands. Each turn, all players draw the same discovery, each on "
                    "their own map and wherever they choose. After four seasons, the player with the most reputation "
                    "stars wins."
                )
            ),
        ),
    ),
    Chapter(
        "terms",
        _("Terms"),
        summary=(
            Rule(
                _(
                    "Spaces are adjacent if they share a side. Diagonal spaces aren’t adjacent. A cluster is a group "
                    "of adjacent spaces of the same terrain. Spaces are filled if they’re drawn on or destroyed; "
                    "mountains and wastelands are filled too. All other spaces are empty. The edge is the outermost "
                    "ring of spaces."
                )
            ),
        ),
        full=(
            Item(
                _(
                    "A space is one of the 121 squares of the map, named by its row (A to K, from the top) and its "
                    "column (1 to 11, from the left): C5."
                )
            ),
            Item(_("Two spaces are adjacent if they share a side. Corners don’t count.")),
            Item(_("A cluster is a group of adjacent spaces of one terrain type that can’t be made larger.")),
            Item(
                _(
                    "The terrain types are forest, village, farm, water, monster, mountain and, in games with heroes, "
                    "hero. Wasteland, ruins and destroyed spaces are not terrain types."
                )
            ),
            Item(
                _(
                    "A space is filled if something is drawn on it, or if it is destroyed, a mountain or wasteland. "
                    "Every other space is empty, including ruins spaces that nobody has drawn on."
                )
            ),
            Item(
                _(
                    "Map sheets made in the workshop can have printed terrain: forest, village, farm, water and "
                    "monster spaces that count like drawn ones from the start."
                )
            ),
            Item(_("The edge of the map is rows A and K and columns 1 and 11.")),
        ),
    ),
    Chapter(
        "setup",
        pgettext_lazy("section of the rules", "Setup"),
        summary=(
            Rule(
                _(
                    "Four scoring cards are drawn before the game, one from each stack: forests, villages, farms and "
                    "water, and mixed terrain. They show what the Queen wants. During the game, each edict shows what "
                    "it would score now and why."
                )
            ),
        ),
        full=(
            Item(
                _("All players use the same map sheet. A and C are wilderness; B and D have wasteland in the middle.")
            ),
            Item(
                _(
                    "One scoring card is drawn from each of the four stacks (forest, village, farm and water, mixed "
                    "terrain), and the four are placed under the edicts A to D at random. The host can choose the "
                    "cards and their edicts instead."
                )
            ),
            Item(
                _(
                    "The ambush cards form a face-down ambush deck and the hero cards, if any, a hero deck. Each "
                    "season, one new ambush card and one new hero card are shuffled unseen into the explore deck."
                )
            ),
        ),
    ),
    Chapter(
        "explore",
        pgettext_lazy("phase of a turn", "Explore"),
        summary=(Rule(_("A card is revealed. It shows one or two shapes and one or two terrains.")),),
        full=(
            Rule(_("The top card of the explore deck is revealed.")),
            Item(
                _(
                    "Ruins card: it applies to the next explore card, and another card is revealed at once. A second "
                    "ruins card before that explore card has no further effect. Ambush and hero cards in between "
                    "don’t use it up."
                )
            ),
            Item(_("Ambush card: a monster is drawn on every map. Nothing else is drawn that turn.")),
            Item(_("Hero card: all players draw the hero. Nothing else is drawn that turn."), box=RuleBox.HEROES),
            Item(_("Explore card: all players draw.")),
        ),
    ),
    Chapter(
        "draw",
        pgettext_lazy("phase of a turn", "Draw"),
        summary=(
            Rule(
                _(
                    "Choose a shape and a terrain and draw the shape on empty spaces. You can rotate and flip it. It "
                    "doesn’t have to be adjacent to other shapes."
                )
            ),
            Rule(_("Drawings stay hidden until all players have drawn. Until then, you can undo your move.")),
            Rule(_("If no shape fits anywhere, draw a single square of any terrain instead.")),
        ),
        full=(
            Rule(
                _(
                    "All players draw at the same time, each on their own map: one shape of the card, in one of the "
                    "card’s terrains, rotated and flipped as they like. Every square of the shape goes on an empty "
                    "space. It doesn’t have to be adjacent to other shapes. A gap in a shape can cover filled spaces."
                )
            ),
            Item(
                _(
                    "If no shape of the card fits, or after a ruins card none fits over an empty ruins space, you "
                    "draw a single square on any empty space instead, in any terrain (hero only in games with "
                    "heroes). It earns no coin; as a monster it has no effect, as a hero it attacks nothing."
                )
            ),
            Item(
                _(
                    "Rift Lands and Kethra’s Gates: one square of any of the five terrains. After a ruins card it "
                    "must go on an empty ruins space if there is one."
                )
            ),
            Item(_("If your map is full, you draw nothing and the other players don’t wait for you.")),
            Rule(
                _(
                    "Drawings stay hidden until all players have drawn. Until then you can undo yours and draw again; "
                    "what you undo is never revealed."
                )
            ),
        ),
    ),
    Chapter(
        "ruins",
        _("Ruins"),
        summary=(
            Rule(
                _(
                    "After a ruins card, the shape of the next explore card must cover at least one empty ruins space "
                    "if possible. If not, draw a single square of any terrain on any empty space."
                )
            ),
            Rule(_("You can draw on ruins at any time. Until then, they count as empty.")),
            Rule(
                _(
                    "A table with only Cartographers Heroes has no ruins cards unless the host adds them. Ruins there "
                    "are ordinary empty spaces."
                ),
                box=RuleBox.HEROES,
            ),
        ),
        full=(
            Item(
                _(
                    "After a ruins card, at least one square must cover an empty ruins space if any shape of the card "
                    "can do so anywhere."
                )
            ),
            Item(
                _(
                    "The next explore card is the only one that a ruins card applies to. Monsters and heroes can be "
                    "drawn on ruins too, but don’t have to be."
                )
            ),
            Item(
                _(
                    "You can draw on ruins at any time. Until then, they count as empty, and cost a star next to a "
                    "monster."
                )
            ),
            Item(
                _(
                    "At a table where map sheet, season cards, explore deck, ambush cards and scoring cards are all "
                    "from Cartographers Heroes, there are no ruins cards. You never have to cover ruins there: they "
                    "are ordinary empty spaces, and matter only for scoring cards that refer to ruins. The host can "
                    "add the two ruins cards."
                ),
                box=RuleBox.HEROES,
            ),
        ),
    ),
    Chapter(
        "coins",
        _("Coins and mountains"),
        summary=(
            Rule(_("If the shape you draw has a coin symbol, you earn a coin.")),
            Rule(
                _(
                    "When you fill the last space next to a mountain, you earn a coin. Each coin scores 1 star at the "
                    "end of every season, so earn coins early. The coin track holds 14 coins."
                )
            ),
        ),
        full=(
            Item(_("Drawing a shape with a coin earns 1 coin.")),
            Item(
                _(
                    "When the last space next to a mountain is filled, no matter how or by whom, the map’s owner "
                    "earns 1 coin, once. On the edge, the spaces that exist are enough. A mountain that is surrounded "
                    "on the printed sheet earns nothing."
                )
            ),
            Item(
                _(
                    "Map sheets from the workshop may have landmarks. A landmark fills its space and can’t be drawn "
                    "over or destroyed. When the last space next to it is filled, the map’s owner earns the coins "
                    "shown on the sheet, once."
                )
            ),
            Item(
                _(
                    "Map sheets from the workshop may also have coin spaces. A coin space is empty until it’s drawn "
                    "on. Each one you draw on costs you 1 coin, paid before you earn new coins. You can only draw a "
                    "shape where you can pay for it. If you can’t pay for any shape of the card, you draw a single "
                    "square, or nothing if you can’t pay for that either. Monsters that other players draw on your "
                    "map cost you nothing."
                )
            ),
            Item(
                _(
                    "Regions are named parts of a map sheet, with a dashed outline and a number. They don’t fill "
                    "their spaces, and matter only for cards that name them."
                )
            ),
            Item(_("The coin track holds 14 coins; further coins are lost.")),
            Item(_("Every coin on the track scores 1 star at the end of each season.")),
        ),
    ),
    Chapter(
        "check",
        pgettext_lazy("phase of a turn", "Check"),
        summary=(
            Rule(
                _(
                    "Each card has a time value, shown by the hourglass. When the total reaches the season’s time "
                    "threshold, the season ends with that turn and all players score."
                )
            ),
        ),
        full=(
            Rule(
                _(
                    "Every explore card has a time value: 1 for cards with two shapes, 2 for cards with one. Rift "
                    "Lands, Kethra’s Gates, ruins, ambush and hero cards have 0. When the time values revealed in a "
                    "season reach its time threshold, the season ends with that turn. Excess time is lost."
                )
            ),
            Rule(_("The time thresholds are 8 in spring, 8 in summer, 7 in fall and 6 in winter.")),
            Rule(
                _("With the season cards of Cartographers Heroes, the time threshold of summer is 7."),
                box=RuleBox.HEROES,
            ),
        ),
    ),
)
