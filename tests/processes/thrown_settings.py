"""What a server process runs on that knows the toy alone, sends real mail, and whose clock a test moves by a file."""

from tests.processes.clock_settings import *
from tests.processes.toy_settings import *

EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
