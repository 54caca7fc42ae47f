"""Mistakes in the check of the language, and in what reads declarations."""

from __future__ import annotations

from typing import Final

from .mistake import DECLARED, KILLED, LANGUAGE, LIMITS, OWN, Mistake

OF_LANGUAGE: Final = (
    # where what is written out stands
    Mistake("slotproof/declare/inline.py", "old.__code__.co_filename)", '"elsewhere")', KILLED, "written_out"),
    # what is written out is forgotten
    Mistake(
        "slotproof/declare/inline.py",
        "if not changed or any(function in _INLINED or function in _WRITTEN for function in changed):",
        "if not changed:",
        "tests/engine/test_inline.py",
        "other_code or not_read",
    ),
    Mistake(
        "slotproof/declare/inline.py",
        "if not changed or any(function in _INLINED or function in _WRITTEN for function in changed):",
        "if True:",
        "tests/engine/test_inline.py",
        "not_read",
    ),
    Mistake(
        "slotproof/language/function/flow.py",
        'kind.name == "tuple" and not kind.open',
        'kind.name == "tuple"',
        "tests/language/test_declaration.py",
        "loop and many",
    ),
    Mistake("slotproof/language/program/files.py", "OLD_NAMES.get(name, name)", "name", OWN, "old_name"),
    Mistake(
        "slotproof/language/declaration/made.py", "return name in own", "return True", DECLARED, "called and field"
    ),
    Mistake(
        "slotproof/language/declaration/made.py",
        "return given if way in LIMITED else None",
        "return None",
        LIMITS,
        "leaves_out",
    ),
    Mistake(
        "slotproof/language/function/flow.py",
        "if root == holder:",
        "if root == holder and root not in before:",
        "tests/language/test_language.py",
        "changed_while_running",
    ),
    Mistake(
        "slotproof/language/program/constants.py",
        "if node.id in self.module.bindings:",
        "if False:",
        "tests/language/test_language.py",
        "other_forms and class_constant",
    ),
    Mistake(
        "slotproof/language/declaration/reading.py",
        "if not _yields(function.node) or stop.value is UNKNOWN:",
        "if not _yields(function.node):",
        "tests/language/test_reading.py",
        "counted",
    ),
    Mistake(
        "slotproof/language/declaration/operations.py",
        "if value is UNKNOWN or (isinstance(value, tuple) and UNKNOWN in value):",
        "if False:",
        DECLARED,
        "compared and read",
    ),
    Mistake(
        "slotproof/language/declaration/domains.py",
        "not options <= {*covers",
        "not options & {*covers",
        DECLARED,
        "parameters and none",
    ),
    Mistake(
        "slotproof/language/declaration/claims.py",
        "if len(made) == 2 and",
        "if False and",
        DECLARED,
        "parameters and order",
    ),
    Mistake(
        "slotproof/language/declaration/words.py",
        "if is_word and symbol.name not in",
        "if False and symbol.name not in",
        DECLARED,
        "costs and word",
    ),
    Mistake(
        "slotproof/language/declaration/theorems.py",
        "if id(node) not in apart and self._looks(",
        "if False and self._looks(",
        DECLARED,
        "theorems",
    ),
    Mistake(
        "slotproof/language/declaration/theorems.py",
        "            todo += reached.methods()",
        "            pass",
        "tests/language/test_declaration.py",
        "theorem and object",
    ),
    Mistake(
        "slotproof/language/declaration/theorems.py",
        "return Function(there, _as_function(stated)) if self._is_fixed(there, stated) else UNKNOWN",
        "return Function(there, _as_function(stated))",
        "tests/language/test_declaration.py",
        "theorem and often",
    ),
    Mistake(
        "slotproof/language/declaration/theorems.py",
        "return not (self._is_caught(function, node) or",
        "return not (True or",
        "tests/language/test_declaration.py",
        "theorem and catches",
    ),
    Mistake(
        "slotproof/language/program/check.py",
        "if other not in cls.aliases and other not in cls.methods:",
        "if False:",
        "tests/language/test_language.py",
        "second_name",
    ),
    Mistake(
        "slotproof/declare/inline.py",
        "if _same_code(_function_code(definition), predicate.__code__):",
        "if True:",
        "tests/engine/test_inline.py",
        "told_apart",
    ),
    Mistake(
        "slotproof/language/program/files.py",
        "dict.fromkeys((self.root, _HERE))",
        "dict.fromkeys((importer.path.parent, self.root, _HERE))",
        "tests/language/test_lint.py",
        "python_imports",
    ),
    Mistake(
        "slotproof/language/program/files.py",
        '(path / "__init__.py", path.with_suffix(".py"))',
        '(path.with_suffix(".py"), path / "__init__.py")',
        "tests/language/test_lint.py",
        "python_imports",
    ),
    Mistake(
        "slotproof/language/program/check.py",
        "for method in cls.methods.values():",
        "for method in ():",
        DECLARED,
        "running and after",
    ),
    Mistake(
        "slotproof/language/function/calls.py",
        "self.local(called.value) is None",
        "True",
        "tests/language/test_lint.py",
        "one_below",
    ),
    Mistake(
        "slotproof/language/program/check.py",
        'or (head == "Final" and cls.sort == "data")',
        "",
        DECLARED,
        "running and constant",
    ),
    Mistake(
        "slotproof/language/program/check.py",
        "if place or is_own or named",
        "if place or named",
        DECLARED,
        "running and decorator",
    ),
    Mistake(
        "slotproof/language/declaration/operations.py",
        "if names is not None and name not in names:",
        "if False:",
        "tests/language/test_language.py",
        "answers_unknown",
    ),
    Mistake(
        "slotproof/language/declaration/operations.py",
        "_is_always_true(holds.node)",
        "False",
        "tests/language/test_declaration.py",
        "always_so or always",
    ),
    Mistake(
        "slotproof/language/program/files.py",
        "self.read(candidate) if is_there else None",
        "self.read(candidate)",
        "tests/language/test_lint.py",
        "a_link",
    ),
    Mistake("slotproof/language/function/flow.py", '{"error", "None",', '{"error", "None", "int",', LANGUAGE, "cause"),
    Mistake("slotproof/language/function/body.py", "ast.Lambda, ast.FunctionDef,", "", LANGUAGE, "iterator_twice"),
    Mistake(
        "slotproof/language/function/calls.py", "if self.inner or is_static", "if is_static", LANGUAGE, "super_place"
    ),
    Mistake(
        "slotproof/language/program/syntax.py",
        "later = [*first.ifs, ",
        "later = [",
        LANGUAGE,
        "changed_while_running",
    ),
    Mistake(
        "slotproof/language/function/flow.py",
        "            yield from self._still_running(node.generators[0].iter)\n",
        "",
        LANGUAGE,
        "changed_while_running",
    ),
)
