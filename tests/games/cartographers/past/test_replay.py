"""Replaying a game, its stars by turn, and everyone's drawings."""

import re
from random import Random
from typing import Any

import pytest
from django.test import Client

from engine.cartographers.geometry import spaces
from engine.cartographers.notation import space_of
from games.accounts.models import User
from games.cartographers.log.past_states import turn_history
from games.tables.lobby import rematches
from games.tables.log.state import log
from games.tables.models import Access, Table
from tests.games.cartographers import monsters, play
from tests.games.cartographers.looking import text
from tests.games.tables.clients import signed_in

MARK = re.compile(r'<a id="mark-(\d+)" href="([^"]+)" aria-label="([^"]+)"( aria-current="page")?>')
STEP = {"HX-Request": "true", "HX-Target": "turn"}
PART = re.compile(r'data-part="(\w+)\.([\w-]+)"')


def address(table: Table, turn: int, query: str = "") -> str:
    return f"{play.url(table)}turns/{turn}/{query}"


@pytest.fixture
def over(people: list[User]) -> Table:
    """A finished game of two."""
    table = play.gather(*people[:2])
    play.play_until(table, Random(5), lambda state: state.over)
    return table


def test_a_row_of_marks_leads_to_every_closed_turn_and_no_other(ann: Client, summer: Table) -> None:
    marks = MARK.findall(text(ann, address(summer, 3)))
    last = play.state_of(summer).turn - 1
    assert [(int(number), url) for number, url, *_ in marks] == [
        (turn, address(summer, turn)) for turn in range(1, last + 1)
    ]
    assert [number for number, _, _, here in marks if here] == ["3"]


def test_marks_say_what_was_gained_and_where_a_monster_came(ann: Client, summer: Table) -> None:
    tape = turn_history(summer.code, log(summer, up_to=play.events(summer)))
    labels = [label for _, _, label, _ in MARK.findall(text(ann, address(summer, 1)))]
    assert any(turn.ambush for turn in tape.turns)
    for turn, label in zip(tape.turns, labels, strict=True):
        count = str(turn.gained[0]).replace("-", "−")
        assert label.startswith(f"Turn {turn.number}, ")
        assert label.endswith(f": {count} star" if turn.gained[0] == 1 else f": {count} stars"), label
        assert ("ambush" in label) == turn.ambush


def test_a_step_by_script_brings_the_part_alone(ann: Client, summer: Table) -> None:
    part = text(ann, address(summer, 2), **STEP)  # a page that does not say what it has
    assert part.lstrip().startswith("<title>Turn 2 · Desk · Carto</title>")
    assert '<article id="turn"' in part
    assert "<body" not in part
    whole = text(ann, address(summer, 2), **STEP, **{"HX-History-Restore-Request": "true"})
    assert "<body" in whole


def shown(page: str) -> dict[str, str]:
    """The parts of a page or response, with their fingerprints."""
    return dict(PART.findall(page))


def step(client: Client, table: Table, turn: int, before: str, query: str = "") -> str:
    """The partial response for a step to another turn."""
    has = " ".join(f"{name}.{mark}" for name, mark in shown(before).items())
    return text(client, address(table, turn, query), **STEP, **{"X-Shown": has})


def test_a_step_by_script_brings_only_what_differs(ann: Client, summer: Table) -> None:
    before, after = (text(ann, address(summer, turn)) for turn in (1, 2))
    html = step(ann, summer, 2, before)
    assert html.startswith("<title>Turn 2 · Desk · Carto</title>")
    differing = {name for name, mark in shown(after).items() if shown(before)[name] != mark}
    assert set(shown(html)) == differing | {"fork", "notes", "noted"}
    assert {"name", "steps", "sheet", "boards"} <= differing
    assert {"turn", "row", "heat", "deck"}.isdisjoint(differing)
    assert len(html) < len(after) * 0.7
    assert set(shown(step(ann, summer, 2, after))) == {"fork", "notes", "noted"}, "it has all of it"


NEWER = re.compile(r'<span id="newer"[^>]*? data-version="(\d+)"[^>]*? hx-get="([^"]+)"')


