"""SARIF 2.1.0, which code scanning services take."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from prelower import __version__
from prelower.cli.output.places import Place, Places
from prelower.cli.report import Report
from prelower.findings import ERROR, RULES_URL, WARNING, Finding, Fix

Json = dict[str, object]

_LEVELS = {ERROR: "error", WARNING: "warning"}


def sarif(reports: Sequence[Report], places: Places) -> Iterator[str]:
    """The log of the run."""
    import json

    rules = _rules()
    index = {str(rule["id"]): number for number, rule in enumerate(rules)}
    driver = {
        "name": "prelower",
        "version": __version__,
        "informationUri": "https://github.com/prelower/prelower",
        "rules": rules,
    }
    results = [_result(finding, places, index) for report in reports for finding in report.findings]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    log = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    yield json.dumps(log, indent=2) + "\n"


def _rules() -> list[Json]:
    from prelower.rules import pages

    return [
        {
            "id": rule.name,
            "name": "".join(word.capitalize() for word in rule.name.split("-")),
            "shortDescription": {"text": rule.summary},
            "help": {"text": rule.page, "markdown": rule.page},
            "helpUri": f"{RULES_URL}{rule.name}.md",
        }
        for rule in pages()
    ]


def _result(finding: Finding, places: Places, index: dict[str, int]) -> Json:
    place = places.place(finding.path, finding.span)
    result: Json = {
        "ruleId": finding.code,
        "level": _LEVELS.get(finding.severity, "note"),
        "message": {"text": finding.message},
        "locations": [_location(place)],
        "properties": {"confidence": finding.confidence, "documented": finding.documented, "raises": finding.raises},
    }
    if finding.code in index:
        result["ruleIndex"] = index[finding.code]
    if finding.related:
        result["relatedLocations"] = [
            {
                "id": number,
                "message": {"text": related.message},
                **_location(places.place(related.path, related.span)),
            }
            for number, related in enumerate(finding.related)
        ]
    if finding.fix:
        result["fixes"] = [_fix(finding.fix, finding.path, places)]
    return result


def _fix(fix: Fix, path: str, places: Places) -> Json:
    located = [(places.place(path, edit.span), edit.content) for edit in fix.edits]
    change = {
        "artifactLocation": {"uri": uri(located[0][0].filename) if located else uri(path)},
        "replacements": [
            {"deletedRegion": _region(place), "insertedContent": {"text": content}} for place, content in located
        ],
    }
    return {"description": {"text": fix.message}, "artifactChanges": [change]}


def _location(place: Place) -> Json:
    return {
        "physicalLocation": {"artifactLocation": {"uri": uri(place.filename)}, "region": _region(place)},
    }


def _region(place: Place) -> Json:
    return {
        "startLine": place.row,
        "startColumn": place.column,
        "endLine": place.end_row,
        "endColumn": place.end_column,
    }


def uri(filename: str) -> str:
    """A file's address: relative to the current folder where it lies in it, percent-encoded."""
    from urllib.parse import quote

    path = os.path.relpath(filename) if os.path.isabs(filename) else os.path.normpath(filename)
    if path.startswith(os.pardir):
        return "file://" + quote(os.path.abspath(filename).replace(os.sep, "/"))
    return quote(path.replace(os.sep, "/"))
