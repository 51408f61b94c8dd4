"""Scoring as data: a card is clauses, a clause is a family with parameters, a family yields contributions."""
