"""Mistakes in what is used of containers by others."""

from __future__ import annotations

from typing import Final

from .mistake import (
    CALLING,
    DECLARED,
    LIMITS,
    OF_MANY,
    PARTS,
    PROVE,
    READS,
    REPLACED,
    WITHIN,
    Mistake,
)

OF_CONTAINERS: Final = (
    Mistake(f"{PROVE}/containers/contracts.py", "if not is_called_plainly(", "if 0 and (", REPLACED, "another_call"),
    Mistake(f"{PROVE}/containers/known.py", " and not is_called_plainly(", " and 0 and (", WITHIN, "not_known"),
    Mistake(
        f"{PROVE}/containers/contracts.py",
        'self.rested.add(f"{self.refinement.name} {name}")  # whether',
        "pass  # whether",
        DECLARED,
        "rounds and promised",
    ),
    Mistake(f"{PROVE}/containers/known.py", "or not ev.runs_code", "or not ev.exact", DECLARED, "within and cost"),
    Mistake(f"{PROVE}/containers/within.py", ", still=st.as_it_is(*given))", ")", WITHIN, "iterator"),
    Mistake(
        f"{PROVE}/containers/components.py",
        'f"field {name}"',
        "name",
        "tests/prove/containers/test_components.py",
        "no_word",
    ),
    Mistake(
        f"{PROVE}/containers/known.py", "isinstance(each, Ref) for each in pair", "False for _ in pair", READS, "list"
    ),
    Mistake(
        f"{PROVE}/containers/known.py",
        "case str(), str():",
        "case str(), _:",
        READS,
        "is_one_of_those",
    ),
    Mistake(
        f"{PROVE}/containers/contracts.py",
        "(st.log[waiting].name, len(st.log[waiting].arguments)) != (name, len(args))",
        "st.log[waiting].name != name",
        CALLING,
        "takes_more",
    ),
    Mistake(f"{PROVE}/containers/contracts.py", "but_lists=error is None)", "but_lists=True)", REPLACED, "is_refused"),
    Mistake(
        f"{PROVE}/containers/parts.py", "return same_parts(*states, was, but_lists)", "return True", PARTS, "depth"
    ),
    Mistake(
        f"{PROVE}/containers/contracts.py",
        "same = old.id == new.id and unchanged(",
        "same = unchanged(",
        REPLACED,
        "leaves_alone",
    ),
    Mistake(
        f"{PROVE}/containers/contracts.py", "if any(isinstance(part, Ref) and", "if any(False and", REPLACED, "no_part"
    ),
    Mistake(
        f"{PROVE}/containers/summaries.py",
        "all(t.is_fresh(each) for each in constants)",
        "bool(constants)",
        "tests/prove/containers/test_names.py",
        "bound_variable",
    ),
    Mistake(
        f"{PROVE}/containers/known.py",
        "cell.kind == like.kind and not t.known(like.length)",
        "not t.known(like.length)",
        "tests/containers/test_group_proofs.py",
        "other_things",
    ),
    Mistake(
        f"{PROVE}/containers/known.py", "            if domain.within:", "            if False:", LIMITS, "with_others"
    ),
    Mistake(f"{PROVE}/containers/contracts.py", "takes if domain.within]:", "takes if False]:", LIMITS, "another"),
    Mistake(f"{PROVE}/containers/components.py", "if len(st.facts) > facts:", "if False:", OF_MANY, "names_nothing"),
    Mistake(f"{PROVE}/containers/summaries.py", "if sub.facts:", "if False:", DECLARED, "makes"),
    Mistake(
        f"{PROVE}/containers/within.py",
        "if word is not None and not isinstance(word, Word):",
        "if False:",
        "tests/soundness/test_soundness_words.py",
        "inner_operation",
    ),
    Mistake(
        f"{PROVE}/containers/summaries.py", "said if not isinstance(each, bool)]", "said]", DECLARED, "lemmas and false"
    ),
    Mistake(
        f"{PROVE}/containers/summaries.py",
        "if any(each.eq(length) for each in parts(t.lift(value))):",
        "if False:",
        DECLARED,
        "named and many",
    ),
    Mistake(
        f"{PROVE}/containers/summaries.py",
        "given = [t.lift(each) for each in terms]",
        "given = [t.lift(t.ite(each, 1, 0) if t.is_truth(each) else each) for each in terms]",
        DECLARED,
        "named and truth",
    ),
    Mistake(
        f"{PROVE}/containers/known.py",
        "return self.program.is_of(said, own)",
        "return True",
        DECLARED,
        "within and another and coupling",
    ),
    Mistake(
        f"{PROVE}/containers/components.py",
        "ev.oblige(st, t.iff(said, couple)",
        "ev.oblige(st, True",
        DECLARED,
        "within and otherwise",
    ),
    Mistake(
        f"{PROVE}/containers/summaries.py",
        "with following(ev, *keys[place:]):",
        "with following(ev, key):",
        DECLARED,
        "definitions",
    ),
    Mistake(f"{PROVE}/containers/known.py", "if refinement.arranged:", "if False:", DECLARED, "within and arrangement"),
    Mistake(
        f"{PROVE}/python/kinds/stands.py",
        "return claimed(same_objects(ev, st, model, meaning_of(ev, st, container), node))",
        "return same_objects(ev, st, model, meaning_of(ev, st, container), node)",
        DECLARED,
        "within and meaning",
    ),
    Mistake(
        f"{PROVE}/sides/starts.py",
        "if other is not each.refinement:",
        "if False:",
        DECLARED,
        "within and two",
    ),
    Mistake(
        f"{PROVE}/containers/known.py",
        "name not in self.model.fields or name not in self.impl.fields",
        "False",
        READS,
        "side_has_not",
    ),
)
