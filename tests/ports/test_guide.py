"""The porting guide leads to a port that conforms. Needs make and a C++20 compiler."""

import re
import subprocess
from pathlib import Path

from typer.testing import CliRunner

from slotproof.cli import app
from slotproof.gate.authoring.skeleton import write_skeleton
from slotproof.gate.protocol.verdicts import Verdict

from ..gate.test_files import first_trace
from ..tree.layout import ROOT


def test_the_guide_leads_from_the_skeleton_to_green(tmp_path: Path) -> None:
    """The C++ skeleton compiles and fails; with the port of docs/users/porting.md in it, it compiles and conforms."""
    write_skeleton("cpp", tmp_path)
    source = tmp_path / "driver.cpp"
    subprocess.run(["make", "-s", "-C", tmp_path, "driver"], check=True)
    assert first_trace([str(tmp_path / "driver")]) is Verdict.PROTOCOL_ERROR
    guide = (ROOT / "docs/users/porting.md").read_text(encoding="utf-8")
    port = re.search(r"<!-- port -->\n```cpp\n(.*?)```", guide, re.DOTALL)
    assert port
    text = source.read_text(encoding="utf-8")
    begin, end = text.index("class Port {"), text.index("const char* const HELLO")
    text = text[:begin] + port.group(1) + "\n" + text[end:]
    text = text.replace("#include <cctype>", "#include <bit>\n#include <cctype>\n#include <iterator>")
    text = text.replace('"word_bits":{"min":2,"max":32}', '"word_bits":[32]')
    text = text.replace('"level":', '"features":["out_of_width"],"level":')
    for level, code, says in (("behaviour", 0, ""), ("structure", 4, "conforms in part: 9 of 11 operations")):
        source.write_text(text.replace('"level":"behaviour"', f'"level":"{level}"'), encoding="utf-8")
        subprocess.run(["make", "-s", "-B", "-C", tmp_path, "driver"], check=True)
        command = ["gate", "run", "--quick", "--jobs=1", "--progress=none", "--", str(tmp_path / "driver")]
        result = CliRunner().invoke(app, command)
        assert (result.exit_code, says in result.output) == (code, True), result.output
