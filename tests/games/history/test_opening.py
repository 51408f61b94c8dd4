"""Uploaded records: opened, or rejected with the location of the error; never a server error."""

import json
import re
import tracemalloc
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from engine.differences import Difference
from games.history import record_views, upload_checks
from games.history.record import split_records
from games.history.record_views import LOOK
from games.history.upload_checks import MOST_BYTES, MOST_EVENTS, InvalidUpload, ValidUpload, check_upload
from games.tables.forks.forks import may_fork
from games.tables.models import Origin, Table

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
URL = "/records/"
NOTHING_SAID = "This isn’t a game file."


@pytest.fixture(scope="module")
def golden() -> dict[str, Any]:
    """Return a golden record."""
    document: dict[str, Any] = json.loads((GOLDEN / "mixed_two.json").read_text())
    return document


def bring(text: str | bytes) -> Any:
    file = SimpleUploadedFile("game.json", text if isinstance(text, bytes) else text.encode())
    return Client().post(URL, {"file": file})


@pytest.mark.django_db
@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*_t*.json")), ids=lambda path: path.stem)
def test_a_good_record_is_opened(path: Path) -> None:
    answer = bring(path.read_bytes())
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "The game file is valid" in page
    for name in json.loads(path.read_text())["seats"]:
        assert name in page
    assert Table.objects.get().origin == Origin.UPLOADED


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "length"), [("gisborne/three", "Gisborne · %s rounds · "), ("mixed_two", "Cartographers · %s turns · ")]
)
def test_length_of_a_game_is_in_its_own_words(name: str, length: str) -> None:
    text = (GOLDEN / f"{name}.json").read_text()
    looked = check_upload(text)
    assert isinstance(looked, ValidUpload)
    assert length % looked.turns in bring(text).content.decode()


@pytest.mark.django_db
def test_it_may_be_pasted(golden: dict[str, Any]) -> None:
    answer = Client().post(URL, {"pasted": json.dumps(golden)})
    assert answer.status_code == 200
    assert "The game file is valid" in answer.content.decode()


@pytest.mark.django_db
def test_the_first_wrong_event_is_shown_at_its_place(golden: dict[str, Any]) -> None:
    broken = deepcopy(golden)
    drawn = next(event for event in broken["events"] if event["kind"] == "drawn")
    drawn["data"]["mountains"] = 4
    answer = bring(json.dumps(broken))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert f"Event {drawn['number']} (first invalid event)" in page
    looked = check_upload(json.dumps(broken))
    assert isinstance(looked, InvalidUpload)
    assert [line.number - drawn["number"] for line in looked.lines] == [-2, -1, 0, 1, 2]
    assert [line.wrong for line in looked.lines] == [False, False, True, False, False]


@pytest.mark.django_db
def test_a_wrong_event_is_shown_as_its_differences(golden: dict[str, Any]) -> None:
    document = deepcopy(golden)
    scored = next(event for event in document["events"] if event["kind"] == "season_scored")
    coins = scored["data"]["scores"][1]["coins"]
    scored["data"]["scores"][1]["coins"] = 61
    looked = check_upload(json.dumps(document))
    assert isinstance(looked, InvalidUpload)
    assert looked.words[0] == f"Event {scored['number']} doesn’t match the rules."
    assert looked.differences == (Difference("scores[1].coins", str(coins), "61"),)
    for text in (json.dumps(document), on_lines(document, golden)):
        page = bring(text).content.decode()
        for words in ("scores[1].coins", f"Expected: <code>{coins}</code>", "In the file: <code>61</code>"):
            assert words in page


def test_of_many_differences_some_are_shown(golden: dict[str, Any]) -> None:
    document = deepcopy(golden)
    deck = next(event for event in document["events"] if event["kind"] == "season_began")["data"]["deck"]
    deck[:] = [f"card-{number}" for number in range(len(deck))]
    looked = check_upload(json.dumps(document))
    assert isinstance(looked, InvalidUpload)
    assert len(looked.differences) + looked.left_out == len(deck)
    assert len(looked.differences) <= 12


