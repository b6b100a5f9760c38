// Timeline: what happened, as sentences, the newest first; what nobody asks for is folded.

import {
  h,
  Badge,
  Button,
  Empty,
  Facts,
  Loaded,
  Panel,
  Rows,
  Said,
  Text,
  Time,
  Typed,
  count,
  narrow,
  plain,
} from "/parts.js";
import { called, named } from "/names.js";
import { Sentence } from "/sentence.js";

const HEIGHT = 36;
const NARROW = 52;
const EVENTS = 200;
const LINES = 500;
const MINUTE = 60000;
const DAY = 86400000;
/** Kind of the lines in the node's own log. */
const NODE = "node";

const FAMILIES = {
  task: "tasks",
  agent: "agents",
  mail: "mail",
  session: "conversations",
  memory: "memory",
  group: "groups",
  hook: "hooks",
  entity: "access",
  team: "teams",
  swarm: "swarms",
};

// --- rows ---------------------------------------------------------------------------------------

const family = (kind) => kind.split(".")[0];

const ofEvent = (page) => (event) => ({
  key: "e" + event.seq,
  seq: event.seq,
  ms: event.at_ms,
  kind: event.kind,
  isPlumbing: event.plumbing,
  isWrong: /failed|refused|rejected|doubted|circuit_opened/.test(event.kind),
  text: h(Sentence, { page, parts: event.parts }),
});

const ofLine = (entry, i) => ({
  key: "l" + entry.at + i,
  ms: new Date(entry.at).getTime(),
  kind: entry.component || NODE,
  isPlumbing: /^(notes|pre|summary): /.test(entry.sentence),
  isWrong: entry.error,
  text: h(Said, { text: entry.sentence, most: 300 }),
});

const dayOf = (ms) => new Date(ms).toDateString();

function dayName(ms) {
  const at = new Date(ms);
  const days = { [dayOf(Date.now())]: "Today, ", [dayOf(Date.now() - DAY)]: "Yesterday, " };
  const named = { weekday: "long", day: "numeric", month: "long", year: "numeric" };
  return (days[dayOf(ms)] || "") + at.toLocaleString("en-GB", named);
}

/** Folds two or more neighbours that are plumbing into a row that opens; each day has a heading. */
function folded(all, opened) {
  const rows = [];
  let fold = null;
  for (const [i, one] of all.entries()) {
    if (i === 0 || dayOf(all[i - 1].ms) !== dayOf(one.ms)) {
      rows.push({ key: "d" + dayOf(one.ms), day: dayName(one.ms) });
      fold = null;
    }
    if (!one.isPlumbing || one.isWrong) {
      fold = null;
      rows.push(one);
      continue;
    }
    if (!fold) {
      fold = { key: "", ms: one.ms, plumbing: [] };
      rows.push(fold);
    }
    fold.plumbing.push(one);
    // New events join at the newer end, so that the oldest one names the fold.
    fold.key = "f" + one.key;
  }
  return rows.flatMap((row) => {
    const inside = (row.plumbing || []).map((one) => ({ ...one, isInside: true }));
    if (inside.length === 1) {
      return inside;
    }
    return inside.length > 0 && opened.has(row.key) ? [{ ...row, isOpen: true }, ...inside] : [row];
  });
}

const Clock = ({ ms }) => {
  const at = new Date(ms);
  const text = at.toTimeString().slice(0, 5);
  return h("time", { dateTime: at.toISOString(), title: at.toString() }, text);
};

const Row = ({ one, toggle }) =>
  one.day
    ? h("h2", { class: "day-name" }, one.day)
    : one.plumbing
      ? h(
          "div",
          { class: "moment fold" },
          h(Clock, { ms: one.ms }),
          h(
            "button",
            {
              type: "button",
              class: "link",
              "aria-expanded": String(Boolean(one.isOpen)),
              onClick: () => toggle(one.key),
            },
            count(one.plumbing.length) + " events of plumbing",
          ),
        )
      : h(
          "div",
          {
            class: "moment" + (one.isWrong ? " wrong" : "") + (one.isInside ? " inside" : ""),
            "data-kind": one.kind,
          },
          h(Clock, { ms: one.ms }),
          h("span", { class: "grow" }, one.text),
          h("span", { class: "quiet kind" }, one.kind.replace(/[._]/g, " ")),
        );

