"""Plugin of pytest for the compatibility kit of A2A (plugins/a2a).

It writes a line for each test (outcome, level, name, reason). It gives each message an id of its own, since the kit
sends different messages with the same. Where a token is given, it adds it, since the kit has none, and stands before
the addresses that the kit wants to be told at, which answer no challenge.
"""

import copy
import json
import os
import threading
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import pytest

_report = open(os.environ["JUDGE_REPORT"], "w", encoding="utf-8")
_token = os.environ.get("JUDGE_TOKEN")
_messages = 0
_init = httpx.Client.__init__
_build_request = httpx.Client.build_request


class _Address(BaseHTTPRequestHandler):
    """Answers the challenge, and hands on what comes for an address on this machine."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        to = urllib.parse.unquote(self.path[1:])
        challenged = "challenge" in json.loads(body)
        if not challenged and "//localhost:" in to:
            headers = {name: self.headers[name] for name in ("Content-Type", "Authorization") if self.headers[name]}
            urllib.request.urlopen(urllib.request.Request(to, data=body, headers=headers)).close()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


_addresses = ThreadingHTTPServer(("127.0.0.1", 0), _Address)
threading.Thread(target=_addresses.serve_forever, daemon=True).start()


def _behind(value):
    if isinstance(value, dict):
        return {name: _behind(each) if name != "url" else _url(each) for name, each in value.items()}
    return value


def _url(address):
    return f"http://127.0.0.1:{_addresses.server_address[1]}/" + urllib.parse.quote(address, safe="")


def _with_token(self, *args, **more):
    if _token:
        more["headers"] = {**dict(more.get("headers") or {}), "Authorization": "Bearer " + _token}
    _init(self, *args, **more)


def _with_own_id(self, *args, **more):
    global _messages
    if isinstance(more.get("json"), dict):
        body = copy.deepcopy(more["json"])
        message = body.get("params", body).get("message")
        if isinstance(message, dict) and "messageId" in message:
            _messages += 1
            message["messageId"] += f"-{_messages}"
        more["json"] = _behind(body) if _token else body
    return _build_request(self, *args, **more)


httpx.Client.__init__ = _with_token
httpx.Client.build_request = _with_own_id


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    report.level = next((level for level in ("must", "should", "may") if item.get_closest_marker(level)), "must")


def pytest_runtest_logreport(report):
    if report.when != "call" and report.outcome == "passed" or report.when == "teardown":
        return
    outcome = "expected" if hasattr(report, "wasxfail") else report.outcome
    reason = getattr(report, "wasxfail", "")
    if outcome == "skipped":
        reason = report.longrepr[2]
    elif outcome == "failed":
        reason = report.longrepr.reprcrash.message
    name = report.nodeid.replace("tests/compatibility/", "")
    print(outcome, report.level, name, " ".join(str(reason).split())[:500], sep="\t", file=_report, flush=True)
