"""What goes wrong, how often, drawn from the seed: a calm evening in some worlds, and in others everything at once."""

from random import Random


class Faults:
    """Chances of a world. `heal` ends them all; what is still on its way arrives."""

    def __init__(self, rng: Random, *, shared):
        self.rng = Random(rng.random())
        mild = rng.choice((0.0, 0.3, 1.0, 1.0))  # how much of everything this world has
        self.drop = rng.choice((0.0, 0.1)) * mild
        self.double = rng.choice((0.0, 0.2)) * mild
        self.cut = rng.choice((0.0, 0.1)) * mild
        self.latency = rng.choice((0.002, 0.05, 0.5))
        self.disk_latency = rng.choice((0.0, 0.01, 0.3))
        self.full = rng.choice((0.0, 0.0, 0.1)) * mild
        self.unsure = rng.choice((0.0, 0.1)) * mild if shared else 0.0
        self.vanish = 0.0 if shared else rng.choice((0.0, 0.05)) * mild
        self.outage = rng.choice((0.0, 0.1)) * mild if shared else 0.0
        self.meanwhile = rng.choice((0.0, 0.3))
        self.forgets = rng.choice((0.0, 0.5))
        self.deaths = rng.choice((0, 1, 3)) if mild else 0
        self.deaf = rng.choice((0.0, 0.5, 1.0)) * mild  # of notices between nodes
        self.jumps = rng.choice((0, 3))
        self.away_until = {}
        self.gone_until = {}
        self.loop = None

    def heal(self):
        """From now on nothing goes wrong."""
        self.drop = self.double = self.cut = self.full = self.unsure = self.outage = self.deaf = 0.0
        self.vanish = 0.0
        self.away_until.clear()
        self.gone_until.clear()

    def pause(self):
        """Seconds that something takes in the network: mostly few, now and then many, so that the later comes first."""
        if self.rng.random() < 0.05:
            return self.latency * 10 * self.rng.random()
        return self.latency * self.rng.random()

    def disk_pause(self):
        """Seconds that the store takes for half of what it does."""
        if self.rng.random() < 0.05:
            return self.disk_latency * 10 * self.rng.random()
        return self.disk_latency * self.rng.random()

    def frames(self):
        """When each copy of a frame arrives that is sent now: none of a lost one."""
        if self.rng.random() < self.drop:
            return ()
        return (self.pause(), self.pause()) if self.rng.random() < self.double else (self.pause(),)

    def copies(self):
        """When each copy of a notice arrives at another node."""
        if self.rng.random() < self.deaf:
            return ()
        return (self.pause(), self.pause()) if self.rng.random() < self.double else (self.pause(),)

    def of_append(self, life, *, shared):
        """What goes wrong with an append that reaches the disk: "" is nothing."""
        if self.rng.random() < self.full or (not shared and self.away(life)):
            return "full"
        if shared and (self.rng.random() < self.unsure or self.away(life)):
            return self.rng.choice(("unsure", "lost"))
        if self.rng.random() < self.vanish:
            return "vanished"
        return ""

    def goes(self, life):
        """The file is moved away under this process, just after something was written, and put back later."""
        self.gone_until[life] = self.loop.time() + self.rng.uniform(0.1, 10.0)

    def gone(self, life):
        """Whether the file that this process has open is away."""
        return self.loop.time() < self.gone_until.get(life, 0.0)

    def away(self, life):
        """Whether this process cannot reach the store just now."""
        now = self.loop.time()
        if self.away_until.get(life, 0.0) > now:
            return True
        if self.rng.random() < self.outage / 10:
            self.away_until[life] = now + self.rng.uniform(0.1, 10.0)
            return True
        return False