// --- filters ------------------------------------------------------------------------------------

const pick = (id, label, value, options, set) =>
  h(
    "label",
    { for: id },
    h("span", null, label),
    h("select", { id, value, onChange: (event) => set(event.target.value) }, options),
  );

const option = (value, text, chosen) =>
  h("option", { key: value, value, selected: value === chosen }, plain(text).slice(0, 60));

/** Kinds by their first word: all of a family, and each of it. */
function kindOptions(kinds, chosen) {
  const families = new Map();
  for (const { kind } of kinds) {
    families.set(family(kind), [...(families.get(family(kind)) || []), kind]);
  }
  return [
    option("", "everything", chosen),
    option(NODE, "the node's own log", chosen),
    [...families].map(([first, all]) =>
      h(
        "optgroup",
        { key: first, label: FAMILIES[first] || first },
        option(first, "all of " + (FAMILIES[first] || first), chosen),
        all.map((kind) => option(kind, kind.replace(/[._]/g, " "), chosen)),
      ),
    ),
  ];
}

/** Returns a time as commands read it. */
const utc = (ms) => new Date(ms).toISOString().replace(/\.\d+/, "");

/** Returns a time as an input of local time wants it. */
function local(ms) {
  const at = new Date(ms);
  return new Date(ms - at.getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);
}

const Filters = ({ page, go }) => {
  const { kind = "", agent = "", peer = "", at = "" } = page.given;
  const kinds = page.use("kinds", { limit: 1000 }).data?.kinds || [];
  const agents = page.use("agents", { limit: 500 }).data?.agents || [];
  const peers = page.use("peers", { limit: 500 }, "peers").data?.peers || [];
  const isOther = agent && agents.every((one) => one.name !== agent);
  const step = (ms) =>
    go({ at: new Date(new Date(at || Date.now()).getTime() + ms).toISOString() });
  return h(
    "div",
    { class: "bar filters" },
    pick("by-kind", "kind", kind, kindOptions(kinds, kind), (one) => go({ kind: one })),
    pick(
      "by-agent",
      "agent",
      agent,
      [
        option("", "any", agent),
        isOther && option(agent, agent, agent),
        agents.map((one) => option(one.name, one.name, agent)),
      ],
      (one) => go({ agent: one }),
    ),
    pick(
      "by-peer",
      "peer",
      peer,
      [option("", "any", peer), peers.map((one) => option(one.public_key, one.name, peer))],
      (one) => go({ peer: one }),
    ),
    h(
      "label",
      { for: "at" },
      h("span", null, "jump to"),
      h("input", {
        id: "at",
        type: "datetime-local",
        value: at ? local(new Date(at).getTime()) : "",
        onChange: (event) =>
          go({ at: event.target.value && utc(new Date(event.target.value).getTime()) }),
      }),
    ),
    h(
      "div",
      { class: "buttons" },
      h(Button, { safe: true, onClick: () => step(-DAY) }, "a day earlier"),
      at && h(Button, { safe: true, onClick: () => step(DAY) }, "a day later"),
      at && h(Button, { safe: true, onClick: () => go({ at: "" }) }, "now"),
      (kind || agent || peer) &&
        h(
          Button,
          { safe: true, onClick: () => go({ kind: "", agent: "", peer: "" }) },
          "no filter",
        ),
    ),
  );
};

// --- one event ----------------------------------------------------------------------------------

const about = (page, names) => (one) =>
  h(
    "div",
    { key: one.kind + one.id },
    one.kind.replace(/_/g, " ") + " ",
    one.kind === "task"
      ? h(
          "a",
          { href: page.link("board", { task: one.id }) },
          h(Said, { text: called(one.id, names), most: 70 }),
        )
      : h(Said, { text: called(one.id, names), most: 70 }),
  );

