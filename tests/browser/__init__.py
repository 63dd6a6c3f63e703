"""Tests in a real browser: a package, so that its browser and its server end with the last of them."""
