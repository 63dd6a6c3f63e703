"""What cannot be answered exactly, and why: one sentence with the way out."""


class OutOfRange(ValueError):
    """A question nobody can answer as it was put: a number too high, a name unknown, more work than is allowed."""


class Endless(OutOfRange):
    """What was asked never comes to an end, so it has no distribution and no mean."""
