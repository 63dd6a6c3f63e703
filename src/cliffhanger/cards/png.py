"""Drawings as PNG, for programs that take no SVG: what the extra `pictures` is for."""

from importlib.util import find_spec


def there() -> bool:
    """Whether something is installed that makes one."""
    return find_spec("resvg_py") is not None


def picture(svg: str, pixels: int) -> bytes | None:
    """The PNG of a drawing, so many pixels wide; None where nothing is installed that makes one."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        return None
    return svg_to_bytes(svg_string=svg, width=pixels, dpi=96, skip_system_fonts=True)
