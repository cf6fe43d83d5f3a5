"""The JSON of what pages read and send, as the golden files say that Swift writes it.

`Tests/FiresteelInspectorTests` writes and checks the files: `sample` has all members of a type, `optional` the paths
of those that may be left out. The fixture's answers and the requests of pages must have that form.
"""

import json
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "FiresteelInspectorTests" / "Golden"
KINDS = {bool: "a Boolean", int: "a whole number", float: "a number", str: "a text", list: "a list", dict: "an object"}


def golden(name):
    """The sample of a type, to be changed at will, and the paths that are optional."""
    text, optional = _read(name)
    return json.loads(text), optional


@cache
def _read(name):
    file = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return json.dumps(file["sample"]), frozenset(file["optional"])


def built(name, **members):
    """An answer with the members given, and the golden values of all other required members."""
    sample, optional = golden(name)
    return {**{key: value for key, value in sample.items() if key not in optional}, **members}


def faults(name, value):
    """Where a value doesn't have the form of a type: a sentence for each."""
    sample, optional = golden(name)
    return list(_faults(value, sample, optional, "", name))


def _faults(value, sample, optional, path, shown):
    if type(value) is not type(sample) and not (type(value) is int and type(sample) is float):
        yield f"{shown} is {value!r}, and not {KINDS[type(sample)]}."
    elif isinstance(sample, dict):
        yield from _member_faults(value, sample, optional, path, shown)
    elif isinstance(sample, list) and sample:
        for index, element in enumerate(value):
            found = [list(_faults(element, one, optional, f"{path}[]", f"{shown}[{index}]")) for one in sample]
            yield from min(found, key=len)


def _member_faults(value, sample, optional, path, shown):
    def inner(key):
        return f"{path}.{key}" if path else key

    if set(sample) == {"*"}:
        for key, member in value.items():
            yield from _faults(member, sample["*"], optional, inner("*"), f"{shown}.{key}")
        return
    for key in value.keys() - sample.keys():
        yield f"{shown} has {key}, which is no member."
    for key in sample:
        if key in value:
            yield from _faults(value[key], sample[key], optional, inner(key), f"{shown}.{key}")
        elif inner(key) not in optional:
            yield f"{shown} lacks {key}."
