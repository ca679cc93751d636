"""Checks that no tracked file names a machine's path or a package registry's host.

Such a line works on one machine only: a lock file must say which version, not from where.
"""

import os
import re
import subprocess
import sys

# In pieces, so that this file passes its own check.
_HOSTS = (
    ("pypi", "org"),
    ("pythonhosted", "org"),
    ("registry", "npmjs", "org"),
    ("registry", "yarnpkg", "com"),
    ("deb", "debian", "org"),
    ("proxy", "golang", "org"),
    ("index", "crates", "io"),
)
_FOLDERS = (("", "work", "(main|shared)"), ("", "root", ""), ("", "tmp", "envs"), ("", "opt", "pypi"))


def forbidden() -> "re.Pattern[str]":
    """What no tracked file may hold."""
    hosts = [r"\.".join(parts) for parts in _HOSTS]
    folders = ["/".join(parts) + r"\b" if parts[-1] else "/".join(parts) for parts in _FOLDERS]
    here = [re.escape(place) for place in (os.getcwd(), os.path.expanduser("~")) if place.count("/") > 1]
    return re.compile("|".join([*hosts, *(r"(?<![\w.~}-])" + folder for folder in folders), *here]))


def tracked_files() -> list[str]:
    """The files that git tracks."""
    listing = subprocess.run(["git", "ls-files", "-z"], stdout=subprocess.PIPE, check=True).stdout
    return [os.fsdecode(name) for name in listing.split(b"\0") if name]


def problems(path: str, pattern: "re.Pattern[str]") -> list[str]:
    """What is wrong with a file, a line each."""
    try:
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
    except (OSError, UnicodeDecodeError):
        return []
    return [f"{path}:{number}: {found[0]}" for number, line in enumerate(lines, 1) if (found := pattern.search(line))]


def main() -> int:
    """Prints the problems; 1 where there are some."""
    pattern = forbidden()
    found = [problem for path in tracked_files() for problem in problems(path, pattern)]
    for problem in found:
        print(problem)
    if found:
        print("A tracked file must name no machine's path and no package registry's host.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
