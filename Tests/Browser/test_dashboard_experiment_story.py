"""An experiment on a real server: prepared, started, read while sessions arrive, and shipped."""

import json
import random
import re
import time
import urllib.request

import pytest
from conftest import audit
from dashboard_server import dialog, loaded, opened
from insight import address, digest
from playwright.sync_api import expect
from ports import unused_port
from served_demo import served_demo
from test_dashboard_cleanup import send_catalogue
from test_dashboard_experiments import card, mara, rows  # noqa: F401
from test_story import dashboard, origin, traffic, until

HOUR = 3_600_000
METRIC = {"feature": "App/Documents", "action": "save", "measure": "count", "direction": "increase"}
DRAFT = {
    "name": "Editor", "question": "Do people save more?", "flag": "editor", "arms": ["classic", "focused"],
    "share": 100, "days": 28, "state": "draft", "primary": METRIC,
}  # fmt: skip


def send(server, token, name, people):
    """Sends a run with what people did in the last minute."""
    body = json.dumps(
        {
            "version": 1,
            "run": name,
            "segment": 1,
            "program": {"name": "Documents", "version": "3.4.1"},
            "system": "Linux",
            "device": "desktop",
            "started": int(time.time() * 1000) - 60_000,
            "from": 0,
            "until": 60_000,
            "people": [{"session": 0}, *people],
        }  # fmt: skip
    ).encode()
    fields = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "Content-Digest": digest(body)}
    request = urllib.request.Request(f"{server.origin}{address(body)}", method="PUT", data=body, headers=fields)
    with urllib.request.urlopen(request, timeout=60) as response:
        assert response.status == 201


def people(arm, count, saves, seed, crashes=0):
    source = random.Random(seed)
    for number in range(count):
        action = {"action": ["App/Documents", "save"], "successes": max(0, source.randrange(2, 9) + saves)}
        if number < crashes:
            action["interruptions"] = 1
        exposure = {"flag": "editor", "variant": f"editor/1:{arm}", "first": 0}
        person = f"{arm}-{seed}-{number}"
        yield {"session": number + 1, "person": person, "ended": True, "actions": [action], "exposures": [exposure]}


@pytest.fixture
def token(server, mara):  # noqa: F811
    save = {"identifier": "save", "type": "App.Save", "name": "Save Document", "published": True}
    place = {"path": "App/Documents", "identifier": "Documents", "type": "App.Documents", "name": "Documents"}
    send_catalogue(server, mara, features=[{**place, "kind": "feature", "visible": True, "actions": [save]}])
    draft = {"kind": "experiment", "name": "editor", "environment": "development", "create": DRAFT}
    assert mara.change(draft)["result"] == "applied"
    body = {"name": "App", "environment": "development", "kind": "ingest"}
    return mara.program("POST", "tokens", body)["token"]


def started(new_page, server):
    return start(opened(new_page, server, server.page("experiments/editor", "development"), expects=("404", "409")))


def start(page):
    card(loaded(page), "Next").get_by_role("button", name="Start…").click()
    dialog(page).get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#facts")).to_contain_text("Running")
    return page


def shown(page, pattern):
    """Reads the page until its verdict has a pattern: by itself it does so each minute."""
    text = ""
    for _ in range(120):
        main = loaded(page).locator("main")
        expect(main).not_to_contain_text("Loading the experiment")
        text = main.inner_text()
        if re.search(pattern, text):
            return page
        time.sleep(1)
        page.reload()
    raise AssertionError(text)


def test_an_experiment_is_started_found_to_be_better_and_shipped(new_page, server, mara, token, screenshot):  # noqa: F811
    page = started(new_page, server)
    for seed in range(2):
        send(server, token, f"classic-{seed}", people("classic", 200, 0, seed))
        send(server, token, f"focused-{seed}", people("focused", 200, 2, seed))
    shown(page, "People with “focused” do Save Document .* more")
    expect(rows(page, "Result").nth(1)).to_contain_text("Clearly better")
    expect(card(page, "Participants")).to_contain_text("400")
    screenshot(page, "experiment-better")
    audit(page)
    card(page, "Next").get_by_role("button", name="Ship “focused”…").click()
    dialog(page).get_by_role("button", name="Ship “focused”").click()
    expect(page.locator("#facts")).to_contain_text("Ended")
    items = mara.items()
    assert items["experiment", "editor", "development"]["value"]["decision"] == {"arm": "focused"}
    assert items["targeting", "editor", "development"]["value"]["otherwise"] == {"variant": "focused"}


