"""SARIF 2.1.0: a rule for each claim, a result for each claim that makes the run red."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from slotproof import __version__
from slotproof.declare import Claim, Refinement
from slotproof.declare.verdict import Failure
from slotproof.show import steps as explaining
from slotproof.show.places import Place, position
from slotproof.show.reports.stories import place_of, story, worst
from slotproof.verify.result import Red, Result
from slotproof.verify.standing import LANGUAGE, Standing, kind_of

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
BASE: Final = "SRCROOT"

Json = dict[str, Any]


def sarif(result: Result) -> str:
    """The log of one run; files are named from the folder in which the command ran."""
    told = [*result.standings, *result.beneath, *result.refused]
    standings = {(each.container, each.claim.id): each for each in told}
    index = {key: number for number, key in enumerate(standings)}
    driver = {
        "name": "slotproof",
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [_rule(standing) for standing in standings.values()],
    }
    found = [_result(result, red, index[red.standing.container, red.standing.claim.id]) for red in result.red()]
    run = {
        "tool": {"driver": driver},
        "automationDetails": {"id": "slotproof/verify"},
        "invocations": [_invocation(result)],
        "originalUriBaseIds": {BASE: {"description": {"text": "The folder in which slotproof ran."}}},
        "columnKind": "unicodeCodePoints",
        "results": found,
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"


def _rule(standing: Standing) -> Json:
    claim = standing.claim
    help_text = f"`slotproof explain {claim.id}` says what is known of it, `slotproof trace {claim.id}` draws a step."
    return {
        "id": claim.id,
        "shortDescription": {"text": claim.statement},
        "fullDescription": {"text": f"{claim.statement} ({standing.container}: {kind_of(claim)})"},
        "help": {"text": help_text.replace("`", ""), "markdown": help_text},
        "defaultConfiguration": {"level": "error"},
        "properties": {"tags": [standing.container, kind_of(claim)]},
    }


def _result(result: Result, red: Red, rule: int) -> Json:
    standing, refinement = red.standing, result.refinement(red.standing)
    verdict = worst(standing)
    heading = f"{standing.claim.id} {red.why}: {standing.claim.statement}"
    made: Json = {
        "ruleId": standing.claim.id,
        "ruleIndex": rule,
        "kind": "fail",
        "level": "error",
        "message": {"text": "\n".join([heading, *story(result, standing)])},
        "locations": [_location(place)] if (place := place_of(result, standing)) else [],
        "relatedLocations": _related(refinement, standing.claim),
        "partialFingerprints": {"claim/v1": "/".join([standing.container, standing.claim.id, *_finding(standing)])},
        "properties": {"container": standing.container, "status": standing.status.value},
    }
    flow = _flow(refinement, verdict.failure if verdict else None)
    return made | ({"codeFlows": [{"threadFlows": [{"locations": flow}]}]} if flow else {})


def _finding(standing: Standing) -> list[str]:
    """Where the language refuses something, of which there may be several; nothing of other claims."""
    said = [said for told in standing.judges.values() for said in told if standing.claim is LANGUAGE]
    return [each.entry.verdict.unit for each in said]


def _related(refinement: Refinement, claim: Claim) -> list[Json]:
    """What the claim says, and the model that means it."""
    said = {"the predicate of the claim": claim.holds, "the model": refinement.model}
    places = {text: position(subject) for text, subject in said.items() if subject is not None}
    return [
        {"id": number, "message": {"text": text}, **_location(place)}
        for number, (text, place) in enumerate(places.items(), 1)
        if place
    ]


def _flow(refinement: Refinement, failure: Failure | None) -> list[Json]:
    """The trace: for each step the method that takes it."""
    steps = []
    for step in failure.trace if failure else ():
        method = getattr(refinement.impl, step.operation, refinement.impl)
        place = position(method) or position(refinement.impl)
        if place is not None:
            text = f"{explaining.call(step)} answers {step.actual}, and should {step.expected}"
            steps.append({"location": {**_location(place), "message": {"text": text}}})
    return steps


def _location(place: Place) -> Json:
    artifact: Json = {"uri": place.file.as_uri()}
    if place.file.is_relative_to(Path.cwd()):
        artifact = {"uri": _relative(place.file), "uriBaseId": BASE}
    return {"physicalLocation": {"artifactLocation": artifact, "region": {"startLine": place.line}}}


def _relative(file: Path) -> str:
    """The path from here as a URI: without the slashes that would begin an absolute one."""
    return file.as_uri().removeprefix(Path.cwd().as_uri()).lstrip("/")


def _invocation(result: Result) -> Json:
    told = [
        {"level": "error", "message": {"text": f"the checker failed: {job}\n{crash.rstrip()}"}}
        for job, crash in result.crashes
    ]
    return {
        "executionSuccessful": not result.crashes,
        "exitCode": result.exit_code,
        "toolExecutionNotifications": told,
    }
