// A third implementation of the checks of sbp/1, from the specification alone; needs Node 18.
// `node sbp1.mjs FILE...` prints one verdict a line, for each case in its order.
import { createDecipheriv, createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const MINUTES = 60_000;
const AGENT = /^[a-z0-9][a-z0-9_-]{0,39}$/;
const ID = /^[0-9a-f]{16,64}$/;
const HASH = /^sha256:[0-9a-f]{64}$/;

class Refused extends Error {}

function refuse(code) {
  throw new Refused(code);
}

function need(holds, code = "invalid-field") {
  if (!holds) refuse(code);
}

// PROTOCOL 1: a reader of its own, since JSON.parse forgives repeated names and lone surrogates.
function parse(bytes) {
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    refuse("malformed-json");
  }
  let at = 0;
  const bad = () => refuse("malformed-json");
  const space = () => {
    while (" \t\n\r".includes(text[at] ?? "x")) at++;
  };
  const take = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at += found[0].length;
    return found?.[0];
  };
  const string = () => {
    const raw = take(/"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y) ?? bad();
    const value = JSON.parse(raw);
    if (/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(value)) bad();
    return value;
  };
  const number = () => {
    const raw = take(/-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y) ?? bad();
    if (/[0-9]/.test(text[at] ?? "")) bad();
    need(/^-?[0-9]+$/.test(raw) && Number.isSafeInteger(Number(raw)), "invalid-number");
    return Number(raw) + 0;
  };
  const list = (close, item) => {
    at++;
    space();
    if (text[at] === close) return at++;
    for (;;) {
      item();
      space();
      if (text[at] === close) return at++;
      if (text[at++] !== ",") bad();
      space();
    }
  };
  const value = (depth) => {
    space();
    if (depth > 32 && "[{".includes(text[at] ?? "x")) bad();
    if (text[at] === "{") {
      const members = new Map();
      list("}", () => {
        const name = string();
        space();
        if (text[at++] !== ":" || members.has(name)) bad();
        members.set(name, value(depth + 1));
      });
      return members;
    }
    if (text[at] === "[") {
      const values = [];
      list("]", () => values.push(value(depth + 1)));
      return values;
    }
    if (text[at] === '"') return string();
    const word = take(/true|false|null/y);
    return word ? JSON.parse(word) : number();
  };
  const whole = value(1);
  space();
  if (at < text.length || !(whole instanceof Map)) bad();
  return whole;
}

function checkNames(value) {
  if (Array.isArray(value)) value.forEach(checkNames);
  if (value instanceof Map) {
    for (const [name, member] of value) {
      need(/^[a-z0-9_]+$/.test(name), "malformed-json");
      checkNames(member);
    }
  }
}

// PROTOCOL 2. Texts of JavaScript compare by units of UTF-16, as RFC 8785 asks.
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!(value instanceof Map)) return JSON.stringify(value);
  const names = [...value.keys()].sort((a, b) => (a < b ? -1 : 1));
  return `{${names.map((n) => `${canonical(n)}:${canonical(value.get(n))}`).join(",")}}`;
}

const sha256 = (data) => createHash("sha256").update(data).digest();
const hash = (data) => `sha256:${sha256(data).toString("hex")}`;

function unbase64(text, count) {
  need(typeof text === "string" && /^[A-Za-z0-9_-]*$/.test(text));
  const bytes = Buffer.from(text, "base64url");
  need(bytes.toString("base64url") === text && (count ?? bytes.length) === bytes.length);
  return bytes;
}

const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
const mod = (a) => ((a % P) + P) % P;
const NEUTRAL = [0n, 1n, 1n, 0n];

function power(base, exponent) {
  let result = 1n;
  for (let e = exponent, b = mod(base); e > 0n; e >>= 1n, b = mod(b * b)) {
    if (e & 1n) result = mod(result * b);
  }
  return result;
}

const inverse = (a) => power(a, P - 2n);
const D = mod(-121665n * inverse(121666n));
const ROOT = power(2n, (P - 1n) / 4n);

