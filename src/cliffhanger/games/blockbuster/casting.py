"""From files to sheets and back: what is written by name is played by id, and nothing is lost on the way."""

from collections.abc import Mapping
from typing import Literal

from msgspec import structs

from cliffhanger.games.blockbuster.forms import (
    NO_WORDS,
    CharacterFile,
    FilmFile,
    PowerFile,
    SheetFile,
    SkillFile,
    WordsFile,
    powers,
)
from cliffhanger.games.blockbuster.sheets import (
    Film,
    Impediment,
    Place,
    Power,
    Rating,
    SceneCard,
    Sheet,
    Skill,
    TaskCard,
)
from cliffhanger.kernel.files.names import slug


def sheet_of(file: CharacterFile) -> Sheet:
    """The sheet a character file describes."""
    numbers = file.sheet
    return Sheet(
        id=slug(file.name),
        name=file.name,
        attributes=tuple(Rating(slug(name), name, rating) for name, rating in numbers.attributes.items()),
        skills=tuple(
            Skill(slug(name), name, skill.rating, skill.physical)
            if isinstance(skill, SkillFile)
            else Skill(slug(name), name, skill)
            for name, skill in numbers.skills.items()
        ),
        defense=numbers.defense,
        vigor=numbers.vigor,
        potency=numbers.potency,
        protection=numbers.protection,
        limit_v=numbers.limit_v or _limit(numbers.vigor),
        limit_p=numbers.limit_p or _limit(numbers.potency),
        powers=tuple(_power_of(file, kind, name, power) for kind, name, power in powers(numbers)),
        tagline=file.words.tagline,
        goals=file.words.goals,
        who=file.words.who,
    )


def _limit(rating: int) -> int:
    return max(1, rating)


def _power_of(file: CharacterFile, kind: str, name: str, power: PowerFile) -> Power:
    plain = structs.asdict(power) | {
        "strain": int(power.strain[:-1]),
        "strain_type": power.strain[-1],
        "skill": slug(power.skill),
        "attribute": slug(power.attribute),
    }
    return Power(id=slug(name), name=name, gear=kind == "gear", says=file.words.powers.get(name, ""), **plain)


def character_file(sheet: Sheet, side: Literal["lead", "opponent"] = "lead") -> CharacterFile:
    """The file a sheet would be written as; it reads back as the same sheet."""
    names = {a.id: a.name for a in sheet.attributes} | {skill.id: skill.name for skill in sheet.skills}

    def written(power: Power) -> PowerFile:
        same = {name: getattr(power, name) for name in PowerFile.__struct_fields__}
        pair = {"skill": names.get(power.skill, ""), "attribute": names.get(power.attribute, "")}
        return PowerFile(**(same | pair | {"strain": f"{power.strain}{power.strain_type}"}))

    words = WordsFile(sheet.tagline, sheet.who, sheet.goals, {p.name: p.says for p in sheet.powers if p.says})
    return CharacterFile(
        name=sheet.name,
        side=side,
        words=NO_WORDS if words == NO_WORDS else words,
        sheet=SheetFile(
            defense=sheet.defense,
            vigor=sheet.vigor,
            potency=sheet.potency,
            protection=sheet.protection,
            limit_v=0 if sheet.limit_v == _limit(sheet.vigor) else sheet.limit_v,
            limit_p=0 if sheet.limit_p == _limit(sheet.potency) else sheet.limit_p,
            attributes={each.name: each.rating for each in sheet.attributes},
            skills={e.name: e.rating if e.physical else SkillFile(e.rating, physical=False) for e in sheet.skills},
            powers={power.name: written(power) for power in sheet.powers if not power.gear},
            gear={power.name: written(power) for power in sheet.powers if power.gear},
        ),
    )


def film_of(file: FilmFile, sheets: Mapping[str, Sheet]) -> Film:
    """The film a file describes, its cast taken from `sheets` by id; a KeyError names who has none."""
    return Film(
        id=slug(file.title),
        title=file.title,
        logline=file.words.logline,
        tone_lines=file.words.tone,
        leads=tuple(sheets[slug(name)] for name in file.leads),
        opponents=tuple(sheets[slug(name)] for name in file.opponents),
        sets=tuple(
            Place(
                slug(p.name),
                p.name,
                p.says,
                tuple(Impediment(slug(i.text), i.text, i.penalty, slug(i.tag)) for i in p.impediments),
            )
            for p in file.sets
        ),
        scenes=tuple(
            SceneCard(
                slug(scene.name),
                scene.name,
                scene.says,
                tuple(map(slug, scene.sets)),
                tuple(map(slug, scene.opponents)),
                tuple(TaskCard(task.name, task.required, task.says) for task in scene.tasks),
            )
            for scene in file.scenes
        ),
    )
