"""A First Climb: two climbers, one rope, four hours of light."""

from cliffhanger.cli._template.game.bots import bot
from cliffhanger.cli._template.game.odds.figures import FIGURES
from cliffhanger.cli._template.game.odds.questions import QUESTIONS
from cliffhanger.cli._template.game.page.field_names import FIELD_NAMES
from cliffhanger.cli._template.game.page.sentences import SENTENCES
from cliffhanger.cli._template.game.page.view import panels, view
from cliffhanger.cli._template.game.rules import dispatch
from cliffhanger.cli._template.game.rules.house import PRESETS, SWITCHES
from cliffhanger.cli._template.game.rules.state import Climb
from cliffhanger.kernel.game import Game, Role, chairs
from cliffhanger.kernel.introduction import glossary, primer
from cliffhanger.kernel.offers import Verb

CLIMBER = Role("climber", "Climber", 2, 2)
GAME: Game[Climb] = Game(
    id="first_climb",
    title="A First Climb",
    version="1",
    tagline="Twenty metres of rock, four hours of light.",
    people="2 players",
    time="five minutes",
    State=Climb,
    roles=(CLIMBER,),
    verbs=(Verb("climb", "Climb", says="Dare some holds, and roll as many dice."),),
    ready=chairs(CLIMBER, "Tess", "Cole"),
    start=dispatch.start,
    waiting=dispatch.waiting,
    settle=dispatch.settle,
    fold=dispatch.fold,
    invariant_error=dispatch.invariant_error,
    view=view,
    panels=panels,
    sentences=SENTENCES,
    words=FIELD_NAMES,
    bot=bot,
    switches=SWITCHES,
    presets=PRESETS,
    questions=QUESTIONS,
    figures=FIGURES,
    primer=primer(Climb),
    glossary=glossary(Climb),
)
