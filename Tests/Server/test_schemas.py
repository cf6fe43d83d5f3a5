"""Schemathesis sends requests that follow the server's descriptions or don't, and checks the responses."""

import subprocess
import sys
from pathlib import Path

import hypothesis
import pytest
import requests
import schemathesis
from conftest import PROGRAM
from hypothesis import strategies
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.core.failures import FailureGroup
from test_openfeature import DEFINITIONS

load_all_checks()
REQUIRED = CHECKS.get_by_names(
    [
        "not_a_server_error",
        "status_code_conformance",
        "content_type_conformance",
        "response_headers_conformance",
        "response_schema_conformance",
    ]
)
OFREP = Path(__file__).parent / "ofrep-0.3.0-openapi.yaml"
# A stream has no end; the server's Swift tests open streams.
KNOWN = {"program": PROGRAM, "environment": "development", "number": "1", "flag": "bool-on", "key": "nested-z"}
STREAM = "/events/v1/{stream}"


@pytest.fixture(scope="module")
def server(start):
    return start(DEFINITIONS)


@pytest.fixture(scope="module")
def ofrep():
    return schemathesis.openapi.from_path(OFREP)


@pytest.fixture(scope="module")
def api(server):
    return schemathesis.openapi.from_url(f"{server.address}/api/v1/openapi.json")


def failures(schema, server, tokens, examples, modes):
    """Sends requests for each operation, each with all tokens, and returns the failed checks by operation."""
    found = []
    for result in schema.get_all_operations():
        operation = result.ok()
        if operation.path == STREAM:
            continue

        def send(case, is_known):
            if is_known:
                case.path_parameters.update({name: KNOWN[name] for name in case.path_parameters if name in KNOWN})
            # The credential is the given one only.
            for name in ("Authorization", "X-API-Key", "Cookie"):
                case.headers.pop(name, None)
            case.cookies.clear()
            for token in tokens:
                response = case.call(base_url=server.address, headers=server.fields(token), timeout=60)
                case.validate_response(response, checks=REQUIRED)

        for mode in modes:
            try:
                run = hypothesis.given(operation.as_strategy(mode), strategies.booleans())(send)
                hypothesis.settings(
                    max_examples=examples,
                    deadline=None,
                    derandomize=True,
                    database=None,
                    phases=[hypothesis.Phase.generate],
                    suppress_health_check=list(hypothesis.HealthCheck),
                )(run)()
            except hypothesis.errors.Unsatisfiable:
                # All requests without parameters and a body follow the description.
                assert mode == GenerationMode.NEGATIVE and operation.body.is_empty(), operation.label
            except (Exception, FailureGroup) as error:
                found.append(f"{operation.label}, {mode.value}: {error}")
    return found


def test_the_server_follows_the_description_of_ofrep(server, ofrep):
    modes = [GenerationMode.POSITIVE, GenerationMode.NEGATIVE]
    found = failures(ofrep, server, ["client", "server", "viewer", None], 30, modes)
    assert not found, "\n\n".join(found)


def test_the_server_follows_its_own_description(server, api):
    found = failures(api, server, ["admin", "viewer", "client", None], 2, [GenerationMode.POSITIVE])
    assert not found, "\n\n".join(found)


def test_requests_outside_the_description_are_refused_with_its_errors(start, tmp_path):
    # The command line derives such requests from the schemas, which takes seconds; generating them takes minutes.
    server = start(DEFINITIONS)
    own = {"Origin": server.address, "X-Firesteel": "1"}
    account = {"code": server.code, "email": "ada@example.com", "name": "Ada", "password": "correct horse battery"}
    response = requests.post(f"{server.address}/api/v1/first-account", json=account, headers=own, timeout=60)
    assert response.status_code == 201, response.text
    own["Cookie"] = response.headers["Set-Cookie"].split(";")[0]
    configuration = tmp_path / "schemathesis.toml"
    parameters = "".join(f'"path.{name}" = "{value}"\n' for name, value in KNOWN.items())
    configuration.write_text(f"[parameters]\n{parameters}", encoding="utf-8")
    result = subprocess.run(
        [
            Path(sys.executable).parent / "schemathesis",
            f"--config-file={configuration}",
            "run",
            f"{server.address}/api/v1/openapi.json",
            "--phases=coverage,fuzzing",
            "--mode=negative",
            "--max-examples=2",
            "--generation-deterministic",
            "--suppress-health-check=all",
            f"--checks={','.join(check.__name__ for check in REQUIRED)}",
            "--include-path-regex=^/api/",
            # A stream has no end, and the session is needed for the next request.
            "--exclude-operation-id=followProgram",
            "--exclude-operation-id=signOut",
            "--no-color",
            *(f"--header={name}:{value}" for name, value in own.items()),
        ],
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert "generated" in result.stdout
