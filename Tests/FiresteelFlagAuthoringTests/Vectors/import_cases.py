"""Writes the cases of imports: files of other systems, contexts, and the values that those systems have for them.

Run it with a folder that has the suites of their libraries: `growthbook-cases.json`, the cases of GrowthBook's
libraries (MIT), and `unleash`, Unleash's client specification (Apache 2.0).
"""

import json
import sys
from datetime import datetime
from pathlib import Path


def growthbook(folder):
    suite = json.loads((folder / "growthbook-cases.json").read_text(encoding="utf-8"))
    for _, condition, attributes, holds, *groups in suite["evalCondition"]:
        feature = {"defaultValue": False, "rules": [{"condition": condition, "force": True}]}
        file = {"features": {"f": feature}, "savedGroups": groups[0] if groups else {}}
        yield {"file": file, "tests": [["f", renamed(attributes, "id"), holds]]}
    for _, context, key, result in suite["feature"]:
        # Forced variations are those of a program, not of a file.
        if context.get("features") and "forcedVariations" not in context:
            file = {name: context[name] for name in ("features", "savedGroups") if name in context}
            yield {"file": file, "tests": [[key, renamed(context.get("attributes", {}), "id"), result["value"]]]}


def unleash(folder):
    for file in sorted((folder / "unleash").glob("[0-9]*.json")):
        suite = json.loads(file.read_text(encoding="utf-8"))
        # Events of a change aren't a file.
        if "features" not in suite["state"]:
            continue
        tests = [[test["toggleName"], *context(test), test["expectedResult"]] for test in suite.get("tests", [])]
        variants = [
            [f"{test['toggleName']}.variant", *context(test), variant(test["expectedResult"])]
            for test in suite.get("variantTests", [])
        ]
        yield {
            "file": suite["state"],
            "tests": [[key, attributes, value, now] for key, attributes, now, value in tests],
            "variants": [[key, attributes, value, now] for key, attributes, now, value in variants],
        }


def context(test):
    attributes = {**test["context"].get("properties", {}), **test["context"]}
    attributes.pop("properties", None)
    now = attributes.pop("currentTime", "2026-03-16T00:00:00Z")
    return renamed(attributes, "userId"), int(datetime.fromisoformat(now).timestamp())


def renamed(attributes, name):
    return {"targetingKey" if key == name else key: value for key, value in attributes.items()}


def variant(result):
    return result["name"] if result["enabled"] else None


def write(name, source, cases):
    lines = [json.dumps(case, ensure_ascii=False, separators=(",", ":")) for case in cases]
    head = json.dumps({"source": f"import_cases.py: {source}"}, ensure_ascii=False)[:-1]
    text = head + ',\n"cases": [\n' + ",\n".join(lines) + "\n]}\n"
    (Path(__file__).parent / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    suites = Path(sys.argv[1])
    write("growthbook_cases.json", "the cases of GrowthBook's libraries, MIT", growthbook(suites))
    write("unleash_cases.json", "Unleash's client specification, Apache 2.0", unleash(suites))
