"""Settings for tests: the site's, changed to be fast and to make errors visible."""

import os

os.environ.setdefault("CARTO_SECRET_KEY", "only-for-tests-" + "0123456789abcdef" * 4)

from carto_site.settings import *
from carto_site.settings import BASE_DIR, DATABASES, INSTALLED_APPS, STORAGES, TEMPLATES, VAR_DIR

INSTALLED_APPS = [*INSTALLED_APPS, "tests.running"]  # for its `flush`

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
# The toy game has its own.
TEMPLATES[0]["DIRS"].append(BASE_DIR / "tests" / "games" / "tables" / "templates")
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}

if "sqlite" in DATABASES["default"]["ENGINE"]:
    # A test that holds the write lock while another thread waits for it fails soon instead of after 20 seconds.
    DATABASES["default"]["OPTIONS"]["timeout"] = 5
elif template := os.environ.get("CARTO_TEST_TEMPLATE"):
    # A migrated database on the same server, which the test database is made from.
    DATABASES["default"]["TEST"] = {"TEMPLATE": template}
# Not among those that a server of this checkout keeps.
PICTURES_DIR = VAR_DIR / "test-pictures"
# No worker runs beside most tests.
BOTS_AT_ONCE = True
BOT_DELAYS = (0.0, 0.0)
