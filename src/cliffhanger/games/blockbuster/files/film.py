"""Which film is on: the one that comes with the game, or what people bring, made ready for so many players."""

from cliffhanger.games.blockbuster.files.sheets import CHARACTER, FILM, HERE, Character, Film, FilmFile
from cliffhanger.kernel.files.bundle import Shelf
from cliffhanger.kernel.game import Seat

MASTER = Seat("director", "director", "Director")
OURS, OTHERS = ("lead", "leads"), ("opponent", "opponents")
"""The sides, one of each and all."""
SHELF: Shelf[Character, FilmFile, Film] = Shelf("blockbuster", HERE, CHARACTER, FILM, *OURS, *OTHERS, 6, Film, MASTER)
ready, content_of = SHELF.ready, SHELF.content_of
