"""What people call the fields of the state when a ruling sets one; "" for one that goes without saying."""

FIELD_NAMES = {"climbers": "", "height": "metres climbed", "light": "hours of light"}
