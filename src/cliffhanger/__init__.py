"""Cliffhanger: a referee for dramatic tabletop games."""
