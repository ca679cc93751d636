"""Prints how the engine does on a corpus, by kind: `python -m corpus.report CORPUS [NAME...] [-v]` (from `tests`).

Names begin with what is given; `-v` shows each finding beside what the label says.
"""

from __future__ import annotations

import pathlib
import sys
from collections import defaultdict

from .checked import Case, check_corpus
from .scoring import marks


def verdict(case: Case) -> str:
    """One word for what the engine made of the case."""
    if case.crash:
        return "crash"
    label = case.label
    if not label["decidable"] or (label["outcome"] == "lowers" and not label["silent"]):
        return "false alarm" if case.counting else "quiet"
    if label["silent"]:
        return "found" if case.counting else "missed"
    mark = marks(case)
    if not mark.found:
        return "missed"
    return "found" if all(mark[:4]) and not mark.stray else "inexact"


def describe(case: Case) -> str:
    """The label and the findings of a case, for reading."""
    label = case.label
    lines = [f"{case.name}: {verdict(case)}", f"    label {label['file']} {label['range']} {label['message']}"]
    for finding in case.findings:
        span, head = finding.span, finding.message.splitlines()[0]
        lines.append(f"    {finding.severity} {case.file_of(finding)} {tuple(span)} {head}")
    return "\n".join(lines + ([case.crash] if case.crash else []))


def main(folder: str, *names: str, verbose: bool = False) -> None:
    """Prints the counts of each kind and the cases that are not as they should be."""
    corpus = check_corpus("it", pathlib.Path(folder), names)
    kinds: dict[str, dict[str, list[Case]]] = defaultdict(lambda: defaultdict(list))
    for case in corpus.cases:
        kinds[case.name.rsplit("-", 1)[0]][verdict(case)].append(case)
    for kind, verdicts in kinds.items():
        print(f"{kind:14} " + "  ".join(f"{word} {len(cases)}" for word, cases in sorted(verdicts.items())))
    for word in ("crash", "false alarm", "inexact", "missed"):
        cases = [case for verdicts in kinds.values() for case in verdicts[word]]
        print(f"\n{word} {len(cases)}: " + " ".join(case.name for case in cases))
        if verbose:
            print("\n".join(map(describe, cases)))


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if argument != "-v"]
    main(*arguments, verbose="-v" in sys.argv)
