"""Drawings as PNG, for programs that take no SVG: what the extra `pictures` is for."""


def picture(svg: str, pixels: int) -> bytes | None:
    """The PNG of a drawing, so many pixels wide; None where nothing is installed that makes one."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        return None
    return svg_to_bytes(svg_string=svg, width=pixels, dpi=96, skip_system_fonts=True)
