"""Mutants of the rules: what can be changed in a file, and whether the tests notice."""