function add(p, q) {
  const a = mod((p[1] - p[0]) * (q[1] - q[0]));
  const b = mod((p[1] + p[0]) * (q[1] + q[0]));
  const c = mod(2n * p[3] * q[3] * D);
  const d = mod(2n * p[2] * q[2]);
  return [(b - a) * (d - c), (d + c) * (b + a), (d - c) * (d + c), (b - a) * (b + a)].map(mod);
}

function times(n, p) {
  let sum = NEUTRAL;
  for (let e = n, each = p; e > 0n; e >>= 1n, each = add(each, each)) {
    if (e & 1n) sum = add(sum, each);
  }
  return sum;
}

const equal = (p, q) =>
  mod(p[0] * q[2] - q[0] * p[2]) === 0n && mod(p[1] * q[2] - q[1] * p[2]) === 0n;
const little = (bytes) => BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`);

function point(bytes) {
  const number = little(bytes);
  const y = number & (2n ** 255n - 1n);
  const sign = number >> 255n;
  if (y >= P) return undefined;
  const square = mod((y * y - 1n) * inverse(D * y * y + 1n));
  let x = power(square, (P + 3n) / 8n);
  if (mod(x * x - square) !== 0n) x = mod(x * ROOT);
  if (mod(x * x - square) !== 0n || (x === 0n && sign === 1n)) return undefined;
  if ((x & 1n) !== sign) x = P - x;
  return [x, y, 1n, mod(x * y)];
}

const BASE = point(Buffer.from(`58${"66".repeat(31)}`, "hex"));

function verify(key, message, signature) {
  const a = point(key);
  const r = point(signature.subarray(0, 32));
  const s = little(signature.subarray(32));
  if (!a || !r || s >= L || equal(times(8n, a), NEUTRAL)) return false;
  const all = Buffer.concat([signature.subarray(0, 32), key, message]);
  const k = little(createHash("sha512").update(all).digest()) % L;
  return equal(times(8n, times(s, BASE)), times(8n, add(r, times(k, a))));
}

function isSigned(value, key) {
  const bare = new Map(value);
  bare.delete("signature");
  try {
    return verify(key, Buffer.from(canonical(bare)), unbase64(value.get("signature"), 64));
  } catch (fault) {
    if (fault instanceof Refused) return false;
    throw fault;
  }
}

// Members: each reader refuses what is missing or has another type, and returns the value.
const typed = (value, name, is) => {
  need(value.has(name), "missing-field");
  need(is(value.get(name)));
  return value.get(name);
};
const string = (value, name) => typed(value, name, (v) => typeof v === "string");
const integer = (value, name) => typed(value, name, (v) => typeof v === "number");
const positive = (value, name) => typed(value, name, (v) => typeof v === "number" && v >= 1);
const object = (value, name) => typed(value, name, (v) => v instanceof Map);
const array = (value, name) => typed(value, name, Array.isArray);
const like = (value, name, pattern) => {
  const text = string(value, name);
  need(pattern.test(text) && !text.endsWith("\n"));
  return text;
};
const characters = (value, name, most) => need([...string(value, name)].length <= most);
const bytes = (value, name, most) => need(Buffer.byteLength(string(value, name)) <= most);
const key = (value, name) => unbase64(string(value, name), 32);
const time = (value, name) => when(string(value, name));
const endpoint = (value, name) => place(string(value, name));
const digest = (value, name) => like(value, name, HASH);
const maybe = (reader, value, name, ...more) => value.has(name) && reader(value, name, ...more);
const objects = (value, name, least, most) => {
  const list = array(value, name);
  need(list.length >= least && list.length <= most && list.every((v) => v instanceof Map));
  return list;
};

function when(text) {
  need(/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$/.test(text) && text.length === 20);
  const date = new Date(text);
  need(!Number.isNaN(date.getTime()) && date.toISOString().replace(".000", "") === text);
  return date.getTime();
}

function place(text) {
  const shape =
    /^https?:\/\/(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::([0-9]{1,5}))?(?:\/[^/?#\s\u0080-\uffff]+)*$/;
  const found = shape.exec(text);
  need(found && text.length <= 512 && !text.endsWith("\n") && Number(found[1] ?? 1) <= 65535);
}

function ofKind(value, kind) {
  need(value.get("kind") === kind, "invalid-kind");
  need(value.get("version") === "sbp/1", "unsupported-version");
}

// PROTOCOL 8 and 9, IDENTITY. The shapes return the key that has to have signed.
function content(value) {
  ofKind(value, "content");
  string(value, "signature");
  time(value, "created_at");
  need(string(value, "content_type") === "text/markdown");
  characters(value, "title", 300);
  bytes(value, "body", 131072);
  maybe(digest, value, "in_reply_to");
  const tags = array(value, "tags");
  need(tags.length <= 16 && tags.every((t) => typeof t === "string" && [...t].length <= 64));
  return key(value, "author_key");
}

function endorsement(value) {
  ofKind(value, "endorsement");
  string(value, "signature");
  time(value, "created_at");
  endpoint(value, "endorser_endpoint");
  maybe(endpoint, value, "target_endpoint");
  maybe(characters, value, "note", 2000);
  const kind = string(value, "target_kind");
  need(kind === "content" || kind === "identity");
  if (kind === "content") digest(value, "target_ref");
  else key(value, "target_ref");
  return key(value, "endorser_key");
}

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

function fingerprint(key) {
  const bits = [...sha256(key).subarray(0, 20)].map((b) => b.toString(2).padStart(8, "0")).join("");
  return `sbp1:${bits.match(/.{5}/g).map((five) => BASE32[Number.parseInt(five, 2)]).join("")}`;
}

function identity(value, now) {
  ofKind(value, "identity");
  const own = key(value, "public_key");
  need(string(value, "fingerprint") === fingerprint(own));
  string(value, "signature");
  characters(value, "name", 100);
  endpoint(value, "endpoint");
  maybe(characters, value, "description", 2000);
  maybe(digest, value, "next_key_hash");
  need(time(value, "created_at") <= now + 10 * MINUTES);
  need(value.has("previous_key") === value.has("rotation_signature"));
  if (value.has("previous_key")) {
    const statement = new Map([["kind", "rotation"], ["version", "sbp/1"]]);
    for (const name of ["previous_key", "public_key", "created_at"]) {
      statement.set(name, value.get(name));
    }
    statement.set("signature", string(value, "rotation_signature"));
    need(isSigned(statement, key(value, "previous_key")));
  }
  need(isSigned(value, own), "invalid-signature");
  return value;
}

function rotation(raw, now) {
  const held = new Map();
  const retired = new Set();
  const see = (line) => {
    const next = identity(parse(Buffer.from(line)), now);
    const own = next.get("public_key");
    if (retired.has(own)) return "retired-key";
    const bound = held.get(own)?.get("next_key_hash");
    if (bound && bound !== next.get("next_key_hash")) return "commitment-changed";
    const before = held.has(own) ? undefined : held.get(next.get("previous_key"));
    const successor = before?.get("next_key_hash");
    if (successor && successor !== hash(unbase64(own))) return "commitment-mismatch";
    held.set(own, next);
    if (!before) return "accepted";
    held.delete(next.get("previous_key"));
    retired.add(next.get("previous_key"));
    return "rotated";
  };
  return raw.toString().split("\n").map(see).join(" ");
}

// PROTOCOL 5 and 6
const PAYLOADS = {
  announce(value, sender) {
    const inner = object(value, "identity");
    ofKind(inner, "identity");
    need(key(inner, "public_key").equals(sender));
  },
  direct(value) {
    bytes(value, "body", 32768);
    maybe(digest, value, "content_ref");
    maybe(digest, value, "in_reply_to");
  },
  share(value) {
    const kind = string(value, "kind");
    need(kind === "content" || kind === "endorsement");
    (kind === "content" ? content : endorsement)(value);
  },
  "peer-list"(value) {
    for (const peer of objects(value, "peers", 0, 100)) {
      key(peer, "public_key");
      endpoint(peer, "endpoint");
      maybe(characters, peer, "name", 100);
    }
  },
  subscribe() {},
  unsubscribe() {},
  ack(value) {
    digest(value, "ref");
    like(value, "status", /^(accepted|rejected|received)$/);
    maybe(string, value, "reason");
  },
  error(value) {
    string(value, "code");
    string(value, "message");
    maybe(digest, value, "ref");
  },
};

function envelope(raw, now, node) {
  need(raw.length <= 262144, "too-large");
  const value = parse(raw);
  checkNames(value);
  ofKind(value, "envelope");
  for (const name of ["message_type", "sender_key", "sender_endpoint", "recipient_key", "timestamp"]) {
    string(value, name);
  }
  string(value, "signature");
  const payload = object(value, "payload");
  const type = value.get("message_type");
  need(Object.hasOwn(PAYLOADS, type), "unknown-message-type");
  const sent = time(value, "timestamp");
  need(sent <= now + 10 * MINUTES && sent >= now - 48 * 60 * MINUTES, "stale-timestamp");
  const sender = key(value, "sender_key");
  key(value, "recipient_key");
  endpoint(value, "sender_endpoint");
  need(value.get("recipient_key") === node, "wrong-recipient");
  anyCode("invalid-payload", () => PAYLOADS[type](payload, sender));
  need(isSigned(value, sender), "invalid-signature");
}

// docs/protocol-mail.md and docs/protocol-memory.md
function mail(value) {
  bytes(value, "body", 32768);
  const member = object(value, "agent_mail");
  need(integer(member, "version") === 1, "unsupported-version");
  const type = string(member, "type");
  like(member, "id", ID);
  like(member, "from", AGENT);
  positive(member, "seq");
  time(member, "sent_at");
  maybe(time, member, "expires_at");
  maybe(like, member, "in_reply_to", ID);
  maybe(positive, member, "epoch");
  if (type === "message" || type === "review_request") like(member, "to", AGENT);
  else if (type === "receipt") objects(member, "receipts", 1, 64).forEach(receipt);
  else if (type === "task_offer") offer(member, object(member, "offer"));
  else if (type === "task_result") result(object(member, "result"));
  else refuse("invalid-field");
}

function receipt(value) {
  like(value, "of", ID);
  like(value, "kind", /^(delivered|read|handled|expired|refused)$/);
  time(value, "at");
  maybe(characters, value, "reason", 100);
}

function offer(member, value) {
  like(value, "id", ID);
  const state = like(value, "state", /^(offered|withdrawn)$/);
  characters(value, "title", 300);
  maybe(bytes, value, "description", 65536);
  maybe(integer, value, "priority");
  const labels = value.has("labels") ? array(value, "labels") : [];
  need(labels.length <= 16 && labels.every((t) => typeof t === "string" && [...t].length <= 64));
  if (state === "offered") time(member, "expires_at");
}

function result(value) {
  like(value, "offer", ID);
  like(value, "state", /^(accepted|refused|completed|failed)$/);
  maybe(bytes, value, "text", 65536);
}

function groupName(value) {
  const group = object(value, "group");
  key(group, "node");
  like(group, "id", /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/);
}

function groupList(value) {
  ofKind(value, "memory-list");
  groupName(value);
  string(value, "signature");
  characters(value, "name", 200);
  object(value, "culture");
  integer(value, "serial");
  integer(value, "epoch");
  time(value, "issued_at");
  const nodes = objects(value, "nodes", 0, 50);
  const members = nodes.flatMap((node) => {
    key(node, "key");
    endpoint(node, "endpoint");
    return objects(node, "members", 0, 500);
  });
  for (const member of members) {
    like(member, "name", AGENT);
    like(member, "role", /^(viewer|member|admin|owner)$/);
  }
  need(members.length <= 500 && new Set(nodes.map((n) => n.get("key"))).size === nodes.length);
  return key(value, "signed_by");
}

const PARTS = {
  list(value) {
    groupList(object(value, "list"));
    if (value.has("key")) object(new Map([["key", parse(Buffer.from(value.get("key"), "base64"))]]), "key");
  },
  item(value) {
    const item = object(value, "item");
    like(item, "id", ID);
    like(item, "version_id", ID);
    like(item, "author", AGENT);
    for (const name of ["updated_ms", "serial", "epoch"]) integer(item, name);
    const sealed = unbase64(string(item, "encrypted")).length;
    need(sealed >= 12 + 16 && sealed <= 131072);
  },
  receipts(value) {
    for (const each of objects(value, "receipts", 1, 64)) {
      need(string(each, "of") === "list" || ID.test(each.get("of")));
      string(each, "version");
      like(each, "status", /^(received|refused)$/);
      maybe(characters, each, "reason", 40);
    }
  },
  leave(value) {
    const names = array(value, "leave");
    need(names.length >= 1 && names.length <= 500);
    need(names.every((name) => typeof name === "string" && AGENT.test(name)));
  },
};

function group(value) {
  need(integer(value, "version") === 1);
  groupName(value);
  const parts = Object.keys(PARTS).filter((name) => value.has(name));
  need(parts.length === 1);
  PARTS[parts[0]](value);
}

function groupItem(value, key, group) {
  const about = new Map([
    ["purpose", "sbp-memory-item-v1"],
    ["group", parse(Buffer.from(group))],
    ["item", value.get("id")],
    ["epoch", value.get("epoch")],
  ]);
  const sealed = unbase64(value.get("encrypted"));
  const cipher = createDecipheriv("aes-256-gcm", unbase64(key, 32), sealed.subarray(0, 12));
  cipher.setAAD(Buffer.from(canonical(about)));
  cipher.setAuthTag(sealed.subarray(-16));
  try {
    return Buffer.concat([cipher.update(sealed.subarray(12, -16)), cipher.final()]).toString();
  } catch {
    return refuse("refused");
  }
}

function anyCode(code, check) {
  try {
    return check();
  } catch (fault) {
    throw fault instanceof Refused ? new Refused(code) : fault;
  }
}

function signedBy(shape, value) {
  need(isSigned(value, shape(value)), "invalid-signature");
  return value;
}

const CHECKS = {
  envelope: (raw, head) => envelope(raw, when(head.clock), head.node),
  identity: (raw, head) => identity(parse(raw), when(head.clock)),
  rotation: (raw, head) => rotation(raw, when(head.clock)),
  content: (raw) => signedBy(content, parse(raw)),
  endorsement: (raw) => {
    const value = signedBy(endorsement, parse(raw));
    need(value.get("target_ref") !== value.get("endorser_key"));
  },
  canonical: (raw) => canonical(parse(raw)),
  hash: (raw) => hash(canonical(parse(raw))),
  key: (raw) => unbase64(raw.toString(), 32),
  fingerprint: (raw) => fingerprint(unbase64(raw.toString(), 32)),
  signature: (raw, head) => need(verify(unbase64(head.key), raw, unbase64(head.signature))),
  time: (raw) => when(raw.toString()),
  endpoint: (raw) => place(raw.toString()),
  mail: (raw) => mail(parse(raw)),
  group: (raw) => anyCode("invalid-payload", () => group(parse(raw))),
  "group-list": (raw) => signedBy(groupList, parse(raw)),
  "group-item": (raw, head) => groupItem(parse(raw), head.key, head.group),
};

function verdict(file) {
  const all = readFileSync(file);
  const end = all.indexOf("\n\n");
  const lines = all.subarray(0, end).toString().split("\n");
  const head = Object.fromEntries(lines.map((l) => [l.split(": ", 1)[0], l.slice(l.indexOf(": ") + 2)]));
  try {
    const result = CHECKS[head.check](all.subarray(end + 2), head);
    return typeof result === "string" ? result : "accepted";
  } catch (fault) {
    if (fault instanceof Refused) return fault.message;
    throw fault;
  }
}

console.log(process.argv.slice(2).map(verdict).join("\n"));
