"""Plot Twist: Heroes against a Villain, with coins and cards that anybody may write."""

from cliffhanger.games.plot_twist.bots import SEARCH, bot
from cliffhanger.games.plot_twist.files.checks import CARDS
from cliffhanger.games.plot_twist.files.reference import page as reference
from cliffhanger.games.plot_twist.files.tables import ready, together
from cliffhanger.games.plot_twist.odds.figures import FIGURES
from cliffhanger.games.plot_twist.odds.questions import QUESTIONS
from cliffhanger.games.plot_twist.odds.trials import BENCH
from cliffhanger.games.plot_twist.page.faces import draw
from cliffhanger.games.plot_twist.page.field_names import WORDS
from cliffhanger.games.plot_twist.page.reader import own_names, seat_names
from cliffhanger.games.plot_twist.page.secrets import guess, view
from cliffhanger.games.plot_twist.page.sentences import SENTENCES
from cliffhanger.games.plot_twist.page.summaries import SUMMARIES
from cliffhanger.games.plot_twist.page.view import panels, premise
from cliffhanger.games.plot_twist.rules import dispatch, facts, invariants
from cliffhanger.games.plot_twist.rules.house import PRESETS, SWITCHES
from cliffhanger.games.plot_twist.rules.state import Table
from cliffhanger.games.plot_twist.rules.wording import BUTTONS, LINES
from cliffhanger.kernel.frames import replace
from cliffhanger.kernel.game import Game, Role, Rows
from cliffhanger.kernel.introduction import glossary, primer

GAME: Game[Table] = Game(
    id="plot_twist",
    title="Plot Twist",
    version="1",
    tagline="Heroes, a Villain, and what nobody saw coming.",
    people="1 to 6 players and a GM",
    time="an evening",
    State=Table,
    roles=(Role("gm", "GM", 1, 1, master=True, opponent=True), Role("player", "Player", 1, 6)),
    start=dispatch.start,
    waiting=dispatch.waiting,
    settle=dispatch.settle,
    advance=dispatch.advance,
    fold=dispatch.CHAPTERS.fold,
    standing=dispatch.standing,
    invariant_error=invariants.invariant_error,
    view=view,
    guess=guess,
    panels=panels,
    premise=premise,
    sentences=SENTENCES,
    own_names=own_names,
    seat_names=seat_names,
    groups=facts.groups,
    summaries=SUMMARIES,
    words=WORDS,
    ready=ready,
    together=together,
    bot=bot,
    search=SEARCH,
    switches=SWITCHES,
    presets=PRESETS,
    forms=(
        replace(
            CARDS,
            draw=draw,
            bench=BENCH,
            rows=Rows("card", (("format", 1),)),
            reference=reference,
            beside="Night Shift, the starter collection, lies beside your files where they name its cards, or lack a Hero "
            "for each player, a Villain or Combat cards.",
        ),
    ),
    questions=QUESTIONS,
    figures=FIGURES,
    wordings=(*LINES.values(), *BUTTONS.values()),
    primer=primer(Table),
    glossary=glossary(Table),
    fixed=frozenset({"cards", "decks", "hushed", "openings"}),
    reveals=frozenset(
        {"arrives", "card", "discards", "enters", "flees", "goal", "joins", "opens", "passed_over", "peeks", "revealed"}
    ),
)
