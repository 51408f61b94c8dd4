"""The page of the analysis board: painting, forms, pasted maps, and its figures."""

import re
from typing import Any

import pytest
from django.test import Client

from engine.cartographers.board import Board
from engine.cartographers.geometry import space_bit
from engine.cartographers.notation import board_of, space_of, whole_board_text
from engine.cartographers.scoring.tally import stars
from engine.cartographers.terrain import Terrain
from games.cartographers.analysis.components import analysis_components
from games.cartographers.analysis.pasting import paste_map
from games.cartographers.analysis.placements import find_placements
from games.cartographers.analysis.query import read_position
from games.cartographers.shelf.examples import sample_boards
from tests.games.tables.clients import text_of

pytestmark = pytest.mark.django_db

ANALYSIS = "/cartographers/analysis/"
EDICTS = "edicts=treetower,canal_lake,great_city,borderlands"
EMPTY = "/".join(["11"] * 11)
FOREST_ON_C5 = "/".join(["11"] * 2 + ["4F6"] + ["11"] * 8)


def ask(query: str = "", **headers: str) -> Any:
    return Client().get(f"{ANALYSIS}?{query}", headers=headers)


def figures(page: str) -> list[str]:
    return re.findall(r'class="source-now"><span class="visually-hidden">now: </span>([^<]+)<', page)


def test_page_alone_shows_the_first_sheet_and_says_what_to_choose() -> None:
    page = text_of(Client().get(ANALYSIS))
    assert "Faunlost Thicket" in page[page.index('id="stars"') :], "an edict of a first game"
    assert "expected for the rest of the game" in page
    assert "Choose an explore card to see its best spots." in page
    assert page.count('name="paint" value="') == 116
    assert Client().get("/analysis/?sheet=B").headers["Location"] == f"{ANALYSIS}?sheet=B"


def test_painting_without_scripts_leads_to_the_address_of_the_new_position() -> None:
    response = ask("sheet=A&drawn_on=A&A=treetower&map=&brush=F&paint=C5&season=spring&left=8&coins=")
    assert response.status_code == 303
    assert response.headers["Location"] == f"{ANALYSIS}?sheet=A&edicts=treetower,,,&map={FOREST_ON_C5}"
    erased = ask(f"sheet=A&drawn_on=A&map={FOREST_ON_C5}&brush=.&paint=C5")
    assert erased.headers["Location"] == f"{ANALYSIS}?sheet=A&brush=."


def test_painting_with_scripts_returns_the_board_and_its_address() -> None:
    response = ask("sheet=A&drawn_on=A&brush=F&paint=C5", **{"HX-Request": "true"})
    assert response.status_code == 200
    assert response.headers["HX-Push-Url"] == f"{ANALYSIS}?sheet=A&map={FOREST_ON_C5}"
    assert 'aria-label="C5, forest"' in response.content.decode()


def test_a_stroke_paints_several_spaces_but_no_mountain() -> None:
    location = ask("sheet=A&drawn_on=A&brush=W&paint=B3&stroke=B3,B4,B5").headers["Location"]
    assert "map=11/2W1W6/11" in location


def test_another_sheet_keeps_the_drawings_that_it_has_room_for() -> None:
    location = ask(f"sheet=B&drawn_on=A&map={FOREST_ON_C5}").headers["Location"]
    assert location == f"{ANALYSIS}?sheet=B&map={FOREST_ON_C5}"


def test_unknown_sheet_is_refused_and_the_map_stays() -> None:
    response = ask(f"sheet=Q&drawn_on=B&map={FOREST_ON_C5}")
    assert response.status_code == 400
    page = text_of(response)
    assert "There is no map sheet “Q”." in page
    assert 'aria-label="C5, forest"' in page


