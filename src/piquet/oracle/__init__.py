"""How people exchange, speak and play, by rule; and what is best (to come)."""
