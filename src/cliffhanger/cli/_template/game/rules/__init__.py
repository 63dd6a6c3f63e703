"""The rules: the state, what changes it, house rules, and a file for each chapter."""
