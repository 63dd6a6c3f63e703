"""House rules: what is in force, where the ways to play differ and why, and every other switch folded away."""

from typing import Any

from msgspec import Struct

from cliffhanger.kernel.game import Game, Preset
from cliffhanger.kernel.house_rules import HouseValue, Switch, called, position
from cliffhanger.web.page.html import NOTHING, Markup, esc, joined
from cliffhanger.web.page.language import _, ngettext
from cliffhanger.web.page.view import TableMeta


class Stand(Struct, frozen=True):
    """A switch at a table: what it stands at, what it stood at by the preset the table plays, and what presets say.

    `ways` are the titles of the presets and the value each gives it; `whys` say, for those that differ, why.
    """

    switch: Switch
    value: HouseValue
    due: HouseValue
    ways: tuple[tuple[str, HouseValue], ...]
    whys: tuple[str, ...]

    @property
    def own(self) -> bool:
        """Whether the table has chosen it for itself."""
        return self.value != self.due


def house(game: Game[Any], meta: TableMeta) -> Markup:
    """Draw the house rules of a table: what is in force first, then what could be, with the reasons."""
    ways = game.presets if any(not each.values for each in game.presets) else (by_the_letter(), *game.presets)
    played = _played(ways, meta)
    stands = [_stand(switch, value, ways, played) for switch, value in meta.house]
    differ = [each for each in stands if each.whys]
    own = [each for each in stands if each.own and not each.whys]
    rest = [each for each in stands if not each.own and not each.whys]
    return Markup(
        '<main class="door narrow"><header><p><a href="/t/{id}/mine">{back}</a></p><h1>{house}</h1>'
        '<p class="soft">{title}</p></header>{force}{differences}{section}{rest}</main>'
    ).format(
        id=meta.id,
        back=_("Back to the table"),
        house=_("House rules"),
        title=meta.title,
        force=_force(played, stands),
        differences=_differences(game, ways, played, differ, meta),
        section=_section(_own(), own, meta),
        rest=_rest(rest, meta),
    )


def by_the_letter() -> Preset:
    """The way to play of a game all of whose presets change something."""
    return Preset("letter", _("By the letter"), _("As the text has it."))


def _own() -> str:
    return _("This table's own")


def _played(ways: tuple[Preset, ...], meta: TableMeta) -> Preset:
    """The preset that a table plays: the one it agrees with in everything, else the one it was opened with."""
    stands = {switch.name: value for switch, value in meta.house}
    letter = {switch.name: switch.values[0] for switch, _now in meta.house}
    same = (each for each in ways if letter | each.house == stands)
    opened = (each for each in ways if each.id == meta.preset)
    return next(same, None) or next(opened, None) or by_the_letter()


def _stand(switch: Switch, value: HouseValue, ways: tuple[Preset, ...], played: Preset) -> Stand:
    letter, name = switch.values[0], switch.name
    whys = tuple(why for each in ways for changed, _value, why in each.values if changed == name)
    by_way = tuple((each.title, each.house.get(name, letter)) for each in ways)
    return Stand(switch, value, played.house.get(name, letter), by_way, whys)


def _force(played: Preset, stands: list[Stand]) -> Markup:
    if not stands:
        return Markup('<section class="panel"><p class="soft">{game}</p></section>').format(
            game=_("This game has no house rules.")
        )
    own = [each for each in stands if each.own]
    rows = joined(
        Markup('<li><a href="#switch-{name}">{title}</a>: {position}</li>').format(
            name=each.switch.name, title=each.switch.title, position=position(each.switch, each.value)
        )
        for each in own
    )
    ours = Markup('<p><b>{own}:</b></p><ul class="plain">{rows}</ul>').format(own=_own(), rows=rows) if own else ""
    return Markup(
        '<section class="panel" id="in-force"><p class="soft">{force}</p><h2>{title}</h2><p>{says}</p>{ours}'
        '<p class="soft">{whoever}</p></section>'
    ).format(
        force=_("In force here"),
        title=played.title,
        says=played.says,
        ours=ours,
        whoever=_(
            "Whoever runs the table may change a rule, with a reason: the change stands in the log, as a ruling."
        ),
    )