def test_the_last_turn_of_a_running_game_leads_on_once_the_next_has_closed(people: list[User], summer: Table) -> None:
    ann, last = signed_in(people[0]), play.state_of(summer).turn - 1
    page = text(ann, address(summer, last, "?look=2"))
    assert f'data-socket="/ws/tables/{summer.code}/"' in page
    assert 'id="replay-after" role="link" aria-disabled="true"' in page
    ask = re.sub(r"^\./", "", NEWER.findall(page)[0][1].replace("&amp;", "&"))
    assert ask.startswith("?look=2&since=")
    assert ann.get(address(summer, last, ask), headers={"HX-Request": "true"}).status_code == 204

    assert play.draw(signed_in(people[1]), summer, 1).status_code == 303
    html = step(ann, summer, last, page, ask)
    assert set(shown(html)) == {"newer"}, "the turn is open: the version alone is another"
    assert f"turns/{last + 1}/" not in html

    assert play.draw(ann, summer, 0).status_code == 303
    html = step(ann, summer, last, page, ask)
    assert {"newer", "steps"} <= set(shown(html)) <= {"newer", "steps", "row"}
    after = f'id="replay-after" rel="next" href="{address(summer, last + 1, "?look=2")}"'
    assert after in html
    assert NEWER.findall(html) == [], "the next turn asks for those after it"
    assert NEWER.findall(text(ann, address(summer, last + 1)))


def test_the_turn_before_the_last_offers_forks_and_the_deck_once_the_game_is_over(
    people: list[User], over: Table
) -> None:
    ann, last = signed_in(people[0]), play.state_of(over).turn
    for person in people[:2]:
        anew = rematches.rematch(table=over.code, user=person, same_deck=True)
    play.play_until(anew, Random(6), lambda state: state.turn == last)
    page = text(ann, address(anew, last - 1))
    assert "/fork/" not in page
    assert "deck=lay" not in page
    play.play_until(anew, Random(6), lambda state: state.over)
    html = step(ann, anew, last - 1, page, NEWER.findall(page)[0][1].replace("&amp;", "&").removeprefix("./"))
    assert {"steps", "newer", "fork", "deck"} <= set(shown(html))
    assert "/fork/" in html
    assert "deck=lay" in html
    assert {"noted", "notes", "turn"}.isdisjoint(shown(html)), "somebody may be writing there"
    assert NEWER.findall(html) == []


def test_other_turns_and_games_that_are_over_ask_for_none(ann: Client, summer: Table, over: Table) -> None:
    assert NEWER.findall(text(ann, address(summer, 1))) == []
    for turn in (1, play.state_of(over).turn):
        page = text(ann, address(over, turn))
        assert NEWER.findall(page) == []
        assert "data-socket" not in page


def test_figures_that_stay_are_not_sent_again(ann: Client, summer: Table) -> None:
    """Links in these parts don't depend on the turn that the page shows."""
    pages = [text(ann, address(summer, turn)) for turn in range(1, play.state_of(summer).turn)]
    edicts = [shown(page)["edicts"] for page in pages]
    assert len(set(edicts)) < len(edicts)
    assert "turns/" not in pages[0].partition('id="edicts"')[2].partition("</section>")[0]


def test_what_is_dressed_otherwise_comes_whole(ann: Client, summer: Table) -> None:
    one = text(ann, address(summer, 2))
    for query in ("?boards=all", "?look=2"):
        assert "turn" in shown(step(ann, summer, 2, one, query))


