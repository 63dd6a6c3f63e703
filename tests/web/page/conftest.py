"""Puts the sample scene where it can be imported."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
