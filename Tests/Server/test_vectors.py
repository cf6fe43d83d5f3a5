"""The server evaluates the conformance vectors as they are evaluated in a program."""

import json
from pathlib import Path

VECTORS = Path(__file__).resolve().parents[1] / "FiresteelFlagsTests/Conformance/fractional_cases.json"


def programs(cases):
    """Returns the cases by programs, in each of which a key occurs once."""
    programs = []
    for case in cases:
        for program in programs:
            if case["flagKey"] not in program:
                program[case["flagKey"]] = case
                break
        else:
            programs.append({case["flagKey"]: case})
    return {f"vectors-{index}": program for index, program in enumerate(programs)}


def expectation(case):
    # Where the Go implementation of version 2 differs, it is followed.
    expected = case.get("go_v2") or case["expect_v2"]
    if "errorCode" in expected:
        return {"errorCode": expected["errorCode"]}
    return {name: expected[name] for name in ("value", "variant", "reason")}


def test_the_server_evaluates_each_vector_as_a_program_does(start):
    cases = json.loads(VECTORS.read_text(encoding="utf-8"))["cases"]
    assert len(cases) == 1_334
    by_program = programs(cases)
    documents = {
        program: {"flags": {key: case["flag"] for key, case in cases.items()}} for program, cases in by_program.items()
    }
    server = start({"flags": {}}, documents)
    different = []
    for program, cases in by_program.items():
        for key, case in cases.items():
            context = {name: value for name, value in case["context"].items() if name != "targetingKey"}
            if case["targetingKey"] is not None:
                context["targetingKey"] = case["targetingKey"]
            answer = server.evaluate(context, key, token=program)
            if "errorCode" in answer:
                actual = {"errorCode": answer["errorCode"]}
            else:
                actual = {
                    "value": answer.get("value", case["default"]),
                    "variant": answer.get("variant"),
                    "reason": answer["reason"],
                }
            if actual != expectation(case):
                different.append((case["id"], case["flag"], context, actual, expectation(case)))
    assert not different