def test_a_step_asks_for_nothing_that_is_not_shown(ann: Client, over: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    before = text(ann, address(over, 1))

    def unasked(*_: object) -> None:
        raise AssertionError("nobody has asked")

    for folded in ("deck.known_deck", "deck.ordered_deck", "heat._heat", "turn.drawings_at_other_tables"):
        monkeypatch.setattr(f"games.cartographers.past.{folded}", unasked)
    assert "name" in shown(step(ann, over, 2, before))


def test_a_step_reads_the_visitor_and_the_table_alone(
    transactional_db: None, people: list[User], django_assert_num_queries: Any
) -> None:
    """The log and the history of the game are read once; a step takes them from memory."""
    ann, table = signed_in(people[0]), play.gather(*people[:2])
    play.play_until(table, Random(5), lambda state: state.turn == 4)
    one, two = (text(ann, address(table, turn)) for turn in (1, 2))
    for before, turn in ((one, 2), (two, 3), (two, 1)):
        with django_assert_num_queries(3):  # the session, the user, and the seats with their table
            assert "name" in shown(step(ann, table, turn, before))


def test_what_is_unfolded_stays_so_from_turn_to_turn(ann: Client, over: Table) -> None:
    page = text(ann, address(over, 2, "?look=2&heat=table&deck=lay"))
    assert 'id="heat-table" href="./?look=2&amp;heat=table&amp;deck=lay#heat" aria-current="true"' in page
    assert 'id="heat-hide" href="./?look=2&amp;deck=lay#heat"' in page
    assert all(url.endswith("?look=2&amp;heat=table&amp;deck=lay") for _, url, *_ in MARK.findall(page))


def test_all_maps_stay_side_by_side_from_turn_to_turn(ann: Client, summer: Table) -> None:
    page = text(ann, address(summer, 2, "?look=2&boards=all"))
    assert 'class="side-by-side"' in page
    assert 'id="map"' not in page
    links = {url for _, url, *_ in MARK.findall(page)}
    assert all(url.endswith("?look=2&amp;boards=all") for url in links)
    assert 'href="./?look=2">One large map' in page


@pytest.mark.parametrize("query", ["?boards=%00", "?look=-1", "?look=999999999999999", "?with=%F0%9F%97%BA", "?look=²"])
def test_strange_queries_are_let_be(query: str, ann: Client, summer: Table) -> None:
    assert ann.get(address(summer, 2, query)).status_code == 200
    assert ann.get(f"{play.url(summer)}stars/{query}").status_code == 200


@pytest.mark.parametrize("access", Access)
def test_who_may_see_the_table_may_see_its_stars(access: Access, people: list[User]) -> None:
    table = play.gather(*people[:2], access=access)
    stars = f"{play.url(table)}stars/"
    assert signed_in(people[0]).get(stars).status_code == 404, "no turn has closed"
    monsters.play_on(table, people, lambda state: state.turn == 2)
    assert signed_in(people[0]).get(stars).status_code == 200
    for stranger in (Client(), signed_in(people[3])):
        assert stranger.get(stars).status_code == (200 if access == Access.OPEN else 404)


def test_the_stars_of_a_running_game_tell_closed_turns_only(people: list[User], summer: Table) -> None:
    ann, state = signed_in(people[0]), play.state_of(summer)
    before = text(ann, f"{play.url(summer)}stars/?look=2")
    assert play.draw(signed_in(people[1]), summer, 1).status_code == 303
    assert play.state_of(summer).turn == state.turn
    assert rows(text(ann, f"{play.url(summer)}stars/?look=2")) == rows(before)
    assert len(rows(before)) == state.turn - 1


def rows(page: str) -> list[str]:
    return re.findall(r"<tr class=\"season.*?</tr>", page.partition('id="pair"')[0], re.S)


def test_two_seats_are_compared_to_what_they_had_in_the_end(ann: Client, over: Table) -> None:
    page = text(ann, f"{play.url(over)}stars/?look=1&with=2").partition('id="pair"')[2]
    last = re.findall(r"<tr class=\"season.*?</tr>", page, re.S)[-1]
    assert len(PAIR.findall(page)) == len(rows(text(ann, f"{play.url(over)}stars/"))) + 3, "three seasons begin"
    figures = [cell.replace("−", "-") for cell in re.findall(r'<td class="number">([^<]+)</td>', last)]
    one, two = (sum(season[seat].total for season in play.state_of(over).scores) for seat in (0, 1))
    assert [int(figure) for figure in figures] == [one, two, one - two]


PAIR = re.compile(r'<tr class="season-\w+">\s*<th scope="row">(.*?)</th>(.*?)</tr>', re.S)


def test_two_compared_adds_up_from_row_to_row(ann: Client, over: Table) -> None:
    """Check that each row's gain leads from the previous sum to the next, also at season boundaries."""
    definition, seen = play.state_of(over).definition, []
    for one, two in ((1, 2), (2, 1)):
        page = text(ann, f"{play.url(over)}stars/?look={one}&with={two}").partition('id="pair"')[2]
        sums = [0, 0]
        for title, cells in PAIR.findall(page):
            figures = [int(cell.replace("−", "-")) for cell in re.findall(r">([+−]?\d+)<", cells)]
            sums = [total + gained for total, gained in zip(sums, figures[:2], strict=True)]
            assert figures[2:] == [*sums, sums[0] - sums[1]], title
            seen += [title] if "begins" in title else []
    begun = [
        f"{season.id.title()} begins: edicts {' and '.join(season.edicts)} are scored"
        for season in definition.seasons[1:]
    ]
    assert seen == begun * 2


def test_a_bar_shows_who_was_ahead(ann: Client, over: Table) -> None:
    page = text(ann, f"{play.url(over)}stars/?look=1&with=2").partition('id="pair"')[2]
    found = re.findall(
        r'<td class="number">([+−]?\d+)</td>\s*<td class="lead-bar">.*?class="(\w+)" x="(\d+)".*?width="(\d+)"', page
    )
    assert len(found) == len(PAIR.findall(page))
    for ahead, side, left, width in found:
        lead = int(ahead.replace("−", "-"))
        assert side == ("behind" if lead < 0 else "ahead")
        assert (int(left) + int(width) if lead < 0 else int(left)) == 60
        assert (int(width) > 0) == (lead != 0)


def test_a_figure_leads_to_the_turns_that_made_it(ann: Client, over: Table) -> None:
    """Check that the steps add up to the figure and that each step links to its turn."""
    season = play.state_of(over).definition.seasons[1]
    for part in (*season.edicts, "monsters", "coins", "stars"):
        page = text(ann, f"{play.url(over)}why/{season.id}/1/{part}")
        way = re.findall(r'<li><a href="/tables/\w+/turns/(\d+)/\?look=1">[^<]*: ([+−]\d+), total (−?\d+)</a>', page)
        changes, thens = ([int(step[at].replace("−", "-")) for step in way] for at in (1, 2))
        assert [sum(changes[: end + 1]) for end in range(len(changes))] == thens
        scored = play.state_of(over).scores[1][0]
        if part == "stars":
            assert thens[-1] == scored.total


def test_spaces_lead_to_the_turn_that_brought_them(ann: Client, over: Table) -> None:
    tape = turn_history(over.code, log(over, up_to=play.events(over)))
    found = 0
    for letter in "ABCD":
        page = text(ann, f"{play.url(over)}why/now/1/{letter}")
        for lit, turns in re.findall(r'data-spaces="([^"]+)".*?</button>.*?Changed in: (.*?)</span>', page, re.S):
            for turn in re.findall(r"turns/(\d+)/", turns):
                changed = tape.turn(int(turn)).changed[0]
                assert any(changed >> where & 1 for where in map(space_of, lit.split()))
                found += 1
    assert found


def test_what_everybody_drew_is_laid_over_one_another(ann: Client, summer: Table) -> None:
    tape = turn_history(summer.code, log(summer, up_to=play.events(summer)))
    page = text(ann, address(summer, 1, "?heat=table")).partition('id="heat-title"')[2].partition("</section>")[0]
    one, two = tape.turn(1).changed
    counts = [int(count) for count in re.findall(r'class="count"[^>]*>(\d)<', page)]
    assert sum(counts) == one.bit_count() + two.bit_count()
    assert counts.count(2) == (one & two).bit_count()


def test_alone_nothing_is_laid_over_anything(people: list[User]) -> None:
    table = play.gather(people[0])
    monsters.play_on(table, people[:1], lambda state: state.turn > 1)
    page = text(signed_in(people[0]), address(table, 1, "?heat=deck"))
    assert 'id="heat-title"' not in page
    assert "boards=all" not in page


def test_everybodys_drawings_lie_on_the_large_map_where_asked_for(ann: Client, over: Table) -> None:
    tape = turn_history(over.code, log(over, up_to=play.events(over)))
    assert 'class="seats"' not in text(ann, address(over, 1))
    for turn in tape.turns[:5]:
        page = text(ann, address(over, turn.number, "?look=1&ghosts=all"))
        shown = re.findall(r'id="([A-K]\d+)"[^>]*>(?:(?!</td>).)*<span class="seats" aria-hidden="true">2</span>', page)
        assert {space_of(name) for name in shown} == set(spaces(turn.changed[1])), turn.number
        section = page.partition('<section id="ghosts"')[2].partition("</section>")[0]
        assert re.findall(r"</span>(\d \w+):", section) == ["1 Ann", "2 Ben"]
        assert all("ghosts=all" in url for _, url, *_ in MARK.findall(page)), "it stays from turn to turn"
    assert 'id="ghosts"' not in text(ann, address(over, 1, "?boards=all&ghosts=all"))


def test_drawings_of_an_open_turn_are_never_shown(people: list[User], summer: Table) -> None:
    ann, last = signed_in(people[0]), play.state_of(summer).turn - 1
    before = re.findall(r'<span class="seats".*?</span>', text(ann, address(summer, last, "?ghosts=all")))
    assert play.draw(signed_in(people[1]), summer, 1).status_code == 303
    assert re.findall(r'<span class="seats".*?</span>', text(ann, address(summer, last, "?ghosts=all"))) == before
    assert ann.get(address(summer, last + 1, "?ghosts=all")).status_code == 303
