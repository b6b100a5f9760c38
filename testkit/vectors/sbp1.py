"""A second implementation of the checks of sbp/1, written from the specification alone.

`python3 sbp1.py FILE...` prints one verdict a line, for each case in its order.
"""
import base64
import hashlib
import json
import re
import sys
from datetime import datetime, timedelta, timezone

import aesgcm
import ed25519

MOST = 2**53 - 1
AGENT, ITEM_ID = r"[a-z0-9][a-z0-9_-]{0,39}", r"[0-9a-f]{16,64}"


class Refused(Exception):
    """A refusal; its text is the code."""


def refuse(code):
    raise Refused(code)


# PROTOCOL 1 and 2

def unique(pairs):
    members = dict(pairs)
    return members if len(members) == len(pairs) else refuse("malformed-json")


def integer(digits):
    value = int(digits) if len(digits) < 20 else MOST + 1
    return value if abs(value) <= MOST else refuse("invalid-number")


def walk(value, names, depth=1):
    """Checks depth, texts and, if asked, names of members."""
    if depth > 32 and isinstance(value, (dict, list)):
        refuse("malformed-json")
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            refuse("malformed-json")
    elif isinstance(value, list):
        for each in value:
            walk(each, names, depth + 1)
    elif isinstance(value, dict):
        for name, each in value.items():
            walk(name, names)
            if names and not re.fullmatch("[a-z0-9_]+", name):
                refuse("malformed-json")
            walk(each, names, depth + 1)


def parse(raw, names=False):
    try:
        value = json.loads(
            raw.decode(), object_pairs_hook=unique, parse_int=integer,
            parse_float=lambda _: refuse("invalid-number"),
            parse_constant=lambda _: refuse("malformed-json"))
    except (ValueError, RecursionError):
        refuse("malformed-json")
    if not isinstance(value, dict):
        refuse("malformed-json")
    walk(value, names)
    return value