const Whole = ({ page, event, close }) => {
  const names = named(page);
  return h(Loaded, { of: page.use("event", { event }) }, (of) =>
    h(
      Panel,
      {
        title: "Event " + of.seq,
        class: "detail",
        aside: h("a", { href: close }, "close"),
      },
      h("p", null, h(Sentence, { page, parts: of.parts })),
      h(Facts, {
        rows: [
          ["kind", h(Badge, { word: of.kind, as: "plain" })],
          ["at", h(Time, { at: of.at })],
          ["for", h(Said, { text: called(of.principal, names) })],
          ["because of", of.source && h(Said, { text: of.source })],
          ["about", of.subjects.map(about(page, names))],
          ["intact", of.intact ? "yes" : h("span", { class: "bad-text" }, "changed since")],
        ],
      }),
      Object.keys(of.metadata).length > 0 &&
        h("pre", { tabIndex: 0 }, plain(JSON.stringify(of.metadata, null, 2))),
      (of.texts || []).map((text) =>
        h(
          "article",
          { key: text.id },
          h("h4", null, plain(text.about.kind + " " + text.field)),
          text.text ? h(Text, { text: text.text }) : h("p", { class: "quiet" }, "erased"),
        ),
      ),
      h(
        "p",
        { class: "same" },
        "at a terminal: ",
        h(Typed, { command: "sbp event show " + of.seq }),
      ),
    ),
  );
};

// --- the list -----------------------------------------------------------------------------------

/** Returns the documents that the filters of the address ask for. */
function found(page) {
  const { kind, agent, peer, at } = page.given;
  const until = at && utc(new Date(at).getTime() + MINUTE);
  const filter = { agent, peer, until };
  return {
    events: kind !== NODE && page.use("timeline", { limit: EVENTS, kind, ...filter }, "events"),
    log: (!kind || kind === NODE) && !agent && page.use("log", { n: LINES, peer, until }),
  };
}

/** Events and lines of the log, the newest first, down to the oldest event that was read. */
function merged(page, { events, log }) {
  const told = (events ? events.data.events : []).map(ofEvent(page));
  const from = events?.next ? (told.at(-1)?.ms ?? 0) : 0;
  const lines = (log.data?.entries || []).filter((one) => one.at).map(ofLine);
  return [...told, ...lines.filter((one) => one.ms >= from)].sort((a, b) => b.ms - a.ms);
}

const command = ({ kind, agent, peer }) =>
  kind === NODE
    ? "sbp log"
    : ["sbp event list", kind && "--kind " + kind, agent && "--agent " + agent]
        .concat(peer && "--peer " + peer)
        .filter(Boolean)
        .join(" ");

const List = ({ page, documents, go }) => {
  const { events } = documents;
  const opened = page.local.opened || new Set();
  const rows = folded(merged(page, documents), opened);
  const seq = (one) => one.seq;
  const toggle = (key) => {
    const next = new Set(opened);
    next[next.has(key) ? "delete" : "add"](key);
    page.set({ opened: next });
  };
  const isFiltered = ["kind", "agent", "peer", "at"].some((one) => page.given[one]);
  return [
    rows.length === 0
      ? isFiltered
        ? h("p", { class: "empty" }, "Nothing of this kind has happened until then.")
        : h(
            Empty,
            { command: "sbp up" },
            "Nothing has happened yet. A tick makes the first entries; it runs with",
          )
      : h(Rows, {
          items: rows,
          keyOf: (one) => one.key,
          label: "events, newest first",
          height: narrow() ? NARROW : HEIGHT,
          tall: 720,
          chosen: (one) => one.seq !== undefined && String(one.seq) === page.given.event,
          open: (one) =>
            one.seq ? go({ event: one.seq }) : one.plumbing ? toggle(one.key) : undefined,
          more: () => events && page.more(events, seq),
          row: (one) => h(Row, { one, toggle }),
        }),
    h(
      "div",
      { class: "buttons" },
      events?.next && h(Button, { onClick: () => page.more(events, seq) }, "older events"),
      h("span", { class: "same" }, "at a terminal: ", h(Typed, { command: command(page.given) })),
    ),
  ];
};

function draw(page) {
  const { event, ...filters } = page.given;
  const go = (patch) =>
    page.go(
      "timeline",
      Object.fromEntries(
        Object.entries({ ...filters, ...patch }).filter(([, value]) => value !== ""),
      ),
    );
  const documents = found(page);
  const first = documents.events || documents.log;
  return [
    h(Filters, { page, go }),
    event && h(Whole, { key: event, page, event, close: page.link("timeline", filters) }),
    first
      ? h(Loaded, { of: first }, () => h(List, { page, documents, go }))
      : h(List, { page, documents, go }),
  ];
}

export default { draw };
