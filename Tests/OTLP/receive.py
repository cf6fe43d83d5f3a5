"""Receives OTLP over HTTP for the tests of what is sent.

    receive.py [--collector]

It decodes every request with OpenTelemetry's own classes (opentelemetry-proto), answers as the specification says, and
writes what it got to standard output, a JSON object a line. What isn't exactly a request of OTLP, unknown fields
included, is answered with status 400. With --collector there is a collector before it, Rotel, which receives, batches
and hands on what it was sent.

The first line is {"endpoint": …}: where to send. It ends when standard input does.
"""

import argparse
import base64
import gzip
import http.server
import json
import pathlib
import socket
import subprocess
import sys
import threading
import time

from google.protobuf import json_format, message, unknown_fields
from opentelemetry.proto.collector.logs.v1 import logs_service_pb2
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2

SERVICES = {
    "/v1/traces": (trace_service_pb2.ExportTraceServiceRequest, trace_service_pb2.ExportTraceServiceResponse),
    "/v1/logs": (logs_service_pb2.ExportLogsServiceRequest, logs_service_pb2.ExportLogsServiceResponse),
}
IDENTIFIERS = {"traceId", "spanId", "parentSpanId"}
OUTPUT = threading.Lock()


def say(value):
    """Writes a whole line, also while others write."""
    with OUTPUT:
        print(json.dumps(value, sort_keys=True), flush=True)


def convert(value, change):
    """A JSON value whose identifiers are written in another way: OTLP has them in hexadecimal, not in base 64."""
    if isinstance(value, dict):
        return {
            key: change(inner) if key in IDENTIFIERS and inner else convert(inner, change)
            for key, inner in value.items()
        }
    return [convert(inner, change) for inner in value] if isinstance(value, list) else value


def to_base64(text):
    return base64.b64encode(bytes.fromhex(text)).decode()


def to_hexadecimal(text):
    return base64.b64decode(text).hex()


def check_known(found):
    """Refuses fields that the classes don't know: numbers that were mixed up would be such."""
    if len(unknown_fields.UnknownFieldSet(found)):
        raise ValueError(f"{found.DESCRIPTOR.name} has unknown fields")
    for field, value in found.ListFields():
        if field.message_type is not None:
            for inner in value if field.is_repeated else [value]:
                check_known(inner)


def check_identifiers(found):
    """Refuses identifiers of another length than theirs, and those of zeros alone."""
    for group in getattr(found, "resource_spans", []) or getattr(found, "resource_logs", []):
        for scope in getattr(group, "scope_spans", []) or getattr(group, "scope_logs", []):
            for record in getattr(scope, "spans", []) or getattr(scope, "log_records", []):
                is_span = hasattr(record, "parent_span_id")
                parent = record.parent_span_id if is_span else b""
                for value, length in ((record.trace_id, 16), (record.span_id, 8), (parent, 8)):
                    if value and (len(value) != length or not any(value)):
                        raise ValueError("an identifier isn't one")
                if is_span and not (record.trace_id and record.span_id):
                    raise ValueError("a span has no identifier")


class Receiver(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        kind = self.headers.get("Content-Type", "")
        if self.path not in SERVICES:
            return self.answer(404, "text/plain", b"no such service")
        request, response = SERVICES[self.path][0](), SERVICES[self.path][1]()
        try:
            if kind == "application/x-protobuf":
                request.ParseFromString(body)
                check_known(request)
            elif kind == "application/json":
                json_format.ParseDict(convert(json.loads(body), to_base64), request)
            else:
                return self.answer(415, "text/plain", b"neither protobuf nor JSON")
            check_identifiers(request)
        except (message.DecodeError, json_format.ParseError, ValueError) as error:
            return self.answer(400, "text/plain", str(error).encode())
        content = convert(json_format.MessageToDict(request, use_integers_for_enums=True), to_hexadecimal)
        fields = {name.lower(): value for name, value in self.headers.items()}
        say({"path": self.path, "type": kind, "headers": fields, "request": content})
        if kind == "application/json":
            return self.answer(200, kind, json_format.MessageToJson(response).encode())
        return self.answer(200, kind, response.SerializeToString())

    def answer(self, status, kind, body):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Says nothing: standard output is for what was received."""


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def start_collector(behind):
    """Starts a collector that hands on what it gets, and waits until it listens."""
    import rotel

    agent = pathlib.Path(rotel.__file__).parent / "rotel-agent"
    port = free_port()
    process = subprocess.Popen(
        [
            agent, "start",
            "--otlp-http-endpoint", f"127.0.0.1:{port}", "--otlp-grpc-endpoint", f"127.0.0.1:{free_port()}",
            "--exporter", "otlp", "--otlp-exporter-endpoint", f"http://127.0.0.1:{behind}",
            "--otlp-exporter-protocol", "http", "--otlp-exporter-compression", "none",
            "--batch-timeout", "100ms",
        ],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return process, port
        except OSError:
            time.sleep(0.05)
    process.kill()
    sys.exit("The collector doesn't start.")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--collector", action="store_true")
    arguments = parser.parse_args()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    port = server.server_address[1]
    collector = None
    if arguments.collector:
        collector, port = start_collector(port)
    try:
        say({"endpoint": f"http://127.0.0.1:{port}"})
        sys.stdin.read()
    finally:
        if collector:
            # Asked politely, it would wait for connections that its clients keep.
            collector.kill()
            collector.wait()
        server.shutdown()


if __name__ == "__main__":
    main()
