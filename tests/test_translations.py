"""Translation catalogs: complete, compiled, and with valid placeholders."""

import ast
import gettext
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.translation import to_locale

from tests.processes.programs import ROOT

LOCALES = [to_locale(code) for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
SOURCES = ("carto_site", "engine", "games", "templates", "locale")
GETTEXT = re.compile(r"_|n?p?gettext(_lazy)?")
PLACES = re.compile(r"%\(\w+\)[sd]|%[sd]|%%|<[^>]+>")


def catalogue(locale: str) -> Path:
    return ROOT / "locale" / locale / "LC_MESSAGES" / "django.po"


def words_of(path: Path) -> dict[str | tuple[str, int], str]:
    """Return a compiled catalog's translations; keys of plural forms are (message, form)."""
    with path.open("rb") as file:
        # Nothing public has all of them.
        messages: dict[str | tuple[str, int], str] = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    return messages


@pytest.fixture(scope="module")
def gathered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the sources with freshly updated catalogs."""
    copy = tmp_path_factory.mktemp("sources")
    for folder in SOURCES:
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
    shutil.copy(ROOT / "manage.py", copy)
    command = [sys.executable, "manage.py", "makemessages", "--no-obsolete", "--add-location", "file"]
    command += [f"--locale={locale}" for locale in LOCALES]
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "carto_site.settings"}
    subprocess.run(command, cwd=copy, env=environment, check=True, capture_output=True)
    return copy


def listed(path: Path, *options: str) -> list[str]:
    """Return the messages of a catalog selected by options of `msgattrib`."""
    run = subprocess.run(
        ["msgattrib", *options, "--no-obsolete", "--no-wrap", path], check=True, capture_output=True, text=True
    )
    return [line for line in run.stdout.splitlines() if line.startswith("msgid ") and line != 'msgid ""']


def test_there_is_more_than_one_language() -> None:
    assert LOCALES == ["fr"]


@pytest.mark.gettext
@pytest.mark.parametrize("locale", LOCALES)
def test_every_string_is_translated(locale: str, gathered: Path) -> None:
    path = gathered / catalogue(locale).relative_to(ROOT)
    assert listed(path, "--untranslated") == []
    assert listed(path, "--only-fuzzy") == []
    assert len(listed(path, "--translated")) > 500


def hidden_calls(source: str) -> list[int]:
    """Return the lines with a translatable string inside an f-string, which gettext ignores."""
    parts = [part for node in ast.walk(ast.parse(source)) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)]
    calls = [part for part in parts if isinstance(part, ast.Call) and isinstance(part.func, ast.Name)]
    return [call.lineno for call in calls if isinstance(call.func, ast.Name) and GETTEXT.fullmatch(call.func.id)]


def test_no_string_is_hidden_from_the_catalogues() -> None:
    paths = [path for folder in ("carto_site", "games") for path in sorted((ROOT / folder).rglob("*.py"))]
    hidden = {str(path.relative_to(ROOT)): hidden_calls(path.read_text("utf-8")) for path in paths}
    assert {path: lines for path, lines in hidden.items() if lines} == {}
    assert hidden_calls('a = _("seen")\nb = f"{a} {_(\'hidden\')}"') == [2]


@pytest.mark.gettext
@pytest.mark.parametrize("locale", LOCALES)
def test_what_is_compiled_is_what_is_written(locale: str, tmp_path: Path) -> None:
    compiled = tmp_path / "django.mo"
    subprocess.run(["msgfmt", "--check", "--output-file", compiled, catalogue(locale)], check=True)
    assert words_of(compiled) == words_of(catalogue(locale).with_suffix(".mo"))


@pytest.mark.parametrize("locale", LOCALES)
def test_a_translation_keeps_the_places_of_its_message(locale: str) -> None:
    wrong = []
    for message, words in words_of(catalogue(locale).with_suffix(".mo")).items():
        if isinstance(message, str) and message:  # the forms of a plural are compared by msgfmt
            expected, kept = (set(PLACES.findall(text)) for text in (message.partition("\x04")[2] or message, words))
            wrong += [(message, words)] if expected != kept else []
    assert wrong == []


def test_french_names_need_no_article_and_no_agreement() -> None:
    """Check that sentences fit names of either gender, and names that start with a vowel."""
    words = words_of(catalogue("fr").with_suffix(".mo")).values()
    uncertain = re.compile(
        r"\b(de|que|du|au|détruit) %\((name|owner|card)\)s|%\(card\)s (est|s’est) |%\(card\)s[^:.]* dessiné "
    )
    assert [text for text in words if uncertain.search(text)] == []


def test_french_uses_the_terms_of_the_rulebook() -> None:
    """Check that a map sheet is a parchemin, and time a valeur or a limite temporelle."""
    words = words_of(catalogue("fr").with_suffix(".mo"))
    # Score sheets and sheets to print are the only “feuilles”; typed commands take the word too.
    wrong = re.compile(
        r"feuilles?\b(?! de score| pour jouer| à imprimer)|unités? de temps|%\(\w+\)[sd] pas de temps|seuil",
        re.IGNORECASE,
    )
    kept = ("Download sheet", "words of a typed command, by commas\x04score, scores, sheet")
    assert {message: text for message, text in words.items() if message not in kept and wrong.search(text)} == {}
    assert (words["Map sheet"], words["Time value"], words["Time threshold"]) == (
        "Parchemin",
        "Valeur temporelle",
        "Limite temporelle",
    )
    assert any(
        "Après l’hiver, le joueur qui a le plus d’étoiles gagne. En cas d’égalité, celui qui a perdu "
        "le moins d’étoiles à cause des monstres l’emporte. Si l’égalité persiste, les joueurs partagent la victoire."
        in text
        for text in words.values()
    )


def test_french_names_maps_and_time_as_the_rulebook_does() -> None:
    """Check the terms parchemin for a map, valeur temporelle, and the phases Esquisse and Vérification."""
    words = words_of(catalogue("fr").with_suffix(".mo"))
    wrong = re.compile(r"(votre|sa propre|d’une|bord de la|autres?) carte\b(?! [A-ZÉ%])", re.IGNORECASE)
    about_maps = {
        message: text
        for message, text in words.items()
        if re.search(r"\bmaps?\b|\bboards?\b", message if isinstance(message, str) else message[0], re.IGNORECASE)
    }
    assert {message: text for message, text in about_maps.items() if wrong.search(text)} == {}
    assert (words["Your map"], words["All maps"]) == ("Votre parchemin", "Tous les parchemins")
    assert words["%(card)s (time value %(time)s)"] == "%(card)s (valeur temporelle %(time)s)"
    phases = (words[f"phase of a turn\x04{name}"] for name in ("Draw", "Check"))
    assert tuple(phases) == ("Esquisse", "Vérification")
    assert ": la saison se termine à ce tour." in words["%(time)s of %(threshold)s: the season ends this turn."]


def test_french_has_one_word_for_each_act_of_gisborne() -> None:
    """Check that a river is traversée, a chip cédé to wolves, a play annulée, and a tile écartée or peinte."""
    words = words_of(catalogue("fr").with_suffix(".mo"))
    wrong = re.compile(
        r"(passer?|franchi\w+) (une|la|%\(n\)s) rivière|rivière.* la passez|Passez-la|passent la rivière"
        r"|donn(e|é) aux loups|revient aux loups|reprendre vos cartes|mise de côté"
        r"|Dessinez(-\w+)? (une autre case|un chemin de|une case(?! unique))|Dessinez-en un sur le chemin"
        r"|(aux|avec les) rangs actuels",
        re.IGNORECASE,
    )
    assert {message: text for message, text in words.items() if wrong.search(text)} == {}


def test_french_signs_follow_spaces_that_never_break() -> None:
    """Check for U+00A0 before : and %, and within « », U+202F before ; ! and ?, as in French typography."""
    words = words_of(catalogue("fr").with_suffix(".mo"))
    wrong = re.compile("[ \u202f](?:[:»]|%%)|«[^\u00a0]|[^\u00a0]»|[ \u00a0][;!?]|\\w[;!?»](?!\\w)|«$")
    found = {
        message: text
        for message, text in words.items()
        if message and wrong.search(re.sub(r"https?://\S+", "", text)) and not _is_typed(message)
    }
    assert found == {}


def _is_typed(message: str | tuple[str, int]) -> bool:
    return isinstance(message, str) and message.startswith("words of a typed command")
