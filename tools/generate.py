"""Writes what is generated from the code: the rules' pages, the schema of the configuration, the editors' settings.

generate.py            write
generate.py --check    say what is not fresh, and end with 1 if anything is
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "server"))
sys.path.insert(0, str(ROOT / "tools"))

import manifest  # noqa: E402

from prelower.config.schema import schema  # noqa: E402
from prelower.rules import pages  # noqa: E402

RULE_PAGES = "docs/rules"
NOTE = "<!-- Written by `make generate` from the rule's own file. -->\n"


def generated() -> dict[str, str]:
    """The generated files: path to text."""
    rules = pages()
    files = {f"{RULE_PAGES}/{rule.name}.md": f"{NOTE}\n{rule.page.strip()}\n" for rule in rules}
    rows = "".join(f"| [`{rule.name}`]({rule.name}.md) | {rule.summary} |\n" for rule in rules)
    files[f"{RULE_PAGES}/README.md"] = f"{NOTE}\n# Rules\n\n| rule | what it finds |\n| --- | --- |\n{rows}"
    names = [rule.name for rule in rules]
    files["docs/prelower.schema.json"] = json.dumps(schema(names), indent=2) + "\n"
    files[manifest.PAGE] = manifest.page(names)
    before = (ROOT / manifest.MANIFEST).read_text(encoding="utf-8")
    files[manifest.MANIFEST] = manifest.manifest(before, names)
    return files


def stale(files: dict[str, str]) -> list[str]:
    """The generated files that are missing or differ, and pages of rules that are gone."""
    changed = [
        name
        for name, text in files.items()
        if not (ROOT / name).is_file() or (ROOT / name).read_text(encoding="utf-8") != text
    ]
    written = (path.relative_to(ROOT).as_posix() for path in (ROOT / RULE_PAGES).glob("*.md"))
    return sorted(changed) + sorted(name for name in written if name not in files)


def write(files: dict[str, str], names: list[str]) -> None:
    """Brings those files up to date."""
    for name in names:
        path = ROOT / name
        if name not in files:
            path.unlink()
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(files[name], encoding="utf-8", newline="\n")


def main() -> int:
    """Writes or checks; 1 where a check finds something stale."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    files = generated()
    names = stale(files)
    if not check:
        write(files, names)
    for name in names:
        print(f"not fresh: {name}" if check else f"written: {name}")
    if check and names:
        print("Run `make generate`.")
    return 1 if check and names else 0


if __name__ == "__main__":
    sys.exit(main())
