"""A receiver of webhooks: it verifies messages with the library of Standard Webhooks, and answers as a test wants."""

import json
import threading
import time
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import standardwebhooks


@dataclass
class Message:
    """A message that arrived, as it was sent."""

    time: float
    path: str
    fields: dict
    body: bytes

    @property
    def id(self):
        return self.fields["webhook-id"]

    @property
    def event(self):
        return json.loads(self.body)

    def verify(self, secret):
        """Returns the event if the secret signed the message; else the library raises an error."""
        return standardwebhooks.Webhook(secret).verify(self.body, self.fields)


class Receiver:
    """An HTTP server on this machine. `answer(message)` returns a status, fields and a body, or `None` for 204."""

    def __init__(self, answer=lambda _: None):
        self.answer = answer
        self.messages = []
        self.lock = threading.Lock()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                fields = {name.lower(): value for name, value in self.headers.items()}
                message = Message(time.time(), self.path, fields, body)
                with receiver.lock:
                    receiver.messages.append(message)
                status, more, text = receiver.answer(message) or (204, {}, b"")
                self.send_response(status)
                for name, value in more.items():
                    self.send_header(name, value)
                if status != 204:
                    self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            do_GET = do_POST

            def log_message(self, *_):
                pass

            def handle(self):
                # The sender reads the beginning of a response and closes the connection.
                try:
                    super().handle()
                except OSError:
                    pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server.server_port}/hook"

    def received(self, type=None):
        """Returns the messages that arrived."""
        with self.lock:
            return [message for message in self.messages if type in (None, message.event["type"])]

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(60)
