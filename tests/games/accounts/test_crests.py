"""Crests: their specs, generation, drawings, colors and editor."""

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.template import Context, Template
from django.test import Client

from games.accounts import crests
from games.accounts.crest_words import charge_name, color_name, division_name, shield_name
from games.accounts.crests import Crest, crest_of_name, parse_crest, variants
from games.accounts.models import User
from games.accounts.personal_data import profile_data

URL = "/accounts/crest/"
SPEC = "french.quarterly.teal+navy.gold.owl"
PARTS = {"shield": "oval", "division": "pale", "field": "teal", "other": "navy", "color": "gold", "charge": "owl"}
NAMES = [
    f"{first}{second}{number}" for first in ("an", "bel", "kat") for second in ("or", "wen") for number in range(100)
]


def drawn(spec: str, tag: str = "crest") -> str:
    return Template(f"{{% load crests %}}{{% {tag} spec %}}").render(Context({"spec": spec}))


@pytest.mark.parametrize("spec", [SPEC, "oval.plain.sky.navy.key", "swiss.bordure.red.paper.axe"])
def test_a_spec_is_read_and_written_unchanged(spec: str) -> None:
    assert str(parse_crest(spec)) == spec


@pytest.mark.parametrize(
    "spec",
    [
        *("", "owl", SPEC.upper(), f"{SPEC}.7", SPEC.replace("owl", "cat"), SPEC.replace("french", "none")),
        *(SPEC.replace("gold", "red"), SPEC.replace("navy", "sky"), SPEC.replace("navy", "teal")),
        *(SPEC.replace("+navy", ""), SPEC.replace("quarterly", "plain"), "oval.plain.sky.rose.key", "x" * 500),
    ],
)
def test_a_wrong_spec_is_refused(spec: str) -> None:
    with pytest.raises(ValidationError):
        parse_crest(spec)


def test_a_name_always_gives_the_same_crest() -> None:
    given = {name: str(crest_of_name(name)) for name in ("Ada", "Bert", "Chloé")}
    assert given == {
        "Ada": "oval.chevron.green+navy.paper.tree",
        "Bert": "oval.plain.teal.sky.sheaf",
        "Chloé": "hexagon.chevron.azure+umber.sky.fish",
    }
    assert crest_of_name("  ADA ") == crest_of_name("ada")
    assert crest_of_name("Ada", 1) != crest_of_name("Ada")


def test_names_give_valid_crests_that_differ() -> None:
    given = [str(crest_of_name(name)) for name in NAMES]
    assert all(str(parse_crest(spec)) == spec for spec in given)
    assert len(set(given)) > 0.99 * len(given)


def test_every_part_can_be_chosen_and_has_a_name() -> None:
    crest = parse_crest(SPEC)
    for part, values, name_of in (
        ("shield", crests.SHIELDS, shield_name),
        ("division", crests.DIVISIONS, division_name),
        ("field", crests.COLORS, color_name),
        ("charge", crests.CHARGES, charge_name),
    ):
        assert [getattr(variant, part) for _value, variant in variants(crest, part, values)] == list(values)
        assert len({name_of(value) for value in values}) == len(values)


def test_a_crest_is_described() -> None:
    assert parse_crest(SPEC).blazon == "Owl in gold on teal and navy, quartered"
    assert 'aria-label="Owl in gold on teal and navy, quartered"' in drawn(SPEC, "labeled_crest")
    assert 'aria-hidden="true"' in drawn(SPEC)
    assert drawn("") == ""


def test_every_part_is_drawn() -> None:
    symbols = {part.get("id") for part in ElementTree.parse(settings.BASE_DIR / "static/img/crests.svg").getroot()}
    shields = {f"{shield}-{division}" for shield in crests.SHIELDS for division in crests.DIVISIONS}
    assert symbols - {None} == shields | set(crests.CHARGES)
    used = {name for name in NAMES for name in re.findall("#([a-z-]+)", drawn(str(crest_of_name(name))))}
    assert used <= symbols


def test_a_halved_shield_is_halved_down_its_middle() -> None:
    """The half must reach the top of the middle; cut from corner to tip, it looks like another division."""
    drawn_parts = (settings.BASE_DIR / "static/img/crests.svg").read_text()
    halves = re.findall(r'-pale" .*?fill="currentColor" stroke="none" d="(.+?)"', drawn_parts)
    quarters = re.findall(r'-quarterly" .*?fill="currentColor" stroke="none" d="(.+?)"', drawn_parts)
    assert len(halves) == len(quarters) == len(crests.SHIELDS)
    for half in halves:
        assert re.fullmatch(r"M32 [\d.]+[LC].+[L ]32 [\d.]+L32 [\d.]+Z", half)
    for quarter in quarters:
        assert quarter.count("L32 31") >= 2


