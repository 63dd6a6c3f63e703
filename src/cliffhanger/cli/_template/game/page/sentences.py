"""A row for every kind of event: the room reads "Tess climbs 4 metres.", Tess herself "You climb 4 metres."."""

from cliffhanger.kernel.event_fields import Fields

row = Fields(number="holds metres")
SENTENCES = (
    row.workings("dares(holds)", "[dares|dare] {holds} of three holds."),
    row.tell("climbs(metres)", "[climbs|climb] {metres} {metres#metre|metres}."),
    row.turning("slips(metres)", "[slips|slip]; the rope holds< after {metres:metre}>."),
)
