"""What `cliffhanger new-game` copies: a small game that is whole, its tests, and the files of a distribution.

It is typed, linted and tested here as any other code; the command only puts other names in.
"""
