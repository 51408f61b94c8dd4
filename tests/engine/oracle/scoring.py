"""Every scoring card by its id, and monster losses."""

from collections.abc import Callable

from tests.engine.oracle import scoring_cartographers as base
from tests.engine.oracle import scoring_heroes as heroes
from tests.engine.oracle.board import OracleMap, Space, neighbours

Score = tuple[int, set[Space]]

SAME_IN_BOTH_EDITIONS: dict[str, Callable[[OracleMap], Score]] = {
    "sentinel_wood": base.sentinel_wood,
    "greenbough": base.greenbough,
    "treetower": base.treetower,
    "stoneside_forest": base.stoneside_forest,
    "canal_lake": base.canal_lake,
    "mages_valley": base.mages_valley,
    "the_golden_granary": base.the_golden_granary,
    "shoreside_expanse": base.shoreside_expanse,
    "wildholds": base.wildholds,
    "great_city": base.great_city,
    "greengold_plains": base.greengold_plains,
    "shieldgate": base.shieldgate,
    "borderlands": base.borderlands,
    "lost_barony": base.lost_barony,
    "the_broken_road": base.the_broken_road,
    "the_cauldrons": base.the_cauldrons,
    "faunlost_thicket": heroes.faunlost_thicket,
    "deepwood": heroes.deepwood,
    "sleepy_valley": heroes.sleepy_valley,
    "outer_enclave": heroes.outer_enclave,
    "gnomish_colony": heroes.gnomish_colony,
    "caravansary": heroes.caravansary,
    "clawsgrave_peaks": heroes.clawsgrave_peaks,
    "jorekburg": heroes.jorekburg,
    "silos": heroes.silos,
    "starlit_sigil": heroes.starlit_sigil,
}
DIFFERENT_BY_EDITION: dict[str, Callable[[OracleMap, str], Score]] = {
    "heart_of_the_forest": heroes.heart_of_the_forest,
    "traylo_monastery": heroes.traylo_monastery,
    "craylund": heroes.craylund,
    "ulems_wallow": heroes.ulems_wallow,
    "dwarvenholds": heroes.dwarvenholds,
    "banded_hills": heroes.banded_hills,
}
CARD_IDS: tuple[str, ...] = tuple(SAME_IN_BOTH_EDITIONS) + tuple(DIFFERENT_BY_EDITION)
EDITIONS = ("retail", "preview", "online")


def score_with_spaces(card_id: str, board: OracleMap, edition: str = "retail") -> Score:
    """The stars of a card on a board, and the spaces that earned them."""
    assert edition in EDITIONS, edition
    if card_id in DIFFERENT_BY_EDITION:
        return DIFFERENT_BY_EDITION[card_id](board, edition)
    return SAME_IN_BOTH_EDITIONS[card_id](board)


def score(card_id: str, board: OracleMap, edition: str = "retail") -> int:
    """The stars of a card on a board."""
    return score_with_spaces(card_id, board, edition)[0]


def spaces(card_id: str, board: OracleMap, edition: str = "retail") -> set[Space]:
    """The spaces that earned the card's stars."""
    return score_with_spaces(card_id, board, edition)[1]


def haunted(board: OracleMap) -> set[Space]:
    """The empty spaces next to at least one monster."""
    monsters = board.of("monster")
    return {space for space in board.empty() if any(near in monsters for near in neighbours(space))}


def monster_loss(board: OracleMap) -> int:
    """The stars that a board loses to monsters."""
    return len(haunted(board))
