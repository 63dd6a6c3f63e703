"""What all tests share: those in a browser need one. Without it they are skipped, and fail where CI runs them."""

import os
import shutil

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip browser tests on a machine without Chromium, but never on CI: there they are what is wanted."""
    if os.environ.get("CI") == "true" or os.environ.get("CHROMIUM") or any(shutil.which(name) for name in NAMES):
        return
    absent = pytest.mark.skip(reason=f"needs a browser: none of {', '.join(NAMES)} is installed")
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(absent)
