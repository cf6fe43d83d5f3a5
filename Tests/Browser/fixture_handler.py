"""Answers the calls of the inspector's pages, and the pages themselves, with what a fixture has."""

import json
import queue
import random
import socket
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from fixture_runs import stacks
from golden import built, faults

PAGES = Path(__file__).resolve().parents[2] / "Sources" / "FiresteelWeb" / "Pages"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
NAMES = {module.stem for module in (PAGES / "inspector" / "pages").glob("*.js")}


NO_FLAGS = built(
    "Flags", environment="development", flags=[], providers=[], diagnostics=[], context={"attributes": "{}"}, unknown=[]
)
# What the pages send, and what they are answered, by the names of the golden files.
SENT = {
    "features/control": "ControlChange",
    "logging/focus": "FocusChange",
    "logging/level": "LevelChange",
    "flags/override": "FlagOverrideChange",
    "flags/overrides": "FlagOverrideChanges",
    "flags/explain": "FlagQuestion",
    "actions/perform": "PerformRequest",
    "routes/open": "Link",
    "routes/explain": "Link",
    "activities/continue": "ActivityChoice",
    "access/override": "AccessChange",
    "reports": "ReportRequest",
}
ANSWERED = {
    "features": "Features",
    "timeline": "Rows",
    "timeline/overview": "Overview",
    "timeline/sessions": "Sessions",
    "timeline/values": "FilterValues",
    "stacks": "Stacks",
    "logs": "Lines",
    "logging": "Logging",
    "flags": "Flags",
    "program": "Program",
    "runs": "Runs",
    "actions": "Actions",
    "routes": "Routes",
    "access": "Access",
    "activities": "Activities",
    "reports": "ReportOptions",
}
HEARD = {"hello": "Hello", "timeline": "TimelineChange", "stacks": "StacksChange", "logs": "LogsChange"}


order = random.Random(1)


