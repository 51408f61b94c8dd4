"""Notices that show on people's devices (Web Push): which devices take them, and the sending."""
