"""Names of tables: four plain words that can be said over a phone, 2^36 of them."""

from secrets import choice

_WORDS = """
    acorn actor adobe agate album alder alley almond alpine amber anchor angle ankle anvil apple apron arbor arcade
    arch arrow artist ash aspen atlas attic autumn badge bagel baker balcony ballad bamboo banjo barge barley barn
    barrel basil basin basket bay beach beacon bead bean bear beaver bell bench berry birch bishop bison blanket
    blaze block blossom blue boat bolt bonnet book boot border bottle boulder bow bowl box brass bread breeze brick
    bridge brook broom brush bucket buckle bugle butter button cabin cable cactus cake camel camera camp canal
    candle canoe canvas canyon cape captain card cargo carpet carrot cart castle cat cave cedar cellar chair chalk
    chapel cherry chess chest chimney chorus cider cinder circle circus citrus city clay cliff cloak clock cloud
    clover coach coast cobalt coconut coffee coin comb comet compass copper coral cork corn cottage cotton cove
    cradle crane crater cricket crown crystal cup curtain cymbal daisy dance dawn deer delta desert diary dinner
    diver dock dome donkey door dragon drum dune dusk eagle earth echo elbow elm ember engine estate falcon farm
    feather fence fern ferry fiddle field fig finch fire flag flame flannel flask flint flour flute foam fog forest
    forge fork fort fountain fox frame frost galaxy gallery garden garlic garnet gate gazebo geyser ginger glacier
    glass globe glove goat gold goose gossip grain granite grape grass gravel green grotto guitar gull hail halo
    hammer hammock harbor harp harvest hat hawk hazel heron hickory hill hive honey hood hook horizon horn horse
    hotel house hut ice indigo ink iris iron island ivory ivy jacket jade jar jasmine jelly jewel jigsaw journal
    judge juniper kelp kettle key king kitchen kite kitten knight knot lace ladder lagoon lake lamp lane lantern
    larch lark latch laurel lava lawn leaf leather ledge lemon lens letter library light lilac lily lime linen lion
    lobby lodge loft loom lotus lumber lunar lute lynx magnet magpie mango mantle map maple marble market marsh mast
    meadow melody melon mill mint mirror mitten moat monk moon moose mosaic moss moth motor mountain muffin mural
    museum music myrtle napkin needle nest net nickel night north nugget nutmeg oak oar oasis oat ocean olive onion
    opal opera orange orbit orchard orchid organ otter oven owl oyster paddle page palace palm panda paper parade
    parcel park parrot pasta path pear pearl pebble pencil pepper petal piano pier pigeon pillow pilot pine
    pistachio planet plaza plum poem polar pond pony poplar poppy porch port prairie prism pumpkin puppet purple
    quail quarry quartz queen quill quilt rabbit raft rain raven reef ribbon ridge ring river robin rocket rope rose
    ruby saddle sage sail salmon salt sand sapphire satin saxophone scarf school scroll seal seed seven shadow shell
    shore silk silver sketch sky sleigh slope snow soap sofa song south sparrow spice spoon spring spruce square
    squirrel stable stage star station steam stone storm story stove straw stream street sugar summer sun swan table
    tailor tango tea temple tent theater thistle thread thunder ticket tiger timber toast tower trail train tree
    trumpet tulip tunnel turtle valley vanilla velvet vessel village violet violin wagon walnut water wave west
    wheat wheel whistle willow window winter wolf wood wool yarrow yellow zebra zephyr zinc
"""
NAMES = tuple(_WORDS.split())


def fresh_name() -> str:
    """A name that no table has, but for an accident the store would notice."""
    return "-".join(choice(NAMES) for _ in range(4))
