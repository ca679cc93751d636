"""Commands that an editor can have the server run: what is looked at, look at everything again, clear the caches.

Their names begin with `prelower.server`, since an editor's client makes commands of its own of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from lsprotocol import types

from prelower.config.find import find
from prelower.lsp import diagnostics

if TYPE_CHECKING:
    from prelower.engine import Engine
    from prelower.lsp.server import PrelowerServer

INFO = "prelower.server.info"
RESTART = "prelower.server.restart"
CLEAR_CACHE = "prelower.server.clearCache"


def info(server: PrelowerServer) -> str:
    """Which environments and releases of JAX are looked at, and why; it is the command's answer and is logged."""
    session = server.session
    texts = [about(server, root) for root in session.roots()]
    text = "\n\n".join(texts) or "No folder is open and no document is checked yet."
    server.say("info", text)
    return text


def about(server: PrelowerServer, root: str) -> str:
    """What is looked at for a project, its engine made if need be."""
    try:
        engine = server.session.engine(root)
    except Exception as error:  # noqa: BLE001 - to say why is the point of asking
        return f"project       {root}\nnot looked at: {error}"
    return looked_at(root, engine) if engine is not None else f"project       {root}"


def looked_at(root: str, engine: Engine) -> str:
    """What an engine looks at, as `prelower info` prints it."""
    view = getattr(engine, "jax", None)
    if view is None or view.environment is None:
        return f"project       {root}"
    from prelower.informing import View, told

    return "\n".join(told(View(root, find(root), view.environment, view)))


def restart(server: PrelowerServer) -> None:
    """Forget what is known of environments, files and names, and check all open documents anew."""
    server.session.renew()
    diagnostics.publish_problems(server)
    server.check_all()
    server.say("info", "Started anew.")


def clear_cache(server: PrelowerServer) -> None:
    """Remove what was kept on disk from run to run, then start anew."""
    from prelower.lookup.answers import clear

    roots = server.session.roots()
    server.session.close()
    for root in roots:
        clear(root)
    server.say("info", "Cleared what was kept on disk.")
    restart(server)


COMMANDS: dict[str, Callable[[PrelowerServer], str | None]] = {INFO: info, RESTART: restart, CLEAR_CACHE: clear_cache}


def register(server: PrelowerServer) -> None:
    """Offer the commands."""
    for name, command in COMMANDS.items():
        server.command(name)(_run(server, command))


def _run(server: PrelowerServer, command: Callable[[PrelowerServer], str | None]) -> Callable[..., str | None]:
    def run(*arguments: object) -> str | None:
        try:
            return command(server)
        except Exception as error:  # noqa: BLE001 - one line in place of a traceback
            server.failed("Could not run a command", error)
            server.show(f"prelower: that did not work: {error}", types.MessageType.Error)
            return None

    return run
