"""For whoever writes a game: the laws every game keeps, games played by chance, and tests in the verbs of the table.

```
conformance   a test class that holds a game to every law:  class TestMine(conformance.Suite): game = MINE
laws          the laws themselves, one function each, for one state of one game
playout       whole games played at random or by the game's own bots
table         Play: a game for tests that read like its log
plays         recorded plays as readable text
drawing       the plainest page there is: panels and options as text
strategies    hypothesis strategies for parameters and choices
```
Needs pytest and hypothesis: `pip install cliffhanger[testing]`.
"""