def luminance(color: str) -> float:
    """Return the relative luminance of #rrggbb, as WCAG defines it."""
    channels = [int(color[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(("theme", "least"), [(0, 4.6), (1, 4.0)])
def test_a_charge_stands_out_from_every_field(theme: int, least: float) -> None:
    style = (settings.BASE_DIR / "static/css/crests.css").read_text()
    found = re.findall(r"\.t-(\w+) { --t: (?:light-dark\()?(#\w+)(?:, (#\w+)\))? }", style)
    colors = {name: (light, dark or light)[theme] for name, light, dark in found}
    assert set(colors) == set(crests.COLORS)
    for one, two in combinations(crests.COLORS, 2):
        if (one in crests.DARK) != (two in crests.DARK):
            dark, light = sorted((luminance(colors[one]), luminance(colors[two])))
            assert (light + 0.05) / (dark + 0.05) >= least, (one, two)


@pytest.mark.django_db
def test_a_new_user_has_the_crest_of_the_username(anne: User) -> None:
    assert anne.crest == ""
    assert anne.shown_crest == str(crest_of_name("Anne")) == profile_data(anne)["crest"]


@pytest.mark.django_db
def test_a_guest_has_the_crest_of_the_name_and_a_deleted_user_none() -> None:
    assert User(username="guest-1", display_name="Ada", guest=True).shown_crest == str(crest_of_name("Ada"))
    assert User(username="former-1", erased_at="2026-01-01").shown_crest == ""


@pytest.mark.django_db
def test_a_crest_is_saved_and_shown_on_the_profile(signed_in: Client, anne: User) -> None:
    assert signed_in.post(URL, PARTS | {"save": "1"}).status_code == 303
    anne.refresh_from_db()
    assert anne.crest == "oval.pale.teal+navy.gold.owl"
    assert "Owl in gold on teal and navy, halved" in signed_in.get("/people/Anne/").content.decode()
    assert "#oval-pale" in signed_in.get("/tables/").content.decode()


@pytest.mark.django_db
def test_a_preview_saves_nothing(signed_in: Client, anne: User) -> None:
    for sent in (PARTS, PARTS | {"preview": "1"}, {"another": "3"}, {"own": "1"}):
        assert signed_in.post(URL, sent).status_code == 200
    anne.refresh_from_db()
    assert anne.crest == ""


@pytest.mark.django_db
def test_another_one_is_the_next_of_the_name(signed_in: Client) -> None:
    page = signed_in.post(URL, {"another": "3"}).content.decode()
    assert crest_of_name("Anne", 3).blazon in page
    assert 'name="another" value="4"' in page


@pytest.mark.django_db
def test_the_crest_of_the_name_is_not_stored(signed_in: Client, anne: User) -> None:
    signed_in.post(URL, PARTS | {"save": "1"})
    assert crest_of_name("Anne").blazon in signed_in.post(URL, {"own": "1"}).content.decode()
    own = crest_of_name("Anne")
    sent = {name: getattr(own, name) for name in PARTS}
    signed_in.post(URL, sent | {"save": "1"})
    anne.refresh_from_db()
    assert anne.crest == ""


@pytest.mark.django_db
@pytest.mark.parametrize(
    "bad", [{}, {"save": "1"}, PARTS | {"charge": "cat"}, PARTS | {"field": "x" * 999}, {"another": "²"}]
)
def test_unknown_parts_are_refused_with_a_message(signed_in: Client, anne: User, bad: dict[str, str]) -> None:
    answer = signed_in.post(URL, bad)
    assert answer.status_code == 422
    assert "This crest has unknown parts." in answer.content.decode()
    anne.refresh_from_db()
    assert anne.crest == ""


@pytest.mark.django_db
def test_colors_are_adjusted_to_a_new_field(signed_in: Client, anne: User) -> None:
    signed_in.post(URL, PARTS | {"field": "sky", "save": "1"})
    anne.refresh_from_db()
    assert anne.crest == "oval.pale.sky+paper.navy.owl"


def test_fitting_keeps_what_goes_together() -> None:
    crest = parse_crest(SPEC)
    parts = {name: getattr(crest, name) for name in PARTS}
    assert Crest.fitted(**parts) == crest


@pytest.mark.parametrize(
    ("spec", "blazon"),
    [
        ("oval.plain.sky.navy.key", "Key in navy on sky blue"),
        ("swiss.bordure.red.paper.axe", "Axe in white on red, with a border"),
        (SPEC, "Owl in gold on teal and navy, quartered"),
    ],
)
def test_a_crest_is_described_in_words(spec: str, blazon: str) -> None:
    assert parse_crest(spec).blazon == blazon