def as_written(value):
    """The JSON that Swift writes: members in any order, without missing ones."""
    if isinstance(value, dict):
        keys = [key for key in order.sample(list(value), len(value)) if value[key] is not None]
        return {key: as_written(value[key]) for key in keys}
    return [as_written(part) for part in value] if isinstance(value, list | tuple) else value


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.answer("GET")

    def do_POST(self):
        self.answer("POST")

    def do_DELETE(self):
        self.answer("DELETE")

    def answer(self, method):
        url = urlsplit(self.path)
        path, query = unquote(url.path).lstrip("/"), dict(parse_qsl(url.query))
        if not path.startswith("api/"):
            return self.page(path)
        fixture = self.server.fixture
        if fixture.offline:
            return self.hang_up()
        if self.headers.get("Authorization") != f"Bearer {fixture.token}":
            return self.error(401, "unauthorised", "The token is missing or wrong.")
        fixture.gate.wait()
        if fixture.delay:
            time.sleep(fixture.delay)
        size = int(self.headers.get("Content-Length") or 0)
        body = json.loads(self.rfile.read(size)) if size else {}
        fixture.requests.append(f"{method} {self.path}")
        if method == "POST":
            # What is null is as good as missing, where a program reads it.
            self.compare(SENT[path[4:]], {key: value for key, value in body.items() if value is not None})
        if fixture.failing and fixture.failing in self.path:
            return self.error(500, "internal", "The disk is full.")
        self.api(method, path[4:], query, body)

    def page(self, path):
        if path == "":
            return self.reply(302, b"", "text/plain", {"Location": "/home"})
        name = (
            "inspector.html" if path in NAMES else path if path.startswith(("kit/", "inspector/", "saved/")) else None
        )
        file = (PAGES / name).resolve() if name else None
        if file is None or PAGES not in file.parents or not file.is_file():
            return self.error(404, "not-found", "There is no such page.")
        self.reply(200, file.read_bytes(), TYPES[file.suffix])

    def api(self, method, path, query, body):
        fixture, model = self.server.fixture, self.server.fixture.model
        offset, limit = int(query.get("offset", 0)), min(500, int(query.get("limit", 50)))
        run = query.get("run")
        if run and run != model.run:
            model = fixture.earlier(run)
            if model is None:
                return self.error(404, "not-found", "There is no run with this name.")
        model_calls = {
            "features": lambda: {"roots": []} if fixture.empty else model.features(),
            "timeline": lambda: model.timeline(query, offset, limit),
            "timeline/overview": lambda: model.overview(query, int(query.get("bars", 120))),
            "timeline/values": lambda: model.values(query),
            "timeline/sessions": lambda: {"sessions": model.sessions()},
            "stacks": lambda: stacks(model, query.get("session"), limit),
            "logs": lambda: model.logs(query, offset, limit),
            "logging": lambda: model.logging,
            "flags": lambda: NO_FLAGS if fixture.empty else model.flags(query.get("session")),
            "program": fixture.program,
            "runs": fixture.runs.list,
            "actions": lambda: (
                {"presents": False, "sessions": [], "actions": []}
                if fixture.empty
                else model.published(query.get("session"))
            ),
            "routes": model.routes,
            "access": model.access,
            "activities": lambda: model.activities(query.get("text", ""), limit),
            "reports": model.report_options,
        }
        name, _, rest = path.partition("/")
        if method == "GET" and path in model_calls:
            self.json(model_calls[path](), ANSWERED[path])
        elif method == "GET" and path == "stream":
            self.stream()
        elif method == "GET" and path == "timeline/export":
            self.export(model, query)
        elif method == "GET" and path == "logs/export":
            suffix = {"text": "txt", "jsonl": "jsonl"}[query["format"]]
            disposition = f'attachment; filename="{model.run}-log.{suffix}"'
            text = model.log_document(query).encode()
            self.reply(200, text, "text/plain; charset=utf-8", {"Content-Disposition": disposition})
        elif method == "GET" and path.startswith("timeline/performs/"):
            self.found(model.perform(int(rest.rpartition("/")[2])), "PerformDetail")
        elif method == "GET" and name == "runs":
            self.found(fixture.runs.detail(rest), "RunDetail")
        elif method == "POST" and path == "features/control":
            self.found(model.control(body["path"], body["kind"], body.get("on")), "Feature")
        elif name in ("actions", "routes", "activities", "access", "reports"):
            self.perform(model, f"{method} {path}", rest, body)
        elif name == "flags":
            self.flags(model, method, rest, query, body)
        elif method == "POST" and name == "logging":
            self.json(fixture.set_logging(rest, body), "Logging")
        elif method == "DELETE" and name == "runs":
            self.json(fixture.remove(rest or None), "Runs")
        else:
            self.error(404, "not-found", "There is no such call.")

    def flags(self, model, method, what, query, body):
        call = f"{method} {what}"
        if call == "GET one":
            self.found(model.flag_detail(query["key"]), "FlagDetail")
        elif call == "POST override":
            problem = model.set_override(body["key"], body.get("value"), body.get("stored"))
            self.error(400, "bad-request", problem) if problem else self.found(
                model.flag_detail(body["key"]), "FlagDetail"
            )
        elif call == "POST explain":
            self.found(model.explain(body), "FlagExplained")
        elif call == "GET sessions":
            self.json(model.sessions_of(query), "FlagSessions")
        elif call == "DELETE overrides":
            removed, model.overrides = model.overrides, {}
            unstored, model.unstored = sorted(model.unstored), set()
            model.notify({"topic": "flags"})
            self.json({"removed": removed, "unstored": unstored, **model.flags()}, "FlagsRestored")
        elif call == "POST overrides":
            for key, value in body["values"].items():
                model.set_override(key, value, key not in body.get("unstored", []))
            self.json(model.flags(), "Flags")
        elif call == "GET snapshot":
            text = json.dumps({flag["key"]: flag["value"] for flag in model.flags()["flags"]})
            disposition = 'attachment; filename="Documents-flags.json"'
            self.reply(200, text.encode(), "application/json", {"Content-Disposition": disposition})
        else:
            self.error(404, "not-found", "There is no such call.")

    def perform(self, model, call, rest, body):
        if call == "POST actions/perform":
            self.json(model.perform_action(body), "PerformAnswer")
        elif call == "POST routes/open":
            self.json(model.perform_action({"action": "App/Documents/#Open", "url": body["url"]}), "PerformAnswer")
        elif call == "POST routes/explain":
            explained = model.explain_route(body["url"])
            if explained:
                self.json(explained, "RouteExplained")
            else:
                self.error(400, "bad-request", "A link has a scheme.")
        elif call == "POST activities/continue":
            self.json(model.perform_action({"action": "App/Documents/#Open", "activity": body["id"]}), "PerformAnswer")
        elif call.startswith("DELETE activities/"):
            self.json(model.remove_activity(rest), "Activities")
        elif call == "POST access/override":
            self.json(model.pretend(body), "Access")
        elif call == "POST reports":
            self.json(model.start_report(body), "ReportJob")
        elif call.startswith("DELETE reports/"):
            model.jobs[rest]["removed"] = True
            self.reply(204, b"", "application/json")
        elif call.endswith("/file"):
            disposition = f'attachment; filename="{model.jobs[rest.split("/")[0]]["job"]["name"]}"'
            self.reply(200, b"made up text", "application/zip", {"Content-Disposition": disposition})
        elif call.startswith("GET reports/"):
            self.json(model.report_job(rest), "ReportJob")
        else:
            self.error(404, "not-found", "There is no such call.")

    def export(self, model, query):
        suffix = {"text": "txt", "jsonl": "jsonl", "html": "html"}[query["format"]]
        text = "\n".join(json.dumps(model.row(n)) for n in model.select(query)) + "\n"
        disposition = f'attachment; filename="Documents-timeline.{suffix}"'
        self.reply(200, text.encode(), "text/plain; charset=utf-8", {"Content-Disposition": disposition})

    def stream(self):
        fixture = self.server.fixture
        messages = queue.Queue()
        fixture.model.listeners.append(messages)
        try:
            self.send_response(200)
            self.send_header("Content-Type", "application/x-ndjson")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            message = {"topic": "hello", "run": fixture.model.run, "beat": fixture.beat}
            while not fixture.offline and message.get("topic") != "end":
                self.compare(HEARD.get(message["topic"], "Change"), message)
                data = json.dumps(message).encode() + b"\n"
                self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
                self.wfile.flush()
                try:
                    message = messages.get(timeout=10)
                except queue.Empty:
                    message = {"topic": "alive"}
        except OSError:
            pass
        finally:
            if messages in fixture.model.listeners:
                fixture.model.listeners.remove(messages)
            self.hang_up()

    def hang_up(self):
        """Ends the connection without an answer, as a program that is gone does."""
        self.close_connection = True
        try:
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def found(self, value, name):
        if value is None:
            self.error(404, "not-found", "There is no such thing.")
        else:
            self.json(value, name)

    def json(self, value, name, status=200):
        value = as_written(value)
        self.compare(name, value)
        self.reply(status, json.dumps(value).encode(), "application/json")

    def error(self, status, code, message):
        self.json({"error": {"code": code, "message": message}}, "Failure", status)

    def compare(self, name, value):
        """Notes where a value isn't what Swift writes or reads; the fixture's end tells."""
        self.server.fixture.faults.extend(faults(name, value))

    def reply(self, status, data, kind, headers=None):
        self.send_response(status)
        for name, value in {
            "Content-Type": kind,
            "Content-Length": str(len(data)),
            "Content-Security-Policy": POLICY,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-store",
            **(headers or {}),
        }.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)


class Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, request, client_address):
        """A browser that goes away in the middle of an answer is no error of ours."""
