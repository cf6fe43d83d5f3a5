"""OpenFeature's providers have the same results with the server as its own evaluation."""

import json

import pytest
from openfeature.contrib.provider.flagd import FlagdProvider
from openfeature.contrib.provider.flagd.config import ResolverType
from openfeature.contrib.provider.ofrep import OFREPProvider
from openfeature.evaluation_context import EvaluationContext
from openfeature.exception import FlagNotFoundError


def flag(variants, targeting=None, default=None, state="ENABLED", **metadata):
    members = {"state": state, "variants": variants, "defaultVariant": default, "targeting": targeting}
    members["metadata"] = metadata
    return {name: value for name, value in members.items() if value not in (None, {})}


SWITCH = {"on": True, "off": False}


def rule(condition, default="off", **metadata):
    return flag(SWITCH, {"if": [condition, "on", "off"]}, default, **metadata)


# Segments are named so that each order of replacing references is wrong for one of them.
DEFINITIONS = {
    "flags": {
        "bool-on": flag(SWITCH, default="on", owner="Team", tags=["a", "b"], ticket=12, links={"wiki": "x"}),
        "bool-off": flag(SWITCH, default="off"),
        "text": flag({"a": "first", "b": "second"}, default="b"),
        "integer": flag({"small": 1, "large": 1_000_000}, default="large"),
        "float": flag({"low": 0.25, "high": 2.5}, default="low"),
        "object": flag({"x": {"list": [1, "two", None, {"three": 3}]}, "y": {}}, default="x"),
        "disabled": flag(SWITCH, default="on", state="DISABLED"),
        "no-default": flag(SWITCH),
        "equal": rule({"==": [{"var": "plan"}, "pro"]}),
        "one-of": flag(
            {"a": "A", "b": "B"}, {"if": [{"in": [{"var": "plan"}, ["pro", "team"]]}, "a", "b"]}, default="b"
        ),
        "version": rule({"sem_ver": [{"var": "version"}, ">=", "3.4.1"]}),
        "ends": rule({"ends_with": [{"var": "email"}, "@example.com"]}),
        "age": rule({"and": [{"!=": [{"var": "age"}, None]}, {">=": [{"var": "age"}, 18]}]}),
        "nested-a": rule({"$ref": "a-outer"}),
        "nested-z": rule({"$ref": "z-outer"}),
        "not-nested": rule({"!": [{"$ref": "a-outer"}]}),
        "deep": flag({"a": 1, "b": 2, "c": 3}, {"if": [{"$ref": "z-outer"}, "a", {"$ref": "a-inner"}, "b", "c"]}, "c"),
        "split": flag(SWITCH, {"fractional": [["on", 25], ["off", 75]]}, default="off"),
        "split-three": flag(
            {"a": "A", "b": "B", "c": "C"}, {"fractional": [["a", 1], ["b", 1], ["c", 1]]}, default="a"
        ),
        "split-by": flag(
            {"a": "A", "b": "B"},
            # The condition that the editor writes: implementations differ in how they join a missing value.
            {
                "if": [
                    {"!=": [{"var": "email"}, None]},
                    {"fractional": [{"cat": [{"var": "$flagd.flagKey"}, {"var": "email"}]}, ["a", 50], ["b", 50]]},
                ]
            },
            default="a",
        ),
        "split-in-rule": flag(
            SWITCH, {"if": [{"$ref": "m-inner"}, {"fractional": [["on", 50], ["off", 50]]}, "off"]}, default="off"
        ),
        "parent": rule({"==": [{"var": "plan"}, "pro"]}),
        "child": flag(SWITCH, {"fractional": [["on", 60], ["off", 40]]}, default="off", parent="parent"),
        "grandchild": flag(SWITCH, default="on", parent="child"),
        "child-of-off": flag(SWITCH, default="on", parent="bool-off"),
        "computed": flag(SWITCH, {"cat": ["o", {"if": [{"==": [{"var": "plan"}, "pro"]}, "n", "ff"]}]}, "off"),
        "child-of-computed": flag(SWITCH, default="on", parent="computed"),
        # A flag that isn't Bool has the program's default where its parent is off.
        "child-text": flag({"a": "A", "b": "B"}, {"fractional": [["a", 50], ["b", 50]]}, default="a", parent="parent"),
        "child-integer": flag({"few": 1, "many": 9}, default="few", parent="parent"),
        "child-disabled": flag(SWITCH, default="on", state="DISABLED", parent="parent"),
        "child-only-on": flag({"on": True}, default="on", parent="parent"),
        # A parent with the program's default is off.
        "child-of-disabled": flag(SWITCH, default="on", parent="disabled"),
        "child-of-open": flag({"a": "A"}, default="a", parent="no-default"),
    },
    "$evaluators": {
        "a-outer": {"and": [{"$ref": "m-inner"}, {"==": [{"var": "plan"}, "pro"]}]},
        "a-inner": {"in": [{"var": "targetingKey"}, ["u-1", "u-2"]]},
        "m-inner": {"or": [{"ends_with": [{"var": "email"}, "@example.com"]}, {"$ref": "a-inner"}]},
        "z-outer": {"or": [{"$ref": "a-outer"}, {"!": [{"$ref": "m-inner"}]}]},
    },
}
CONTEXTS = [
    {"targetingKey": f"u-{index}", "plan": plan, "email": email, "version": version, "age": age}
    for index, (plan, email, version, age) in enumerate(
        (plan, email, version, age)
        for plan in ("pro", "team", "free")
        for email in ("ada@example.com", "bob@example.org")
        for version, age in (("3.4.1", 17), ("3.4.0", 18), ("4.0.0", 30))
    )
] + [{"targetingKey": "u-1"}, {"targetingKey": "é/日本", "plan": "pro"}]
KINDS = {bool: ("boolean", False), str: ("string", "-"), int: ("integer", -1), float: ("float", -1.0)}


