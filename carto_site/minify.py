"""Minifier for our styles and scripts: removes comments, indentation and optional blanks.

It is safe only for our own files, as it relies on their style. In scripts, comments begin with `//`, no template is
nested in a template, and no statement is empty. A line that ends without a semicolon keeps its line break, which may
end a statement.
"""

import re

TEXT = r'"(?:\\.|[^"\\\n])*"'
TEMPLATE = r"`(?:\\.|[^`\\])*`"
EXPRESSION = r"(?:(?<=[(,=:])|(?<=[(,=:] ))/(?![/*])(?:\\.|[^/\\\n])+/"

GAP = r"(?:\s|/\*(?:[^*]|\*(?!/))*\*/)*"
STYLE = re.compile(rf"(?P<kept>{TEXT})|{GAP}(?P<sign>[{{}};,>]|:(?=\s)){GAP}|{GAP}(?P<blank>\s){GAP}")
SCRIPT_GAP = r"(?:\s|//[^\n]*+)*"
LAST = rf" *;{SCRIPT_GAP}(?=}})"
# Imports must stay at the beginning of a line, because the static files storage looks for them there.
END = rf" *(?P<end>[;{{,([]){SCRIPT_GAP}(?!import)"
SIGN = r" *(?P<sign>[]})=<>?:&|*!]) *"
SCRIPT = re.compile(rf"(?P<kept>{TEXT}|{TEMPLATE}|{EXPRESSION})|{LAST}|{END}|\s*//[^\n]*|(?P<blank>\n)\s*|{SIGN}")


def minify_style(text: str) -> str:
    """Return a minified style sheet."""
    return STYLE.sub(r"\g<kept>\g<sign>\g<blank>", text).strip()


def minify_script(text: str) -> str:
    """Return a minified script."""
    return SCRIPT.sub(r"\g<kept>\g<end>\g<sign>\g<blank>", text).strip()
