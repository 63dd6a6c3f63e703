"""Packed polynomials, against coefficients that are multiplied one by one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliffhanger.odds.coefficients import coefficients, packed, width

ROW = st.lists(st.integers(0, 10**30), min_size=1, max_size=12)


def without_last_zeros(row):
    while row and not row[-1]:
        row = row[:-1]
    return tuple(row)


@given(ROW, st.integers(0, 40))
def test_what_is_packed_is_read_again_at_any_width_that_holds_it(row, more):
    each = width(max(row)) + more
    assert packed(row, each) == sum(weight << 8 * each * k for k, weight in enumerate(row))
    assert coefficients(packed(row, each), each) == without_last_zeros(row)


@given(ROW, ROW)
def test_a_product_of_packed_rows_is_the_product_of_the_polynomials(row, other):
    product = [0] * (len(row) + len(other) - 1)
    for at, a in enumerate(row):
        for to, b in enumerate(other):
            product[at + to] += a * b
    each = width(max(sum(row) * sum(other), *row, *other))
    assert coefficients(packed(row, each) * packed(other, each), each) == without_last_zeros(product)


@pytest.mark.parametrize(("largest", "each"), [(0, 8), (2**64 - 1, 8), (2**64, 9), (2**72 - 1, 9), (2**72, 10)])
def test_a_width_holds_the_largest_coefficient_and_no_byte_more(largest, each):
    assert width(largest) == each
    assert coefficients(packed([largest, largest, 1], each), each) == (largest, largest, 1)


def test_nothing_has_no_coefficients():
    assert coefficients(0, 8) == coefficients(0, 11) == ()
