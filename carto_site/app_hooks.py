"""Dotted paths of what the apps offer each other, so that imports run one way.

The settings take over all of them.
"""

# The games that tables offer, by key: dotted paths, so that `games.tables` imports none of them.
CARTO_GAMES = {"cartographers": "games.cartographers.game.CARTOGRAPHERS"}
# What those games keep in the catalog, likewise.
CARTO_SHELVES = {"cartographers": "games.cartographers.shelf.SHELF"}
CARTO_EDITORS = {"cartographers": "games.cartographers.workshop.EDITORS"}

# What is looked after all the time, by one process of the site at a time: functions that act on what is due, and tell
# how much that was.
CARTO_SWEEPS = [
    "games.tables.timeout_worker.sweep",
    "games.tables.listing_expiry.sweep",
    "games.notices.dispatcher.dispatch",
    "games.notices.digests.sweep",
    "games.webhooks.dispatcher.dispatch",
    "games.history.uploaded_games.sweep",
    "games.play.file_cache.sweep",
]

# By what word reaches people, in the order in which their choices show it: dotted paths likewise.
CARTO_CHANNELS = ["games.notices.mail_channel.MAIL", "games.notices.push_channel.PUSH"]
# What other apps add to what people download of their data: functions of a person, likewise.
CARTO_EXPORTS = [
    "games.history.export.summary_data",
    "games.notices.export.notice_data",
    "games.webhooks.export.webhook_data",
    "games.studies.export.study_data",
    "games.cartographers.workshop.own_sets.own_set_data",
]
# What the apps have to say about a person, on that person's page: functions of the person; and to search engines.
CARTO_PERSON_PARTS = ["games.history.figures.person_part", "games.studies.collection_pages.person_part"]
# What the apps ask of a person, on the first page of that person: functions likewise.
CARTO_QUESTIONS = ["games.catalog.pending_reviews.questions", "games.cartographers.workshop.own_sets.questions"]
CARTO_SITEMAPS = {"collections": "games.studies.sitemaps.Collections"}
