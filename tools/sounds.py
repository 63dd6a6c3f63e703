"""Writes the three sounds of a table's page from nothing but numbers: `python tools/sounds.py [FOLDER]`.

Each is a WAV of one channel, 8 bits, 11025 a second, the same to the byte each time: dice on wood, a page that is turned,
two notes for whose turn it is. All of them are asked for by `web/static/sound.js`.
"""

import io
import math
import sys
import wave
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

FOLDER = Path(__file__).resolve().parent.parent / "src/cliffhanger/web/static/sounds"
RATE = 11_025  # samples a second
Sound = Callable[[Random], Iterator[float]]


def dice(rng: Random) -> Iterator[float]:
    """Five knocks, each a burst of noise on two low notes that dies away, closer together as the dice come to lie."""
    knocks = [(at, rng.uniform(0.6, 1.0), rng.uniform(700, 1_100)) for at in (0.0, 0.09, 0.17, 0.23, 0.27)]
    for n in range(int(0.42 * RATE)):
        t, heard = n / RATE, 0.0
        for at, loud, note in knocks:
            if t >= at:
                wood = math.sin(math.tau * note * (t - at)) + 0.5 * math.sin(math.tau * 2.3 * note * (t - at))
                heard += loud * math.exp(-55 * (t - at)) * (0.5 * wood + 0.5 * rng.uniform(-1, 1))
        yield heard


def page(rng: Random) -> Iterator[float]:
    """A hiss that swells and goes: paper drawn over paper."""
    held = 0.0
    for n in range(int(0.38 * RATE)):
        t = n / RATE
        held += (0.25 + 1.2 * t) * (rng.uniform(-1, 1) - held)
        yield 0.8 * held * math.sin(math.pi * t / 0.38) ** 2


def turn(_rng: Random) -> Iterator[float]:
    """Two soft notes, the second a fourth above the first."""
    for n in range(int(0.6 * RATE)):
        t = n / RATE
        first = math.sin(math.tau * 523.25 * t) * math.exp(-7 * t)
        second = math.sin(math.tau * 698.46 * (t - 0.16)) * math.exp(-7 * (t - 0.16)) if t >= 0.16 else 0.0
        yield 0.45 * (first + second) * min(1.0, 40 * t)


SOUNDS: dict[str, Sound] = {"dice": dice, "page": page, "turn": turn}


def made(name: str) -> bytes:
    """A sound as the file that it is."""
    samples = bytes(128 + round(127 * max(-1.0, min(1.0, each))) for each in SOUNDS[name](Random(name)))
    into = io.BytesIO()
    with wave.open(into, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(RATE)
        file.writeframes(samples)
    return into.getvalue()


def main(folder: Path = FOLDER) -> None:
    """Write them all."""
    folder.mkdir(exist_ok=True)
    for name in SOUNDS:
        (folder / f"{name}.wav").write_bytes(made(name))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