def test_stars_and_reasons_are_those_of_the_edicts() -> None:
    held = analysis_components()
    board = sample_boards()["great_city"]
    position = paste_map(read_position({}, []), whole_board_text(board, "\n"), [])
    page = text_of(ask(f"sheet={position.sheet.id}&{EDICTS}&text={whole_board_text(board)}", **{"HX-Request": "true"}))
    expected = [stars(held.scoring[key], board) for key in ("treetower", "canal_lake", "great_city", "borderlands")]
    assert figures(page)[:4] == [str(number) for number in expected]
    assert any(expected)


def test_edict_that_is_not_scored_again_has_no_outlook() -> None:
    page = text_of(ask(f"{EDICTS}&season=winter"))
    assert page.count(">scored<") == 2


def test_best_placements_are_shown_and_drawn() -> None:
    query = f"sheet=A&{EDICTS}&card=hamlet"
    page = text_of(ask(query))
    assert page.count('class="placement-head"') == 5
    assert "ghost g-village" not in page
    shown = text_of(ask(f"{query}&best=1"))
    assert "ghost g-village" in shown
    drawn = re.search(r'id="draw-1" href="\?([^"]+)"', page)
    assert drawn
    position = read_position(dict(each.split("=") for each in drawn[1].replace("&amp;", "&").split("&")), [])
    assert position.left == 8 - 1
    assert position.board.layers[Terrain.VILLAGE].bit_count() in (3, 5)


def test_best_placement_is_the_one_with_the_highest_value() -> None:
    position = read_position({"sheet": "A", "edicts": "great_city", "card": "hamlet"}, [])
    advice = find_placements(position)
    assert advice
    values = [rating.value for rating, _after in advice.best]
    assert values == sorted(values, reverse=True)
    covered = advice.best[0][0].cells
    highest = max(int(number.replace("−", "-")) for _css, number in advice.heat.values())
    assert all(advice.heat[where][1] == f"+{highest}" for where in _spaces(covered))


def _spaces(mask: int) -> list[int]:
    return [where for where in range(mask.bit_length()) if mask >> where & 1]


def test_card_that_must_cover_ruins_does() -> None:
    position = read_position({"sheet": "A", "edicts": "great_city", "card": "hamlet", "ruins": "1"}, [])
    advice = find_placements(position)
    assert advice
    assert all(rating.cells & position.sheet.ruins for rating, _after in advice.best)


@pytest.mark.parametrize("key", ["dobrik_of_lorkheim", "rift_lands"])
def test_heroes_and_cards_with_every_terrain_have_placements(key: str) -> None:
    held = analysis_components()
    key = key if key in held.cards else list(held.cards)[-1]
    assert text_of(ask(f"sheet=C&heroes=1&{EDICTS}&card={key}")).count('class="placement-head"') == 5


def test_heat_map_is_shown_when_asked_for() -> None:
    query = f"{EDICTS}&card=hamlet"
    assert "glow4" not in text_of(ask(query))
    page = text_of(ask(f"{query}&heat=1"))
    assert "glow4" in page
    assert "Hide space values" in page


def test_cards_not_seen_are_listed_with_what_their_best_spot_gains() -> None:
    query = f"sheet=A&{EDICTS}&seen=hamlet,orchard"
    page = text_of(ask(query)).partition('id="coming"')[2].partition("</ul>")[0]
    lines = re.findall(r'href="\?([^"]+)">([^<]+)</a> <strong class="source-later">([^<]+)<', page)
    assert len(lines) == 11 - 2
    assert not {"Hamlet", "Orchard"} & {name for _, name, _ in lines}
    gains = [float(gain.replace("−", "-")) for *_, gain in lines]
    assert gains == sorted(gains, reverse=True)
    chosen = lines[0][0].replace("&amp;", "&")
    assert "seen=hamlet,orchard" in chosen
    assert text_of(ask(chosen)).count('class="placement-head"') == 5


def test_cards_seen_are_ticked_and_sent_by_the_form_without_scripts() -> None:
    page = text_of(ask("seen=hamlet"))
    assert re.search(r'name="seen" value="hamlet"[^>]* checked', page)
    location = ask("sheet=A&drawn_on=A&seen=orchard&seen=hamlet").headers["Location"]
    assert location == f"{ANALYSIS}?sheet=A&seen=hamlet,orchard"
    assert "checked" not in text_of(ask("sheet=A")).partition('id="seen"')[2].partition("</details>")[0]


