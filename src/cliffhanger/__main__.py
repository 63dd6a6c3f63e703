"""`python -m cliffhanger` is `cliffhanger`."""

from cliffhanger.cli import main

main(prog_name="cliffhanger")
