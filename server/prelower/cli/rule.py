"""`prelower rule`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prelower.cli.arguments import Options
from prelower.cli.problems import CLEAN, Stop
from prelower.cli.project import hint
from prelower.findings import RULES_URL

if TYPE_CHECKING:
    from prelower.rules.base import Page, Rule


def run(options: Options) -> int:
    """Prints a rule's page, or the list of all rules."""
    from prelower.rules import pages

    rules = list(pages())
    if options.name is not None:
        rules = [rule for rule in rules if rule.name == options.name] or _unknown(options.name, rules)
    if options.output_format == "json":
        import json

        rows = [_row(rule) for rule in rules]
        print(json.dumps(rows[0] if options.name is not None else rows, indent=2))
    elif options.name is not None:
        print(rules[0].page.strip())
    else:
        width = max(len(rule.name) for rule in rules)
        for rule in rules:
            print(f"{rule.name:<{width}}  {rule.summary}")
    return CLEAN


def _unknown(name: str, rules: list[Rule | Page]) -> list[Rule | Page]:
    raise Stop(f"there is no rule {name!r}; {hint(name, [rule.name for rule in rules])}")


def _row(rule: Rule | Page) -> dict[str, object]:
    return {
        "code": rule.name,
        "summary": rule.summary,
        "since": rule.since,
        "explanation": rule.page.strip(),
        "url": f"{RULES_URL}{rule.name}.md",
    }