def resolve(provider, key, context):
    """Resolves a flag with the function for its type."""
    value = next(iter(DEFINITIONS["flags"][key]["variants"].values()))
    kind, fallback = KINDS.get(type(value), ("object", {"none": True}))
    attributes = {name: value for name, value in context.items() if name != "targetingKey"}
    details = getattr(provider, f"resolve_{kind}_details")(
        key, fallback, EvaluationContext(context.get("targetingKey"), attributes)
    )
    return details, fallback


@pytest.fixture(scope="module")
def server(start):
    return start(DEFINITIONS)


@pytest.fixture(scope="module")
def flagd(server, tmp_path_factory):
    file = tmp_path_factory.mktemp("flagd") / "flags.json"
    file.write_text(json.dumps(server.definitions()), encoding="utf-8")
    provider = FlagdProvider(resolver_type=ResolverType.FILE, offline_flag_source_path=str(file))
    provider.initialize(EvaluationContext())
    yield provider
    provider.shutdown()


@pytest.mark.parametrize("key", DEFINITIONS["flags"])
def test_flagd_evaluates_the_definitions_as_the_server_does(server, flagd, key):
    for context in CONTEXTS:
        answer = server.evaluate(context, key)
        details, fallback = resolve(flagd, key, context)
        assert (details.value, details.variant, str(details.reason)) == (
            answer.get("value", fallback),
            answer.get("variant"),
            answer["reason"],
        ), context


@pytest.mark.parametrize("key", DEFINITIONS["flags"])
def test_the_provider_of_ofrep_has_the_values_of_the_server(server, key):
    provider = OFREPProvider(server.address, headers_factory=lambda: server.fields("client"))
    for context in CONTEXTS:
        answers = {answer["key"]: answer for answer in server.evaluate(context)["flags"]}
        answer = answers[key]
        if "variant" not in answer:
            # This version of the provider requires a variant, which the protocol doesn't.
            with pytest.raises(KeyError, match="variant"):
                resolve(provider, key, context)
            continue
        details, _ = resolve(provider, key, context)
        assert (details.value, details.variant, details.reason.value) == (
            answer["value"],
            answer["variant"],
            answer["reason"],
        ), context


def test_all_flags_are_split_so_that_each_variant_occurs(server):
    variants = {}
    for index in range(200):
        for answer in server.evaluate({"targetingKey": f"p-{index}", "plan": "pro"})["flags"]:
            variants.setdefault(answer["key"], set()).add(answer.get("variant"))
    assert variants["split"] == {"on", "off"}
    assert variants["split-three"] == {"a", "b", "c"}
    assert variants["child"] == {"on", "off"}


def test_an_unknown_flag_is_reported(server):
    provider = OFREPProvider(server.address, headers_factory=lambda: server.fields("client"))
    with pytest.raises(FlagNotFoundError):
        provider.resolve_boolean_details("unknown", True, EvaluationContext("u-1"))
