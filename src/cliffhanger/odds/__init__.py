"""Exact laws with whole-number weights: they know no game."""
