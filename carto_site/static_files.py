"""How static files are named and kept."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # WhiteNoise has no types
    """Names every file by what is in it and keeps it compressed as well. What our script modules import from beside
    them they import by such a name; the scripts of others are left as they are.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((r'(?m)(?P<matched>^import(?P<names>[^"]*)"(?P<url>\./[^"]+)")', 'import%(names)s"%(url)s"'),)),
    )
    max_post_process_passes = 10  # as deep as modules may import
