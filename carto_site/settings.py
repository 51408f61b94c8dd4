"""Site settings, from environment variables with defaults for a single machine."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from carto_site import headers, sqlite
from carto_site.app_hooks import CARTO_EDITORS as CARTO_EDITORS
from carto_site.app_hooks import CARTO_EXPORTS as CARTO_EXPORTS
from carto_site.app_hooks import CARTO_GAMES as CARTO_GAMES
from carto_site.app_hooks import CARTO_PERSON_PARTS as CARTO_PERSON_PARTS
from carto_site.app_hooks import CARTO_QUESTIONS as CARTO_QUESTIONS
from carto_site.app_hooks import CARTO_SEAT_RATINGS as CARTO_SEAT_RATINGS
from carto_site.app_hooks import CARTO_SHELVES as CARTO_SHELVES
from carto_site.app_hooks import CARTO_SITEMAPS as CARTO_SITEMAPS
from carto_site.app_hooks import CARTO_SPEECH as CARTO_SPEECH
from carto_site.app_hooks import CARTO_SWEEPS as CARTO_SWEEPS
from carto_site.environment import Environment, load_or_create_secret, mail_encryption, postgres_database, redis_hosts
from carto_site.push_key import given_push_key, new_push_key

sqlite.use_bundled_sqlite()

env = Environment()
BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.text("CARTO_VAR_DIR", str(BASE_DIR / "var"))).resolve()
VAR_DIR.mkdir(parents=True, exist_ok=True)

# Public origin of the site, as shown in browsers. If unset, the site is only available on this machine.
ORIGIN = env.text("CARTO_ORIGIN").rstrip("/")
_origin = urlsplit(ORIGIN)
if ORIGIN and (_origin.scheme not in {"http", "https"} or not _origin.hostname or _origin.path):
    raise ImproperlyConfigured("CARTO_ORIGIN must look like https://carto.example.")
# Origin of links in emails and notifications, which are created without a request. If no public origin is set,
# `serve` sets the address that it listens on.
LINKS_ORIGIN = ORIGIN or f"http://127.0.0.1:{env.text('CARTO_PORT', '8000')}"
SECURE = _origin.scheme == "https"
# With this prefix, browsers only accept the cookie from exactly this host and over HTTPS.
_COOKIES = "__Host-carto" if SECURE else "carto"

DEBUG = env.flag("CARTO_DEBUG")
SECRET_KEY_IS_GIVEN = bool(env.text("CARTO_SECRET_KEY"))
SECRET_KEY = env.text("CARTO_SECRET_KEY") or load_or_create_secret(VAR_DIR / "secret-key")
SECRET_KEY_FALLBACKS = env.items("CARTO_SECRET_KEY_FALLBACKS")
ALLOWED_HOSTS = env.items("CARTO_HOSTS", "localhost,127.0.0.1,[::1]")
if _origin.hostname and _origin.hostname not in ALLOWED_HOSTS:
    ALLOWED_HOSTS.append(_origin.hostname)
CSRF_TRUSTED_ORIGINS = [ORIGIN] if ORIGIN else []

# Proxies that are trusted to report the client's address and scheme. If empty, no proxy is trusted.
PROXY_ADDRESSES = frozenset(env.items("CARTO_PROXY_ADDRESSES"))
if PROXY_ADDRESSES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

INSTALLED_APPS = [
    "daphne",
    "carto_site",
    # Must come before `games.staff`, which removes their pages from the admin because they show secrets.
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
    "games.accounts",
    "games.staff",
    "games.people",
    "games.tables",
    "games.play",
    "games.talk",
    "games.push",
    "games.cartographers",
    "games.gisborne",
    "games.catalog",
    "games.history",
    "games.notices",
    "games.notices.webhooks",
    "games.studies",
    "games.coach",
    "games.deals",
    # After `games.history`, whose rows of a finished game it reads.
    "games.ratings",
    "games.nights",
    "games.staff.apps.WorkshopConfig",  # django.contrib.admin
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "axes",
    "channels",
    "csp",
    "django_htmx",
    "django_tasks",
    "django_tasks_db",
]

MIDDLEWARE = [
    "carto_site.middleware.trusted_proxy",
    "carto_site.middleware.baseline_headers",
    "carto_site.middleware.forbid_indexing",
    "csp.middleware.CSPMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "carto_site.middleware.compress_text",
    "games.accounts.middleware.keep_new_session",
    "games.accounts.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "carto_site.middleware.reject_unreadable",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_otp.middleware.OTPMiddleware",
    "games.accounts.middleware.log_refusals",
    "games.accounts.middleware.user_language",
    "games.accounts.middleware.user_time_zone",
    "games.accounts.middleware.forbid_caching",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "games.accounts.middleware.extend_sessions",
    "games.accounts.middleware.DeletedAccounts",
    "games.tables.pages.shared_device.play_shared_device",
    "games.accounts.middleware.reload_for_other_user",
    "games.catalog.active_catalog.one_catalog",
    # Must be last, because it replaces a refused sign-in with its own response.
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "carto_site.urls"
ASGI_APPLICATION = "carto_site.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "games.accounts.themes.theme_context",
                "games.accounts.time_zones.time_zone_context",
                "games.tables.pages.metadata.page_frame_context",
                "games.notices.pages.bell",
                "games.catalog.shelves.shelf_styles",
            ],
        },
    },
]

# --- Data ---------------------------------------------------------------------------------------------------------

DATABASE_URL = env.text("CARTO_DATABASE_URL")
REDIS_URL = env.text("CARTO_REDIS_URL")
SQLITE_JOURNAL = sqlite.journal_mode(sqlite.version())
SQLITE_SYNCHRONOUS = env.choice("CARTO_SQLITE_SYNCHRONOUS", ("FULL", "NORMAL"))

if DATABASE_URL:
    DATABASES: dict[str, Any] = {"default": postgres_database(DATABASE_URL, env.number("CARTO_DATABASE_POOL", 10))}
else:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": Path(env.text("CARTO_DATABASE_FILE", str(VAR_DIR / "carto.sqlite3"))),
            # Request threads keep their connections, because opening one takes as long as several statements.
            "CONN_MAX_AGE": None,
            # IMMEDIATE, because a transaction that reads first and writes later would fail at once if another writer
            # is active.
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": sqlite.init_command(SQLITE_JOURNAL, SQLITE_SYNCHRONOUS),
            },
            # A file, because a database in memory can't be shared by threads and processes.
            "TEST": {"NAME": VAR_DIR / "test.sqlite3"},
        }
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

if REDIS_URL:
    CHANNEL_LAYERS: dict[str, Any] = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": redis_hosts(REDIS_URL)},
        }
    }
    CACHES: dict[str, Any] = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# --- People -------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "games.accounts.backends.EmailBackend",
    "games.accounts.backends.UsernameBackend",
    "django.contrib.auth.backends.ModelBackend",  # of sessions
]
PASSWORD_HASHERS = [
    "games.accounts.passwords.Argon2",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("username", "display_name", "email")},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    # About 7,900 of its 20,000 leaked passwords have the required length. ASVS 5.0 asks for 3,000.
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "games.accounts.passwords.SiteNameValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "accounts:sign_in"
LOGIN_REDIRECT_URL = "tables:home"
GUEST_LEFT_URL = "tables:move_guest_games"  # where who was a guest before goes first
CLOSED_ACCOUNT_URL = "studies:closed"  # where signing in to a closed account leads
LOGOUT_REDIRECT_URL = "tables:home"
PASSWORD_RESET_TIMEOUT = 60 * 60

# Lock by username and address together, so that a stranger can't lock a player out from elsewhere. `Failures` slows
# down attackers who guess from many addresses.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_HANDLER = "games.accounts.limits.Failures"
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 0.25  # hours
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # or whoever keeps trying keeps the owner at that address out
AXES_RESET_ON_SUCCESS = True
AXES_HTTP_RESPONSE_CODE = 429
AXES_DISABLE_ACCESS_LOG = True
AXES_USERNAME_CALLABLE = "games.accounts.client_address.sign_in_name"
AXES_CLIENT_IP_CALLABLE = "games.accounts.client_address.client_network"
AXES_LOCKOUT_CALLABLE = "games.accounts.limits.locked_out"
AXES_VERBOSE = False
AXES_ENABLE_ADMIN = False  # who could change the counts could let a guesser in

# Identifies a browser that has signed in before, so that attackers elsewhere can't slow down the account's owner.
FAMILIAR_COOKIE_NAME = "__Host-carto-familiar" if SECURE else "carto-familiar"

# Limit per address, for accounts and again for guests. A school or club behind one address needs more than a
# household.
SIGN_UPS_PER_HOUR = env.number("CARTO_SIGN_UPS_PER_HOUR", 60)

# On a public site, the admin requires an authenticator code in addition to the password.
SECOND_FACTOR_REQUIRED = bool(ORIGIN)
OTP_TOTP_ISSUER = f"Carto {_origin.hostname or ''}".strip()

SESSION_ENGINE = "games.accounts.session_store"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = SECURE
SESSION_COOKIE_NAME = f"{_COOKIES}-session"
# Tables that a visitor was invited to, signed in or not. Visitors who only look don't need a session.
INVITATIONS_COOKIE_NAME = f"{_COOKIES}-invitations"
# Sessions expire this many days after the last visit. A guest can't come back after that.
SESSION_DAYS = 180
SESSION_COOKIE_AGE = 60 * 60 * 24 * SESSION_DAYS
# Scripts read the token from the page, so the cookie can be hidden from them.
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = SECURE
CSRF_COOKIE_NAME = f"{_COOKIES}-csrf"
CSRF_FAILURE_VIEW = "games.accounts.form_pages.csrf_failure"
LANGUAGE_COOKIE_NAME = f"{_COOKIES}-language"
THEME_COOKIE_NAME = f"{_COOKIES}-theme"
ZONE_COOKIE_NAME = f"{_COOKIES}-zone"
MESSAGES_COOKIE_NAME = f"{_COOKIES}-messages"
MESSAGE_STORAGE = "carto_site.messages.MessageStorage"

EMAIL_HOST = env.text("CARTO_EMAIL_HOST")
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
EMAIL_PORT = env.number("CARTO_EMAIL_PORT", 587)
EMAIL_HOST_USER = env.text("CARTO_EMAIL_USER")
EMAIL_HOST_PASSWORD = env.text("CARTO_EMAIL_PASSWORD")
_email_encryption = mail_encryption(env, EMAIL_HOST)
EMAIL_USE_TLS = _email_encryption == "starttls"
EMAIL_USE_SSL = _email_encryption == "tls"
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.text("CARTO_EMAIL_FROM", f"carto@{_origin.hostname or 'localhost'}")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# --- Notices on devices -------------------------------------------------------------------------------------------

# Allowed push services: hosts, or with a leading dot all subdomains. `none` turns push notifications off.
PUSH_SERVICES = [
    host.lower()
    for host in env.items(
        "CARTO_PUSH_SERVICES",
        "fcm.googleapis.com,updates.push.services.mozilla.com,.push.services.mozilla.com,.notify.windows.com,"
        "web.push.apple.com,.push.apple.com",
    )
    if host.lower() != "none"
]
# Identifies the site to push services. Subscribed devices are bound to this key.
VAPID_KEY = given_push_key(env.text("CARTO_VAPID_KEY") or load_or_create_secret(VAR_DIR / "vapid-key", new_push_key))
# For tests and closed networks: lets users enter addresses in the local network.
PRIVATE_ADDRESSES = env.flag("CARTO_PRIVATE_ADDRESSES")
# Certificate authorities that are trusted for outgoing connections. If empty, those of certifi are used.
CA_BUNDLE = env.text("CARTO_CA_BUNDLE")

# --- Words --------------------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
# Only languages with a catalog in locale/, as checked by `.ci/run`. Each is named in its own language.
LANGUAGES = [("en", "English"), ("fr", "Français")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- Notifications and webhooks -----------------------------------------------------------------------------------

# Lets hosts set up webhooks for their tables; `games.outbound_requests` decides which addresses are allowed.
WEBHOOKS = env.flag("CARTO_WEBHOOKS")

# Set by `manage.py` for all commands. Tests use the clock of their process so that they can move it.
CLOCK = env.choice("CARTO_CLOCK", ("process", "database"))
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}
# Where these tasks run: in the server processes, or in separate `manage.py db_worker` processes.
WORKER = env.choice("CARTO_WORKER", ("inside", "apart"))

# --- Bots ---------------------------------------------------------------------------------------------------------

# Processes in which the bots of each server process think, so that its requests don't wait for them.
BOT_PROCESSES = env.number("CARTO_BOT_PROCESSES", 1)
# Seconds for which a bot may plan, and after which it answers: a number between these, derived from the question.
BOT_PLANNING = 0.15
BOT_DELAYS = (0.1, 0.4)
# Tests let bots answer at once, in the thread and right after the commit that asks them.
BOTS_AT_ONCE = False

# --- Files --------------------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = Path(env.text("CARTO_STATIC_ROOT", str(VAR_DIR / "static")))
WHITENOISE_ROOT = BASE_DIR / "public"  # what browsers and search engines ask for by fixed names
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}
STATICFILES_DIRS = [path for path in [BASE_DIR / "static"] if path.is_dir()]
# Cache of rendered pictures of games, shared by all visitors and limited to this many megabytes.
PICTURES_DIR = VAR_DIR / "pictures"
PICTURES_MB = env.number("CARTO_PICTURES_MB", 100)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "carto_site.static_files.StaticFiles"},
}

# --- Limits and headers -------------------------------------------------------------------------------------------

MAX_BODY_BYTES = 64 * 1024
# By pattern of the whole path. The workshop's 2 MB file may also be pasted, and browsers then send two characters per
# line break. A draft with all texts at their limit is half the allowed size, and its painted drawings are sent along.
LARGE_BODIES = {
    "/records/": 2_200_000,  # a file of 2 MB, and the form around it
    "/admin/catalog/catalogentry/import/": 4_200_000,
    "/admin/catalog/catalogentry/import/drafts/": 4_200_000,
    "/admin/catalog/catalogentry/[0-9]+/(change/|draft/[a-z/-]+)": 250_000,
}
REQUEST_SECONDS = env.number("CARTO_REQUEST_SECONDS", 15)  # in which a request has to arrive
CONNECTIONS_PER_ADDRESS = env.number("CARTO_CONNECTIONS_PER_ADDRESS", 200)
MAX_REQUESTS_IN_FLIGHT = env.number("CARTO_MAX_REQUESTS", 100)  # those that wait for their turn among them
REQUESTS_AT_ONCE = env.number("CARTO_REQUESTS_AT_ONCE", 2)  # that have their turn
REQUEST_PATIENCE = env.number("CARTO_REQUEST_PATIENCE", 2)  # seconds
# Bodies that are longer than their path allows have already been refused.
DATA_UPLOAD_MAX_MEMORY_SIZE = max(LARGE_BODIES.values())
# Each square of a shape and each card of a set is a field. See `tests/games/cartographers/workshop/test_largest.py`.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1_000
DATA_UPLOAD_MAX_NUMBER_FILES = 1

CONTENT_SECURITY_POLICY = {"DIRECTIVES": headers.CSP_DIRECTIVES}
WHITENOISE_ALLOW_ALL_ORIGINS = False  # no page of another site has a use for the files of this one
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = SECURE
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if SECURE else 0
# Including subdomains and joining the browsers' preload list is up to the owner of the domain.
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE and env.flag("CARTO_HSTS_SUBDOMAINS")
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# --- Logs ---------------------------------------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "carto_site.logs.JsonFormatter"},
    },
    "filters": {"clients": {"()": "carto_site.logs.ClientErrorFilter"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "filters": ["clients"],
            "formatter": env.choice("CARTO_LOG_FORMAT", ("plain", "json")),
        },
    },
    "root": {"handlers": ["console"], "level": env.choice("CARTO_LOG_LEVEL", ("INFO", "DEBUG", "WARNING", "ERROR"))},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.server": {"handlers": [], "level": "INFO", "propagate": True},
        "daphne": {"level": "WARNING"},
        # Its warnings leave out the user and the address. carto.security logs both, regardless of the other levels.
        "axes": {"level": "ERROR"},
        "carto.security": {"level": "INFO"},
        # Would otherwise log the start and end of every task.
        "django_tasks": {"level": "WARNING"},
    },
}
