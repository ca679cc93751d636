"""Runs the server for a test: `serving.py [fake]`, with the engine named and some requests that only tests make."""

from __future__ import annotations

import asyncio
import json
import sys

from prelower.lsp import features
from prelower.lsp import server as serving
from prelower.lsp.addresses import document_key


def add_test_requests(server: serving.PrelowerServer) -> None:
    """Let tests see the texts, wait for quiet, and count."""

    @server.feature("prelower/text")
    def text(params) -> str:
        return server.session.entries[document_key(params.uri)].document.source

    @server.feature("prelower/rest")
    async def rest(params) -> bool:
        while server.schedule._due or server.schedule._armed or server.checking.deep.busy:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.002)  # what the look-ups found is on its way to the loop
        return True

    @server.feature("prelower/wait")
    async def wait(params) -> None:
        await asyncio.sleep(3600)

    @server.feature("prelower/count")
    def count(params) -> str:
        engines = [engine for engine in server.session._engines.values() if engine is not None]
        counts = {
            "made": server.session.made,
            "roots": [top for top, *_ in server.session._engines],
            "checks": sum(getattr(engine, "checks", 0) for engine in engines),
            "parsed": sum(engine.cache.parsed for engine in engines if hasattr(engine, "cache")),
            "options": [getattr(engine, "options", {}) for engine in engines],
            "loaded": sorted(name for name in ("prelower.engine", "prelower.rules", "jedi") if name in sys.modules),
        }
        return json.dumps(counts, default=repr)


def main() -> int:
    """Serve with test requests added."""
    make_engine = None
    if "fake" in sys.argv:
        from fake_engine import FakeEngine

        make_engine = FakeEngine
    register = features.register

    def register_more(server: serving.PrelowerServer) -> None:
        register(server)
        add_test_requests(server)

    features.register = register_more
    return serving.main(sys.argv[1:], make_engine)


if __name__ == "__main__":
    sys.exit(main())
