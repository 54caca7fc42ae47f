"""Skeletons compile as they are, answer and fail; with a container of a few lists in it, one conforms.

Needs make, C++, Rust, TypeScript, Go and Mono.
"""

import re
import sys
from pathlib import Path
from typing import Final

import pytest
from typer.testing import CliRunner

from slotproof.cli import app
from slotproof.gate.authoring.skeleton import write_skeleton
from slotproof.gate.campaign.process import Process
from slotproof.gate.campaign.session import Session, parse
from slotproof.gate.protocol.values import line
from slotproof.gate.protocol.verdicts import Case, Verdict
from slotproof.gate.traces.asked import facts

from ..tree.layout import ROOT
from .building import TIMEOUT, build, npm_ci

BUILT: Final = {  # language -> how it is built, what is needed for that, and how it is run
    "cpp": (("make", "-s", "driver"), "apt-get install g++", ("{}/driver",)),
    "rust": (("rustc", "-Dwarnings", "--edition=2021", "driver.rs"), "apt-get install cargo", ("{}/driver",)),
    "go": (("make", "-s", "driver"), "apt-get install golang-go", ("{}/driver",)),
    "csharp": (("make", "-s", "driver.exe"), "apt-get install mono-mcs mono-runtime", ("mono", "{}/driver.exe")),
    "python": ((sys.executable, "-m", "py_compile", "driver.py"), "Python", (sys.executable, "{}/driver.py")),
    "typescript": (
        (
            str(ROOT / "ports/typescript/node_modules/.bin/tsc"),
            "--typeRoots",
            str(ROOT / "ports/typescript/node_modules/@types"),
        ),
        "apt-get install nodejs npm",
        ("node", "{}/driver.js"),
    ),
}
GO: Final = """
type Port struct {
	handles, values []int64
	last            int64
}

func NewPort(config map[string]any) *Port { return &Port{handles: []int64{}, values: []int64{}} }

func (port *Port) Arrays() map[string]any { return nil }

func (port *Port) insert(value int64) (any, error) {
	port.last++
	port.handles, port.values = append(port.handles, port.last), append(port.values, value)
	return port.last, nil
}

func (port *Port) Take(name string, arguments []any) (any, error) {
	at := -1
	if len(arguments) > 0 && name != "insert" {
		for pos, handle := range port.handles {
			if handle == number(arguments[0]) {
				at = pos
			}
		}
	}
	switch name {
	case "insert":
		return port.insert(number(arguments[0]))
	case "erase":
		if at < 0 {
			return false, nil
		}
		end := len(port.handles) - 1
		port.handles[at], port.values[at] = port.handles[end], port.values[end]
		port.handles, port.values = port.handles[:end], port.values[:end]
		return true, nil
	case "get", "assign":
		if at < 0 {
			return nil, Refused("stale_handle")
		}
		if name == "get" {
			return port.values[at], nil
		}
		port.values[at] = number(arguments[1])
		return nil, nil
	case "is_valid":
		return at >= 0, nil
	case "values":
		return port.values, nil
	case "size":
		return len(port.values), nil
	}
	port.handles, port.values = []int64{}, []int64{}
	return nil, nil
}
"""
CSHARP: Final = """
class Port
{
    readonly List<long> handles = new List<long>(), values = new List<long>();
    long last;

    public Port(Map config) { }

    public Map Arrays() { return null; }

    public object Take(string name, Row op)
    {
        int at = op.Count > 1 && name != "insert" ? handles.IndexOf(Json.Number(op[1])) : -1;
        switch (name)
        {
            case "insert":
                handles.Add(++last);
                values.Add(Json.Number(op[1]));
                return last;
            case "erase":
                if (at < 0) return false;
                int end = handles.Count - 1;
                handles[at] = handles[end];
                values[at] = values[end];
                handles.RemoveAt(end);
                values.RemoveAt(end);
                return true;
            case "is_valid": return at >= 0;
            case "values": return values.Cast<object>().ToList();
            case "size": return values.Count;
            case "clear":
                handles.Clear();
                values.Clear();
                return null;
        }
        if (at < 0) throw new Refused("stale_handle");
        if (name == "get") return values[at];
        values[at] = Json.Number(op[2]);
        return null;
    }
}
"""
FILLED: Final = {  # language -> file, where its port begins and ends, and one
    "go": ("driver.go", "// Port is", "const hello", GO),
    "csharp": ("driver.cs", "/// <summary>Your container", "// --- the driver", CSHARP),
}
HAS: Final = ("insert", "erase", "get", "assign", "is_valid", "values", "clear", "size")
WITHOUT: Final = """
[[not_asked]]
kind = "handle_map"
cells = ["emplace", "items", "emplace_items", "erase_items",
         "insert: full", "get: out_of_range", "assign: out_of_range"]
reason = "no more than is needed here; indices of 32 bits, and handles that are opaque"
"""


