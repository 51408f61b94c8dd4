"""The scoring of a season on a page: its figures, and tables that have one."""

from playwright.sync_api import Page

from engine.cartographers.state import State


def of_the_next(state: State) -> bool:
    return bool(state.scores) and state.open is not None


def figures(page: Page) -> list[str]:
    """The figures of the tally, and their sum."""
    asks = page.locator("#season-over .tally .ask, #season-over .tally-sum .ask").all_inner_texts()
    return [*asks[1:], asks[0]]


def season_figures(state: State, seat: int = 0) -> list[str]:
    """A seat's scores of the first season, as the page formats them."""
    score = state.scores[0][seat]
    numbers = (*score.edicts, score.coins, -score.losses, score.total)
    return [str(number).replace("-", "−") for number in numbers]
