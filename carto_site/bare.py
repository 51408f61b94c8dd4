"""Styles and scripts without what only their readers need: comments, indentation, blanks around signs.

Not for anybody's files: it knows how ours are written. In scripts comments begin with `//` and no template lies within
a template; the ends of their lines stay, so that no statement needs a semicolon that it has not got.
"""

import re

TEXT = r'"(?:\\.|[^"\\\n])*"'
TEMPLATE = r"`(?:\\.|[^`\\])*`"
EXPRESSION = r"(?:(?<=[(,=:])|(?<=[(,=:] ))/(?![/*])(?:\\.|[^/\\\n])+/"

GAP = r"(?:\s|/\*(?:[^*]|\*(?!/))*\*/)*"
STYLE = re.compile(rf"(?P<kept>{TEXT})|{GAP}(?P<sign>[{{}};,>]|:(?=\s)){GAP}|{GAP}(?P<blank>\s){GAP}")
SCRIPT = re.compile(
    rf"(?P<kept>{TEXT}|{TEMPLATE}|{EXPRESSION})|\s*//[^\n]*|(?P<blank>\n)\s*| *(?P<sign>[]{{}}()[;,=<>?:&|*!]) *"
)


def bare_style(text: str) -> str:
    """Return a style sheet as it is served."""
    return STYLE.sub(_needed, text).strip()


def bare_script(text: str) -> str:
    """Return a script as it is served."""
    return SCRIPT.sub(_needed, text).strip()


def _needed(part: re.Match[str]) -> str:
    return part["kept"] or part["sign"] or part["blank"] or ""
