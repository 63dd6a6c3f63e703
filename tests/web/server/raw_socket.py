"""A WebSocket as it stands on the wire, for who does not keep to the rules as a library would."""

from base64 import b64encode

TEXT, PING, PONG, CONT, END = 1, 9, 10, 0, 0x80
MASK = bytes(4)


def upgrade(server, table, *lines, key=bytes(16)):
    """The request that opens a page's socket at a table; `key` has 16 bytes, `lines` are headers beside those it needs."""
    needed = (
        f"GET /t/{table}/ws HTTP/1.1",
        f"Host: 127.0.0.1:{server.port}",
        f"Origin: {server.origin}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {b64encode(key).decode()}",
    )
    return "\r\n".join((*needed, *lines, "", "")).encode()


def frame(kind, data=b"", mask=MASK):
    """A frame of up to 65,535 bytes, masked as a page's is; `kind` is its first byte."""
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return bytes([kind]) + size + mask + bytes(byte ^ mask[n % 4] for n, byte in enumerate(data))
