"""Tabletop Blockbuster: an action film, played with pools of six-sided dice."""

from cliffhanger.games.blockbuster.bots import bot
from cliffhanger.games.blockbuster.files.film import ready
from cliffhanger.games.blockbuster.files.sheets import FORMS
from cliffhanger.games.blockbuster.odds.figures import FIGURES
from cliffhanger.games.blockbuster.odds.questions import QUESTIONS
from cliffhanger.games.blockbuster.page.field_names import WORDS
from cliffhanger.games.blockbuster.page.sentences import SENTENCES
from cliffhanger.games.blockbuster.page.summaries import SUMMARIES
from cliffhanger.games.blockbuster.page.view import invariant_error, panels, premise
from cliffhanger.games.blockbuster.rules import season
from cliffhanger.games.blockbuster.rules.any_time import standing
from cliffhanger.games.blockbuster.rules.dispatch import CHAPTERS, end, start
from cliffhanger.games.blockbuster.rules.house import PRESETS, SWITCHES
from cliffhanger.games.blockbuster.rules.pools import fold
from cliffhanger.games.blockbuster.rules.state import DIRECTOR, Movie
from cliffhanger.games.blockbuster.rules.turn_actions import VERBS, ready_words
from cliffhanger.games.blockbuster.rules.wording import BUTTONS, LINES
from cliffhanger.kernel.game import Game, Role, own_of_cast
from cliffhanger.kernel.introduction import glossary, primer

GAME: Game[Movie] = Game(
    id="blockbuster",
    title="Tabletop Blockbuster",
    version="1",
    tagline="An action film. Set up, leap, and pay the strain afterwards.",
    people="1 to 6 players and a Director",
    time="one evening",
    State=Movie,
    roles=(Role("director", "Director", 1, 1, master=True), Role("player", "Player", 1, 6)),
    start=start,
    waiting=CHAPTERS.waiting,
    standing=standing,
    settle=CHAPTERS.settle,
    advance=CHAPTERS.advance,
    fold=fold,
    invariant_error=invariant_error,
    end=end,
    panels=panels,
    premise=premise,
    sentences=SENTENCES,
    summaries=SUMMARIES,
    own_names=own_of_cast(DIRECTOR),
    words=WORDS,
    ready=ready,
    ready_words=ready_words,
    cast=season.cast,
    bot=bot,
    switches=SWITCHES,
    presets=PRESETS,
    forms=FORMS,
    figures=FIGURES,
    questions=QUESTIONS,
    verbs=VERBS,
    wordings=(*LINES.values(), *BUTTONS.values()),
    primer=primer(Movie),
    glossary=glossary(Movie),
)
