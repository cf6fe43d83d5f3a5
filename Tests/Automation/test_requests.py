"""Requests over HTTP that are made from the description, valid and invalid ones."""

import subprocess
import sys


def test_responses_match_the_description(server, tmp_path):
    result = subprocess.run(
        [
            sys.executable,
            "-m",
            "schemathesis.cli",
            "run",
            f"{server.address}/openapi.json",
            "--header",
            f"Authorization: Bearer {server.token}",
            # Imports could read the whole disk.
            "--exclude-operation-id",
            "import-folder",
            # What actions themselves reject is 422.
            "--checks",
            "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,"
            "response_schema_conformance,negative_data_rejection,ignored_auth",
            "--max-examples",
            "15",
            "--phases",
            "examples,coverage,fuzzing",
            "--seed",
            "1",
        ],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=tmp_path,
    )
    assert result.returncode == 0, result.stdout[-6000:] + result.stderr[-2000:]
