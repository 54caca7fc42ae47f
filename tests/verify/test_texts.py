"""What is judged is what the texts say, not what Python once compiled."""

import json
import os
import py_compile
import subprocess
import sys
import sysconfig
from pathlib import Path

from slotproof.texts import is_read

READ = "from slotproof.texts import read_texts\nread_texts()\n"


def printed(folder: Path, program: str) -> str:
    """What a process prints that finds modules in the folder, where it writes what it compiles."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-c", program]
    environment = {**kept, "PYTHONPATH": str(folder)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True).stdout


def test_a_text_of_equal_time_and_size_is_imported_as_it_is_now(tmp_path: Path) -> None:
    """In a package, too; Python by itself takes what it compiled before."""
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "__init__.py").touch()
    file = tmp_path / "own" / "steps.py"
    file.write_text("STEP = 1\n", encoding="utf-8")
    before = file.stat()
    py_compile.compile(str(file), doraise=True)
    file.write_text("STEP = 2\n", encoding="utf-8")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert printed(tmp_path, "from own.steps import STEP\nprint(STEP)") == "1\n"
    assert printed(tmp_path, f"{READ}from own.steps import STEP\nprint(STEP)") == "2\n"


def test_nothing_compiled_is_left_and_none_is_imported_without_its_text(tmp_path: Path) -> None:
    """The folder is as it was; a module whose text is gone is no module."""
    file = tmp_path / "steps.py"
    file.write_text("STEP = 1\n", encoding="utf-8")
    assert printed(tmp_path, f"{READ}from steps import STEP\nprint(STEP)") == "1\n"
    assert [each.name for each in tmp_path.iterdir()] == ["steps.py"]
    py_compile.compile(str(file), cfile=str(tmp_path / "steps.pyc"), doraise=True)
    file.unlink()
    found = "from importlib.util import find_spec\nprint(find_spec('steps'))"
    assert "SourcelessFileLoader" in printed(tmp_path, found)
    assert printed(tmp_path, READ + found) == "None\n"


def test_the_containers_are_read_and_packages_are_not_compiled_each_time(tmp_path: Path) -> None:
    """Who would edit those between two runs."""
    loaders = "\n".join(
        f"import {name} as each\nprint(type(each.__loader__).__name__)"
        for name in ("slotproof.spec.handle_map", "slotproof.impl.handle_map", "hypothesis.strategies", "json.decoder")
    )
    assert printed(tmp_path, READ + loaders).split() == ["FromText", "FromText", "SourceFileLoader", "SourceFileLoader"]


def test_an_installed_package_of_this_name_is_read() -> None:
    """Its folder stands among those of installed packages, of which no other is read."""
    installed = Path("/python/site-packages")
    own = installed / "slotproof"
    assert is_read(own / "spec", own, (installed,))
    assert is_read(Path("/home/stack"), own, (installed,))
    assert not is_read(installed / "hypothesis", own, (installed,))
    assert not is_read(Path(sysconfig.get_path("purelib")) / "hypothesis")
    assert not is_read(Path(json.__file__).parent)
