"""How static files are named and kept."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

from carto_site.bare import bare_script, bare_style

BARE = {"css": bare_style, "js": bare_script}


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # WhiteNoise has no types
    """Names every file by what is in it and keeps it compressed as well. What our script modules import from beside
    them they import by such a name. Our styles and scripts are kept without what only their readers need; those of
    others are left as they are.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((r'(?m)(?P<matched>^import(?P<names>[^"]*)"(?P<url>\./[^"]+)")', 'import%(names)s"%(url)s"'),)),
    )
    max_post_process_passes = 10  # as deep as modules may import

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._urls: dict[str, str] = {}

    def url(self, name: str, force: bool = False) -> str:
        """The address of a file; what Django works out for each file of each page anew is kept."""
        if force or settings.DEBUG:
            return str(super().url(name, force))
        if name not in self._urls:
            self._urls[name] = str(super().url(name))
        return self._urls[name]

    def _save(self, name: str, content: File[bytes]) -> str:
        bare = BARE.get(name.partition("/")[0])
        if bare:
            content = ContentFile(bare(b"".join(content.chunks()).decode()).encode())
        stored: str = super()._save(name, content)
        return stored
