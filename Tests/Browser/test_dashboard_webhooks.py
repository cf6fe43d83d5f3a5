"""Webhooks in the settings of the dashboard, and the page with their deliveries."""

import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from conftest import SMALL, audit, overflows, violations
from dashboard_server import TOMAS, dialog, loaded, opened, unreachable
from playwright.sync_api import expect


@pytest.fixture
def receiver():
    """A receiver whose `status` a test sets, and which answers unless a test clears `answers`; `messages` are the
    fields of what arrived."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers["Content-Length"]))
            self.server.messages.append(dict(self.headers))
            self.server.answers.wait(60)
            self.send_response(self.server.status)
            self.end_headers()
            self.wfile.write(b"<b>Not</b> now" if self.server.status >= 400 else b"")

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.status, server.messages, server.answers = 200, [], threading.Event()
    server.answers.set()
    server.address = f"http://127.0.0.1:{server.server_port}/hook"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.answers.set()
    server.shutdown()
    server.server_close()
    thread.join(60)


def create(mara, address, name="Chat", events=("change.applied",), environments=None):
    body = {"name": name, "address": address, "events": list(events), "environments": environments}
    return mara.program("POST", "webhooks", body)["id"]


def menu(page, name):
    page.get_by_role("button", name="Actions for Chat").click()
    page.get_by_role("menuitem", name=name).click()


def test_a_webhook_is_created_edited_rotated_disabled_and_deleted(new_page, server, mara, receiver):
    page = opened(new_page, server, server.page("settings"), expects=("422",))
    expect(page.get_by_text("No webhooks yet.")).to_be_visible()
    page.get_by_role("region", name="Webhooks").get_by_role("button", name="New…").click()
    form = dialog(page)
    form.get_by_label("Name").fill("Chat")
    form.get_by_label("Address").fill("http://example.com/hook")
    form.get_by_role("button", name="Create webhook").click()
    expect(form.get_by_role("alert").filter(has_text="has to begin with https")).to_be_visible()
    form.get_by_label("Address").fill(receiver.address)
    for name in ("Change of a protected environment", "Approval or review requested"):
        form.get_by_label(name).uncheck()
    form.get_by_role("button", name="Create webhook").click()
    expect(form.get_by_text("Select at least one event.")).to_be_visible()
    assert violations(page) == []
    form.get_by_label("Guard acted").check()
    form.get_by_label("Development").uncheck()
    form.get_by_role("button", name="Create webhook").click()
    secret = dialog(page).locator(".secret code").inner_text()
    assert secret.startswith("whsec_")
    expect(dialog(page)).not_to_contain_text("hash")
    dialog(page).get_by_label("I copied it").check()
    dialog(page).get_by_role("button", name="Close").click()
    row = page.get_by_role("table", name="Webhooks").get_by_role("row").last
    expect(row).to_contain_text("Staging, Production")
    expect(row).to_contain_text("nothing delivered yet")
    menu(page, "Edit…")
    expect(dialog(page).get_by_label("Guard acted")).to_be_checked()
    expect(dialog(page).get_by_label("Development")).not_to_be_checked()
    dialog(page).get_by_label("Development").check()
    dialog(page).get_by_role("button", name="Save").click()
    expect(row).to_contain_text("all")
    menu(page, "Rotate secret…")
    dialog(page).get_by_role("button", name="Rotate").click()
    expect(dialog(page).locator(".secret code")).not_to_have_text(secret)
    dialog(page).get_by_label("I copied it").check()
    dialog(page).get_by_role("button", name="Close").click()
    menu(page, "Disable")
    expect(row).to_contain_text("Disabled")
    menu(page, "Enable")
    expect(row).to_contain_text("On")
    menu(page, "Send test")
    expect(row).to_contain_text("last delivered")
    assert len(receiver.messages[0]["webhook-signature"].split(" ")) == 2
    expect(page.get_by_role("table", name="Access log")).to_contain_text("Rotated a secret")
    menu(page, "Delete…")
    dialog(page).get_by_role("button", name="Delete").click()
    expect(page.get_by_text("No webhooks yet.")).to_be_visible()


def test_the_page_of_deliveries_shows_attempts_and_sends_again(new_page, server, mara, receiver):
    receiver.status = 500
    create(mara, receiver.address)
    page = opened(new_page, server, server.page("settings"), expects=("404",))
    page.get_by_role("link", name="Chat").click()
    expect(loaded(page).get_by_role("heading", name="Chat", level=1)).to_be_visible()
    expect(page.get_by_role("heading", name="No deliveries yet")).to_be_visible()
    page.get_by_role("button", name="Send test").click()
    table = page.get_by_role("table", name="Deliveries")
    expect(table).to_contain_text("Pending")
    expect(table).to_contain_text("500")
    # What a receiver answers is a text.
    expect(table).to_contain_text("<b>Not</b> now")
    expect(table).to_contain_text("next attempt")
    receiver.status = 200
    page.get_by_role("button", name="Send Test of").click()
    expect(table).to_contain_text("Delivered")
    assert len({message["webhook-id"] for message in receiver.messages}) == 1
    page.get_by_role("group", name="State").get_by_role("button", name="Failed").click()
    expect(page.get_by_role("heading", name="No deliveries in this state")).to_be_visible()
    expect(page).to_have_url(re.compile("state=failed"))
    page.get_by_role("button", name="Show all").click()
    expect(table).to_be_visible()
    page.get_by_role("button", name="Actions", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_role("menuitem", name="Delete…").focus()
    page.keyboard.press("Enter")
    dialog(page).get_by_role("button", name="Delete").click()
    expect(loaded(page).get_by_role("heading", name="Settings", level=1)).to_be_visible()
    page.goto(server.page("webhooks?webhook=other"))
    expect(page.get_by_role("heading", name="No such webhook")).to_be_visible()


def test_a_menu_stays_open_while_its_page_is_read_again(new_page, server, mara, receiver):
    receiver.answers.clear()
    webhook = create(mara, receiver.address)
    mara.program("POST", f"webhooks/{webhook}/tests")
    page = opened(new_page, server, server.page("settings"))
    page.get_by_role("button", name="Actions for Chat").click()
    edit = page.get_by_role("menuitem", name="Edit…")
    expect(edit).to_be_visible()
    page.evaluate("window.menu = document.querySelector('.menu:popover-open')")
    # The page is read until the delivery has ended.
    for _ in range(2):
        with page.expect_response(lambda response: response.url.endswith("/access-rules")):
            pass
    assert page.evaluate("window.menu.isConnected && window.menu.matches(':popover-open')")
    edit.click()
    dialog(page).get_by_role("button", name="Cancel").click()
    # What arrived meanwhile is shown once the menu has closed.
    page.wait_for_function("!window.menu.isConnected")


def test_a_webhook_with_a_deleted_receiver_says_so(new_page, server, mara, receiver):
    receiver.status = 410
    webhook = create(mara, receiver.address)
    page = opened(new_page, server, server.page(f"webhooks?webhook={webhook}"))
    page.get_by_role("button", name="Send test").click()
    expect(page.get_by_text("it answered with 410")).to_be_visible()
    expect(page.get_by_role("table", name="Deliveries")).to_contain_text("the webhook is disabled")
    expect(page.get_by_role("button", name="Send Test of")).to_have_count(0)


def test_deliveries_load_fail_and_remain_while_the_server_is_unreachable(new_page, server, mara, receiver):
    webhook = create(mara, receiver.address)
    mara.program("POST", f"webhooks/{webhook}/tests")
    page = opened(new_page, server, server.page("segments"), expects=("500",))
    deliveries = re.compile(r"/deliveries\?")
    # Calls that no one answers.
    page.route(deliveries, lambda route: None)
    page.goto(server.page(f"webhooks?webhook={webhook}"))
    expect(page.locator(".bones")).to_be_visible()
    expect(page.locator("[role=status]", has_text="Loading deliveries")).to_have_count(1)
    assert violations(page) == [] and overflows(page) == 0
    page.unroute(deliveries)
    failure = {"error": {"code": "internal", "message": "The server failed."}}
    page.route(deliveries, lambda route: route.fulfill(status=500, json=failure))
    page.goto(server.page(f"webhooks?webhook={webhook}"))
    expect(page.get_by_text("The server failed.")).to_be_visible()
    assert violations(page) == [] and overflows(page) == 0
    page.unroute(deliveries)
    page.get_by_role("button", name="Try again").click()
    table = page.get_by_role("table", name="Deliveries")
    expect(table).to_contain_text("Delivered")
    with unreachable(page):
        expect(table).to_contain_text("Delivered")
        assert violations(page) == [] and overflows(page) == 0
    expect(table).to_contain_text("Delivered")


def test_others_than_admins_see_no_webhooks(new_page, server, mara, receiver):
    webhook = create(mara, receiver.address)
    server.invite(mara, "editor")
    page = opened(new_page, server, server.page("settings"), email=TOMAS)
    expect(page.get_by_role("heading", name="Webhooks")).to_have_count(0)
    page.goto(server.page(f"webhooks?webhook={webhook}"))
    expect(page.get_by_role("heading", name="Admins only")).to_be_visible()


def test_webhooks_pass_the_audit_and_fit(new_page, screenshot, server, mara, receiver):
    receiver.status = 500
    webhook = create(mara, receiver.address)
    create(mara, "https://a-very-long-name.of-a-host.in-a-long-domain.example.com/hooks", "Pager of the on-call team")
    mara.program("POST", f"webhooks/{webhook}/tests")
    mara.create("fast-save", "Fast Save")
    page = opened(new_page, server, server.page("settings"), size=SMALL, theme="dark")
    expect(page.get_by_role("table", name="Webhooks")).to_contain_text("Pager")
    page.get_by_role("table", name="Webhooks").scroll_into_view_if_needed()
    audit(page, screenshot, "dashboard-webhooks")
    page.get_by_role("button", name="Actions for Chat").click()
    page.get_by_role("menuitem", name="Edit…").click()
    expect(dialog(page).get_by_label("Address")).to_be_visible()
    audit(page, screenshot, "dashboard-webhook-edit")
    page.goto(server.page(f"webhooks?webhook={webhook}"))
    expect(loaded(page).get_by_role("table", name="Deliveries")).to_contain_text("500")
    audit(page, screenshot, "dashboard-deliveries")
