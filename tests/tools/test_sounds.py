"""The sounds lie in the repository as their script makes them, and are small."""

import io
import wave

import pytest
import sounds


@pytest.mark.parametrize("name", sorted(sounds.SOUNDS))
def test_a_sound_is_what_its_script_makes(name):
    made = sounds.made(name)
    assert (sounds.FOLDER / f"{name}.wav").read_bytes() == made, "Run `python tools/sounds.py`."
    with wave.open(io.BytesIO(made)) as file:
        heard = file.readframes(file.getnframes())
        assert file.getnframes() / file.getframerate() <= 0.7
    assert max(heard) > 190  # loud enough to be heard
    assert abs(heard[-1] - 128) < 8  # and it ends without a click


def test_all_of_them_are_small_and_there_is_no_other(tmp_path):
    sounds.main(tmp_path)
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted(each.name for each in sounds.FOLDER.iterdir())
    assert sum(each.stat().st_size for each in sounds.FOLDER.iterdir()) < 40_000
