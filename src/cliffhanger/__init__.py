"""Cliffhanger: a referee for dramatic tabletop games.

These modules are public, with every name in them that begins with no underscore:

    cliffhanger.kernel.*        what a game is made of: offers, frames, chance, panels, inputs, records, files, house rules
    cliffhanger.odds.*          exact laws of dice, and walks of the rules
    cliffhanger.testing.*       the laws that every game keeps, verbs for tests, recorded plays (needs `cliffhanger[testing]`)
    cliffhanger.games           `game(name)` and `names()`: the games on this machine, by their ids

The promise: a name that is public keeps its meaning and its parameters until the first number of the version changes, and
the change list names every exception; while that number is 0, until the second one does. Records and files that people
wrote are read by every later version, or it says which it cannot read and why.

Everything else may change at any time: `table`, `store`, `cards`, `web` and `cli` (the commands themselves are public,
their modules are not), and the inside of each game, `cliffhanger.games.<game>.*`, but for its `GAME`.
"""
