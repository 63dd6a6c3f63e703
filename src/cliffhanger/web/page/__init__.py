"""The page: pure functions from what a seat may know to HTML. No server, no clock, no chance.

Every form posts to `/t/<table>/seat/<seat>/<do>`; with script the same fields travel as a frame `{"do": <do>, ...}`.

| do | fields |
|---|---|
| `act` | `seat`, `window`, `key`, `terms`, `id`, and `p.<name>` for each parameter (repeated for picks) |
| `draft` | `seat`, `window`, `key`, `p.<name>`: a master's change to somebody's pool |
| `undo` | `to` (number of the entry that stays last; 0 is the start), `id` |
| `pause` | `on` (1 or 0), `x` (1 or 0), `id` |
| `rule` | `path` (names and ids between slashes), `value` (JSON, or plain words; or `path=value` in one), `why`, `id` |
| `end` | `why`, `id` |
| `close` | `id` |
| `faces` | `roll`, `values` (repeated), `id` |
| `sit` | `seat` (the chair), `name`, `holder` (person, bot, nobody), `id` |
| `enter` | `secret`: takes the seat without script and gets its cookie |

Frames from the page carry `values` as whole numbers, `path` as a list,
`on` and `x` as booleans.

Other addresses that pages link to: `/` (door), `/new/<game>` and `/alone/<game>` (POST: `preset`, `seats`, `title`,
`lines`, `undo`, `typed`),
`/join` (POST: `link`), `/t/<table>` (choose a seat; POST `/t/<table>/sit`: `seat`, `name`),
`/t/<table>/seat/<seat>/link` (from the cookie to the link with its secret), `/t/<table>/log`,
`/t/<table>/recap`, `/t/<table>/house`, `/sheet/<game>/<form>` (POST: fields
or `text`), `/static/<name>`.
"""
