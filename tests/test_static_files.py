"""The static files as they are collected for serving."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from carto_site.minify import minify_script, minify_style
from carto_site.static_files import StaticFiles, inline_imports
from tests.collecting import collected_in
from tests.processes.programs import ROOT

HASHED = re.compile(r"\.[0-9a-f]{12}\.js$")


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with the files as the site serves them."""
    with collected_in(tmp_path_factory.mktemp("static")) as folder:
        yield folder


def test_modules_import_each_other_by_names_that_change_with_them(collected: Path) -> None:
    modules = {path.name: path.read_text() for path in collected.glob("js/map/*.js") if HASHED.search(path.name)}
    at_once = [name for text in modules.values() for name in re.findall(r'^import.*"\./(.+)";$', text, re.M)]
    on_demand = [name for text in modules.values() for name in re.findall(r'\bimport\("\./(.+?)"\)', text)]
    assert at_once
    assert on_demand
    assert {*at_once, *on_demand} <= set(modules)


def test_what_modules_share_is_loaded_once(collected: Path) -> None:
    """Check for one URL: under two, the module would load twice and split its state."""
    texts = [path.read_text() for path in collected.glob("js/map/*.js") if HASHED.search(path.name)]
    shared = {name for text in texts for name in re.findall(r'"\.\./(settled.+?)"', text)}
    assert shared == {path.name for path in collected.glob("js/settled.????????????.js")}


def test_what_is_fetched_when_it_is_wanted_goes_by_such_a_name_too(collected: Path) -> None:
    scripts = [path for path in collected.glob("js/**/*.js") if HASHED.search(path.name)]
    lazy_modules = [
        path.parent / name for path in scripts for name in re.findall(r'\bimport\("(.+?)"\)', path.read_text())
    ]
    assert lazy_modules
    assert {path.resolve() for path in lazy_modules} <= {path.resolve() for path in scripts}
    assert not [path for path in scripts if "settled.js" in path.read_text()], "a page would load it twice"


def test_files_are_served_bare_by_either_name(collected: Path) -> None:
    for folder, bare in (("css", minify_style), ("js", minify_script)):
        for path in (ROOT / "static" / folder).rglob(f"*.{folder}"):
            name = path.relative_to(ROOT / "static")
            served = (collected / name).read_text()
            assert served == bare(inline_imports(path.read_text())) == bare(served)
            (named,) = (collected / name.parent).glob(f"{path.stem}.????????????.{folder}")
            assert len(named.read_text()) >= len(served)


def test_a_style_sheet_has_in_it_what_it_imports(collected: Path) -> None:
    served = (collected / "css" / "site.css").read_text()
    assert served == "".join(
        (collected / "css" / f"{name}.css").read_text() for name in ("tokens", "base", "forms", "crests")
    )


def test_imports_of_imported_sheets_are_inlined_too(collected: Path) -> None:
    ink = (collected / "css" / "ink.css").read_text()
    for sheet in ("game.css", "gisborne.css", "gisborne/way.css"):
        served = (collected / "css" / sheet).read_text()
        assert served.count(ink) == 1
        assert "@import" not in served


def test_what_is_imported_may_have_changed(collected: Path) -> None:
    files = StaticFiles(location=collected)
    assert files.get_modified_time("css/site.css") < files.get_modified_time("js/live.js")


def test_nothing_but_comments_and_blanks_is_left_out() -> None:
    for path in (ROOT / "static" / "css").rglob("*.css"):
        text = path.read_text()
        assert "".join(minify_style(text).split()) == "".join(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL).split())
    for path in (ROOT / "static" / "js").rglob("*.js"):
        text = path.read_text()
        code = re.sub(r"(?m)(^|\s)//.*$", "", text)
        assert "".join(minify_script(text).split()) == "".join(code.split()).replace(";}", "}")


STYLE = """
/* It says "so". */
a > .b :is(p, q):hover { content: "a  { /* not one */ }"; margin: 0 -1px; /* why */
  @media (width >= 3rem) { &.c .d { --x: calc(1px + 2px) } } }
"""
BARE_STYLE = (
    'a>.b :is(p,q):hover{content:"a  { /* not one */ }";margin:0 -1px;'
    "@media (width>= 3rem){&.c .d{--x:calc(1px + 2px)}}}"
)
SCRIPT = r"""
// It says "so".
import { a } from "./a.js"; // why
// and this
import "./b.js";

const address = `https://${ a }  , b`; // why
if (a - -1 > 2) { // why
    text = text.replace(/a  "= \//, " // not one "); // {no more}
  }
  else return [a, ...b]
b++
"""
BARE_SCRIPT = r"""import{a}from "./a.js";
import "./b.js";const address=`https://${ a }  , b`;if(a - -1>2){text=text.replace(/a  "= \//," // not one ")}
else return[a,...b]
b++"""


def test_what_tells_apart_stays() -> None:
    """Check that meaningful spaces, line ends and quoted text are kept."""
    assert minify_style(STYLE) == BARE_STYLE
    assert minify_script(SCRIPT) == BARE_SCRIPT


def test_the_page_of_a_table_loads_at_once_every_module_but_those_on_demand() -> None:
    page = (ROOT / "templates/cartographers/table/table.html").read_text(encoding="utf-8")
    named = set(re.findall(r"'js/map/(\w+\.js)'", page))
    modules = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "static/js/map").glob("*.js")}
    on_demand = {name for text in modules.values() for name in re.findall(r'\bimport\("\./(.+?)"\)', text)}
    assert named == set(modules) - on_demand - {"opening.js", "analysis.js", "countdown.js"}  # of other pages


HIDDEN = "/.git/config", "/manage.py", "/carto_site/settings.py", "/var/secret-key", "/static/../manage.py"
FOLDERS = "/static/", "/static/js/"


@pytest.mark.django_db
@pytest.mark.parametrize("path", [*HIDDEN, *FOLDERS])
def test_nothing_else_is_served_and_no_folder_is_listed(path: str, client: Client) -> None:
    assert client.get(path).status_code == 404