def test_where_a_record_ends_too_early_its_last_events_are_shown(golden: dict[str, Any]) -> None:
    looked = check_upload(json.dumps({**golden, "events": golden["events"][:40]}))
    assert isinstance(looked, InvalidUpload)
    assert [line.number for line in looked.lines] == [39, 40]


def test_who_came_where_is_told_best_first(golden: dict[str, Any]) -> None:
    looked = check_upload(json.dumps(golden))
    assert isinstance(looked, ValidUpload)
    assert [place.rank for place in looked.places] == [1, 2]
    assert looked.matches_published
    assert looked.events == len(golden["events"])


@pytest.mark.django_db
@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", "null", "0", "[" * 100_000, "9" * 5000, '"\\ud800"', '{"format": "carto-game"}', "\0", "NaN", "{"],
)
def test_what_is_no_record_is_told(text: str) -> None:
    assert bring(text).status_code == 422
    assert Client().post(URL, {"pasted": text}).status_code == 422


@pytest.mark.django_db
def test_what_is_no_text_is_told() -> None:
    answer = bring(b"\xff\xfe\x00")
    assert answer.status_code == 422
    assert "This file is not UTF-8 text." in answer.content.decode()


@pytest.mark.django_db
def test_nothing_at_all_is_told() -> None:
    answer = Client().post(URL)
    assert answer.status_code == 422
    assert "Choose a file or paste its text." in answer.content.decode()


@pytest.mark.django_db
def test_a_file_has_a_greatest_size() -> None:
    assert bring("x" * (MOST_BYTES + 1)).status_code == 422
    assert isinstance(check_upload("x" * (MOST_BYTES + 1)), InvalidUpload)


def test_a_game_has_only_so_many_events(golden: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(golden["events"]) < MOST_EVENTS
    monkeypatch.setattr(upload_checks, "MOST_EVENTS", 100)
    looked = check_upload(json.dumps(golden))
    assert isinstance(looked, InvalidUpload)
    assert looked.words == ("This file has too many events.",)


def test_what_a_game_is_played_with_has_an_end(golden: dict[str, Any]) -> None:
    heavy = deepcopy(golden)
    cards = heavy["events"][0]["data"]["definition"]["explore"]
    cards += [{**cards[0], "id": f"more-{number}"} for number in range(150)]
    looked = check_upload(json.dumps(heavy))
    assert isinstance(looked, InvalidUpload)
    assert looked.words == ("Event 1 is too long.",)
    assert [line.number for line in looked.lines] == [1, 2, 3]


@pytest.mark.parametrize("coins", [201, 10**6, 10**40])
def test_a_coin_track_is_no_longer_than_can_be_drawn(golden: dict[str, Any], coins: int) -> None:
    document = deepcopy(golden)
    document["events"][0]["data"]["definition"]["coin_track"] = coins
    looked = check_upload(json.dumps(document))
    assert isinstance(looked, InvalidUpload)
    assert "coin_track" in looked.words[0]


@pytest.mark.parametrize("depth", [300, 450, 800])
@pytest.mark.parametrize(("begin", "end"), [("[", "]"), ('{"a":', "}")])
def test_an_event_of_many_levels_is_refused(depth: int, begin: str, end: str) -> None:
    looked = check_upload('{"events":[' + begin * depth + "1" + end * depth + "]}")
    assert isinstance(looked, InvalidUpload)


@pytest.mark.django_db
def test_names_are_no_markup(golden: dict[str, Any]) -> None:
    page = bring(json.dumps({**golden, "seats": ["<b>Ann</b>", "<script>"]})).content.decode()
    assert "&lt;b&gt;Ann" in page
    assert "<b>Ann" not in page


@pytest.mark.django_db
def test_one_address_brings_only_so_many() -> None:
    client = Client()
    answers = [client.post(reverse("history:records")).status_code for _ in range(LOOK.times + 1)]
    assert answers == [422] * LOOK.times + [429]


JUNK = (None, True, 0, -1, 1, 10**40, 1.5, "", "A1", "Z99", "\x00", "drawn", [], [[]], {}, {"id": "x"}, "x" * 5000)


def broken(document: Any, rng: Random) -> Any:
    """Return the document with one random value, key or entry changed at any depth."""
    document = deepcopy(document)
    place, inside = document, True
    while inside:
        keys = list(place) if isinstance(place, dict) else range(len(place))
        key = rng.choice(keys)
        inside = isinstance(place[key], dict | list) and bool(place[key]) and rng.random() < 0.9
        place = place[key] if inside else place
    match rng.randrange(4):
        case 0:
            del place[key]
        case 1 if isinstance(place, list):
            place.insert(key, rng.choice([*place, *JUNK]))
        case 2 if isinstance(place, list):
            place[key] = rng.choice(place)
        case _:
            place[key] = rng.choice(JUNK)
    return document


def test_thousands_of_broken_records_are_told(full: bool) -> None:
    rng = Random(14)
    texts = [(GOLDEN / f"{name}.json").read_text() for name in ("mixed_solo", "mixed_three", "solo_coins")]
    held, count = 0, 20_000 if full else 500
    for _ in range(count):
        document = json.loads(rng.choice(texts))
        for _ in range(rng.choice((1, 1, 1, 2, 5))):
            document = broken(document, rng)
        looked = check_upload(json.dumps(document))
        held += isinstance(looked, ValidUpload)
        assert isinstance(looked, ValidUpload) or looked.words[0] != NOTHING_SAID, "each has a reason"
    assert held < count // 3, "most of them are broken"


def test_thousands_of_cut_and_garbled_texts_are_told(golden: dict[str, Any]) -> None:
    rng, text, held = Random(15), json.dumps(golden), 0
    for _ in range(1_000):
        at = rng.randrange(len(text))
        garbled = text[:at] + rng.choice(("", "}", '"', "\0", "9", text[at + rng.randrange(2, 2000) :]))
        held += isinstance(check_upload(garbled), ValidUpload)
    assert held < 10, "but for what stands in no event"


# --- Records without a seed ------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("missing", [("seed",), ("seed", "commitment")])
def test_a_record_without_a_seed_is_opened_and_says_so(golden: dict[str, Any], missing: tuple[str, ...]) -> None:
    seedless = {key: value for key, value in golden.items() if key not in (*missing, "expected", "about")}
    client = Client()
    pages = [client.post(URL, {"pasted": json.dumps(seedless)}) for _ in range(2)]
    assert [page.status_code for page in pages] == [200, 200]
    assert "Card order not checked: the file has no seed." in pages[0].content.decode()
    table = Table.objects.get()
    end = client.get(f"/tables/{table.code}/").content.decode()
    assert "This game file doesn’t include the seed" in end
    assert "<code></code>" not in end
    assert client.get(f"/tables/{table.code}/turns/3/").status_code == 200
    assert not may_fork(table, 3, 0)
    kept = client.get(f"/tables/{table.code}/record.json").json()
    assert kept.keys() == seedless.keys()
    assert client.post(URL, {"pasted": json.dumps(kept)}).status_code == 200
    assert Table.objects.count() == 1


def test_a_deck_of_other_cards_is_found_out_without_a_seed(golden: dict[str, Any]) -> None:
    seedless = deepcopy({key: value for key, value in golden.items() if key not in ("seed", "commitment")})
    deck = next(event for event in seedless["events"] if event["kind"] == "season_began")["data"]["deck"]
    deck[-1] = deck[0]
    looked = check_upload(json.dumps(seedless))
    assert isinstance(looked, InvalidUpload)
    assert any(line.wrong for line in looked.lines)


# --- A byte order mark -----------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_byte_order_mark_is_skipped(golden: dict[str, Any]) -> None:
    text = "\ufeff" + json.dumps(golden)
    assert bring(text).status_code == 200
    assert Client().post(URL, {"pasted": text}).status_code == 200


# --- Several records -------------------------------------------------------------------------------------------------


def on_lines(*documents: Any) -> str:
    return "".join(f"{one if isinstance(one, str) else json.dumps(one)}\n" for one in documents)


@pytest.mark.django_db
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=ascii)
def test_each_of_several_records_is_told_with_its_line(golden: dict[str, Any], mark: str) -> None:
    seedless = {key: value for key, value in golden.items() if key not in ("seed", "commitment")}
    early = {**golden, "events": golden["events"][:40]}
    text = mark + on_lines(golden, "", seedless, early, "{}", "no record").replace("\n", "\r\n")
    client = Client()
    answer = client.post(URL, {"pasted": text})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert [int(line) for line in re.findall(r"<h3>Line (\d+)</h3>", page)] == [1, 3, 4, 5, 6]
    assert page.count("The game file is valid") == 2
    assert page.count("Invalid game file") == 3
    assert page.count("Card order not checked: the file has no seed.") == 1
    assert "Event 41: the file ends before the game is over." in page
    assert Table.objects.count() == 2
    for table in Table.objects.all():
        assert client.get(f"/tables/{table.code}/").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("wrong", "words"),
    [("hello", "line 2, column 1"), ('{"format": "carto-game", "seats": [', "line 2, column 36"), ("[1]", "“format”")],
)
def test_a_line_that_is_no_record_does_not_spoil_the_others(golden: dict[str, Any], wrong: str, words: str) -> None:
    page = bring(on_lines(golden, wrong)).content.decode()
    assert page.count("The game file is valid") == page.count("Invalid game file") == 1
    assert words in page


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=ascii)
def test_files_that_were_joined_keep_no_byte_order_marks(end: str) -> None:
    lines = ['{"format": "carto-game"}', "", '{"format": "other"}']
    text = "".join(f"\ufeff{line}{end}" for line in lines)
    assert [(number, json.loads(line)["format"]) for number, line in split_records(text)] == [
        (1, "carto-game"),
        (3, "other"),
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("coding", ["utf-16", "utf-16-le", "utf-32"])
def test_a_file_in_another_coding_is_refused_in_words(golden: dict[str, Any], coding: str) -> None:
    file = SimpleUploadedFile("record.json", json.dumps(golden).encode(coding))
    answer = Client().post(URL, {"file": file})
    assert answer.status_code == 422
    assert re.search("not UTF-8 text|Invalid JSON at line", answer.content.decode())


@pytest.mark.django_db
def test_several_wrong_records_are_refused(golden: dict[str, Any]) -> None:
    assert bring(on_lines({}, {**golden, "events": []})).status_code == 422
    assert not Table.objects.exists()


@pytest.mark.django_db
def test_an_upload_has_only_so_many_records(golden: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_views, "MOST_RECORDS", 2)
    page = bring(on_lines(*[golden] * 4)).content.decode()
    assert page.count("The game file is valid") == 2
    assert "2 more game files weren’t checked. Upload them separately." in page
    assert Table.objects.count() == 1


@pytest.mark.parametrize("indent", [None, 0, 1], ids=str)
def test_one_record_may_stand_on_many_lines(golden: dict[str, Any], indent: int | None) -> None:
    text = json.dumps(golden, indent=indent)
    assert split_records(f"\ufeff\n{text}\n") == [(1, f"\n{text}\n")]


def test_files_with_a_mark_each_may_be_put_together(golden: dict[str, Any]) -> None:
    text = json.dumps(golden)
    assert split_records(f"\ufeff{text}\r\n\ufeff{text}\n") == [(1, text), (2, f"\n{text}")]


def test_many_short_lines_take_little_memory() -> None:
    # If each line were padded with the lines before it, these 100 KB would come to over a gigabyte.
    tracemalloc.start()
    try:
        records = split_records("{}\n" * 50_000)
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()
    assert len(records) == 50_000
    assert records[9] == (10, "\n" * 9 + "{}")
