"""Games in a browser: tables with seats, chat, clocks and bots, behind a web server or in the browser itself.

`messages` are what a browser and a table say to each other. A `Table` is one game with the people at it, a
`Lobby` keeps many tables. Both are plain Python without a network, files or threads, so they run in a server
as they do in Pyodide. Around them are `store` (SQLite), `server` (Starlette), `worker` (Pyodide) and `static`
(writes a site that needs no server). What may do harm is kept away from the server: uploaded packs by
`foreign`, long work by `elsewhere`, clients that neither speak nor listen by `protocols`; how much everybody
may do is in `limits`. Start reading with `table`.
"""
