"""Scoring as data: a card has clauses, a clause is a family with parameters, and a family yields contributions."""
