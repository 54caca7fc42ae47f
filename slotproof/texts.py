"""Modules are imported from their texts, and never from what Python compiled before.

That is told from a changed text by time and size alone: an edit within the second in which a module was compiled, of as
many bytes, would have the old program judged, and its verdict kept for the new text.
"""

from __future__ import annotations

import importlib
import sys
import sysconfig
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, ExtensionFileLoader, FileFinder, SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Final

_INSTALLED: Final = tuple(
    Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib", "purelib", "platlib")
)
"""Folders of what others made, which nobody edits between two runs."""

_OWN: Final = Path(__file__).resolve().parent
"""The folder of the package, which may be an installed one."""


class FromText(SourceFileLoader):
    """Compiles a module from its text each time, and leaves nothing compiled behind."""

    def get_code(self, fullname: str) -> CodeType:
        """The text as it is now, compiled."""
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


def read_texts() -> None:
    """From now on, import from texts alone, but for packages that are installed and Python's own modules.

    Cost    compiling what is imported, in each process that starts anew: workers are forks of one that has done it
    """
    if _hook not in sys.path_hooks:
        sys.path_hooks.insert(0, _hook)
        sys.path_importer_cache.clear()
        importlib.invalidate_caches()


def is_read(folder: Path, own: Path = _OWN, installed: tuple[Path, ...] = _INSTALLED) -> bool:
    """True if modules in this folder are imported from their texts: it is of ours, or of nothing installed."""
    return folder.is_relative_to(own) or not any(folder.is_relative_to(each) for each in installed)


def _hook(folder: str) -> FileFinder:
    """What finds modules in a folder.

    Raises  ImportError, where Python's own way of finding them goes on
    """
    place = Path(folder or ".").resolve()
    if not place.is_dir() or not is_read(place):
        raise ImportError(f"{folder} is not read", path=folder)
    return FileFinder(folder or ".", (ExtensionFileLoader, EXTENSION_SUFFIXES), (FromText, SOURCE_SUFFIXES))
