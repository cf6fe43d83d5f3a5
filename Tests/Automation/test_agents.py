"""Agents, with the client of another project: both transports and both generations of the protocol."""

import asyncio
from contextlib import asynccontextmanager

import httpx2
import pytest
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.types import ElicitResult

STATELESS = "2026-07-28"

combinations = pytest.mark.parametrize(
    "transport, mode", [(transport, mode) for transport in ("stdio", "http") for mode in ("legacy", "auto")]
)


class User:
    """The user of an agent: what they were asked, and what they answer."""

    def __init__(self, action="accept"):
        self.action = action
        self.questions = []

    async def __call__(self, context, params):
        self.questions.append(params.message)
        return ElicitResult(action=self.action, content={} if self.action == "accept" else None)


class Changes:
    """Notices that the list of tools has changed."""

    def __init__(self):
        self.event = asyncio.Event()

    async def __call__(self, message):
        if "list_changed" in getattr(message, "method", ""):
            self.event.set()


@asynccontextmanager
async def connected(program, request, transport, mode, **options):
    if transport == "stdio":
        parameters = StdioServerParameters(
            command=program.command[0], args=[*program.command[1:], "mcp"], env=program.environment
        )
        async with Client(parameters, mode=mode, **options) as client:
            yield client
        return
    server = request.getfixturevalue("server")
    fields = {"Authorization": f"Bearer {server.token}"}
    async with httpx2.AsyncClient(headers=fields, timeout=60) as http:
        endpoint = streamable_http_client(f"{server.address}/mcp", http_client=http)
        async with Client(endpoint, mode=mode, **options) as client:
            yield client


async def names(client):
    return [tool.name for tool in (await client.list_tools()).tools]


def with_each_client(work):
    """Runs a test of a client, which needs no plug-in of pytest for that."""

    def run(program, request, transport, mode):
        if transport == "http":
            request.getfixturevalue("server")
        asyncio.run(asyncio.wait_for(work(program, request, transport, mode), 90))

    run.__name__ = work.__name__
    run.__doc__ = work.__doc__
    return combinations(run)


@with_each_client
async def test_an_agent_works_with_documents(program, request, transport, mode):
    user = User()
    async with connected(program, request, transport, mode, elicitation_callback=user) as client:
        assert (client.protocol_version == STATELESS) == (mode == "auto")
        tools = (await client.list_tools()).tools
        assert len(tools) <= 15
        size = sum(len(tool.model_dump_json(exclude_none=True, by_alias=True)) for tool in tools)
        print(f"{len(tools)} tools, {size} bytes, about {size // 3} tokens")
        assert size // 3 <= 6_000
        created = await client.call_tool("create-document", {"title": "Plan", "text": "Buy *milk*.\n"})
        assert not created.is_error
        assert created.structured_content["output"]["document"] == "Plan.md"
        assert (program.folder / "Plan.md").read_text() == "Buy *milk*.\n"
        found = await client.call_tool("search-documents", {"query": "milk"})
        assert [row["document"] for row in found.structured_content["output"]] == ["Plan.md"]
        # What the program's data says is marked.
        assert "<data-" in found.content[0].text
        wrong = await client.call_tool("search-documents", {"words": "milk"})
        assert wrong.is_error and wrong.structured_content["parameter"] == "words"
        others = await client.call_tool("find-actions", {"query": "focus"})
        focus = {action["name"]: action for action in others.structured_content["actions"]}["enter-focus"]
        assert not focus["isAvailable"] and "screen" in focus["reason"]
        with pytest.raises(MCPError):
            await client.call_tool("no-such-tool", {})
        assert user.questions == []


@with_each_client
async def test_a_tool_disappears_with_its_feature_and_a_call_gets_the_reason(program, request, transport, mode):
    changes = Changes()
    async with connected(program, request, transport, mode, message_handler=changes) as client:

        async def switched_off():
            result = await client.call_tool("perform-action", {"name": "switch-import", "input": {"on": False}})
            assert not result.is_error, result
            assert "import-folder" not in await names(client)

        assert "import-folder" in await names(client)
        if mode == "auto":
            async with client.listen(tools_list_changed=True) as subscription:
                await switched_off()
                await asyncio.wait_for(subscription.__anext__(), 10)
        else:
            # The stream of a session's changes opens beside the first requests.
            await asyncio.sleep(1)
            await switched_off()
            await asyncio.wait_for(changes.event.wait(), 10)
        result = await client.call_tool("import-folder", {"path": "/"})
        assert result.is_error and result.structured_content["outcome"] == "unavailable"
        assert "Import" in result.structured_content["message"]


@with_each_client
async def test_deleting_asks_the_user(program, request, transport, mode):
    file = program.folder / "Sea.md"
    user = User("decline")
    async with connected(program, request, transport, mode, elicitation_callback=user) as client:
        result = await client.call_tool("delete-document", {"document": "Sea"})
        assert result.is_error and file.exists()
        user.action = "accept"
        result = await client.call_tool("delete-document", {"document": "Sea"})
        assert not result.is_error and not file.exists()
        assert len(user.questions) == 2 and "Sea" in user.questions[0]


@with_each_client
async def test_a_client_that_cannot_ask_cannot_delete(program, request, transport, mode):
    async with connected(program, request, transport, mode) as client:
        result = await client.call_tool("delete-document", {"document": "Sea"})
        assert result.is_error and (program.folder / "Sea.md").exists()
        arguments = {"name": "delete-document", "input": {"document": "Sea"}}
        assert (await client.call_tool("perform-action", arguments)).is_error
        assert (program.folder / "Sea.md").exists()


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_a_confirmation_is_valid_once_and_for_its_input(program, request, transport):
    if transport == "http":
        request.getfixturevalue("server")

    async def work():
        (program.folder / "Sky.md").write_text("Blue.\n")
        async with connected(program, request, transport, STATELESS, elicitation_callback=User()) as client:
            call = client.session.call_tool
            first = await call("delete-document", {"document": "Sea"}, allow_input_required=True)
            state, answers = first.request_state, {"confirm": ElicitResult(action="accept", content={})}

            async def repeated(document, **options):
                result = await call(
                    "delete-document", {"document": document}, allow_input_required=True, **options
                )
                return not getattr(result, "is_error", True)

            assert not await repeated("Sea", request_state=state)
            assert not await repeated("Sea", input_responses=answers, request_state="9999999999.0.0")
            assert not await repeated("Sky", input_responses=answers, request_state=state)
            assert await repeated("Sea", input_responses=answers, request_state=state)
            (program.folder / "Sea.md").write_text("Again.\n")
            assert not await repeated("Sea", input_responses=answers, request_state=state)
            assert (program.folder / "Sea.md").exists() and (program.folder / "Sky.md").exists()

    asyncio.run(asyncio.wait_for(work(), 90))
