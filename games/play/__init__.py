"""Toolkit for games at a table: the parts from which a game builds its own pages.

- Game interface: `game` (`PlayedGame`, its capabilities, and the possible results of a typed line).
- Common URLs: `urls`, `views` (a past turn, the explanation of a figure), `line_views` (a typed line).
- Commands: `forms` (the fields of each), `acting` (from a form or a line to `submit`, and the answer).
- Page: `parts` (what is sent of it), `cached` (what is rendered once), `visit` (what depends on the visitor),
  `strip` and `waiting` (awaited players), `people`, `log`, `fairness`, `chart`, `back` (the way to a table),
  `since` (the turns that the visitor has not seen).
- Figures with an explanation: `figures`, and the explanations: `why`.
- Command line: `line` (its box and answer), `words` (in the page's language and English), `whose` (the player meant).
- Text: `lists` (this, that and those), `numbers`.
- Game files: `checking`.

The templates are in `templates/play/`. docs/live.md explains how pages stay up to date.
"""
