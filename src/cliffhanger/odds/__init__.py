"""Exact probability distributions with whole-number weights: they know no game."""
