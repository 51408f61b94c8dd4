"""Exported records can be imported again, with any name that the site accepts."""

import json
from random import Random
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from games.accounts.names import DISPLAY_NAME_MAX, clean_shown_name
from games.cartographers.shelf.definitions import stored_form
from games.cartographers.shelf.kinds import EntryKind
from games.catalog.names import NameField, WordsField
from games.history.record import names_of, read_record
from games.history.upload_checks import InvalidUpload, ValidUpload, check_upload
from tests.engine.test_names import JOINED, NEVER_JOINED, UNJOINED
from tests.games.history.bringing import golden

PIECES = ("abÅz 12", "éçœ«»!?:;…’", "\u00a0\u202f\u2009\u3000", "🗺❤☠👩", "علی می", "क्ष", "葛城", "\u0301", "ﬁ½ﷺ")
HIDDEN = "\u200c\u200d\ufe0f\U000e0100\u200b\u202e\u3164\u00ad\ufeff\n\t\x1b\u2028"


def at_random(rng: Random) -> str:
    signs = [rng.choice(rng.choice(PIECES)) for _ in range(rng.randrange(1, 12))]
    if rng.random() < 0.6:
        signs.insert(rng.randrange(len(signs) + 1), rng.choice(HIDDEN))
    return "".join(signs)


def called(name: str, words: str = "") -> dict[str, Any]:
    """Return the record of a game that has a card of this name, stored as the workshop does."""
    document = golden("solo_coins")
    explore = document["events"][0]["data"]["definition"]["explore"]
    labels = {"names": {"fr": name}, **({"words": {"fr": words}} if words else {})}
    explore[0] = stored_form(EntryKind.EXPLORE, {**explore[0], "name": name, **labels})
    return document


def test_each_name_that_a_form_takes_is_taken_in_a_record(full: bool) -> None:
    rng, taken = Random(26), 0
    for _ in range(2_000 if full else 60):
        typed = at_random(rng)
        try:
            name = NameField().clean(typed)
        except ValidationError:
            continue
        taken += 1
        looked = check_upload(json.dumps(called(name, WordsField().clean(f"{typed}\n«\u00a0{typed}\u202f!"))))
        assert isinstance(looked, ValidUpload), ascii(typed)
        assert name == NameField().clean(name)
    assert taken > 15


def test_people_s_names_come_back_as_they_were() -> None:
    rng, record = Random(27), {**golden("solo_coins"), "events": []}
    for _ in range(2_000):
        try:
            name = clean_shown_name(at_random(rng), most=DISPLAY_NAME_MAX)
        except ValidationError:
            continue
        if name:
            assert names_of(read_record({**record, "seats": [name]})) == (name,)


@pytest.mark.parametrize("name", JOINED, ids=ascii)
def test_names_with_joiners_are_taken_and_read(name: str) -> None:
    assert NameField().clean(name) == clean_shown_name(name, most=24) == name
    assert isinstance(check_upload(json.dumps(called(name))), ValidUpload)


@pytest.mark.parametrize("name", UNJOINED, ids=ascii)
def test_names_with_hidden_characters_are_not_taken_and_read_only_if_they_once_were(name: str) -> None:
    with pytest.raises(ValidationError):
        NameField().clean(name)
    document = golden("solo_coins")
    document["events"][0]["data"]["definition"]["explore"][0]["name"] = name
    assert isinstance(check_upload(json.dumps(document)), InvalidUpload if name in NEVER_JOINED else ValidUpload)


@pytest.mark.parametrize("space", ["\u00a0", "\u202f"], ids=ascii)
def test_cards_published_with_a_no_break_space_are_read_as_they_are(space: str) -> None:
    document = golden("solo_coins")
    card = document["events"][0]["data"]["definition"]["explore"][0]
    card |= {"name": f"Lac{space}noir", "names": {"fr": f"Lac{space}noir"}, "words": {"fr": f"Oui{space}!"}}
    looked = check_upload(json.dumps(document))
    assert isinstance(looked, ValidUpload)
    assert NameField().clean(card["name"]) == "Lac noir"


def test_long_texts_of_cards_do_not_make_a_record_too_long() -> None:
    document = called("Lac")
    definition = document["events"][0]["data"]["definition"]
    for pile in ("explore", "pool", "ruins", "ambushes"):
        for card in definition[pile]:
            card["words"] = {"en": "x" * 600, "fr": "y" * 600}
    assert isinstance(check_upload(json.dumps(document)), ValidUpload)
