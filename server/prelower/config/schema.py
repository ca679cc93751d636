"""The JSON schema of `[tool.prelower]`, made from the options."""

from __future__ import annotations

from collections.abc import Iterable

from prelower.config.model import OPTIONS, RULES_BY_GLOB, SEVERITIES, SEVERITY_BY_RULE, TEXT, TEXTS, Option

Json = dict[str, object]


def schema(rules: Iterable[str]) -> Json:
    """The schema, for an editor that completes and checks pyproject.toml."""
    rule: Json = {"type": "string", "enum": sorted(rules)}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": "https://github.com/prelower/prelower/blob/main/docs/prelower.schema.json",
        "title": "prelower",
        "description": "The table [tool.prelower] of pyproject.toml.",
        "type": "object",
        "additionalProperties": False,
        "properties": {option.key: {"description": option.description, **values(option, rule)} for option in OPTIONS},
    }


def values(option: Option, rule: Json) -> Json:
    """What values an option takes."""
    text: Json = rule if option.rules else {"type": "string"}
    texts: Json = {"type": "array", "items": text}
    kinds: dict[str, Json] = {
        TEXT: {"type": "string"},
        TEXTS: texts,
        SEVERITY_BY_RULE: {
            "type": "object",
            "propertyNames": rule,
            "additionalProperties": {"type": "string", "enum": list(SEVERITIES)},
        },
        RULES_BY_GLOB: {"type": "object", "additionalProperties": texts},
    }
    return kinds[option.kind]
