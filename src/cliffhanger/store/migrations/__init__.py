"""Numbered steps to the newest schema; `0001.sql` makes version 1 of an empty file. None is ever changed or dropped."""
