"""What every game shares: offers, chance, frames, the one step, panels, records. It knows no game."""
