"""Lowers small programs with the JAX of the Python that runs this file, and says what came of each.

Run by the oracle's Python, never by prelower's. Every line on stdin is a JSON list of programs
(`{"id": ..., "files": {"case.py": text, ...}}`); each is answered with one line: the JSON list of results, in
the same order. A program's `case.py` has a function `lower()` that returns what `jax.jit(...).lower()` gives,
or the module's text. With `--compile` it is compiled for a TPU besides. Standard library and JAX only.
"""

from __future__ import annotations

import importlib.util
import json
import os
import pathlib
import re
import select
import signal
import sys
import tempfile
import time
import traceback
import warnings

from compiling import compiled

SECONDS = 60.0
WORKERS = min(2, os.cpu_count() or 1)
COMPILE = "--compile"
TPU_TARGET = "tpu_custom_call"
PRELOADED = (
    "jax.numpy",
    "jax.ffi",
    "jax.experimental.pallas.tpu",
    "jax._src.interpreters.mlir",
    "jax._src.pallas.mosaic.pallas_call_registration",
)
ADDRESS = re.compile(r"0x[0-9a-f]{6,}")


def import_jax() -> None:
    """Loads all that programs need, so that each forked worker starts with it."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    import jax

    for name in PRELOADED:
        if importlib.util.find_spec(name):
            importlib.import_module(name)
    # The last frame of a traceback has to be where the error was raised.
    jax.config.update("jax_traceback_filtering", "off")
    warnings.filterwarnings("ignore", message=".*fork.*")


# ------------------------------------------------------------------ in the worker


def tpu_configs(lowered: object) -> tuple[list[str], int]:
    """The serialized configs of the module's TPU custom calls, and how many custom calls it has in all."""
    from jax._src.interpreters import mlir
    from jaxlib.mlir import ir

    text = lowered if isinstance(lowered, str) else lowered.as_text()
    configs: list[str] = []
    targets: list[str] = []

    def visit(operation):
        if operation.name == "stablehlo.custom_call":
            target = ir.StringAttr(operation.attributes["call_target_name"]).value
            targets.append(target)
            if target == TPU_TARGET:
                configs.append(ir.StringAttr(operation.attributes["backend_config"]).value)
        return ir.WalkResult.ADVANCE

    with mlir.make_ir_context():
        ir.Module.parse(text).operation.walk(visit)
    return configs, len(targets)


def broken(config: str) -> str | None:
    """Why libtpu's JSON parser could not read the config, or None."""

    def refuse(word: str):
        raise ValueError(f"{word} is no JSON")

    try:
        json.loads(config, parse_constant=refuse)
    except json.JSONDecodeError as error:
        return f"{error.msg}: ...{config[max(0, error.pos - 24) : error.pos + 12]}"
    except ValueError as error:
        return str(error)
    return None


def load(folder: str) -> object:
    """The program's `case` module, executed."""
    spec = importlib.util.spec_from_file_location("case", os.path.join(folder, "case.py"))
    module = importlib.util.module_from_spec(spec)
    sys.modules["case"] = module
    spec.loader.exec_module(module)
    return module


def lower(folder: str) -> dict:
    """What the program in the folder comes to."""
    lowered = load(folder).lower()
    configs, calls = tpu_configs(lowered)
    if not calls:
        raise AssertionError("lower() made no custom call")
    if COMPILE in sys.orig_argv:
        return compiled(lowered)
    return {"outcome": "lowers", "silent": next(filter(None, map(broken, configs)), None)}


def failure(error: BaseException) -> dict:
    """The result for a program that stopped with this error."""
    import jax

    frames = traceback.extract_tb(error.__traceback__)
    home = os.path.dirname(jax.__file__) + os.sep
    return {
        "outcome": "raises",
        "exception": type(error).__name__,
        "message": ADDRESS.sub("0x...", str(error)),
        "in_jax": bool(frames) and frames[-1].filename.startswith(home),
    }


def work(program: dict, answer: int) -> None:
    """Runs the program in this (forked) process and writes its result to the descriptor."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    with tempfile.TemporaryDirectory(prefix="judge-") as folder:
        for name, text in program["files"].items():
            place = pathlib.Path(folder, name)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(text.encode())
        os.chdir(folder)
        sys.path.insert(0, folder)
        sys.argv = ["case.py"]
        sys.dont_write_bytecode = True
        try:
            result = lower(folder)
        except BaseException as error:  # noqa: BLE001 - SystemExit and KeyboardInterrupt are answers too
            result = failure(error)
        os.chdir(os.sep)
    write_all(answer, json.dumps(result).encode())


def write_all(descriptor: int, data: bytes) -> None:
    """Writes more than a pipe holds at once, too."""
    while data:
        data = data[os.write(descriptor, data) :]


# ------------------------------------------------------------------ in the parent


class Worker:
    """A forked process that lowers one program."""

    def __init__(self, place: int, program: dict):
        self.place = place
        self.data = b""
        self.until = time.monotonic() + SECONDS
        self.pipe, answer = os.pipe()
        self.process = os.fork()
        if self.process == 0:
            try:
                os.close(self.pipe)
                work(program, answer)
            finally:
                os._exit(0)
        os.close(answer)

    def fileno(self) -> int:
        """The descriptor to wait for."""
        return self.pipe

    def read(self) -> bool:
        """Takes what is there; false at the end."""
        more = os.read(self.pipe, 1 << 16)
        self.data += more
        return bool(more)

    def stop(self) -> None:
        """Ends a worker that takes too long."""
        os.kill(self.process, signal.SIGKILL)

    def result(self) -> dict:
        """The result, once all is read."""
        os.close(self.pipe)
        os.waitpid(self.process, 0)
        if self.data:
            return json.loads(self.data)
        late = time.monotonic() > self.until
        return {"outcome": "died", "message": "took too long" if late else "the worker died"}


def judge(programs: list[dict]) -> list[dict]:
    """The results of the programs, in their order."""
    waiting = list(enumerate(programs))[::-1]
    results: list[dict] = [{} for _ in programs]
    running: list[Worker] = []
    while waiting or running:
        while waiting and len(running) < WORKERS:
            running.append(Worker(*waiting.pop()))
        ready = select.select(running, [], [], 0.5)[0]
        for worker in list(running):
            late = time.monotonic() > worker.until
            if late:
                worker.stop()
            if late or (worker in ready and not worker.read()):
                running.remove(worker)
                results[worker.place] = worker.result()
    return [complete(program["id"], result) for program, result in zip(programs, results, strict=True)]


def complete(identity: str, result: dict) -> dict:
    """The result with every field there is."""
    fields = {"exception": None, "message": None, "in_jax": False, "silent": None}
    return {"id": identity, **fields, **result}


def main() -> None:
    """Answers each line."""
    import_jax()
    for line in sys.stdin:
        print(json.dumps(judge(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
