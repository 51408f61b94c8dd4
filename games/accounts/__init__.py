"""People: who plays, how they sign in, and what others see of them."""
