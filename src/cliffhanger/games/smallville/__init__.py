"""Smallville: drama, played with pools of mixed dice."""
