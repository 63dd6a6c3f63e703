"""Cards for tests, as people write them."""


def lying(*effects, trigger="", more="", kind="detail", on="duration = 'game'"):
    """A card with one ability that lies in play."""
    body = f'{{trigger = "{trigger}", {more} effects = [{", ".join(effects)}]}}'
    return f'[[card]]\nid = "it"\nkind = "{kind}"\nname = "It"\ncolour = "golden"\nwhen = [{body}]\n{on}\n'


def attack_card(*effects, type_="melee", more=""):
    """An attack card that does this."""
    does = ", ".join(effects)
    return (
        f'[[card]]\nid = "it"\nkind = "combat"\nstep = "attack"\nname = "It"\ncolour = "golden"\nattack_type = "{type_}"\n'
        f"effects = [{does}]\n{more}\n"
    )
