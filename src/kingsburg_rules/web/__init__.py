"""Games in a browser: tables with seats, chat, clocks and bots, behind a web server or in the browser itself.

`messages` go between a browser and a table. A `Room` is one table with its game and its people, a `Lobby`
keeps many rooms. Both are plain Python without a network, files or threads, so they run in a server as they
do in Pyodide. Around them are `store` (SQLite), `server` (Starlette), `worker` (Pyodide) and `static` (writes
a site that needs no server). The server is kept from harm: `sandboxed_tables` plays uploaded packs in
`processes` of their own, which do long work, too; `serving` ends connections that neither speak nor listen,
and `server_limits` has the limits of everybody. Start reading with `room`.
"""
