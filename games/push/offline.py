"""The script that stays with the browser, and the one page that it keeps for when the site cannot be reached."""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse

from games.accounts.models import Theme


def page() -> str:
    """Return the offline page, in all languages of the site and without personal data.

    The user's language is unknown when the page is shown.
    """
    look: dict[str, Any] = {"theme": Theme.AUTO, "themes": Theme, "color_scheme": "light dark"}
    return render_to_string("push/offline.html", {**look, "languages": settings.LANGUAGES})


def worker() -> str:
    """The script, headed by what it keeps: the page and its style. A new edition of either is a new script, by which
    browsers notice.
    """
    kept, text = page(), _script()
    edition = sha256(f"{kept}{text}".encode()).hexdigest()[:12]
    addresses = f'const PAGE = "{reverse("push:offline")}", STYLE = "{static("css/site.css")}";'
    asked = {"SUBSCRIBE": "push:subscribe", "LIST": "notices:list", "WAITING": "notices:waiting"}
    names = ", ".join(f'{name} = "{reverse(view)}"' for name, view in asked.items())
    return f'const EDITION = "{edition}", {names};\n{addresses}\n{text}'


@cache
def _script() -> str:
    path = finders.find("js/service-worker.js")
    assert isinstance(path, str), "the script is one of our own"
    return Path(path).read_text(encoding="utf-8")
