"""`make drift`: what it lists where a JAX is as the facts say, and where it is not."""

from __future__ import annotations

import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def drift(site: pathlib.Path) -> subprocess.CompletedProcess:
    """What the tool prints on a folder."""
    command = [sys.executable, str(ROOT / "tools" / "drift.py"), str(site)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_a_folder_without_jax_is_refused(tmp_path):
    done = drift(tmp_path)
    assert done.returncode == 1
    assert "no JAX" in done.stderr


def test_what_changed_is_listed_and_only_warned_of(oracle_prefix, tmp_path):
    real = next(pathlib.Path(oracle_prefix).glob("lib/python*/site-packages"))
    for name in ("version.py", "_src/tpu_custom_call.py", "_src/pallas/pallas_call.py", "experimental/pallas/tpu.py"):
        (tmp_path / "jax" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(real / "jax" / name, tmp_path / "jax" / name)
    place = tmp_path / "jax" / "_src" / "tpu_custom_call.py"
    place.write_text(place.read_text(encoding="utf-8").replace("must be an int:", "needs an int:"), encoding="utf-8")
    done = drift(tmp_path)
    assert done.returncode == 0
    assert "message of vmem_limit_bytes.type: 'vmem_limit_bytes needs an int:" in done.stdout
    assert "message of flags.value" not in done.stdout
    assert "ffi.ffi_call: not found" in done.stdout
