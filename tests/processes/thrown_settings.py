"""Settings of a server process with only the toy game, real email, and a clock moved by a file."""

from tests.processes.clock_settings import *
from tests.processes.toy_settings import *

EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
