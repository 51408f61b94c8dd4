"""Web Push notices: subscribed devices and sending."""
