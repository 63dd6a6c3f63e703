"""What effects of cards do in play, whatever game they are of; `kernel/files/language` is how they are written.

A game keeps what is under way in its state (`state.py`), and gives the meaning of its own words as functions. It gets its
cards by id and their effects by path (`book.py`), what lasts and until when (`lasting.py`), effects carried out one after
the other with what is chosen for them (`resolving.py`), and triggers that bring abilities about (`triggers.py`).
"""
