"""The prelower that comes in the .vsix, on other Pythons and beside packages that do not suit it."""

from __future__ import annotations

import asyncio
import os
import pathlib
import subprocess
import sys
import zipfile

import pytest
from lsprotocol import types
from pytest_lsp import ClientServerConfig, client_capabilities

from tools.find_python import newest

from .conftest import MESSAGE, ROOT, clean_environment

UNFIT = {
    "pygls/__init__.py": "raise ImportError('the user has pygls 0.9')\n",
    "pygls/server.py": "",
    "attr/__init__.py": "__version__ = '17.1.0'\n",
    "attrs.py": "raise ImportError('the user has another attrs')\n",
    "cattrs/__init__.py": "raise ImportError('the user has another cattrs')\n",
    "jedi/__init__.py": "__version__ = '0.8.0'\nraise ImportError('the user has jedi 0.8')\n",
    "jedi/cache.py": "",
    "parso.py": "raise ImportError('the user has another parso')\n",
    "prelower/__init__.py": "raise ImportError('the user has another prelower')\n",
    "sitecustomize.py": "raise SystemExit('the user\\'s sitecustomize was run')\n",
    "startup.pth": "import sys; sys.exit('a .pth line of the user was run')\n",
}


def python(minor: int) -> str:
    """The interpreter of Python 3.`minor`."""
    found = newest((3, minor), (3, minor))
    if found is None:
        pytest.skip(f"no Python 3.{minor} on this machine")
    return found[1]


async def first_finding(interpreter: str, extension: pathlib.Path, folder: pathlib.Path, **variables: str) -> str:
    """What a server started as the extension starts it says of examples/matmul.py."""
    command = [interpreter, "-I", "-S", str(extension / "bundled" / "launch.py"), "server"]
    config = ClientServerConfig(server_command=command, server_env={**clean_environment(), **variables})
    client = await config.start()
    uri = (folder / "matmul.py").as_uri()
    hello = types.InitializeParams(capabilities=client_capabilities("neovim@v0.11"), root_uri=folder.as_uri())
    await client.initialize_session(hello)
    item = types.TextDocumentItem(uri, "python", 1, (ROOT / "examples" / "matmul.py").read_text())
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    while not client.diagnostics.get(uri):
        await asyncio.wait_for(client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS), 60)
    [finding] = client.diagnostics[uri]
    await client.shutdown_session()
    await client.stop()
    return finding.message.partition("\n")[0]


@pytest.mark.asyncio
@pytest.mark.parametrize("minor", range(10, 15))
async def test_it_serves_on_every_python(minor, extension, tmp_path):
    assert await first_finding(python(minor), extension, tmp_path) == MESSAGE


@pytest.mark.asyncio
async def test_it_serves_where_the_user_has_other_packages(extension, tmp_path):
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "env"], check=True)
    [packages] = (tmp_path / "env" / "lib").glob("python*/site-packages")
    for name, text in UNFIT.items():
        (packages / name).parent.mkdir(exist_ok=True)
        (packages / name).write_text(text)
    interpreter = tmp_path / "env" / "bin" / "python"
    spoilt = subprocess.run([interpreter, "-c", "import prelower"], capture_output=True, text=True, check=False)
    assert spoilt.returncode, "the environment is no trap"
    assert await first_finding(str(interpreter), extension, tmp_path, PYTHONPATH=str(packages)) == MESSAGE


def test_the_bundle_is_whole_and_serves_every_platform(extension, vsix):
    libs = extension / "bundled" / "libs"
    packages = (
        "attr",
        "attrs",
        "cattrs",
        "exceptiongroup",
        "jedi",
        "lsprotocol",
        "parso",
        "prelower",
        "pygls",
        "tomli",
    )
    assert [name for name in packages if not (libs / name).is_dir()] == []
    with zipfile.ZipFile(vsix) as archive:
        assert [name for name in archive.namelist() if name.endswith((".so", ".pyd", ".dll", ".dylib", ".pyc"))] == []
    assert (extension / "bundled" / "rules" / "vmem-limit-not-int.md").is_file()
    assert (extension / "icon.png").is_file()


def test_a_python_that_is_too_old_is_told_so(extension):
    found = newest((3, 5), (3, 9))
    if found is None:
        pytest.skip("no older Python on this machine")
    command = [found[1], "-I", "-S", extension / "bundled" / "launch.py", "server"]
    done = subprocess.run(command, capture_output=True, text=True, env=dict(os.environ), check=False)
    assert done.returncode == 3
    assert done.stderr.startswith("prelower needs Python 3.10 or newer; this is 3.")
