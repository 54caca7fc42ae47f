"""`slotproof verify --watch`: the same command again whenever a source is saved."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Final

from slotproof.terminal import GREEN_EXIT, open_console
from slotproof.verify.project import DECLARE, ENGINE, Project
from slotproof.verify.reading.sources import module_file, stamps

PAUSE: Final = 0.2  # seconds between two looks at the files


def watching(project: Project, command: Sequence[str] = ()) -> int:
    """Run the command without `--watch` now and after each change, until interrupted.

    Takes      command, to run in place of this one
    Returns    the exit code
    """
    again = list(command) or [word for word in sys.orig_argv if word != "--watch"]
    console = open_console()
    try:
        while True:
            before = _seen(project)
            subprocess.run(again, check=False)
            console.print("watching for changes; Ctrl+C ends", style="dim")
            while _seen(project) == before:
                time.sleep(PAUSE)
            console.rule(time.strftime("%H:%M:%S"))
    except KeyboardInterrupt:
        return GREEN_EXIT


def _seen(project: Project) -> object:
    """When each source was written last: what stands beside the declarations and the judges, and below."""
    watched = (project.catalog, DECLARE, ENGINE, *project.judges.values())
    folders = {file.parent for name in watched if (file := module_file(name))}
    folders |= {folder.parent / side for folder in folders for side in ("spec", "impl", "proofs")}
    return stamps(sorted(path for folder in folders if folder.is_dir() for path in folder.rglob("*.py")))
