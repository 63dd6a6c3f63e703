"""`cliffhanger serve`: the tables of this machine, for browsers near and far."""

import socket
import sys
from contextlib import closing
from ipaddress import ip_network
from typing import Literal

import click

from cliffhanger.cli._places import Place, place_option
from cliffhanger.cli._tables import Unusable

PORT = 8_000
TRIES = 20


def port_of(_context: click.Context, _option: click.Parameter, given: str | None) -> int | None:
    """The port that was named; what is none is told in a sentence, for it may come through `make play PORT=`."""
    if given is None:
        return None
    if given.isdecimal() and len(given) < 6 and int(given) < 65_536:
        return int(given)
    raise Unusable(f"There is no port {given!r:.20}. A port is a number from 1 to 65535, such as {PORT}.")


def keeper_of(context: click.Context, option: click.Parameter, given: str | None) -> tuple[str, int] | None:
    """Where the keeper's port is: its host, this machine alone unless one is named, and the port."""
    if given is None:
        return None
    host, colon, port = given.rpartition(":")
    found = port_of(context, option, port)
    if found is None or (colon and not host):
        raise Unusable(f"{given!r:.40} is no port. Say 9100, or 0.0.0.0:9100 to let others in the network ask.")
    return host.strip("[]") or "127.0.0.1", found


def proxies_of(_context: click.Context, _option: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Addresses and networks of proxies, as they were named."""
    for each in given:
        try:
            ip_network(each)
        except ValueError:
            why = "A proxy goes by its address, such as 127.0.0.1, or by a network, such as 10.89.0.0/24"
            raise Unusable(f"{why}; {each!r:.60} is neither.") from None
    return given


@click.command()
@click.option(
    "--port", callback=port_of, metavar="N", default=None, help="The port; else 8000 or the next that is free."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 lets others in the house join.")
@place_option
@click.option("--origin", multiple=True, help="The public address behind a proxy, such as https://play.example.org.")
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    callback=proxies_of,
    metavar="ADDRESS",
    help="A proxy, or a network of them: who comes through it counts for the address that it forwards.",
)
@click.option("--public", is_flag=True, help="Compress what goes over the sockets: for the open net, not for a house.")
@click.option(
    "--pace",
    type=click.Choice(["reading", "slow", "once"]),
    default="reading",
    show_default=True,
    help="How bots go on at tables of people who do not say: so that one can read along, slowly, or at once.",
)
@click.option("--open/--no-open", "show", default=True, help="Open the first page in a browser.")
@click.option(
    "--metrics",
    "keeper",
    callback=keeper_of,
    metavar="[HOST:]PORT",
    default=None,
    help="A port for whoever keeps the server: a page, health and metrics. On this machine alone unless HOST is named.",
)
@click.option(
    "--log",
    type=click.Choice(["plain", "json"]),
    default=None,
    help="Say on stderr what happens, a line an event; else what goes wrong alone, in plain lines.",
)
@click.option("--qr/--no-qr", default=True, help="Print a square code of the address, for phones.")
def command(
    port: int | None,
    host: str,
    place: Place,
    origin: tuple[str, ...],
    proxies: tuple[str, ...],
    public: bool,
    pace: Literal["reading", "slow", "once"],
    keeper: tuple[str, int] | None,
    log: Literal["plain", "json"] | None,
    show: bool,
    qr: bool,
) -> None:
    """Serve tables: start one in a browser, and send the others its link."""
    from cliffhanger import games
    from cliffhanger.store.incoming import FOLDER
    from cliffhanger.table.ports import Unkept
    from cliffhanger.web.http.app import app
    from cliffhanger.web.http.keeper import keeper_app
    from cliffhanger.web.http.metrics import NEEDED
    from cliffhanger.web.live.limits import LOOPBACK, OriginPolicy
    from cliffhanger.web.live.logs import configure
    from cliffhanger.web.live.registry import Registry
    from cliffhanger.web.server import bind, run

    try:
        listening = bind(host, PORT if port is None else port, tries=TRIES if port is None else 1)
    except OSError as error:
        why = f"Port {port or PORT} cannot be used: {error.strerror}. Name another with --port."
        raise click.ClickException(why) from error
    try:
        aside = bind(*keeper) if keeper else None
    except OSError as error:
        assert keeper is not None
        why = f"Port {keeper[1]} cannot be used: {error.strerror}. Name another with --metrics."
        raise click.ClickException(why) from error
    try:
        store = place.store()
    except Unkept as error:
        listening.close()
        raise click.ClickException(str(error)) from error
    taken = listening.getsockname()[1]
    if port is None and taken != PORT:
        click.echo(f"Port {PORT} is busy, so this is {taken}.")
    here, out = addresses(host, taken)
    home = origin[0] if origin else out
    registry = Registry(
        store,
        games.game,
        origin_policy=OriginPolicy(origin),
        home=home,
        names=games.names(),
        pace=pace,
        incoming=None if place.address else place.data / FOLDER,
    )
    click.echo(f"Here:   {here}")
    if home:
        click.echo(f"Others: {home}")
        if qr and sys.stdout.isatty():
            print_qr_code(home)
    beside = None
    if keeper and aside:
        beside = keeper_app(registry, names=keeper[0] in LOOPBACK, tables=None if place.address else place.file), aside
        click.echo(f"Keeper: {addresses(keeper[0], aside.getsockname()[1])[0]}/keeper (and /metrics)")
        if beside[0].state.collectors is None:
            click.echo(NEEDED)
    if not proxies and any(each.startswith("https:") for each in origin):
        click.echo(
            "Whoever comes by a proxy that is not named counts as this machine, which limits let through: --proxy 127.0.0.1."
        )
    click.echo("Ctrl-C stops it; tables are kept.")
    sys.stdout.flush()
    with closing(store):
        configure(log or "")
        ready = (lambda: look(here)) if show else None
        run(registry, app(registry), [listening], deflate=public, proxies=proxies, ready=ready, keeper=beside)


def addresses(host: str, port: int) -> tuple[str, str]:
    """The address for this machine, and the one for others (empty when nobody else can come in)."""
    if host in ("127.0.0.1", "localhost", "::1"):
        return f"http://{'[::1]' if host == '::1' else host}:{port}", ""
    if host in ("0.0.0.0", "::"):  # noqa: S104  (asked for by whoever runs it)
        lan = outward()
        return f"http://127.0.0.1:{port}", f"http://{lan}:{port}" if lan else ""
    return f"http://{host}:{port}", f"http://{host}:{port}"


def outward() -> str:
    """Find this machine's address in its own network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        found: str = probe.getsockname()[0]
    return "" if found.startswith("127.") else found


def print_qr_code(address: str) -> None:
    """Print a QR code of an address into the terminal."""
    import segno

    segno.make(address, micro=False).terminal(compact=True)


def look(address: str) -> None:
    """Open the first page in a browser, if there is one."""
    import webbrowser

    webbrowser.open(address)
