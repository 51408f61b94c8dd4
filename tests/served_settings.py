"""Settings of server processes started by tests: the real ones, but with a fast password hasher."""

from carto_site.settings import *

# People made by the tests carry passwords hashed this way, and must be able to sign in.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
BOT_DELAYS = (0.0, 0.0)
