"""The site's settings with what makes tests quick and their mistakes loud."""

import os

os.environ.setdefault("CARTO_SECRET_KEY", "only-for-tests-" + "0123456789abcdef" * 4)

from carto_site.settings import *
from carto_site.settings import DATABASES, STORAGES

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}

if "sqlite" in DATABASES["default"]["ENGINE"]:
    # A test that holds the write lock while another thread waits for it fails soon instead of after 20 seconds.
    DATABASES["default"]["OPTIONS"]["timeout"] = 5
