"""Agents of the server, with the client of another project: both transports and both generations of the protocol."""

import asyncio
import json
import os
import re
from contextlib import asynccontextmanager

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from node import server_program

combinations = pytest.mark.parametrize(
    "transport, mode", [(transport, mode) for transport in ("stdio", "http") for mode in ("legacy", "auto")]
)


@asynccontextmanager
async def connected(node, token, transport="http", mode="auto"):
    """Connects an agent: to the server itself, or to the command that passes its tools on."""
    address = f"http://127.0.0.1:{node.port}"
    if transport == "stdio":
        parameters = StdioServerParameters(
            command=server_program(),
            args=["mcp", "--url", address],
            env={**os.environ, "FIRESTEEL_TOKEN": token},
        )
        async with Client(parameters, mode=mode) as client:
            yield client
        return
    async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=60) as http:
        async with Client(streamable_http_client(f"{address}/mcp", http_client=http), mode=mode) as client:
            yield client


def run(work):
    """Runs a test of a client, which needs no plug-in of pytest for that."""
    return asyncio.run(asyncio.wait_for(work, 120))


async def names(client):
    return [tool.name for tool in (await client.list_tools()).tools]


async def text_of(client, tool, **arguments):
    """Calls a tool, and returns its text and whether it failed."""
    result = await client.call_tool(tool, arguments)
    # Marks are in texts alone, so nothing else may be there.
    assert result.structured_content is None and len(result.content) == 1
    return result.content[0].text, bool(result.is_error)


def marked(text):
    """Returns what is between the marks of a result."""
    return re.search(r"<(data-[0-9a-f]+)>\n(.*)\n</\1>", text, re.DOTALL)[2]


async def data_of(client, tool, **arguments):
    """Calls a tool, and returns the data of its result."""
    text, failed = await text_of(client, tool, **arguments)
    assert not failed, text
    return json.loads(marked(text))


async def refusal_of(client, tool, **arguments):
    """Calls a tool that refuses the call, and returns the reason."""
    text, failed = await text_of(client, tool, **arguments)
    assert failed, text
    return text


def targeting(flag, environment, base, **members):
    return {"kind": "targeting", "name": flag, "environment": environment, "base": base, "set": members}


def base_of(items, environment):
    """Returns the change that wrote a flag's targeting, as show-flag names it."""
    return next(item["change"] for item in items["items"] if item.get("environment") == environment)
