"""How a place looks, as files may say it outright: words of the kit of pictures, where its name does not say enough."""

from typing import Annotated

from msgspec import Meta

from cliffhanger.kernel.files.language.closed_lists import closed
from cliffhanger.kernel.panels import LOOKS, WEATHERS

Look = Annotated[tuple[Annotated[str, closed(LOOKS)], ...], Meta(max_length=5, title="How it is drawn")]
"""`look = ["car", "tables", "lit"]`: frame, up to two things in it, light, weather, each where the name does not say it."""
Weather = Annotated[str, closed([""], WEATHERS)]
"""`look = "glass"`: what something that hinders puts into the air of a place."""
