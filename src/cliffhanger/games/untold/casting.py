"""From files to sheets and back: what is written by name is played by id, and nothing is lost on the way."""

from collections.abc import Mapping
from typing import Literal

from cliffhanger.games.untold.forms import (
    NO_WORDS,
    BroadFile,
    CharacterFile,
    SceneFile,
    SettingFile,
    SettingWordsFile,
    SheetFile,
    SkillFile,
    WordsFile,
    broads,
)
from cliffhanger.games.untold.sheets import (
    REALMS,
    Learned,
    Moral,
    Realm,
    SceneCard,
    Setting,
    Sheet,
    Skill,
    Technique,
    Trait,
    Tree,
)
from cliffhanger.kernel.files.names import slug


def sheet_of(file: CharacterFile) -> Sheet:
    """The sheet a character file describes; its skills stand in the order of their names, however they are written."""
    numbers, says = file.sheet, file.words.traits
    skills: list[Learned] = []
    for realm, name, broad in sorted(broads(numbers), key=lambda row: (row[0], slug(row[1]))):
        nature, subs = broad.second_nature, sorted(broad.subs.items(), key=lambda row: slug(row[0]))
        skills.append(Learned(slug(name), name, realm, "", broad.rank, nature.get(name, -1)))
        skills += [Learned(slug(sub), sub, realm, slug(name), n, nature.get(sub, -1)) for sub, n in subs]
    return Sheet(
        id=slug(file.name),
        name=file.name,
        skills=tuple(skills),
        strengths=tuple(Trait(slug(name), name, says.get(name, "")) for name in numbers.strengths),
        weaknesses=tuple(Trait(slug(name), name, says.get(name, "")) for name in numbers.weaknesses),
        techniques=tuple(
            Technique(slug(name), name, slug(skill), says.get(name, "")) for name, skill in numbers.techniques.items()
        ),
        moral_code=tuple(Moral(slug(name), name, level) for name, level in numbers.moral_code.items()),
        tagline=file.words.tagline,
        goals=file.words.goals,
        who=file.words.who,
    )


def character_file(sheet: Sheet, side: Literal["hero", "adversary"] = "hero") -> CharacterFile:
    """The file a sheet would be written as; it reads back as the same sheet."""
    names = {row.id: row.name for row in sheet.skills}
    traits = {t.name: t.says for t in (*sheet.strengths, *sheet.weaknesses) if t.says}
    traits |= {t.name: t.says for t in sheet.techniques if t.says}
    words = WordsFile(sheet.tagline, sheet.who, sheet.goals, traits)
    return CharacterFile(
        name=sheet.name,
        side=side,
        words=NO_WORDS if words == NO_WORDS else words,
        sheet=SheetFile(
            body=_broads(sheet, "body"),
            mind=_broads(sheet, "mind"),
            strengths=tuple(t.name for t in sheet.strengths),
            weaknesses=tuple(t.name for t in sheet.weaknesses),
            techniques={t.name: names.get(t.skill, t.skill) for t in sheet.techniques},
            moral_code={m.name: m.level for m in sheet.moral_code},
        ),
    )


def _broads(sheet: Sheet, realm: Realm) -> dict[str, int | BroadFile]:
    rows: dict[str, int | BroadFile] = {}
    for row in sheet.skills:
        if row.realm == realm and not row.under:
            subs = [sub for sub in sheet.skills if sub.under == row.id]
            nature = {each.name: each.sn for each in (row, *subs) if each.sn >= 0}
            plain = not subs and not nature
            rows[row.name] = row.rank if plain else BroadFile(row.rank, {sub.name: sub.rank for sub in subs}, nature)
    return rows


def tree_of(file: SettingFile) -> Tree:
    """All skills of a setting: broad ones, each with what is under it.  [UN-SKL-03]"""
    rows: list[Skill] = []
    for realm in REALMS:
        for name, broad in getattr(file, realm).items():
            rows.append(Skill(slug(name), name, realm, "", broad.special, broad.ours))
            rows += [Skill(slug(sub), sub, realm, slug(name), broad.special, ours=False) for sub in broad.subs]
            rows += [Skill(slug(sub), sub, realm, slug(name), broad.special, ours=True) for sub in broad.our_subs]
    return Tree(tuple(rows))


def setting_of(file: SettingFile, sheets: Mapping[str, Sheet]) -> Setting:
    """The setting a file describes, its cast taken from `sheets` by id; a KeyError names who has none."""
    return Setting(
        id=slug(file.title),
        title=file.title,
        premise=file.words.premise,
        tree=tree_of(file),
        heroes=tuple(sheets[slug(name)] for name in file.heroes),
        adversaries=tuple(sheets[slug(name)] for name in file.adversaries),
        scenes=tuple(
            SceneCard(slug(x.name), x.name, x.says, tuple(slug(name) for name in x.adversaries)) for x in file.scenes
        ),
        tone=file.words.tone,
    )


def setting_file(setting: Setting) -> SettingFile:
    """The file a setting would be written as, its whole cast within; it reads back as the same setting."""
    people = {row.id: row.name for row in setting.adversaries}
    cast = [character_file(sheet) for sheet in setting.heroes]
    cast += [character_file(sheet, "adversary") for sheet in setting.adversaries]
    return SettingFile(
        title=setting.title,
        words=SettingWordsFile(setting.premise, setting.tone),
        body=_skills(setting.tree, "body"),
        mind=_skills(setting.tree, "mind"),
        heroes=tuple(sheet.name for sheet in setting.heroes),
        adversaries=tuple(sheet.name for sheet in setting.adversaries),
        cast=tuple(cast),
        scenes=tuple(SceneFile(x.name, x.says, tuple(people[each] for each in x.adversaries)) for x in setting.scenes),
    )


def _skills(tree: Tree, realm: Realm) -> dict[str, SkillFile]:
    return {
        row.name: SkillFile(
            subs=tuple(sub.name for sub in tree.rows if sub.under == row.id and not sub.ours),
            our_subs=tuple(sub.name for sub in tree.rows if sub.under == row.id and sub.ours),
            ours=row.ours,
            special=row.special,
        )
        for row in tree.rows
        if row.realm == realm and not row.under
    }