def _differences(
    game: Game[Any], ways: tuple[Preset, ...], played: Preset, differ: list[Stand], meta: TableMeta
) -> Markup:
    """Each switch that a preset sets, with its reason; the preset that is in force has been introduced already."""
    if not differ:
        return NOTHING
    others = [each for each in ways if each.values and each is not played]
    says = joined(Markup("<p><b>{title}.</b> {says}</p>").format(title=each.title, says=each.says) for each in others)
    exact = esc(_("The figures are rounded from exact ones. Anybody can ask for those: {command}")).format(
        command=Markup("<code>cliffhanger odds {game}</code>").format(game=game.id)
    )
    ask = Markup('<p class="soft">{exact}</p>').format(exact=exact) if game.questions else ""
    return _section(_(", or ").join(each.title for each in ways), differ, meta, says, ask, ident="differences")


def _section(
    head: str, stands: list[Stand], meta: TableMeta, before: str = "", after: str = "", *, ident: str = "own"
) -> Markup:
    if not stands:
        return Markup("")
    rows = joined(_switch(each, meta) for each in stands)
    return Markup('<section class="panel" id="{ident}"><h2>{head}</h2>{before}{rows}{after}</section>').format(
        ident=ident, head=head, before=before, rows=rows, after=after
    )


def _rest(stands: list[Stand], meta: TableMeta) -> Markup:
    if not stands:
        return Markup("")
    rows = joined(_switch(each, meta) for each in stands)
    many = ngettext("One more, by the letter", "{n} more, by the letter", len(stands)).format(n=len(stands))
    return Markup('<details class="panel fold" id="rest"><summary><b>{many}</b></summary>{rows}</details>').format(
        many=many, rows=rows
    )


def _switch(each: Stand, meta: TableMeta) -> Markup:
    switch, rule = each.switch, meta.rules.get(each.switch.ruling, "")
    choices = joined(_position(each, value, at) for at, value in enumerate(switch.values))
    reasons = joined(Markup("<p>{why}</p>").format(why=why) for why in each.whys)
    frozen = (
        Markup('<p class="soft">{fixed}</p>').format(fixed=_("Fixed when the table was set up."))
        if switch.when == "setup"
        else ""
    )
    note = Markup('<details class="law" id="why-{name}"><summary>{ruling}</summary><p>{rule}</p></details>').format(
        name=switch.name, ruling=switch.ruling, rule=rule
    )
    differs = " differs" if each.value != switch.values[0] else ""
    return Markup(
        '<fieldset class="switch{differs}" id="switch-{name}"><legend>{title}</legend>'
        '<div class="chips positions">{choices}</div>{reasons}{frozen}{note}</fieldset>'
    ).format(
        differs=differs,
        name=switch.name,
        title=switch.title,
        choices=choices,
        reasons=reasons,
        frozen=frozen,
        note=note if rule else "",
    )


def _position(each: Stand, value: HouseValue, at: int) -> Markup:
    """One value a switch can have: whose it is, what it means, and a tick where the table stands."""
    switch, here = each.switch, value == each.value
    whose = [title for title, due in each.ways if due == value] if each.whys or each.own else []
    whose += [_("This table's own") if not whose else _("this table's own")] if here and each.own else []
    said = Markup('<span class="why">{whose}</span> ').format(whose=", ".join(whose)) if whose else ""
    return Markup(
        '<label class="chip"><input type="radio" id="h-{name}-{at}" name="house.{name}" '
        'value="{called}"{checked} disabled><span>{whose}{position}</span></label>'
    ).format(
        name=switch.name,
        at=at,
        called=called(value),
        checked=" checked" if here else "",
        whose=said,
        position=position(switch, value),
    )
