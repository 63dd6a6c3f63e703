"""Server and page: they draw any game and hold no rule."""
