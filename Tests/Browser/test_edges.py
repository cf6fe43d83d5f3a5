"""The pages of the app's edges: routes, products and permissions, activities."""

import re

import pytest
from conftest import NARROW, WIDE, overflows, violations
from inspector import day, ready, without_stream
from playwright.sync_api import expect
from program import program

PAGES = ["access", "routes", "activities"]


@pytest.fixture
def fixture(request):
    with program() as found:
        found.command(activities=getattr(request, "param", 9))
        yield found


def opened(new_page, fixture, address, **options):
    return ready(new_page(fixture.address(address), **options), re.split(r"[?]", address)[0])


def thing(page, name):
    return page.locator(".thing").filter(has_text=name).first


# Routes


def test_routes_are_listed_with_scopes_and_can_be_searched(new_page, fixture):
    page = opened(new_page, fixture, "routes")
    expect(page.locator("#facts")).to_have_text("4 routes")
    share = thing(page, "share/**")
    assert "Name: share" in share.inner_text() and "any app" in share.inner_text()
    assert "Opens links only" in share.inner_text()
    page.keyboard.press("/")
    page.keyboard.type("any domain")
    expect(page.locator(".thing")).to_have_count(1)
    page.locator("#search").fill("zzz")
    page.get_by_role("button", name="Show all routes").click()
    expect(page.locator(".thing")).to_have_count(4)
    page.get_by_role("link", name="Document Sharing › Stop Sharing").click()
    ready(page, "features")
    page.get_by_role("link", name="Try routes").click()
    ready(page, "routes")
    expect(page.locator(".thing")).to_have_count(1)


def test_a_tested_link_shows_matching_and_other_routes_and_is_performed(new_page, fixture):
    page = opened(new_page, fixture, "routes")
    thing(page, "open/$(document)").get_by_role("button", name="Try").click()
    page.keyboard.type("plan.md")
    expect(page.get_by_label("Try a link")).to_have_value("documents://open/plan.md")
    page.get_by_label("Try a link").fill("documents://open/plan.md")
    page.keyboard.press("Enter")
    result = page.locator(".tester .result")
    expect(result).to_contain_text("Performs Document Management › Open Document with open/$(document)")
    expect(result.locator(".pairs")).to_have_text(re.compile("documentplan.md from the path"))
    result.locator("summary").click()
    expect(result.locator(".candidates")).to_contain_text('Component 1 is "open", where share is expected')
    result.get_by_role("button", name="Perform").click()
    expect(result).to_contain_text("Success after 412 ms")
    assert fixture.bodies("routes/open") == [{"url": "documents://open/plan.md"}]
    page.reload()
    expect(page.locator(".tester .result")).to_contain_text("Performs")


def test_a_link_without_a_route_and_an_invalid_link_show_an_error(new_page, fixture):
    page = opened(new_page, fixture, "routes?url=documents://nowhere", expects=("400",))
    page.get_by_text("No route matches this link.").wait_for()
    assert page.locator(".candidates li").count() == 4
    field = page.get_by_label("Try a link")
    field.fill("plan.md")
    page.keyboard.press("Enter")
    page.get_by_text("The link has no scheme such as documents: or https:.").wait_for()
    assert field.get_attribute("aria-invalid") == "true"
    field.fill("x://share/a")
    page.keyboard.press("Enter")
    page.locator(".tester").get_by_text("Switched off by the user").wait_for()
    assert page.get_by_role("button", name="Perform").get_attribute("aria-disabled") == "true"


# Products and permissions


def test_products_and_permissions_show_their_status_and_dependent_features(new_page, fixture):
    page = opened(new_page, fixture, "access")
    expect(page.locator("#facts")).to_have_text("3 products, 3 permissions")
    premium = thing(page, "Premium").inner_text()
    expires = next(item["expires"] for item in fixture.call("access")["products"] if item["name"] == "Premium")
    ended = f"ended {day(expires).lower()}"
    for words in ("Not bought", "Subscription", "4.99 EUR", "expired", ended, "from App Store", "Printing"):
        assert words in premium
    assert "Unsupported" in thing(page, "Camera").inner_text()
    page.locator("#search").fill("archive import")
    expect(page.locator(".thing")).to_have_count(1)
    page.locator("#search").fill("printing")
    expect(page.locator(".thing")).to_have_count(5)
    thing(page, "Contacts").get_by_role("link", name="Printing").click()
    ready(page, "features")


def pretended(fixture):
    return {item["id"]: item["override"] for item in fixture.call("access")["products"] if "override" in item}


def test_a_simulated_status_is_marked_and_can_be_undone(new_page, fixture):
    page = opened(new_page, fixture, "access", expects=("500",))
    choice = page.get_by_role("combobox", name="Premium: status")
    choice.select_option("granted")
    page.locator(".toast", has_text="Premium simulated as bought.").wait_for()
    expect(thing(page, "Premium").locator(".badge")).to_have_text("Overridden")
    assert pretended(fixture) == {"com.example.premium": "granted"}
    page.get_by_role("button", name="Undo").click()
    expect(choice).to_have_value("")
    assert pretended(fixture) == {}
    fixture.failing = "access/override"
    choice.select_option("denied")
    page.locator(".toast.failure", has_text="Can’t change Premium: The disk is full.").wait_for()
    expect(choice).to_have_value("")


