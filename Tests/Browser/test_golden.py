"""The golden files: values are compared as a whole."""

import pytest
from golden import FOLDER, built, faults, golden

NAMES = sorted(file.stem for file in FOLDER.glob("*.json"))


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_has_the_form_of_its_type_and_so_does_an_empty_object_with_only_optional_members(name):
    sample, optional = golden(name)
    assert faults(name, sample) == []
    lacking = sorted(f"{name} lacks {key}." for key in sample if key not in optional)
    assert sorted(faults(name, {})) == lacking
    assert faults(name, built(name)) == []


def test_missing_surplus_and_mistyped_members_are_named():
    sample, _ = golden("Rows")
    row = sample["rows"][0]

    def of_rows(*rows):
        return faults("Rows", {**sample, "rows": list(rows)})

    assert of_rows({**row, "at": "now"}) == ["Rows.rows[0].at is 'now', and not a whole number."]
    assert of_rows(row, {**row, "extra": 1}) == ["Rows.rows[1] has extra, which is no member."]
    assert faults("Rows", {**sample, "lost": True}) == ["Rows.lost is True, and not a whole number."]
    feature = {key: value for key, value in row["feature"].items() if key != "path"}
    assert of_rows({**row, "feature": feature}) == ["Rows.rows[0].feature lacks path."]
    del row["took"]
    assert faults("Rows", sample) == []


def test_members_by_any_name_and_elements_of_two_kinds_are_compared_too():
    logging, _ = golden("Logging")
    assert faults("Logging", {**logging, "levels": {"App": "debug", "App/Import": "info"}}) == []
    assert faults("Logging", {**logging, "levels": {"App": 1}}) == ["Logging.levels.App is 1, and not a text."]
    stacks, _ = golden("Stacks")
    entries = stacks["sessions"][0]["stacks"][0]["entries"]
    assert ["stack" in entry for entry in entries] == [False, True]
    entries.append({"stack": {**entries[1]["stack"], "opened": "now"}})
    name = "Stacks.sessions[0].stacks[0].entries[2].stack.opened"
    assert faults("Stacks", stacks) == [f"{name} is 'now', and not a whole number."]