def built(language: str, folder: Path) -> list[str]:
    """The command of a driver whose files are in a folder."""
    command, needs, run = BUILT[language]
    if language == "typescript":
        npm_ci(ROOT / "ports/typescript")
    build(folder, *command, needs=needs)
    return [part.format(folder) for part in run]


@pytest.mark.parametrize("language", BUILT)
def test_a_skeleton_compiles_answers_and_fails(language: str, tmp_path: Path) -> None:
    """It says its kind with each operation, shows what it is asked for, and looks references up."""
    write_skeleton(language, tmp_path, "indexed_store")
    command = built(language, tmp_path)
    with Session(command, TIMEOUT) as session:
        (declared,) = session.port.containers
        said = {each["name"] for each in facts()["indexed_store"]["operations"] if each["behaviour"]}
        assert declared.kind.name == "indexed_store"
        assert set(declared.operations) == said
        case = Case("indexed_store", {}, (["insert", 'é\\"', 1], ["pos_of", "é"]))
        assert session.alone(case).verdict is Verdict.PROTOCOL_ERROR  # null is no natural
    process = Process(command, TIMEOUT)
    try:
        asked = {"t": "run", "kind": "indexed_store", "config": {}, "observe": {"end": "arrays", "every": 1}}
        process.send(line({**asked, "id": 1, "ops": [["size"], ["pos_of", {"r": 0}], ["pos_of", {"r": [0]}]]}))
        ran = parse(process.receive())
        assert (ran["t"], ran["id"], ran["results"]) == ("ran", 1, [None, None, None])
        assert (len(ran["states"]), "end" in ran) == (3, True)
        process.send(line({**asked, "id": 2, "ops": [["size"], ["pos_of", {"r": 1}]]}))
        fault = parse(process.receive())
        assert (fault["t"], fault["id"], fault["at"]) == ("fault", 2, 1)  # there is no result 1 yet
    finally:
        process.kill()


@pytest.mark.parametrize("language", FILLED)
def test_a_filled_skeleton_conforms(language: str, tmp_path: Path) -> None:
    """With lists in place of the port, and what it cannot be asked in its file, the gate is green."""
    write_skeleton(language, tmp_path, "handle_map")
    name, begin, end, port = FILLED[language]
    text = (tmp_path / name).read_text(encoding="utf-8")
    text = text[: text.index(begin)] + port.lstrip() + "\n" + text[text.index(end) :]
    quote = '""' if language == "csharp" else '"'
    widths = re.compile(rf"{quote}widths{quote}:{{({{.*?}}|[^{{}}])*}},{quote}policies{quote}:{{.*?}},")
    operations = re.compile(rf"{quote}operations{quote}:\[.*?\]")
    listed = ",".join(f"{quote}{operation}{quote}" for operation in HAS)
    assert len(widths.findall(text)) == len(operations.findall(text)) == 1
    text = operations.sub(f"{quote}operations{quote}:[{listed}]", widths.sub("", text))
    (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "gate.toml").write_text(WITHOUT, encoding="utf-8")
    options = ["--quick", "--jobs=1", "--progress=none", f"--timeout={TIMEOUT}", f"--baseline={tmp_path / 'gate.toml'}"]
    result = CliRunner().invoke(app, ["gate", "run", *options, "--", *built(language, tmp_path)])
    assert result.exit_code == 0, result.output
