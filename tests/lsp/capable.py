"""What real clients say they can do, by name."""

from __future__ import annotations

import json
import pathlib

from lsprotocol import converters, types
from pytest_lsp import client_capabilities

HERE = pathlib.Path(__file__).resolve().parent


def capabilities(name: str) -> types.ClientCapabilities:
    """What a named editor says it can do: one of pytest-lsp's, or one written down in `clients/`."""
    own = HERE / "clients" / f"{name}.json"
    if own.exists():
        structure = converters.get_converter().structure
        return structure(json.loads(own.read_text())["capabilities"], types.ClientCapabilities)
    return client_capabilities(name)
