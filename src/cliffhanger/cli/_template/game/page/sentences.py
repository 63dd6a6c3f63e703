"""A row for every kind of event: the room reads "Tess climbs 4 metres.", Tess herself "You climb 4 metres."."""

from cliffhanger.kernel.sentences import NUMBER, Sentence

SENTENCES = (
    Sentence("dares", {"holds": NUMBER}, "[dares|dare] {holds} of three holds.", recap="workings"),
    Sentence("climbs", {"metres": NUMBER}, "[climbs|climb] {metres} {metres#metre|metres}."),
    Sentence(
        "slips",
        {"metres": NUMBER},
        "[slips|slip]; the rope holds< after {metres} {metres#metre|metres}>.",
        recap="turning",
    ),
)
