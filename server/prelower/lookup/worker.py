"""Answers questions about names outside the project with jedi, in a process of its own.

Run by path, isolated and without site packages: `python -I -S worker.py CODE_FOLDER...`, where the
code folders hold jedi and parso.  One JSON object a line: first the settings, then questions; an
answer a line.  It imports nothing of prelower.  An audit hook ends it when anything but the
standard library, jedi and parso would be executed, or a process would be started.
"""

from __future__ import annotations

import builtins
import importlib.machinery
import json
import os
import queue
import sys
import threading
from typing import Any

CODE = ("jedi", "parso")
FORBIDDEN = (
    "subprocess.Popen",
    "os.exec",
    "os.fork",
    "os.forkpty",
    "os.posix_spawn",
    "os.spawn",
    "os.startfile",
    "os.system",
    "pty.spawn",
    "ctypes.dlopen",
    "socket.__new__",
    "socket.connect",
)
FATAL = 70
# Classes that stand for "something with such methods": they say nothing of the value's class.
PROTOCOLS = ("typing.", "typing_extensions.", "_typeshed.", "collections.abc.", "_collections_abc.")
NOTHING = ("builtins.NoneType", "types.NoneType", "NoneType")
# jedi does not tell numpy's scalar classes apart (`np.int64(3)` is a `signedinteger` to it); these it knows.
NUMPY = ("numpy.ndarray", "numpy.dtype")


class OnlyOurCode:
    """Finds jedi and parso in the code folders, and nothing else there."""

    def __init__(self, folders: list[str]) -> None:
        self.folders = folders

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """The spec of jedi or parso; their submodules are found by Python itself."""
        return importlib.machinery.PathFinder.find_spec(name, self.folders) if name in CODE else None


class Guard:
    """The audit hook: what is executed must lie in the allowed folders."""

    def __init__(self, allowed: list[str], out: int) -> None:
        self.allowed = tuple(os.path.realpath(folder) + os.sep for folder in allowed)
        self.out = out
        self.seen: dict[str, bool] = {}

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Look at one event of the interpreter."""
        if event == "exec":
            name = getattr(arguments[0], "co_filename", "?")
            # A name such as <string> is that of code that allowed code made: a named tuple's, say.
            if not name.startswith("<") and not self.is_allowed(name):
                self.end(f"would execute {name}")
        elif event == "import":
            if arguments[1] and not self.is_allowed(arguments[1]):
                self.end(f"would load {arguments[1]}")
        elif event in FORBIDDEN:
            self.end(f"would start something: {event} {arguments[0] if arguments else ''}")

    def is_allowed(self, name: str) -> bool:
        """Whether a file is one of ours or of the standard library."""
        if name not in self.seen:
            path = os.path.realpath(name)
            self.seen[name] = path.startswith(self.allowed) and not has_packages(path[len(self.base(path)) :])
        return self.seen[name]

    def base(self, path: str) -> str:
        """The allowed folder that a path lies in."""
        return max((folder for folder in self.allowed if path.startswith(folder)), key=len, default="")

    def end(self, why: str) -> None:
        """End the process at once, saying why."""
        os.write(self.out, json.dumps({"fatal": why}).encode() + b"\n")
        os._exit(FATAL)


def has_packages(path: str) -> bool:
    """Whether a path below the standard library is in truth one of installed packages, which lie there."""
    return any(name in path for name in ("site-packages", "dist-packages"))


class Answers:
    """Answers questions by asking jedi about names in small texts of its own."""

    def __init__(self, settings: dict[str, Any], standard: list[str]) -> None:
        import jedi
        from jedi.api.environment import InterpreterEnvironment

        class Static(InterpreterEnvironment):
            """Our own interpreter, of which jedi may import the standard library only."""

            version_info: Any

            def __init__(self) -> None:
                super().__init__()
                self.version_info = type(self.version_info)(*grammar_version(settings.get("python")), 0)

            def get_sys_path(self) -> list[str]:
                return list(standard)

        jedi.settings.cache_directory = settings["cache"]
        jedi.settings.dynamic_params = False
        jedi.settings.dynamic_params_for_other_modules = False
        jedi.settings.auto_import_modules = []
        jedi.settings.call_signatures_validity = 0.0
        self.jedi = jedi
        self.environment = Static()
        self.project = jedi.Project(
            os.path.dirname(os.path.abspath(__file__)),
            sys_path=[*settings["search"], *standard],
            load_unsafe_extensions=False,
            smart_sys_path=False,
        )

    def answer(self, kind: str, name: str) -> dict[str, Any]:
        """The answer to one question, as JSON."""
        parts = name.split(".")
        if len(parts) < 2 or not all(part.isidentifier() for part in parts):
            return unknown("not a full name")
        found = {"what": self.what, "returns": self.returns, "attribute": self.attribute}[kind](parts)
        return found or unknown("nothing is known of it")

    def what(self, parts: list[str]) -> dict[str, Any] | None:
        """What a name is: its kind and canonical name."""
        names = self.infer(parts, "value = {probe}")
        if len(names) != 1:
            return unknown("several things have this name") if names else None
        name = names[0]
        canonical = full_name(name)
        if name.type in ("class", "module") or (name.type == "function" and is_plain(name)):
            return {"kind": "callable", "what": name.type, "name": canonical}
        return {"kind": "library", "name": canonical} if name.type == "function" else instance(names)

    def returns(self, parts: list[str]) -> dict[str, Any] | None:
        """What calling a name returns."""
        callee = self.infer(parts, "value = {probe}")
        # Of overloads jedi takes the first that it believes to fit: `math.prod` gives None to it.
        if any(name.type == "function" and len(name.get_signatures()) > 1 for name in callee):
            return unknown("it has several signatures")
        return instance(self.infer(parts, "value = {probe}()"))

    def attribute(self, parts: list[str]) -> dict[str, Any] | None:
        """What an attribute of an instance of a class is."""
        text = "def function(thing: {probe}):\n    value = thing." + parts[-1]
        return instance(self.infer(parts[:-1], text))

    def infer(self, parts: list[str], template: str) -> list[Any]:
        """What jedi takes for `value` in a text that imports the name; the longest module name is tried first."""
        for split in range(len(parts) - 1, 0, -1):
            module, rest = ".".join(parts[:split]), parts[split:]
            probe = ".".join(["probe", *rest[1:]])
            lines = [f"from {module} import {rest[0]} as probe", *template.format(probe=probe).split("\n")]
            script = self.jedi.Script("\n".join(lines) + "\n", environment=self.environment, project=self.project)
            line = next(number for number, text in enumerate(lines, 1) if "value = " in text)
            if names := script.infer(line, lines[line - 1].index("value") + 1):
                return list(names)
        return []


def instance(names: list[Any]) -> dict[str, Any] | None:
    """The class of which a value is an instance, where there is one."""
    if not names:
        return None
    if len(names) > 3 or len({full_name(name) for name in names}) > 1:
        return unknown("it may be of several classes")
    if any(name.type != "instance" for name in names):
        return unknown("it is not a plain value")
    dotted = full_name(names[0])
    if not dotted or dotted in NOTHING:
        return unknown("it is not annotated, or None")
    if dotted.startswith("numpy.") and dotted not in NUMPY:
        return unknown("it is of one of numpy's classes, not known which")
    mro, known, protocol = bases(names[0], dotted)
    if protocol or dotted.startswith(PROTOCOLS):
        return unknown("only a protocol is known of it")
    return {"kind": "instance", "name": dotted, "mro": mro, "known": known}


def bases(name: Any, dotted: str) -> tuple[list[str], bool, bool]:
    """The dotted names of a class and its bases in order, whether all are known, and whether it is a protocol."""
    if dotted.startswith("builtins."):
        own = getattr(builtins, dotted.partition(".")[2], None)
        if isinstance(own, type):  # a stub's bases, such as Sequence for str, are not the real ones
            return [f"{cls.__module__}.{cls.__qualname__}" for cls in own.__mro__], True, False
    try:
        (value,) = name._name.infer()
        cls = value.py__class__()
        direct = [class_name(base) for lazy in cls.py__bases__() for base in lazy.infer()]
        mro = [class_name(base) for base in cls.py__mro__()]
    except Exception:  # noqa: BLE001  # jedi's inner API: whatever it raises, the bases are not known
        return [dotted], False, False
    plain = [base for base in mro if not base.startswith(PROTOCOLS)]
    complete = plain[-1:] == ["builtins.object"] and all("." in base for base in plain)
    return plain, complete, "typing.Protocol" in direct


def class_name(cls: Any) -> str:
    """The dotted name of a class of jedi's."""
    return cls.get_root_context().py__name__() + "." + cls.py__name__()