def test_a_better_variant_is_shipped_in_steps_by_the_change_that_ends_it(new_page, server, mara, token, screenshot):  # noqa: F811
    page = started(new_page, server)
    for seed in range(2):
        send(server, token, f"classic-{seed}", people("classic", 200, 0, seed))
        send(server, token, f"focused-{seed}", people("focused", 200, 2, seed))
    shown(page, "People with “focused” do Save Document .* more")
    card(page, "Next").get_by_role("button", name="Ship “focused” in steps…").click()
    expect(dialog(page).get_by_role("heading", name="Ship Editor in steps")).to_be_visible()
    expect(dialog(page)).to_contain_text("Editor ends with the first step, which divides people anew")
    expect(dialog(page).get_by_role("checkbox", name="Compare sessions")).to_be_checked()
    screenshot(page, "experiment-in-steps")
    dialog(page).get_by_role("button", name="Review…").click()
    # No decision is no change.
    expect(dialog(page).locator("code").first).to_have_text("state: runningstate: ended")
    page.get_by_role("button", name="Start plan").click()
    expect(card(page, "Next")).to_contain_text("A plan rolls out “focused”: 50 % have it now.")
    expect(page.locator("#facts")).to_contain_text("Ended")
    items = mara.items()
    assert items["experiment", "editor", "development"]["value"]["decision"] == {"arm": None}
    targeting = items["targeting", "editor", "development"]
    assert targeting["value"]["plan"]["steps"][0]["share"] == 50 and "guard" in targeting["value"]["plan"]
    edit = {"kind": "targeting", "name": "editor", "environment": "development", "base": targeting["change"]}
    mara.change({**edit, "set": {"otherwise": {"variant": "focused"}}, "clear": ["plan"]})
    expect(card(page, "Next")).to_contain_text("gives everyone “focused” now")
    expect(card(page, "Since everyone has it")).to_contain_text("Not known yet")
    screenshot(page, "experiment-after-steps")


def test_people_that_one_arm_loses_make_it_unreliable(new_page, server, mara, token, screenshot):  # noqa: F811
    page = started(new_page, server)
    for seed in range(2):
        send(server, token, f"classic-{seed}", people("classic", 400, 0, seed))
        send(server, token, f"focused-{seed}", people("focused", 200, 2, seed))
    shown(page, "Sample ratio mismatch")
    expect(rows(page, "Result").nth(1)).to_contain_text("Unreliable")
    screenshot(page, "experiment-unreliable")


def test_without_a_difference_there_is_an_interval_and_no_claim(new_page, server, mara, token):  # noqa: F811
    page = started(new_page, server)
    for seed in range(2):
        send(server, token, f"classic-{seed}", people("classic", 200, 0, seed))
        send(server, token, f"focused-{seed}", people("focused", 200, 0, seed + 100))
    shown(page, "Inconclusive")
    expect(rows(page, "Result").nth(1)).to_contain_text("Inconclusive")


# What people do in `make demo-traffic EXPERIMENT=…`, and the words in which the page ends.
EFFECTS = {
    "lift": (300, "People with “focused” do Save Document .* more"),
    "harm": (300, "With “focused”, sessions end abnormally"),
    "mismatch": (400, "Sample ratio mismatch"),
    "none": (300, "Inconclusive"),
}


@pytest.mark.parametrize("effect", EFFECTS)
def test_the_traffic_of_the_demo_ends_in_the_right_words(new_page, tmp_path, effect, screenshot):
    people, words = EFFECTS[effect]
    with served_demo(tmp_path, unused_port(), unused_port()) as running:
        page = dashboard(new_page, running.read_addresses())
        page.goto(f"{origin(running)}/p/documents/development/experiments/editor")
        options = ["--people", people, "--together", 4, "--pace", 1, "--experiment", effect]
        with traffic(running, *options) as simulated:
            until(simulated, "isn’t started")
        start(page)
        with traffic(running, *options) as simulated:
            until(simulated, "The experiment: .*/experiments/editor")
        shown(page, words)
        if effect == "harm":
            shown(page, "The guard ended it")
            expect(page.locator("#facts")).to_contain_text("Ended")
            card(page, "Next").get_by_role("link").first.click()
            expect(loaded(page).locator("main h1")).to_contain_text("Crash during Save Document")
        screenshot(page, f"experiment-traffic-{effect}")
