"""Whether a message is what the protocol's types say: nothing missing, nothing of another kind, nothing made up."""

from __future__ import annotations

from typing import Any

from lsprotocol import converters, types

OURS = "prelower/"
"""Requests of this kind are made by tests alone."""


def faults(message: dict[str, Any], response_type: type | None) -> list[str]:
    """What is wrong with a message that a server has sent; `response_type` is that of the request it answers."""
    method = message.get("method")
    if method is not None:
        found = types.METHOD_TO_TYPES.get(method)
        if found is None:
            return [f"no such method: {method}"]
        return _against(message, found[0])
    if "error" in message:
        return _against(message, types.ResponseErrorMessage)
    return _against(message, response_type) if response_type is not None else []


def _against(message: dict[str, Any], kind: type) -> list[str]:
    converter = converters.get_converter()
    try:
        again = converter.unstructure(converter.structure(message, kind), kind)
    except Exception as error:  # noqa: BLE001 - whatever cattrs makes of a wrong value
        return [f"{kind.__name__}: {error!r}: {message}"]
    return [f"{kind.__name__}: {lost}" for lost in _lost(message, again, "")]


def _lost(told: Any, kept: Any, where: str) -> list[str]:
    """Keys that the type does not have, or values that it takes for others."""
    if isinstance(told, dict) and isinstance(kept, dict):
        return [
            lost
            for key, value in told.items()
            for lost in (_lost(value, kept[key], f"{where}.{key}") if key in kept else [f"{where}.{key} is unknown"])
            if value is not None or key in kept
        ]
    if isinstance(told, list) and isinstance(kept, list | tuple) and len(told) == len(kept):
        return [lost for index, pair in enumerate(zip(told, kept)) for lost in _lost(*pair, f"{where}[{index}]")]
    return [] if told == kept else [f"{where}: {told!r} is taken for {kept!r}"]
