"""Prometheus's own parser reads the metrics, which name no flag, person or token."""

import http.client
import json

import pytest
import requests
from node import ENVIRONMENT, PROGRAM, Installation, Node, eventually, run_command
from prometheus_client.parser import text_string_to_metric_families


def scrape(address, **options):
    response = requests.get(address, timeout=60, **options)
    assert response.status_code == 200, response.text
    return response.text


def samples(text):
    """Returns the values by name and labels; the parser rejects whatever isn't the format."""
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def value(found, name, **labels):
    return found.get((name, tuple(sorted(labels.items()))))


@pytest.mark.parametrize("dialect", ["sqlite", "postgres"])
def test_prometheus_reads_metrics(dialect, tmp_path, nodes, request):
    if dialect == "sqlite":
        store = ["--data", tmp_path / "data"]
    else:
        postgres = request.getfixturevalue("postgres")
        store = ["--database", postgres.url(postgres.create_database())]
    installation = Installation(tmp_path, store, 2)
    node = Node(tmp_path, "node", store, options=["--metrics-listen", "127.0.0.1:0"]).start()
    nodes.append(node)
    status, _, body = node.request(
        "GET",
        "/flags/v1/definitions?eventStreams=1",
        installation.reader,
        fields={"X-Firesteel-Instance": "run-1", "X-Firesteel-Version": "1.0"},
    )
    assert status == 200
    path = json.loads(body)["eventStreams"][0]["endpoint"]["requestUri"]
    connection, response = node.open_stream(path)
    assert response.readline()
    assert node.request("GET", "/flags/v1/definitions", "wrong")[0] == 401
    assert node.request("GET", f"/api/v1/programs/{PROGRAM}/items", installation.editor)[0] == 200
    assert node.request("GET", "/secret-address/w0", installation.editor)[0] == 404
    assert node.request("POST", "/secret-address/w0", installation.editor, {"a": 1})[0] == 404
    sign_in = {"email": "mara@example.com", "password": "correct horse battery staple"}
    fields = {"Origin": f"http://127.0.0.1:{node.port}", "X-Firesteel": "1", "Authorization": "none"}
    assert node.request("POST", "/api/v1/session", "", sign_in, fields)[0] == 401

    text = scrape(node.addresses["Metrics"])
    found = samples(text)
    route = {"method": "GET", "route": "/flags/v1/definitions"}
    assert value(found, "firesteel_http_requests_total", status="200", **route) == 1
    assert value(found, "firesteel_http_requests_total", status="401", **route) == 1
    assert value(found, "firesteel_http_request_duration_seconds_count", **route) == 2
    assert value(found, "firesteel_http_request_duration_seconds_bucket", le="+Inf", **route) == 2
    assert value(found, "firesteel_http_requests_total", method="other", route="none", status="404") == 2
    assert value(found, "firesteel_http_refusals_total", code="unauthorized") == 1
    assert value(found, "firesteel_http_refusals_total", code="wrong-password") == 1
    assert value(found, "firesteel_event_streams") == 1
    environment = {"program": PROGRAM, "environment": ENVIRONMENT}
    assert value(found, "firesteel_environment_revision", **environment) >= 1
    assert value(found, "firesteel_programs", revision="current", **environment) == 1
    assert value(found, "firesteel_programs", revision="older", **environment) == 0
    assert value(found, "firesteel_database_transaction_duration_seconds_count", kind="read") > 0
    assert value(found, "firesteel_database_errors_total", error="unreachable") == 0
    assert (value(found, "firesteel_database_connections_limit") == 8) == (dialect == "postgres")
    assert value(found, "process_resident_memory_bytes") > 1 << 20
    assert value(found, "process_open_fds") > 5
    # Those of the runtime, by way of swift-metrics.
    action = "firesteel_action_completed_total"
    assert any(name == action and ("outcome", "success") in labels for (name, labels) in found), text
    secrets = ["w0", "w1", "mara@", "correct horse", "secret-address", path, installation.editor, installation.reader]
    assert [secret for secret in secrets if secret in text] == []

    # Programs can't read them: not at the address of the server, and not with their tokens.
    assert node.request("GET", "/metrics", installation.editor)[0] == 404
    connection.close()
    response.close()
    eventually(lambda: value(samples(scrape(node.addresses["Metrics"])), "firesteel_event_streams") == 0)
    assert node.end() == 0


def test_metrics_for_other_machines_need_a_token(tmp_path, nodes, monkeypatch):
    store = ["--data", tmp_path / "data"]
    Installation(tmp_path, store, 1)
    result = run_command("serve", *store, "--listen", "127.0.0.1:0", "--metrics-listen", "0.0.0.0:0")
    assert result.returncode > 0
    assert "FIRESTEEL_METRICS_TOKEN" in result.stderr
    monkeypatch.setenv("FIRESTEEL_METRICS_TOKEN", "short")
    result = run_command("serve", *store, "--listen", "127.0.0.1:0", "--metrics-listen", "0.0.0.0:0")
    assert result.returncode > 0
    assert "16 characters" in result.stderr

    monkeypatch.setenv("FIRESTEEL_METRICS_TOKEN", "0123456789abcdef")
    node = Node(tmp_path, "node", store, options=["--metrics-listen", "0.0.0.0:0"]).start()
    nodes.append(node)
    address = node.addresses["Metrics"].replace("0.0.0.0", "127.0.0.1")
    assert requests.get(address, timeout=60).status_code == 401
    assert requests.get(address, headers={"Authorization": "Bearer 0123456789abcdeF"}, timeout=60).status_code == 401
    assert samples(scrape(address, headers={"Authorization": "Bearer 0123456789abcdef"}))


def test_a_page_of_another_site_cant_read_metrics(tmp_path, nodes):
    store = ["--data", tmp_path / "data"]
    Installation(tmp_path, store, 1)
    node = Node(tmp_path, "node", store, options=["--metrics-listen", "127.0.0.1:0"]).start()
    nodes.append(node)
    connection = http.client.HTTPConnection(node.addresses["Metrics"].split("/")[2], timeout=60)
    # What a browser sends whose name for this machine another site chose.
    connection.request("GET", "/metrics", headers={"Host": "rebound.example.com"})
    assert connection.getresponse().status == 401
    connection.close()
