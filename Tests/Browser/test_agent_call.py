"""An agent's call is on the timeline as a person's action is, and says whose it was."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
from conftest import ARTEFACTS
from demo import demo
from inspector import listening
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from playwright.sync_api import expect
from ports import unused_port

CATALOGUE = Path(__file__).resolve().parents[2] / "Sources/FiresteelAutomation/FiresteelAutomation.docc"
IMAGE = CATALOGUE / "agent-call.png"


async def create(address, token):
    async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=60) as http:
        async with Client(streamable_http_client(address, http_client=http)) as client:
            created = await client.call_tool("create-document", {"title": "Plan", "text": "Buy *milk*.\n"})
            assert not created.is_error
            missing = await client.call_tool("export-saved-document", {"document": "Nowhere"})
            assert missing.is_error


def test_an_agents_call_is_on_the_timeline_with_its_session(tmp_path, new_page, screenshot):
    with demo(tmp_path, "--automation-port", str(unused_port())) as running:
        printed = "\n".join(running.printed)
        address = re.search(r"for agents: (\S+)", printed)[1]
        token = Path(re.search(r"with the token in (.+); for agents", printed)[1]).read_text().strip()
        timeline = listening(new_page, running.page("timeline"))
        timeline.set_viewport_size({"width": 1000, "height": 560})
        # The browser's own events are those of this thread.
        with ThreadPoolExecutor(1) as pool:
            pool.submit(asyncio.run, create(address, token)).result(60)
        row = timeline.locator(".row.event", has_text="Create Document")
        expect(row).to_be_visible()
        expect(timeline.locator(".row.event", has_text="Export Saved Document")).to_be_visible()
        row.click()
        detail = timeline.locator(".detail")
        expect(detail.locator("h2")).to_have_text("Create Document")
        expect(detail).to_contain_text("An agent")
        screenshot(timeline, "agent-call")
    # The picture in the repository is copied manually: it would change with every run.
    assert IMAGE.exists(), f"Copy {ARTEFACTS / 'agent-call.png'} to {IMAGE}."
