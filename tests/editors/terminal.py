"""A terminal with a program in it, for editors that have no other face: tmux runs it, and its screen can be read."""

from __future__ import annotations

import os
import pathlib
import subprocess
import time

PATIENCE = 60.0


class Terminal:
    """A program in a terminal of its own; `with` ends it."""

    def __init__(self, command: list[object], folder: pathlib.Path, columns: int = 100, rows: int = 30) -> None:
        self._socket = f"prelower{os.getpid()}-{time.monotonic_ns()}"
        size = ["-x", str(columns), "-y", str(rows)]
        words = [str(word) for word in command]
        self._tmux("-f", "/dev/null", "new-session", "-d", *size, "-c", str(folder), *words)
        self._tmux("set-option", "-sa", "terminal-features", ",*:RGB")

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        subprocess.run(["tmux", "-L", self._socket, "kill-server"], capture_output=True, check=False)

    def press(self, *keys: str) -> None:
        """Press keys, or type a text."""
        self._tmux("send-keys", *keys)

    def screen(self, colours: bool = False) -> str:
        """What is on the screen, with its escape codes if colours are asked for."""
        return self._tmux("capture-pane", "-p", *(["-e"] if colours else []))

    def wait_for(self, text: str) -> None:
        """Return once a text is on the screen."""
        self._wait(lambda screen: text in screen, f"never on the screen: {text}")

    def wait_without(self, text: str) -> None:
        """Return once a text is not on the screen."""
        self._wait(lambda screen: text not in screen, f"still on the screen: {text}")

    def _wait(self, holds, complaint: str) -> None:
        end = time.monotonic() + PATIENCE
        while not holds(self.screen()):
            assert time.monotonic() < end, f"{complaint}\n{self.screen()}"
            time.sleep(0.05)

    def _tmux(self, *words: str) -> str:
        command = ["tmux", "-L", self._socket, *words]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout
