"""An agent does ten tasks with the tools of Documents and of the server; artefacts/agent-tasks.md is the transcript."""

import json
import re
import sys
from contextlib import AsyncExitStack

import pytest
from conftest import ROOT
from test_agents import User, connected

sys.path.append(str(ROOT / "Tests/Server"))
import agents  # noqa: E402
import insight  # noqa: E402
from node import ENVIRONMENT, Installation, Node, eventually  # noqa: E402

TRANSCRIPT = ROOT / "artefacts/agent-tasks.md"
# The part of a result that the transcript has.
SHOWN = 600


class Transcript:
    """What was asked, called, received and answered."""

    def __init__(self):
        self.parts = ["# Ten tasks of an agent\n"]
        self.tasks = 0

    def task(self, text):
        self.tasks += 1
        self.parts.append(f"## {self.tasks}. {text}\n")

    async def call(self, client, tool, **arguments):
        """Calls a tool, and returns its text and whether it failed."""
        self.parts.append(f"`{tool}` `{json.dumps(arguments, ensure_ascii=False)}`\n")
        result = await client.call_tool(tool, arguments)
        text = result.content[0].text
        shown = re.sub(r"</?data-[0-9a-f]+>\n?", "", text).strip()
        shown = shown[:SHOWN] + (" …" if len(shown) > SHOWN else "")
        self.parts.append("\n".join(f"> {line}".rstrip() for line in shown.splitlines()) + "\n")
        return text, bool(result.is_error)

    def answer(self, text):
        self.parts.append(f"{text}\n")

    def save(self):
        TRANSCRIPT.parent.mkdir(exist_ok=True)
        TRANSCRIPT.write_text("\n".join(self.parts), encoding="utf-8")


@pytest.fixture
def node(tmp_path):
    store = ["--data", tmp_path / "data"]
    installation = Installation(tmp_path, store, 1)
    node = Node(tmp_path, "node", store).start()
    node.agent = installation.token("admin", "--role", "editor", "--name", "On-call agent")
    ingest = installation.token("ingest")
    messages = [(insight.segment("r1", person="p1"), "segments"), (insight.report("r1", person="p1"), "reports")]
    for body, kind in messages:
        assert insight.put(node, insight.address(body, kind), body, ingest)[0] == 201
    eventually(lambda: insight.counted(node, node.agent)[2] == 1)
    yield node
    node.stop()


async def document_tasks(log, documents, user, folder):
    log.task("Which document is about the tide?")
    text, _ = await log.call(documents, "search-documents", query="tide")
    assert "Sea.md" in text
    log.answer("Sea.md.")

    log.task("Write down that I have to buy milk.")
    _, failed = await log.call(documents, "create-document", title="Shopping", text="Buy milk.\n")
    assert not failed and (folder / "Shopping.md").exists()
    log.answer("It is in Shopping.md.")

    log.task("Bread as well, and call it Market.")
    await log.call(documents, "save-document", document="Shopping", text="Buy milk and bread.\n")
    await log.call(documents, "rename-document", document="Shopping", newName="Market")
    assert (folder / "Market.md").read_text() == "Buy milk and bread.\n"
    log.answer("Market.md has both.")

    log.task("How long does it take to read?")
    found, _ = await log.call(documents, "find-actions", query="measure reading time")
    assert "measure-document" in found
    arguments = {"document": "Market", "text": "Buy milk and bread.\n"}
    text, failed = await log.call(documents, "perform-action", name="measure-document", input=arguments)
    assert failed and "Buy" in text
    log.answer("I can't measure it: that part has to be bought first.")

    log.task("Export Market as a page.")
    text, failed = await log.call(documents, "export-saved-document", document="Market")
    assert not failed and "<p>Buy milk and bread.</p>" in text
    log.answer("Here it is.")

    log.task("Delete the document about the sea.")
    _, failed = await log.call(documents, "delete-document", document="Sea")
    assert not failed and not (folder / "Sea.md").exists() and "Sea" in user.questions[0]
    log.answer(f"Done. You were asked: “{user.questions[0]}”")


async def server_tasks(log, server):
    log.task("What broke since yesterday?")
    text, _ = await log.call(server, "what-broke", limit=1)
    [group] = json.loads(agents.marked(text))["groups"]
    assert group["people24h"] == 1
    log.answer(f"“{group['title']}”, for one person, first in {group['firstVersion']}.")

    log.task("What does p1 get from w0, and why?")
    text, _ = await log.call(server, "explain-flag", flag="w0", context={"targetingKey": "p1"})
    assert json.loads(agents.marked(text))["value"] is True
    log.answer("True, since everyone does.")

    log.task("Would anyone notice if we switched it off?")
    text, _ = await log.call(server, "flag-impact", flag="w0")
    assert json.loads(agents.marked(text))["used"]["people"] == 0
    log.answer("Nobody had it in the last seven days.")

    log.task("Then switch it off, and show me that it is.")
    text, _ = await log.call(server, "show-flag", flag="w0")
    base = agents.base_of(json.loads(agents.marked(text)), ENVIRONMENT)
    edit = agents.targeting("w0", ENVIRONMENT, base, isOn=False)
    text, _ = await log.call(server, "propose-change", id="off-w0", edits=[edit], reason="Unused")
    assert json.loads(agents.marked(text))["result"] == "applied"
    text, _ = await log.call(server, "what-changed", item="w0", limit=1)
    [change] = json.loads(agents.marked(text))["changes"]
    assert change["author"]["source"] == "agent" and change["author"]["name"] == "On-call agent"
    log.answer(f"It is off since change {change['number']}, which names me as its author.")


def test_an_agent_does_ten_tasks_in_documents_and_on_the_server(program, node):
    log, user = Transcript(), User()

    async def work():
        async with AsyncExitStack() as stack:
            documents = await stack.enter_async_context(
                connected(program, None, "stdio", "auto", elicitation_callback=user)
            )
            server = await stack.enter_async_context(agents.connected(node, node.agent, "stdio"))
            await document_tasks(log, documents, user, program.folder)
            await server_tasks(log, server)

    try:
        agents.run(work())
    finally:
        log.save()
    assert log.tasks == 10
