"""Reading files: encodings, BOM, and everything that can be wrong with a path."""

import os

import pytest

from prelower.text.source import MAX_BYTES, Unreadable, read_source


@pytest.mark.parametrize(
    "data, text, encoding",
    [
        (b"", "", "utf-8"),
        (b"x = 1\r\ny\r", "x = 1\r\ny\r", "utf-8"),
        (b"\xef\xbb\xbfx = 1\n", "x = 1\n", "utf-8"),
        ("é = '😀'\n".encode(), "é = '😀'\n", "utf-8"),
        (b"# -*- coding: latin-1 -*-\n# \xe9\n", "# -*- coding: latin-1 -*-\n# é\n", "latin-1"),
        (b"#!/bin/x\n# vim: set fileencoding=cp1252 :\n# \x80\n", None, "cp1252"),
        (b"\r\n# coding: latin-1\r\n# \xe9\r\n", None, "latin-1"),
        (b"\xef\xbb\xbf# coding: latin-1\n# \xc3\xa9\n", "# coding: latin-1\n# é\n", "utf-8"),
    ],
)
def test_what_a_file_holds(tmp_path, data, text, encoding):
    path = tmp_path / "a.py"
    path.write_bytes(data)
    source = read_source(str(path))
    assert source.text == (data.decode(encoding) if text is None else text)
    assert source.encoding == encoding
    assert source.to_bytes(source.text) == data
    assert source.lines is source.lines


@pytest.mark.parametrize(
    "data, why",
    [
        (b"x = '\xe9'\n", "not utf-8"),
        ("x".encode("utf-16"), "not utf-8"),
        (b"x = 1\n# coding: latin-1\n\xe9", "not utf-8"),
        (b"# coding: nonsense\n", "unknown encoding nonsense"),
        (b"# coding: rot13\n", "unknown encoding rot13"),
        (b"# coding: hex\n", "unknown encoding hex"),
        (b" " * (MAX_BYTES + 1), "too large"),
    ],
)
def test_what_cannot_be_read_says_why(tmp_path, data, why):
    path = tmp_path / "a.py"
    path.write_bytes(data)
    with pytest.raises(Unreadable) as error:
        read_source(str(path))
    assert (error.value.path, error.value.why) == (str(path), why)


def test_paths_that_are_no_files(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    os.symlink(tmp_path / "loop", tmp_path / "loop")
    for name, why in [
        ("missing.py", "no such file"),
        ("", "is a directory"),
        ("pipe", "not a regular file"),
        ("loop", "too many levels of symbolic links"),
        ("nul\0", "not a possible path"),
    ]:
        with pytest.raises(Unreadable) as error:
            read_source(os.path.join(tmp_path, name))
        assert error.value.why.startswith(why)
