"""For whoever writes a game: the laws every game keeps, games played by chance, and tests in the verbs of the table.

```
conformance      a test class that holds a game to every law:  class TestMine(conformance.Suite): game = MINE
position_laws    the laws of one state, a function each; game_laws those of whole games, figure_laws of odds
                 beside options, cache_laws of what is remembered between looks, table_laws of what a table shows,
                 keeps and refuses
staging          Stage and Actor: a game and the people in it by name, for plays of ten lines
play             Play: a game under way by seats and keys, with scripted dice
playout          whole games played at random or by the game's own bots
recorded_plays   plays as readable text, kept beside the tests
text_page        the plainest page there is: panels and options as text
invalid_inputs   what must be refused, made from what is offered
strategies       hypothesis strategies for parameters and choices
```
Needs pytest and hypothesis: `pip install cliffhanger[testing]`.
"""
