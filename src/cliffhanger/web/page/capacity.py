"""How much is kept of what was drawn: as much as the tables that one server carries, for what another one pushes out is drawn anew.

A thousand tables at once were measured (`docs/hosting.md`); what is kept of one of them is small, and shared by its seats.
"""

TABLES = 2_048
SEATS = 4 * TABLES
DEEDS = 16 * TABLES  # of a table's log the newest are shown
