"""Smallville: drama, played with pools of mixed dice."""

from cliffhanger.games.smallville.bots import bot, reacts
from cliffhanger.games.smallville.files.cortex import CORTEX
from cliffhanger.games.smallville.files.series import ready, together
from cliffhanger.games.smallville.files.sheets import CHARACTER, SERIES
from cliffhanger.games.smallville.odds.figures import FIGURES
from cliffhanger.games.smallville.odds.questions import QUESTIONS
from cliffhanger.games.smallville.page.field_names import WORDS
from cliffhanger.games.smallville.page.sentences import SENTENCES
from cliffhanger.games.smallville.page.summaries import SUMMARIES
from cliffhanger.games.smallville.page.view import draw, guess, panels, premise, view
from cliffhanger.games.smallville.rules import dispatch, scenes, season
from cliffhanger.games.smallville.rules.house import PRESETS, SWITCHES
from cliffhanger.games.smallville.rules.state import WATCHTOWER, Table
from cliffhanger.games.smallville.rules.wording import BUTTONS, LINES
from cliffhanger.kernel.frames import replace
from cliffhanger.kernel.game import Game, Role, own_of_cast
from cliffhanger.kernel.introduction import glossary, primer

GAME: Game[Table] = Game(
    id="smallville",
    title="Smallville",
    version="1",
    tagline="Whom you love, what you believe, and who pays for it.",
    people="1 to 6 Leads and a Watchtower",
    time="an evening, or a season",
    State=Table,
    roles=(Role("watchtower", "Watchtower", 1, 1, master=True), Role("lead", "Lead", 1, 6)),
    start=dispatch.start,
    waiting=dispatch.CHAPTERS.waiting,
    settle=dispatch.CHAPTERS.settle,
    advance=dispatch.CHAPTERS.advance,
    fold=dispatch.CHAPTERS.fold,
    invariant_error=dispatch.invariant_error,
    end=dispatch.end,
    view=view,
    guess=guess,
    panels=panels,
    premise=premise,
    sentences=SENTENCES,
    summaries=SUMMARIES,
    own_names=own_of_cast(WATCHTOWER),
    words=WORDS,
    verbs=dispatch.VERBS,
    wordings=(*LINES.values(), *BUTTONS.values()),
    ready=ready,
    together=together,
    cast=season.cast,
    bot=bot,
    reacts=reacts,
    switches=SWITCHES,
    presets=PRESETS,
    forms=(replace(CHARACTER, draw=draw), SERIES),
    formats=(CORTEX,),
    questions=QUESTIONS,
    figures=FIGURES,
    primer=primer(Table),
    glossary=glossary(Table),
    ready_words=scenes.ready_words,
)
