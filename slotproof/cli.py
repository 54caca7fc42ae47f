"""The command line: `slotproof verify` judges every declared claim; the other commands show what is known of them."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path
from typing import Annotated, Any

import typer
import typer.main
from typer.core import TyperGroup

from slotproof import __version__
from slotproof.commands.known import claims, explain, figure, trace
from slotproof.commands.names import project_in
from slotproof.commands.verify import verify
from slotproof.mutants import mutants
from slotproof.terminal import CHECKER_EXIT, USAGE_EXIT
from slotproof.verify.schedule import Project
from slotproof.verify.sources import tool_versions


class _Gate(TyperGroup):
    """The commands of the gate, loaded when one of them is wanted: they need every container, and take a while."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Their names."""
        self._load()
        return super().list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The one of that name."""
        self._load()
        return super().get_command(ctx, cmd_name)

    def _load(self) -> None:
        if not self.commands:
            from slotproof.gate.cli import app as gate  # noqa: PLC0415 - not before somebody wants it

            self.commands.update(typer.main.get_group(gate).commands)


app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for each in (verify, claims, explain, trace, figure, mutants):
    app.command()(each)
app.add_typer(
    typer.Typer(cls=_Gate, no_args_is_help=True, help="Tell whether a port still is the container."), name="gate"
)


def _version(asked: bool) -> None:
    if asked:
        tools = ", ".join(f"{name} {version}" for name, version in tool_versions().items())
        typer.echo(f"slotproof {__version__} ({tools})")
        raise typer.Exit


@app.callback()
def command(
    context: typer.Context,
    declarations: Annotated[
        Path | None,
        typer.Option("--from", help="Take the containers that this file declares.", metavar="FILE", show_default=False),
    ] = None,
    _asked: Annotated[
        bool, typer.Option("--version", help="Name this version, and the tools.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Check that the containers still are what they are declared to be.

    Exit codes: 0 all green, 1 a claim failed, 2 wrong usage, 3 the checker itself failed.
    """
    if sys.flags.optimize:
        typer.echo("slotproof does not run under `python -O`: checks that use assert would vanish.", err=True)
        raise typer.Exit(USAGE_EXIT)
    context.obj = project_in(declarations) if declarations else context.obj or Project()


def main(project: Project | None = None) -> None:
    """Run the command; the console script starts here."""
    try:
        app(prog_name="slotproof", obj=project)
    except Exception:  # noqa: BLE001  whatever failed here, it is the checker and no claim
        traceback.print_exc()
        sys.exit(CHECKER_EXIT)
