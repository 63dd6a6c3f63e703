"""What a declarative language of cards needs, whatever game they are of.

A game declares the words of its effects as Structs (`parts.py`), and how entries of one word are written (`entries.py`).
Of these follow the reader and the JSON Schema, as of all forms; what types cannot say (`checks.py`), the sentences on cards
(`templates.py`), amounts and conditions (`formulas.py`), and the page that says how cards are written (`reference.py`).
"""
