"""Names and storage of static files."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile, File
from django.core.files.storage import Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

from carto_site.minify import minify_script, minify_style

BARE = {"css": minify_style, "js": minify_script}
IMPORT = re.compile(r'(?m)^@import "(?:\.\./)?(?P<name>[\w/-]+\.css)";$')

IMPORTED = r'(?m)(?P<matched>(?P<names>^import[^"]*|\bimport\()"(?P<url>\.\.?/[^"]+)")', '%(names)s"%(url)s"'


def inline_imports(text: str) -> str:
    """Return a style sheet with its imports inlined, and theirs: one response, and better compression."""
    return IMPORT.sub(lambda imported: _source(f"css/{imported['name']}"), text)


def _source(name: str) -> str:
    path = finders.find(name)
    if not isinstance(path, str):
        raise FileNotFoundError(name)
    return inline_imports(Path(path).read_text(encoding="utf-8"))


class WholeStyles:
    """Static file source that inlines the imports of our style sheets."""

    def __init__(self, source: Storage) -> None:
        self.source = source

    def open(self, path: str) -> File[bytes]:
        """Return the file at a path. Raises FileNotFoundError."""
        with self.source.open(path) as file:
            return ContentFile(inline_imports(file.read().decode()).encode(), name=path)


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # WhiteNoise has no types
    """Storage that names each file by its content hash and also keeps it compressed.

    Imports in our script modules, static or dynamic, use the hashed names. Our styles are stored with their imports
    inlined, and our styles and scripts are minified. Third-party files are left as they are.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", (IMPORTED,)),
    )
    max_post_process_passes = 10  # as deep as modules may import

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._urls: dict[str, str] = {}

    def url(self, name: str, force: bool = False) -> str:
        """Return the URL of a file, cached because Django recomputes it for each file on every page."""
        if force or settings.DEBUG:
            return str(super().url(name, force))
        if name not in self._urls:
            self._urls[name] = str(super().url(name))
        return self._urls[name]

    def post_process(self, paths: dict[str, tuple[Any, str]], *args: Any, **options: Any) -> Any:
        """Name files by content hash, including those referenced from an imported style sheet."""
        for name, (source, path) in paths.items():
            if name.startswith("css/"):
                paths[name] = WholeStyles(source), path
        return super().post_process(paths, *args, **options)

    def get_modified_time(self, name: str) -> datetime:
        """Return an old time for a style sheet to force its collection, because its imports may have changed."""
        modified: datetime = super().get_modified_time(name)
        return datetime.fromtimestamp(0, UTC) if name.startswith("css/") else modified

    def _save(self, name: str, content: File[bytes]) -> str:
        bare = BARE.get(name.partition("/")[0])
        if bare:
            content = ContentFile(bare(inline_imports(b"".join(content.chunks()).decode())).encode())
        stored: str = super()._save(name, content)
        return stored
