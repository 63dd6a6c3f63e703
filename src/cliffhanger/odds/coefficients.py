"""Kronecker substitution: polynomials with whole-number coefficients as single long integers.

With x a power of two so high that no coefficient can reach it, one multiplication of long integers multiplies two
polynomials, and the coefficients of the product lie in it side by side (Kronecker 1882; von zur Gathen and Gerhard,
Modern Computer Algebra).
"""

from collections.abc import Sequence
from struct import pack, unpack


def width(largest: int) -> int:
    """How many bytes each coefficient gets where none is above `largest`: 8, the quickest to read, or as many as it takes."""
    return max(8, -(-largest.bit_length() // 8))


def packed(row: Sequence[int], width: int) -> int:
    """The polynomial with these coefficients, lowest power first, each from 0 up and below 256**width, at x = 256**width."""
    if width == 8:
        return int.from_bytes(pack(f"<{len(row)}Q", *row), "little")
    return int.from_bytes(b"".join([weight.to_bytes(width, "little") for weight in row]), "little")


def coefficients(packed: int, width: int) -> tuple[int, ...]:
    """The coefficients, lowest power first, of a polynomial whose value at x = 256**width is `packed`, 0 or more.

    All of them have to be whole numbers from 0 up and below 256**width. The last one is above 0; of 0 there is none.
    All bytes are split at once, which is faster than a shift and a mask for each coefficient.
    """
    count = -(-packed.bit_length() // (8 * width))
    if width == 8:
        return unpack(f"<{count}Q", packed.to_bytes(8 * count, "little"))
    parts = unpack(f"{width}s" * count, packed.to_bytes(width * count, "big"))
    return tuple(map(int.from_bytes, reversed(parts)))
