"""The game in exact numbers."""