def test_a_card_that_is_drawn_has_been_seen() -> None:
    position = read_position({"sheet": "A", "card": "hamlet"}, [])
    advice = find_placements(position)
    assert advice
    assert position.after(advice.best[0][1]).seen == (position.card,)


def test_a_painted_map_still_leads_to_the_turn_that_it_comes_from() -> None:
    location = ask("sheet=A&drawn_on=A&brush=F&paint=C5&turn=abc.7.2").headers["Location"]
    assert location.endswith("&turn=abc.7.2")
    page = text_of(Client().get(location))
    assert '<a id="origin-link" href="/tables/abc/turns/7/?look=2#fork"' in page
    assert "Play from turn 7 of this game" in page
    assert "turn=" not in ask("sheet=B&drawn_on=A&turn=abc.7.2").headers["Location"]


def test_pasted_map_chooses_its_sheet() -> None:
    held = analysis_components()
    board = Board.of_sheet(held.sheets["B"]).draw(space_bit(space_of("A1")), Terrain.FARM)
    location = ask(f"sheet=A&coins=2&text={whole_board_text(board).replace('#', '%23')}").headers["Location"]
    assert location.startswith(f"{ANALYSIS}?sheet=B&coins=2&map=A10/11/")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("...", "This isn’t a map:"),
        ("{}", "This is a game file, not a map."),
        ("/".join(["." * 11] * 11), "No published map sheet has these mountains"),
    ],
)
def test_text_that_is_no_map_is_kept_with_a_message(text: str, problem: str) -> None:
    response = ask(f"sheet=B&coins=2&text={text}")
    assert response.status_code == 400
    page = text_of(response)
    assert problem in page
    assert f">{text}</textarea>" in page
    assert '<option value="B" selected>' in page


def test_wrong_query_is_explained_and_the_rest_is_shown() -> None:
    response = ask(f"{EDICTS}&coins=99&season=summer")
    assert response.status_code == 400
    page = text_of(response)
    assert "Coins must be a number from 0 to 14." in page
    assert 'value="99"' in page
    assert '<option value="summer" selected>' in page


def test_positions_are_not_for_search_engines() -> None:
    assert "X-Robots-Tag" not in Client().get(ANALYSIS).headers
    assert ask(EDICTS).headers["X-Robots-Tag"] == "noindex"


def test_initials_stay_with_monsters_until_they_are_painted_over() -> None:
    board = board_of(f"M{'.' * 10}" + f"/{'.' * 11}" * 10 + " D:A1")
    position = read_position({"sheet": "A", "map": "M10/" + "/".join(["11"] * 10), "fields": "D:A1"}, [])
    assert position.board.initials == board.initials
    assert position.painted(space_bit(space_of("A1")), Terrain.FARM).board.initials == ()  # type: ignore[arg-type]


def test_page_of_a_card_tries_it_on_its_example() -> None:
    page = text_of(Client().get("/cartographers/cards/great_city/"))
    link = re.search(r'href="([^"]*/analysis/[^"]*)"', page)
    assert link
    tried = text_of(Client().get(link[1].replace("&amp;", "&")))
    assert int(figures(tried)[0]) > 0
    assert "/cartographers/analysis/?card=hamlet" in text_of(Client().get("/cartographers/cards/hamlet/"))
    assert "/analysis/" not in text_of(Client().get("/cartographers/cards/goblin_attack/")).split("<main")[1]
    assert "/cartographers/analysis/?sheet=B" in text_of(Client().get("/cartographers/sheets/B/"))


def test_without_edicts_no_stars_are_expected() -> None:
    page = text_of(Client().get(f"{ANALYSIS}?sheet=A"))
    assert "Choose edicts to see their stars." in page
    assert "expected for the rest of the game" not in page
