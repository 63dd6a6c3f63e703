"""HTTP and WebSocket: routes, JSON API, security middleware. Tables are in `live`."""
