"""The end of a game: places, the chart, comparison of edicts."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from engine.cartographers.events import SeasonScore
from engine.cartographers.game import RULES
from engine.cartographers.rules.solo import TITLES, title
from engine.cartographers.state import OverPhase, State
from engine.cartographers.view import View
from engine.contract import Seat, Standing, Standings
from games.accounts.models import User
from games.cartographers.goals.standings_words import behind_sentence, higher_sentence, year_edict_sentences
from games.cartographers.past.ending import MOST_COMPARED, Seal, edict_totals, ending, season_chart
from games.cartographers.words.features import stars_of
from games.cartographers.words.names import title_name
from games.play.chart import Chart, seat_mark
from games.play.people import Person
from games.tables.models import Table
from tests.games.cartographers.monsters import play_on
from tests.games.cartographers.play import gather, state_of, url
from tests.games.tables.clients import people_named, signed_in, text_of

# By season and seat: two edicts, coins, losses.
SCORES = (
    ((8, 2, 0, 3), (1, 0, 1, 9)),
    ((4, 6, 2, 0), (5, 5, 2, 0)),
    ((0, 0, 3, 1), (9, 9, 9, 0)),
    ((7, 1, 4, 0), (20, 2, 1, 1)),
)


def person(seat: int, name: str) -> Person:
    return Person(Seat(seat), name, "", name.lower(), f"seat-{seat}", seat == 0)


PEOPLE = (person(0, "Ann"), person(1, "Bartholomew the Elder"))


@pytest.fixture
def ended(people: list[User]) -> View:
    """A finished game of two with the scores above."""
    state: State = state_of(gather(*people[:2]))
    scores = tuple(tuple(SeasonScore((a, b), c, d) for a, b, c, d in season) for season in SCORES)
    return replace(RULES.view(state.but(phase=OverPhase(), scores=scores), Seat(0)))


def drawn(chart: Chart, seat: int) -> list[int]:
    """The stars at the points of a chart line, read from its grid."""
    low, high = chart.levels[0], chart.levels[-1]
    worth = (number(high.label) - number(low.label)) / (int(high.at) - int(low.at))
    return [round(number(low.label) + (int(y) - int(low.at)) * worth) for _x, y in chart.lines[seat].places]


def number(text: str) -> int:
    return int(text.replace("−", "-"))


def test_the_chart_has_the_right_figures(ended: View) -> None:
    chart = season_chart(ended, PEOPLE)
    sums = [[7, 19, 21, 33], [-7, 5, 32, 54]]
    assert [[number(stars) for stars in line.sums] for line in chart.lines] == sums
    assert [drawn(chart, seat) for seat in (0, 1)] == sums
    assert [level.label for level in chart.levels] == ["−20", "0", "20", "40", "60"]
    assert [season.label for season in chart.steps] == ["Spring", "Summer", "Fall", "Winter"]
    assert [line.name for line in chart.lines] == ["Ann", "Bartholomew the…"]


def test_names_never_lie_over_one_another(people: list[User]) -> None:
    table = gather(*people[:4])
    state: State = state_of(table)
    view = RULES.view(state.but(phase=OverPhase(), scores=((SeasonScore((3, 3), 0, 0),) * 4,) * 4), None)
    heights = sorted(
        int(line.name_y) for line in season_chart(view, tuple(person(seat, "x") for seat in range(4))).lines
    )
    assert all(later - sooner >= 14 for sooner, later in pairwise(heights))
    assert heights[-1] < int(season_chart(view, PEOPLE[:1] * 4).height)


def test_one_alone_needs_no_name(people: list[User]) -> None:
    state: State = state_of(gather(people[0]))
    view = RULES.view(state.but(phase=OverPhase(), scores=((SeasonScore((3, 3), 0, 0),),) * 4), Seat(0))
    chart = season_chart(view, PEOPLE[:1])
    assert [line.name for line in chart.lines] == [""]
    assert int(chart.right) > 300


def test_seats_differ_without_colour() -> None:
    marks = [seat_mark(Seat(seat)) for seat in range(12)]
    assert len({(mark.path, mark.dashes, "hollow" in mark.css) for mark in marks}) == 12
    assert len({(mark.path, "hollow" in mark.css) for mark in marks}) == 12


def test_edicts_add_up_over_the_year(ended: View) -> None:
    totals = [stars for _name, stars in edict_totals(ended, Seat(0))]
    # A in spring and winter, B in spring and summer, C in summer and fall, D in fall and winter.
    assert totals == [8 + 1, 2 + 4, 6 + 0, 0 + 7]
    assert sum(totals) == sum(a + b for season in SCORES for a, b, _c, _d in season[:1])


def test_the_best_and_the_weakest_edict_are_told() -> None:
    assert year_edict_sentences(
        [("Silos (A)", 9), ("Treetower (B)", 6), ("Canal Lake (C)", 1), ("Wildholds (D)", 3)]
    ) == (
        "Best edict: Silos (A), 9 stars.",
        "Weakest edict: Canal Lake (C), 1 star.",
    )
    assert year_edict_sentences(
        [("Silos (A)", 9), ("Treetower (B)", 9), ("Canal Lake (C)", 0), ("Wildholds (D)", 0)]
    ) == (
        "Best edicts: Silos (A) and Treetower (B), 9 stars each.",
        "Weakest edicts: Canal Lake (C) and Wildholds (D), 0 stars each.",
    )
    assert year_edict_sentences([("Silos (A)", 2), ("Treetower (B)", 2)]) == (
        "All edicts scored the same: 2 stars each.",
    )


def test_the_distance_is_to_the_next_title_that_is_an_honor() -> None:
    assert higher_sentence(29) == "1 star from Legendary Cartographer"
    assert higher_sentence(12) == "8 stars from Master Mapsmith"
    assert higher_sentence(-1) == "1 star from Apprentice Surveyor"
    assert higher_sentence(-99) == "99 stars from Apprentice Surveyor"
    assert higher_sentence(TITLES[0][0]) == "This is the highest title."


def test_a_loser_is_told_the_rank_and_the_distance_to_the_winner() -> None:
    places = (Standing(Seat(1), 1, 78), Standing(Seat(0), 2, 71), Standing(Seat(2), 2, 71), Standing(Seat(3), 4, 77))
    assert [behind_sentence(Standings(places), viewer) for viewer in (Seat(0), Seat(1), Seat(3), None)] == [
        "You are second, 7 stars behind.",
        "",
        "You are fourth, 1 star behind.",
        "",
    ]
    tied = Standings((Standing(Seat(1), 1, 9, "fewer-losses"), Standing(Seat(0), 2, 9, "fewer-losses")))
    assert behind_sentence(tied, Seat(0)) == "You are second: the tie is broken by stars lost to monsters."
    left = Standings((Standing(Seat(1), 1, 9), Standing(Seat(0), 2, 4, left=True)))
    assert behind_sentence(left, Seat(0)) == ""


def section_of(page: str, name: str) -> str:
    match = re.search(rf'<section id="{name}".*?</section>', page, re.DOTALL)
    assert match
    return match[0]


def ending_of(viewer: User | None, table: Table, query: str = "", section: str = "ending") -> str:
    return section_of(text_of(signed_in(viewer).get(url(table) + query)), section)


def test_small_tables_compare_all_edicts_large_ones_few(db: None) -> None:
    people = people_named("Ann", "Ben", "Cas", "Dee", "Eve")
    small, large = gather(*people[:MOST_COMPARED]), gather(*people)
    for table in (small, large):
        play_on(table, people)
    pattern = "edict(s)?:|All edicts"
    assert len(re.findall(pattern, ending_of(None, small, section="afterwards"))) >= MOST_COMPARED
    rows = ending_of(people[0], large, section="afterwards").split('<li class="place-row">')[1:]
    assert [bool(re.search(pattern, row)) for row in rows] == [">Ann\n" in row for row in rows]
    rows = ending_of(people[0], large, "?look=3", "afterwards").split('<li class="place-row">')[1:]
    assert sum(bool(re.search(pattern, row)) for row in rows) == 2


@pytest.mark.parametrize(
    ("rating", "seal", "higher"),
    [
        (12, Seal("Journeyman Topographer", "33", "Rating 12"), "8 stars from Master Mapsmith"),
        (-3, Seal("", "33", "Rating −3"), "3 stars from Apprentice Surveyor"),
    ],
)
def test_only_an_honor_is_sealed(rating: int, seal: Seal, higher: str, people: list[User]) -> None:
    state = state_of(gather(people[0]))
    view = RULES.view(state.but(phase=OverPhase(), scores=((SeasonScore((3, 3), 0, 0),),) * 4), Seat(0))
    standings = Standings((Standing(Seat(0), 1, 33),), rating, title(rating))
    end = ending(replace(view, standings=standings), PEOPLE[:1], PEOPLE[0], "/tables/x/")
    assert end
    assert (end.seal, end.higher, end.is_honor) == (seal, higher, rating > 0)
    assert [season.stars.text for season in end.seasons] == ["6"] * 4


def test_a_solo_game_ends_with_its_stars_and_a_mocking_title_comes_last(people: list[User]) -> None:
    table = gather(people[0])
    play_on(table, people)
    standings = RULES.standings(state_of(table))
    assert (standings.rating or 0) < 0
    page = text_of(signed_in(None).get(url(table)))
    end, details = section_of(page, "ending"), section_of(page, "afterwards")
    assert f'<span class="visually-hidden">{stars_of(standings.places[0].score)}</span>' in end
    assert "from Apprentice Surveyor" in end
    above = page.split("</head>")[1].split('id="strip"')[0]
    assert title_name(standings.title) not in above
    assert f'<p class="smile">{title_name(standings.title)}</p>' in details
    assert 'id="chart-figures"' in details


def test_the_wall_has_all_maps_by_rank_and_lights_the_winners(people: list[User]) -> None:
    table = gather(*people[:3])
    play_on(table, people)
    places = RULES.standings(state_of(table)).places
    maps = ending_of(people[0], table, section="boards").split('<li class="wall-map')[1:]
    names = [str(people[place.seat]) for place in places]
    assert all(f">{name}</span>" in shown for name, shown in zip(names, maps, strict=True))
    assert [shown.startswith(" lit") for shown in maps] == [place.rank == 1 for place in places]
    assert [bool(re.search('aria-current="true"', shown)) for shown in maps] == [place.seat == 0 for place in places]


def test_who_watches_is_shown_the_winners_map(people: list[User]) -> None:
    table = gather(*people[:3])
    play_on(table, people)
    best = RULES.standings(state_of(table)).places[0].seat
    page = text_of(signed_in(people[3]).get(url(table)))
    assert f"{people[best].display_name}’s map</span>" in page
