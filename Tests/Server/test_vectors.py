"""The server evaluates the conformance vectors as they are evaluated in a program."""

import json
from pathlib import Path

VECTORS = Path(__file__).resolve().parents[1] / "FiresteelFlagsTests/Conformance"


def read(name):
    return json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))["cases"]


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
    cases = read("fractional_cases")
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


def truth(case):
    """Returns a condition that holds if a rule of JsonLogic has the expected result, and whether it holds.

    A targeting names a variant, so the server shows the truth of a result. A single value is compared in the rule. No
    operator compares the elements of lists, so only their truth is compared.
    """
    rule, expected = case["rule"], case["expect"]
    if isinstance(expected, (bool, list)):
        return rule, bool(expected)
    return {"===": [rule, expected]}, True


def test_the_server_evaluates_each_rule_of_json_logic_as_other_engines_do(start):
    cases = read("jsonlogic_cases")
    # Left out are data that can't be a context, because it isn't an object or has members that flagd adds to a context,
    # and results that are objects, which no operator compares. At present there are none of these.
    compared = [
        case
        for case in cases
        if isinstance(case["data"], dict)
        and not {"targetingKey", "$flagd"} & case["data"].keys()
        and not isinstance(case["expect"], dict)
    ]
    assert len(compared) >= 1_957
    # The results of 256 are lists.
    assert sum(not isinstance(case["expect"], list) for case in compared) >= 1_701
    keys = {}
    for case in compared:
        condition, _ = truth(case)
        keys.setdefault(json.dumps(condition), f"rule-{len(keys)}")
    flags = {
        key: {
            "state": "ENABLED",
            "variants": {"on": True, "off": False},
            "defaultVariant": "off",
            "targeting": {"if": [json.loads(condition), "on", "off"]},
        }
        for condition, key in keys.items()
    }
    # Each is a flag and its targeting, and the import is one change of at most 10,000 edits.
    assert len(flags) * 2 <= 10_000
    server = start({"flags": flags})
    different = []
    for case in compared:
        condition, holds = truth(case)
        # A flag that the import left out isn't found, which fails as well.
        answer = server.evaluate(case["data"], keys[json.dumps(condition)])
        if answer.get("variant") != ("on" if holds else "off"):
            different.append((case["id"], case["rule"], case["data"], case["expect"], answer))
    assert not different
