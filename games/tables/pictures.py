"""An address as a picture that a phone reads."""

from functools import lru_cache
from typing import Final

import segno
from django.utils.safestring import SafeString

_KEPT: Final = 128


# Every player at a table receives the same link again whenever another one joins.
@lru_cache(_KEPT)
def qr_code(text: str) -> SafeString:
    """The text as an SVG element that is as large as what it stands in: dark modules, and a light ground with the
    margin that readers need.
    """
    code = segno.make(text, micro=False)
    # Lines and background have their colors as attributes, because segno's classes wouldn't be in any style sheet.
    return SafeString(code.svg_inline(dark="#000", light="#fff", svgclass=None, lineclass=None, omitsize=True))
