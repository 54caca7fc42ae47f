"""The command line: `slotproof verify` judges every declared claim; the other commands show what is known of them.

A command is imported when it is wanted; what `--help` says of the others stands here.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import typer
import typer.main
from typer.core import TyperGroup

from slotproof import __version__
from slotproof.terminal import CHECKER_EXIT, USAGE_EXIT
from slotproof.texts import read_texts
from slotproof.verify.project import Project

COMMANDS: Final = {
    "lint": "slotproof.cli.lint",
    "verify": "slotproof.cli.verify",
    "certify": "slotproof.cli.certify",
    "claims": "slotproof.cli.known",
    "explain": "slotproof.cli.known",
    "trace": "slotproof.cli.pictures",
    "figure": "slotproof.cli.pictures",
    "mutants": "slotproof.cli.mutants",
    "gate": "slotproof.gate.cli",
}
"""Name -> the module that has it."""

SUMMARIES: Final = {
    "lint": "Say what `prove` cannot read: nothing is imported, and nothing is run.",
    "verify": "Judge every claim; what is unchanged since it was judged is not judged again.",
    "certify": "Make a certificate of each question that proofs put to solvers, and check it at once.",
    "claims": "List every claim with the best that is known of it; nothing is judged.",
    "explain": "Say what a claim means, where it stands in the sources, and what is known of it.",
    "trace": "Draw the shortest trace that breaks a claim; of an operation that keeps its claim, a worked step.",
    "figure": "Draw the arrays of a container around a step, found by running it.",
    "mutants": "Make small mistakes in copies of the sources in memory, and ask each judge alone whether it sees them.",
    "gate": "Tell whether a port still is the container.",
}
"""Name -> the first line of its help."""


def load(name: str) -> Any:
    """The command of that name, imported."""
    module = importlib.import_module(COMMANDS[name])
    if isinstance(found := getattr(module, "app", None), typer.Typer):
        return typer.main.get_group(found)
    alone = typer.Typer(rich_markup_mode="rich", pretty_exceptions_enable=False, context_settings=_SETTINGS)
    alone.command(name)(getattr(module, name))
    return typer.main.get_command(alone)


class _Commands(TyperGroup):
    """The commands; only the one that is called is loaded."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Their names."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """What `--help` lists of a command."""
        if cmd_name not in COMMANDS:
            return None
        shown = typer.Typer(rich_markup_mode="rich", add_completion=False)
        shown.command(cmd_name, help=SUMMARIES[cmd_name])(lambda: None)
        return typer.main.get_command(shown)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is called."""
        name, found, rest = super().resolve_command(ctx, args)
        return name, load(name) if name and found else found, rest


_SETTINGS: Final = {"help_option_names": ["-h", "--help"]}

app = typer.Typer(
    cls=_Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings=_SETTINGS,
)


def _version(asked: bool) -> None:
    if asked:
        from slotproof.verify.reading.sources import tool_versions  # noqa: PLC0415 - not before somebody asks

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

    Exit codes: 0 all green, 1 a claim failed, 2 wrong usage or a wrong declaration, 3 the checker itself failed.
    """
    if sys.flags.optimize:
        typer.echo("slotproof does not run under `python -O`: checks that use assert would vanish.", err=True)
        raise typer.Exit(USAGE_EXIT)
    context.obj = context.obj or Project()
    if declarations:
        from slotproof.cli.names import project_in  # noqa: PLC0415 - as above

        context.obj = project_in(declarations)


def main(project: Project | None = None, arguments: Sequence[str] | None = None) -> None:
    """Run the command; the console script starts here.

    Takes      arguments, those of the process by default
    """
    read_texts()
    try:
        app(arguments, prog_name="slotproof", obj=project)
    except Exception:  # noqa: BLE001  whatever failed here, it is the checker and no claim
        import traceback  # noqa: PLC0415 - as above

        traceback.print_exc()
        sys.exit(CHECKER_EXIT)
