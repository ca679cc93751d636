"""Prints the newest Python on this machine that lies between two versions.

    find_python.py 3.10 3.14

Looks on PATH (`python3.14`, `python3.13`, ... and `python3`), then in pyenv's folder of
versions.  A candidate is run, since a shim may name a version that is not there.
Runs on any Python 3.6 or newer, with nothing installed.
"""

import os
import shutil
import subprocess
import sys

PROBE = "import ensurepip, ssl, sys, venv; print('%d.%d.%d %s' % (sys.version_info[:3] + (sys.executable,)))"


def pyenv_versions():
    """The interpreters in pyenv's folder of versions, if there is one."""
    root = os.environ.get("PYENV_ROOT") or _output(["pyenv", "root"])
    folder = os.path.join(root, "versions") if root else ""
    if not os.path.isdir(folder):
        return []
    return [os.path.join(folder, name, "bin", "python") for name in sorted(os.listdir(folder))]


def _output(command):
    """What a command prints; empty where it cannot be run or fails."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=20, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.decode(errors="replace").strip() if done.returncode == 0 else ""


def candidates(low, high):
    """Interpreters to try, by path."""
    names = ["python3.%d" % minor for minor in range(high[1], low[1] - 1, -1)] + ["python3"]
    found = [path for path in map(shutil.which, names) if path]
    return [sys.executable] + found + pyenv_versions()


def newest(low, high):
    """The newest usable interpreter between two versions: (version, path), or None."""
    best = None
    seen = set()
    for path in candidates(low, high):
        real = os.path.realpath(path)
        if real in seen and "shims" not in path:
            continue
        seen.add(real)
        answer = _output([path, "-I", "-c", PROBE]).split(" ", 1)
        if len(answer) != 2:
            continue
        version = tuple(int(part) for part in answer[0].split("."))
        if low <= version[:2] <= high and (best is None or version[:2] > best[0][:2]):
            best = (version, answer[1])
    return best


def main(arguments):
    """Prints the path; 1 where there is none."""
    low, high = (tuple(int(part) for part in text.split(".")) for text in arguments)
    best = newest(low, high)
    if best is None:
        print("no Python between %s and %s was found" % tuple(arguments), file=sys.stderr)
        return 1
    print(best[1])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
