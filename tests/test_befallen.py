"""In every game of this repository, what befalls somebody is told to them as "you"."""

import pytest
from test_you import evenings

from cliffhanger.games import game, names
from cliffhanger.kernel.events import told
from cliffhanger.table import table_events


@pytest.mark.parametrize("name", names())
def test_what_befalls_whoever_reads_says_you(name):
    played = game(name)
    voice, heard = table_events.voice(played), set()
    for _seat, own, _view, moment in evenings(name):
        for event in moment.after.events:
            if voice.befalls(event, own):
                line = voice.heard(told(event, voice.say(event)), own)
                assert line.who == "You" or " you" in f" {line.text}", line
                heard.add(event.what)
    assert heard
