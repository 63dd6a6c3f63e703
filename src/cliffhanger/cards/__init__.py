"""Cards one can hold: drawn from their panel, laid out on sheets, written as SVG and PDF."""
