"""What our own editor extension asks beyond the protocol: which JAX is looked at, and what is known on a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pygls.exceptions import JsonRpcInvalidParams

if TYPE_CHECKING:
    from prelower.lsp.server import PrelowerServer

INFO, EXPLAIN = "prelower/info", "prelower/explain"


async def info(server: PrelowerServer, params: Any) -> dict[str, object] | None:
    """Which JAX is looked at for the document `uri`; nothing before a text of its project could have to do with JAX."""
    entry = await _entry(server, params)
    engine = entry and entry.checked and server.session.loaded(entry.checked.root)
    if not engine:
        return None
    view = engine.jax
    environment = view.environment
    return {
        "jax": view.version,
        "how": view.how,
        "place": view.place,
        "environment": environment.prefix if environment else None,
        "why": environment.how if environment else None,
    }


async def explain(server: PrelowerServer, params: Any) -> list[dict[str, object]]:
    """What is known of each watched value on the line `line` (from 0) of the document `uri`: titles and lines."""
    line = getattr(params, "line", None)
    if not isinstance(line, int) or isinstance(line, bool) or line < 0:
        raise JsonRpcInvalidParams("Invalid parameters: `line` must be the number of a line, from 0")
    entry = await _entry(server, params)
    if entry is None or entry.analysis is None or entry.checked is None:
        return []
    engine = server.session.loaded(entry.checked.root)
    found = engine.explain(entry.checked.source, line) if engine else ()
    return [{"title": one.title, "lines": list(one.lines)} for one in found]


async def _entry(server: PrelowerServer, params: Any) -> Any:
    """The open document that is asked about, checked as it is now."""
    uri = getattr(params, "uri", None)  # pygls checks the parameters of the protocol's own requests alone
    if not isinstance(uri, str):
        raise JsonRpcInvalidParams("Invalid parameters: `uri` must be the address of a document")
    key = server.session.key(uri)
    await server.schedule.caught_up(key)
    return server.session.entries.get(key)
