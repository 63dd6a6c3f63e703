"""Seats open to whoever has their link, and what is kept opens none."""

import pytest

from cliffhanger.kernel.errors import Unreadable
from cliffhanger.table.secrets import Secrets, issued, mark, opened, sealed, token, unsealed


def test_a_link_opens_its_own_seat_only():
    secret = token(bytes(16))
    secrets = issued(Secrets("ab"), "k1", secret)
    assert opened(secrets, "k1", secret)
    assert not opened(secrets, "k2", secret)
    assert not opened(secrets, "k1", secret[:-1])
    assert not opened(secrets, "k1", "")
    assert not opened(secrets, "nobody", "\ud800")


def test_a_new_link_closes_the_old_one():
    first, second = token(bytes(16)), token(bytes(15) + b"1")
    secrets = issued(issued(Secrets(), "k1", first), "k1", second)
    assert opened(secrets, "k1", second)
    assert not opened(secrets, "k1", first)


def test_what_is_kept_opens_nothing():
    secret = token(b"0123456789abcdef")
    kept = sealed(issued(Secrets(), "k1", secret))
    assert secret.encode() not in kept
    assert not opened(unsealed(kept), "k1", mark(secret))
    assert opened(unsealed(kept), "k1", secret)


def test_a_secret_is_made_of_128_bits():
    with pytest.raises(ValueError, match="16 random bytes"):
        token(b"short")


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"key":1}', b"\xff"])
def test_secrets_that_cannot_be_read_are_said_to_be_so(data):
    with pytest.raises(Unreadable):
        unsealed(data)
