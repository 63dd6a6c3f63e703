"""Untold: stories of skill and sacrifice, played with pools of twelve-sided dice."""

from cliffhanger.games.untold.bots import bot
from cliffhanger.games.untold.files.setting import ready, together
from cliffhanger.games.untold.files.sheets import FORMS
from cliffhanger.games.untold.odds.figures import FIGURES
from cliffhanger.games.untold.odds.questions import QUESTIONS
from cliffhanger.games.untold.page.field_names import WORDS
from cliffhanger.games.untold.page.sentences import SENTENCES
from cliffhanger.games.untold.page.summaries import SUMMARIES
from cliffhanger.games.untold.page.view import panels, premise
from cliffhanger.games.untold.rules import dispatch, scenes, season
from cliffhanger.games.untold.rules.house import PRESETS, SWITCHES
from cliffhanger.games.untold.rules.state import GM, Table
from cliffhanger.games.untold.rules.wording import BUTTONS, LINES
from cliffhanger.kernel.game import Game, Role, own_of_cast
from cliffhanger.kernel.introduction import glossary, primer

GAME: Game[Table] = Game(
    id="untold",
    title="Untold",
    version="1",
    tagline="Spend before the roll, push after it, and pay for both.",
    people="1 to 5 players and a Game Master",
    time="an evening, or a campaign",
    State=Table,
    roles=(Role("gm", "Game Master", 1, 1, master=True), Role("player", "Player", 1, 5)),
    start=dispatch.start,
    waiting=dispatch.CHAPTERS.waiting,
    standing=dispatch.standing,
    settle=dispatch.CHAPTERS.settle,
    advance=dispatch.CHAPTERS.advance,
    fold=dispatch.CHAPTERS.fold,
    invariant_error=dispatch.invariant_error,
    end=dispatch.end,
    panels=panels,
    premise=premise,
    sentences=SENTENCES,
    summaries=SUMMARIES,
    own_names=own_of_cast(GM),
    words=WORDS,
    verbs=dispatch.VERBS,
    wordings=(*LINES.values(), *BUTTONS.values()),
    ready=ready,
    together=together,
    cast=season.cast,
    bot=bot,
    switches=SWITCHES,
    presets=PRESETS,
    forms=FORMS,
    figures=FIGURES,
    questions=QUESTIONS,
    primer=primer(Table),
    glossary=glossary(Table),
    ready_words=scenes.ready_words,
)
