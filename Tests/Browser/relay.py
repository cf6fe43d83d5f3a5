"""A relay between a page and the inspector: it delays, fails and loses responses on a test's command."""

import http.client
import json
import socket
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from ports import unused_port

# Of one connection only.
HOP = ("transfer-encoding", "connection", "content-length", "keep-alive")


class Relay:
    """Passes everything on to the port of an inspector. Tests change its attributes."""

    def __init__(self, upstream):
        self.upstream = upstream
        # The calls, and the bodies of those that had one.
        self.requests, self.sent = [], []
        # A part of the address of calls that fail.
        self.offline, self.failing, self.delay = False, None, 0
        # Calls wait for it: a test that clears it holds the page where it is.
        self.gate = threading.Event()
        self.gate.set()
        self.streams = []
        self.server = Server(("127.0.0.1", unused_port()), Handler)
        self.server.relay = self
        self.origin = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def go_offline(self):
        """Ends the streams, and no call is answered until `offline` is false again."""
        self.offline = True
        self.gate.set()
        for stream in list(self.streams):
            stream.hang_up()

    def notify(self, topic, **members):
        """Notifies the pages of a change. What they read then may be what they have."""
        for stream in list(self.streams):
            stream.write_chunk(json.dumps({"topic": topic, **members}).encode() + b"\n")

    def bodies(self, path):
        """The bodies sent to an address, oldest first."""
        return [body for address, body in self.sent if address == f"/api/{path}"]

    def close(self):
        self.go_offline()
        self.server.shutdown()
        self.server.server_close()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        relay, is_call = self.server.relay, self.path.startswith("/api/")
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if is_call and not relay.offline:
            relay.gate.wait()
            time.sleep(relay.delay)
            relay.requests.append(f"{self.command} {self.path}")
            if body:
                relay.sent.append((self.path, json.loads(body)))
        if is_call and relay.offline:
            self.hang_up()
        elif is_call and relay.failing and relay.failing in self.path:
            problem = {"error": {"code": "internal", "message": "The disk is full."}}
            self.reply(500, {"Content-Type": "application/json"}, json.dumps(problem).encode())
        else:
            self.pass_on(body)

    do_POST = do_DELETE = do_GET

    def pass_on(self, body):
        upstream = http.client.HTTPConnection("127.0.0.1", self.server.relay.upstream)
        headers = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "origin")}
        try:
            upstream.request(self.command, self.path, body or None, headers)
            response = upstream.getresponse()
            headers = {name: value for name, value in response.getheaders() if name.lower() not in HOP}
            if self.path == "/api/stream" and response.status == 200:
                self.stream(response, headers)
            else:
                self.reply(response.status, headers, response.read())
        except (OSError, http.client.HTTPException):
            # The program or the page is no longer there.
            self.hang_up()
        finally:
            upstream.close()

    def stream(self, response, headers):
        relay, self.writing = self.server.relay, threading.Lock()
        self.start({**headers, "Transfer-Encoding": "chunked"}, 200)
        relay.streams.append(self)
        try:
            while not relay.offline and (data := response.read1(65_536)):
                self.write_chunk(data)
        finally:
            relay.streams.remove(self)
            self.hang_up()

    def write_chunk(self, data):
        with self.writing:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))

    def reply(self, status, headers, data):
        self.start({**headers, "Content-Length": str(len(data))}, status)
        self.wfile.write(data)

    def start(self, headers, status):
        self.send_response_only(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def hang_up(self):
        """Ends the connection without a response, as a program that has ended does."""
        self.close_connection = True
        try:
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        """Prints errors, but for that of a browser that goes away in the middle of an answer."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)
