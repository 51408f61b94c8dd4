"""User accounts: sign-in, profiles and public data."""