def full_name(name: Any) -> str:
    """A name's full dotted name, empty where jedi has none."""
    return name.full_name or ""


def is_plain(name: Any) -> bool:
    """Whether a function is one of Python source without decorators: with them it may be something else."""
    definition = getattr(getattr(getattr(name, "_name", None), "tree_name", None), "parent", None)
    outer = getattr(getattr(definition, "parent", None), "type", "")
    return definition is not None and outer in ("file_input", "simple_stmt", "suite") and is_source(name)


def is_source(name: Any) -> bool:
    """Whether a thing stands in Python source; a stub may describe something compiled."""
    return name.module_path is not None and name.module_path.suffix == ".py"


def grammar_version(wanted: list[int] | None) -> tuple[int, int]:
    """The version of Python to read source as: the environment's, where parso knows it."""
    from parso.grammar import load_grammar

    own = sys.version_info[:2]
    try:
        load_grammar(version=".".join(map(str, wanted or own)))
    except (NotImplementedError, ValueError):
        return own
    return (wanted[0], wanted[1]) if wanted else own


def unknown(reason: str) -> dict[str, Any]:
    """The answer where nothing can be said."""
    return {"kind": "unknown", "reason": reason}


def standard_library() -> list[str]:
    """The standard library's folders of the running interpreter."""
    return [path for path in sys.path if path and os.path.isdir(path)]


def serve(out: int) -> None:
    """Answer questions until the pipe is closed."""
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=read_lines, args=(lines,), daemon=True).start()
    settings = json.loads(lines.get())
    answers = Answers(settings, standard_library())
    say(out, {"ready": True})
    while True:
        job = json.loads(lines.get())
        try:
            answer = answers.answer(job["kind"], job["name"])
        except Exception as error:  # noqa: BLE001  # jedi may raise anything, RecursionError too
            answer = unknown(f"jedi stopped: {type(error).__name__}")
        say(out, {"id": job["id"], **answer})


def read_lines(lines: queue.SimpleQueue[str]) -> None:
    """Hand on lines; end the process when the other side has gone, even in the middle of a job."""
    for line in sys.stdin:
        lines.put(line)
    os._exit(0)


def say(out: int, message: dict[str, Any]) -> None:
    """Write one answer."""
    os.write(out, json.dumps(message).encode() + b"\n")


def main(folders: list[str]) -> None:
    """Set up what is allowed, then serve."""
    out = os.dup(1)
    os.dup2(2, 1)  # nothing that jedi might print may come between the answers
    standard = standard_library()
    sys.meta_path.append(OnlyOurCode(folders))
    ours = [os.path.join(folder, name) for folder in folders for name in CODE]
    sys.addaudithook(Guard([*standard, *ours], out))
    serve(out)


if __name__ == "__main__":
    main(sys.argv[1:])
