"""Dotted paths of the functions that apps provide for each other, so that imports run one way.

The settings import all of them.
"""

# Games that tables offer, by key. These are dotted paths so that `games.tables` doesn't import the games.
CARTO_GAMES = {
    "cartographers": "games.cartographers.game.CARTOGRAPHERS",
    "gisborne": "games.gisborne.game.GISBORNE",
}
# Catalog shelves and editors of these games, also as dotted paths.
CARTO_SHELVES = {
    "cartographers": "games.cartographers.shelf.SHELF",
    "gisborne": "games.gisborne.shelf.SHELF",
}
CARTO_EDITORS = {
    "cartographers": "games.cartographers.workshop.EDITORS",
    "gisborne": "games.gisborne.workshop.EDITORS",
}

# Jobs that run all the time, in one process of the site at a time: functions that handle whatever is due and return
# how much that was.
CARTO_SWEEPS = [
    "games.tables.timeouts.worker.act_on_due_clocks",
    "games.tables.timeouts.worker.wake_late_bots",
    "games.tables.lobby.hosting.unlist_expired_tables",
    "games.tables.lobby.hosting.fill_due_tables",
    "games.tables.device.claims.settle_confirmed_claims",
    "games.notices.digests.start_due_digests",
    "games.notices.dispatcher.dispatch",
    "games.history.uploaded_games.delete_expired_uploads",
    "games.play.downloads.tidy_cache_if_due",
    "games.coach.summaries.summarize_due_reviews",
    "games.deals.daily.run_deals",
    "games.history.feats.find_due_feats",
    "games.ratings.rating.rate_due_tables",
    "games.ratings.deal_rating.rate_due_deals",
    "games.nights.opening.run_nights",
    "games.coach.renewal.renew_old_review",
]

# Functions of other apps that add to a user's data export, given the user. Also dotted paths.
CARTO_EXPORTS = [
    "games.accounts.sanctions.sanction_data",
    "games.people.personal_data.people_data",
    "games.history.exports.summary_data",
    "games.notices.upkeep.notice_data",
    "games.talk.personal_data.talk_data",
    "games.studies.personal_data.study_data",
    "games.coach.personal_data.exercise_data",
    "games.coach.personal_data.insight_data",
    "games.deals.personal_data.deal_data",
    "games.ratings.personal_data.rating_data",
    "games.nights.personal_data.night_data",
    "games.cartographers.workshop.own_sets.own_set_data",
    "games.cartographers.setting_up.set_ratings.rating_data",
    "games.catalog.authors.credit_data",
    "games.catalog.comments.comment_data",
]
# Function that sends a typed line to the chat of a table: given the request, the table, the text and the command id, it
# returns sentences for the sender.
CARTO_SPEECH = "games.talk.line.send_line"
# Function that returns the ratings of users at a table in words, by their keys: given the game and the users.
CARTO_SEAT_RATINGS = "games.ratings.pages.seat_rating_words"
# Functions of the apps that add sections to a user's profile page, given the user.
CARTO_PERSON_PARTS = [
    "games.people.pages.person_part",
    "games.ratings.pages.person_part",
    "games.history.figures.person_part",
    "games.history.feat_pages.person_part",
    "games.coach.record_words.person_part",
    "games.coach.insight_pages.person_part",
    "games.studies.collection_pages.person_part",
    "games.studies.case_pages.person_part",
]
# Functions of the apps that add pending questions to a user's home page, given the user, and sitemaps for search
# engines.
CARTO_QUESTIONS = [
    "games.nights.asks.questions",
    "games.catalog.pending_reviews.questions",
    "games.cartographers.workshop.own_sets.questions",
]
CARTO_SITEMAPS = {"collections": "games.studies.collection_pages.CollectionsSitemap"}
