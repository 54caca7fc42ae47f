"""The command `slotproof lint`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from slotproof import __version__
from slotproof.language.findings import as_json, exit_code, sarif, text
from slotproof.language.lint import lint as findings_of
from slotproof.language.page import page
from slotproof.terminal import USAGE_EXIT, writable


def lint(
    files: Annotated[
        list[Path] | None, typer.Argument(help="Declarations, or files of a program.", metavar="FILE")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
    sarif_file: Annotated[
        Path | None,
        typer.Option(
            "--sarif", help="Write the findings as SARIF.", metavar="FILE", show_default=False, callback=writable
        ),
    ] = None,
    language: Annotated[bool, typer.Option("--language", help="Print the language.")] = False,
) -> None:
    """Say what `prove` cannot read: nothing is imported, and nothing is run.

    A declaration is read with its model, its arrays and all that they reach.

    Exit codes: 0 nothing is refused, 1 something in a program is, 2 something in a declaration is, or wrong usage.

    Examples:
    slotproof lint path/to/my_container.py
    slotproof lint --language
    """
    if language:
        typer.echo(page(), nl=False)
        return
    if not files:
        typer.echo("name a file, or ask for the language by --language", err=True)
        raise typer.Exit(USAGE_EXIT)
    try:
        found = findings_of(files)
        if sarif_file is not None:
            sarif_file.write_text(sarif(found, __version__), encoding="utf-8")
    except OSError as error:
        typer.echo(f"{error.filename or files[0]}: {error.strerror or error}", err=True)
        raise typer.Exit(USAGE_EXIT) from None
    typer.echo(as_json(found) if json else text(found), nl=False)
    if found:
        raise typer.Exit(exit_code(found))