def test_a_remedy_links_to_the_product_or_the_permission(new_page, fixture):
    page = opened(new_page, fixture, "features?feature=App/Printing")
    page.get_by_role("link", name="Buy 3 × Export credits and Premium").click()
    ready(page, "access")
    expect(page.locator(".thing.target")).to_have_count(2)
    expect(page.locator(".thing.target").last).to_contain_text("com.example.premium")
    expect(page.locator(".thing.target").first).to_contain_text("Buy it in the program, or simulate the purchase here.")
    expect(page.locator(".thing.target select").first).to_be_focused()
    page.go_back()
    page.get_by_role("link", name="Allow Contacts").click()
    expect(page.locator(".thing.target")).to_contain_text("contacts")


# Activities


def kept(fixture):
    return {item["id"]: item["title"] for item in fixture.call("activities?limit=1000")["index"]}


@pytest.mark.parametrize("fixture", [130], indirect=True)
def test_current_and_stored_activities_can_be_searched_and_continued(new_page, fixture):
    page = opened(new_page, fixture, "activities")
    expect(page.locator("#facts")).to_have_text("1 current, 130 stored")
    assert "in main" in page.locator(".thing").first.inner_text()
    assert page.locator(".thing").count() == 101
    page.get_by_role("button", name="Show more").click()
    expect(page.locator(".thing")).to_have_count(131)
    page.locator("#search").fill("Document 13")
    expect(page.locator(".thing")).to_have_count(2)
    page.get_by_role("button", name="Continue Document 130").click()
    # The continued one may be among the current ones by now, which are first.
    page.locator(".thing", has_text="Document 130").get_by_text("Success after 412 ms").wait_for()
    assert [kept(fixture)[body["id"]] for body in fixture.bodies("activities/continue")] == ["Document 130"]
    expect(page.get_by_role("button", name="Continue Document 130").last).to_be_focused()


def test_an_activity_is_removed_after_confirmation(new_page, fixture):
    page = opened(new_page, fixture, "activities")
    page.get_by_role("button", name="Remove Document 7…").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Remove Document 7…").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    page.locator(".toast", has_text="Activity removed.").wait_for()
    expect(page.locator("#facts")).to_have_text("1 current, 8 stored")


# What all three do


@pytest.mark.parametrize("name", PAGES)
def test_a_page_shows_placeholders_then_its_error_and_recovers(new_page, fixture, name):
    fixture.failing = f"/api/{name}"
    fixture.gate.clear()
    page, stream = without_stream(new_page, fixture.address(name), expects=("500",))
    page.locator(".bone").first.wait_for()
    fixture.gate.set()
    page.get_by_role("heading", name="Can’t load this page").wait_for()
    fixture.failing = None
    page.get_by_role("button", name="Try again").click()
    ready(page, name)
    with page.expect_response(lambda response: response.url.endswith("/api/stream")):
        stream()
    fixture.go_offline()
    page.get_by_text("The program hasn’t responded since").wait_for()
    fixture.offline = False
    page.get_by_text("The program hasn’t responded since").wait_for(state="detached")
    ready(page, name)


def test_an_empty_page_says_so(new_page):
    with program() as fixture:
        show_empty_pages(new_page, fixture)


def show_empty_pages(new_page, fixture):
    headings = {
        "access": "No products or permissions yet",
        "routes": "No routes yet",
        "activities": "Activities are not stored",
    }
    page = new_page()
    # All programs of the fixture have some.
    page.route("**/api/access", lambda route: route.fulfill(json={"products": [], "permissions": []}))
    page.route("**/api/routes", lambda route: route.fulfill(json={"routes": []}))
    page.goto(fixture.address("access"))
    for name, heading in headings.items():
        page.goto(f"{fixture.origin}/{name}")
        page.get_by_role("heading", name=heading).wait_for()
        assert violations(page) == []


@pytest.mark.parametrize("name", PAGES)
def test_pages_pass_the_audit_at_any_width_in_both_themes(new_page, fixture, screenshot, name):
    page = opened(new_page, fixture, name)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        for label, size in {"wide": WIDE, "narrow": NARROW}.items():
            page.set_viewport_size({"width": size[0], "height": size[1]})
            screenshot(page, f"{name}-{label}-{theme}")
            assert violations(page) == [] and overflows(page) == 0
    small = page.evaluate("""() => [...document.querySelectorAll("button, input, select")]
        .filter(element => element.offsetParent && element.getBoundingClientRect().height < 24)
        .map(element => `${element.className} ${element.id}`)""")
    assert small == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert overflows(page) == 0
    page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert overflows(page) == 0
    assert page.locator("h1").count() == 1
    assert page.evaluate("document.getAnimations().filter(one => one.playState === 'running').length") == 0


def test_a_narrow_page_has_the_other_pages_in_the_menu_more(new_page, fixture):
    page = opened(new_page, fixture, "runs", size=NARROW)
    assert page.locator(".nav-list a:visible").count() == 6
    page.get_by_role("button", name="More").click()
    page.get_by_role("menuitemradio", name="Routes").click()
    ready(page, "routes")
    assert page.locator(".nav-more").get_attribute("data-current") is not None