def canonical(value):
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(canonical(n) + ":" + canonical(value[n]) for n in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def unbase64(text, count=None):
    if not re.fullmatch("[A-Za-z0-9_-]*", text) or len(text) % 4 == 1:
        refuse("invalid-field")
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if count not in (None, len(data)) or base64.urlsafe_b64encode(data).decode().rstrip("=") != text:
        refuse("invalid-field")
    return data


def signed(value, key):
    bare = {name: each for name, each in value.items() if name != "signature"}
    try:
        signature = unbase64(value["signature"], 64)
    except Refused:
        return False
    return ed25519.verify(key, canonical(bare).encode(), signature)


# Members by type

def has(value, name, kind=str, optional=False):
    if name not in value:
        return None if optional else refuse("missing-field")
    got = value[name]
    return got if type(got) is kind else refuse("invalid-field")


def text(value, name, most, optional=False):
    got = has(value, name, str, optional)
    return got if got is None or len(got) <= most else refuse("invalid-field")


def body(value, name, most, optional=False):
    got = has(value, name, str, optional)
    return got if got is None or len(got.encode()) <= most else refuse("invalid-field")


def like(value, name, pattern, optional=False):
    got = has(value, name, str, optional)
    return got if got is None or re.fullmatch(pattern, got) else refuse("invalid-field")


def count(value, name, optional=False):
    got = has(value, name, int, optional)
    return got if got is None or got >= 1 else refuse("invalid-field")


def objects(value, name, least, most):
    got = has(value, name, list)
    if not least <= len(got) <= most or any(type(each) is not dict for each in got):
        refuse("invalid-field")
    return got


def key(value, name):
    return unbase64(has(value, name), 32)


def digest(value, name, optional=False):
    return like(value, name, "sha256:[0-9a-f]{64}", optional)


def when(given):
    if not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z", given):
        refuse("invalid-field")
    try:
        return datetime.strptime(given, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=timezone.utc)
    except ValueError:
        refuse("invalid-field")


def time(value, name, optional=False):
    got = has(value, name, str, optional)
    return None if got is None else when(got)


def place(given):
    shape = r"https?://([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:([0-9]{1,5}))?((/[^/?#\s]+)*)"
    match = re.fullmatch(shape, given)
    if not match or len(given) > 512 or int(match[3] or 1) > 65535 or not given.isascii():
        refuse("invalid-field")


def endpoint(value, name, optional=False):
    got = has(value, name, str, optional)
    return None if got is None else place(got)


def of_kind(value, kind):
    value.get("kind") == kind or refuse("invalid-kind")
    value.get("version") == "sbp/1" or refuse("unsupported-version")


# Objects: PROTOCOL 8 and 9, IDENTITY

def content_shape(value):
    of_kind(value, "content")
    has(value, "signature"), time(value, "created_at"), digest(value, "in_reply_to", True)
    has(value, "content_type") == "text/markdown" or refuse("invalid-field")
    text(value, "title", 300), body(value, "body", 131072)
    tags = has(value, "tags", list)
    if len(tags) > 16 or any(type(tag) is not str or len(tag) > 64 for tag in tags):
        refuse("invalid-field")
    return key(value, "author_key")


def endorsement_shape(value):
    of_kind(value, "endorsement")
    has(value, "signature"), time(value, "created_at"), text(value, "note", 2000, True)
    endpoint(value, "endorser_endpoint"), endpoint(value, "target_endpoint", True)
    kind = has(value, "target_kind")
    if kind == "content":
        digest(value, "target_ref")
    elif kind == "identity":
        key(value, "target_ref")
    else:
        refuse("invalid-field")
    return key(value, "endorser_key")


def fingerprint(data):
    return "sbp1:" + base64.b32encode(hashlib.sha256(data).digest()[:20]).decode().lower()


def identity(value, now):
    of_kind(value, "identity")
    own = key(value, "public_key")
    has(value, "fingerprint") == fingerprint(own) or refuse("refused")
    has(value, "signature"), text(value, "name", 100), endpoint(value, "endpoint")
    text(value, "description", 2000, True), digest(value, "next_key_hash", True)
    if time(value, "created_at") > now + timedelta(minutes=10):
        refuse("refused")
    if ("previous_key" in value) != ("rotation_signature" in value):
        refuse("refused")
    if "previous_key" in value:
        statement = {"kind": "rotation", "version": "sbp/1"}
        for name in ("previous_key", "public_key", "created_at"):
            statement[name] = value[name]
        statement["signature"] = has(value, "rotation_signature")
        signed(statement, key(value, "previous_key")) or refuse("refused")
    signed(value, own) or refuse("invalid-signature")
    return value


def rotation(lines, now):
    held, retired, results = {}, set(), []
    for line in lines:
        new = identity(parse(line), now)
        own, old = new["public_key"], new.get("previous_key")
        hash_of = "sha256:" + hashlib.sha256(unbase64(own)).hexdigest()
        known, before = held.get(own), held.get(old)
        if own in retired:
            results.append("retired-key")
        elif known and known.get("next_key_hash", new.get("next_key_hash")) != new.get("next_key_hash"):
            results.append("commitment-changed")
        elif not known and before and before.get("next_key_hash", hash_of) != hash_of:
            results.append("commitment-mismatch")
        else:
            results.append("accepted" if known or not before else "rotated")
            held[own] = new
            if old in held and not known:
                retired.add(old)
                del held[old]
    return " ".join(results)


# Envelopes: PROTOCOL 5 and 6

def payload(kind, value, sender):
    if kind == "announce":
        inner = has(value, "identity", dict)
        of_kind(inner, "identity")
        key(inner, "public_key") == sender or refuse("invalid-field")
    elif kind == "direct":
        body(value, "body", 32768)
        digest(value, "content_ref", True), digest(value, "in_reply_to", True)
    elif kind == "share":
        shapes = {"content": content_shape, "endorsement": endorsement_shape}
        shapes.get(has(value, "kind"), lambda _: refuse("invalid-field"))(value)
    elif kind == "peer-list":
        for peer in objects(value, "peers", 0, 100):
            key(peer, "public_key"), endpoint(peer, "endpoint"), text(peer, "name", 100, True)
    elif kind == "ack":
        digest(value, "ref"), has(value, "reason", str, True)
        like(value, "status", "accepted|rejected|received")
    elif kind == "error":
        has(value, "code"), has(value, "message"), digest(value, "ref", True)


def envelope(raw, now, node):
    len(raw) <= 262144 or refuse("too-large")
    value = parse(raw, names=True)
    of_kind(value, "envelope")
    for name in ("message_type", "sender_key", "sender_endpoint", "recipient_key", "timestamp",
                 "signature"):
        has(value, name)
    has(value, "payload", dict)
    kind = value["message_type"]
    kind in ("announce", "direct", "share", "peer-list", "subscribe", "unsubscribe", "ack",
             "error") or refuse("unknown-message-type")
    sent = time(value, "timestamp")
    now - timedelta(hours=48) <= sent <= now + timedelta(minutes=10) or refuse("stale-timestamp")
    sender = key(value, "sender_key")
    key(value, "recipient_key"), endpoint(value, "sender_endpoint")
    value["recipient_key"] == node or refuse("wrong-recipient")
    try:
        payload(kind, value["payload"], sender)
    except Refused:
        refuse("invalid-payload")
    signed(value, sender) or refuse("invalid-signature")


# docs/protocol-mail.md and docs/protocol-memory.md

def mail(value):
    body(value, "body", 32768)
    member = has(value, "agent_mail", dict)
    has(member, "version", int) == 1 or refuse("unsupported-version")
    kind = like(member, "type", "message|review_request|task_offer|task_result|receipt")
    like(member, "id", ITEM_ID), like(member, "from", AGENT), count(member, "seq")
    time(member, "sent_at"), time(member, "expires_at", True), count(member, "epoch", True)
    like(member, "in_reply_to", ITEM_ID, True)
    if kind in ("message", "review_request"):
        like(member, "to", AGENT)
    elif kind == "receipt":
        for each in objects(member, "receipts", 1, 64):
            like(each, "of", ITEM_ID), time(each, "at"), text(each, "reason", 100, True)
            like(each, "kind", "delivered|read|handled|expired|refused")
    elif kind == "task_offer":
        offer = has(member, "offer", dict)
        like(offer, "id", ITEM_ID), text(offer, "title", 300)
        body(offer, "description", 65536, True), has(offer, "priority", int, True)
        labels = has(offer, "labels", list, True) or []
        if len(labels) > 16 or any(type(each) is not str or len(each) > 64 for each in labels):
            refuse("invalid-field")
        if like(offer, "state", "offered|withdrawn") == "offered":
            time(member, "expires_at")
    else:
        result = has(member, "result", dict)
        like(result, "offer", ITEM_ID), body(result, "text", 65536, True)
        like(result, "state", "accepted|refused|completed|failed")


def group_name(value):
    group = has(value, "group", dict)
    key(group, "node"), like(group, "id", "[A-Za-z0-9][A-Za-z0-9._-]{0,79}")


def group_list(value):
    of_kind(value, "memory-list")
    group_name(value), has(value, "signature"), text(value, "name", 200)
    has(value, "culture", dict), time(value, "issued_at")
    has(value, "serial", int), has(value, "epoch", int)
    nodes, members = objects(value, "nodes", 0, 50), 0
    for node in nodes:
        key(node, "key"), endpoint(node, "endpoint")
        for member in objects(node, "members", 0, 500):
            like(member, "name", AGENT), like(member, "role", "viewer|member|admin|owner")
            members += 1
    if members > 500 or len({node["key"] for node in nodes}) < len(nodes):
        refuse("invalid-field")
    return key(value, "signed_by")


def group(value):
    has(value, "version", int) == 1 or refuse("unsupported-version")
    group_name(value)
    parts = [name for name in ("list", "item", "receipts", "leave") if name in value]
    len(parts) == 1 or refuse("invalid-field")
    if parts == ["list"]:
        group_list(has(value, "list", dict))
        if "key" in value:
            sealed = parse(base64.b64decode(has(value, "key"), validate=True))
            has(sealed, "version", int), has(sealed, "ciphertext")
    elif parts == ["item"]:
        item = has(value, "item", dict)
        like(item, "id", ITEM_ID), like(item, "version_id", ITEM_ID), like(item, "author", AGENT)
        for name in ("updated_ms", "serial", "epoch"):
            has(item, name, int)
        28 <= len(unbase64(has(item, "encrypted"))) <= 131072 or refuse("invalid-field")
    elif parts == ["receipts"]:
        for each in objects(value, "receipts", 1, 64):
            like(each, "of", "list|" + ITEM_ID), text(each, "reason", 40, True)
            has(each, "version"), like(each, "status", "received|refused")
    else:
        names = has(value, "leave", list)
        if not 1 <= len(names) <= 500 or not all(
                type(name) is str and re.fullmatch(AGENT, name) for name in names):
            refuse("invalid-field")


def group_item(value, given, name):
    about = {"purpose": "sbp-memory-item-v1", "group": json.loads(name), "item": value["id"],
             "epoch": value["epoch"]}
    sealed = unbase64(value["encrypted"])
    opened = aesgcm.decrypt(unbase64(given), sealed[:12], sealed[12:], canonical(about).encode())
    return refuse("refused") if opened is None else opened.decode()


def signed_by(shape, raw):
    value = parse(raw)
    signed(value, shape(value)) or refuse("invalid-signature")
    return value


def not_void(value):
    value["target_ref"] == value["endorser_key"] and refuse("refused")


def any_code(code, check, *given):
    try:
        check(*given)
    except (Refused, ValueError):
        refuse(code)


CHECKS = {
    "envelope": lambda raw, head: envelope(raw, when(head["clock"]), head["node"]),
    "identity": lambda raw, head: any_code("refused", lambda: identity(parse(raw), when(head["clock"]))),
    "rotation": lambda raw, head: rotation(raw.split(b"\n"), when(head["clock"])),
    "content": lambda raw, head: any_code("refused", signed_by, content_shape, raw),
    "endorsement": lambda raw, head: any_code(
        "refused", lambda: not_void(signed_by(endorsement_shape, raw))),
    "canonical": lambda raw, head: canonical(parse(raw)),
    "hash": lambda raw, head: "sha256:" + hashlib.sha256(canonical(parse(raw)).encode()).hexdigest(),
    "key": lambda raw, head: any_code("refused", lambda: unbase64(raw.decode(), 32)),
    "fingerprint": lambda raw, head: fingerprint(unbase64(raw.decode(), 32)),
    "signature": lambda raw, head: ed25519.verify(
        unbase64(head["key"]), raw, unbase64(head["signature"])) or refuse("refused"),
    "time": lambda raw, head: any_code("refused", when, raw.decode()),
    "endpoint": lambda raw, head: any_code("refused", place, raw.decode()),
    "mail": lambda raw, head: mail(parse(raw)),
    "group": lambda raw, head: any_code("invalid-payload", lambda: group(parse(raw))),
    "group-list": lambda raw, head: any_code("refused", signed_by, group_list, raw),
    "group-item": lambda raw, head: group_item(parse(raw), head["key"], head["group"]),
}


def verdict(case):
    """Returns the verdict on one case, given as the bytes of its file."""
    head, raw = case.split(b"\n\n", 1)
    lines = dict(line.split(": ", 1) for line in head.decode().split("\n"))
    try:
        result = CHECKS[lines["check"]](raw, lines)
        return result if isinstance(result, str) else "accepted"
    except Refused as refused:
        return str(refused)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        with open(name, "rb") as file:
            print(verdict(file.read()))
