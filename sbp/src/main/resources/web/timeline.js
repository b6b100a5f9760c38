// Timeline: what happened in the society and in the node, in one list: compact, timeline or full.

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
  short,
} from "/parts.js";
import { called, named } from "/names.js";

const FORMS = ["compact", "timeline", "full"];
const HEIGHTS = { compact: 30, timeline: 36, full: 64 };
const NARROW = { compact: 30, timeline: 54, full: 92 };
const KINDS = ["all", "task", "agent", "mail", "session", "memory", "hook", "access", "node"];
const keyOf = (one) => one.key;

const ofEvent = (names) => (event) => ({
  key: "e" + event.seq,
  seq: event.seq,
  at: event.at,
  ms: event.at_ms,
  kind: event.kind,
  group: event.kind.split(".")[0],
  who: called(event.principal, names),
  about:
    event.metadata.name ||
    event.subjects.map((one) => names.get(one.id) || one.kind + " " + short(one.id, 12)).join(", "),
  said: Object.entries(event.metadata)
    .filter(([name, value]) => name !== "name" && !event.subjects.some((one) => one.id === value))
    .map(
      ([name, value]) =>
        name.replace(/_/g, " ") +
        " " +
        (typeof value === "object" ? JSON.stringify(value) : called(value, names)),
    )
    .join(" · "),
});

const ofLine = (entry, i) => ({
  key: "l" + (entry.at || "") + i,
  at: entry.at,
  ms: entry.at ? new Date(entry.at).getTime() : 0,
  kind: entry.component || "node",
  group: "node",
  who: "",
  about: "",
  said: entry.sentence,
  error: entry.error,
});

/** Events that follow each other and are of the same kind become one row. */
function grouped(items) {
  const rows = [];
  for (const one of items) {
    const last = rows[rows.length - 1];
    if (
      last &&
      last.kind === one.kind &&
      last.who === one.who &&
      last.ms - one.ms < 60000 &&
      !one.error
    ) {
      last.times = (last.times || 1) + 1;
      last.ms = one.ms;
    } else {
      rows.push({ ...one });
    }
  }
  return rows;
}

const Row = ({ one, form }) =>
  h(
    "div",
    { class: "moment " + form + (one.error ? " wrong" : "") },
    h(Time, { at: one.at }),
    h(Badge, {
      word: one.kind,
      as: one.error
        ? "bad"
        : one.kind.match(/failed|denied|refused/)
          ? "bad"
          : one.kind.match(/completed|done|delivered/)
            ? "ok"
            : "plain",
    }),
    one.times > 1 && h("span", { class: "quiet" }, "×" + one.times),
    h(
      "span",
      { class: "grow" },
      h(Said, {
        text:
          form === "compact"
            ? one.about || one.said
            : [one.about, one.said].filter(Boolean).join(" · "),
        most: form === "full" ? 600 : 200,
      }),
    ),
    form !== "compact" && one.who && h(Said, { text: one.who, most: 20, class: "quiet" }),
  );

const Whole = ({ page, event, names }) =>
  h(Loaded, { of: page.use("event", { event }) }, (of) =>
    h(
      Panel,
      {
        title: "Event " + of.seq,
        class: "detail",
        aside: h("a", { href: page.link("timeline") }, "close"),
      },
      h(Facts, {
        rows: [
          ["kind", h(Badge, { word: of.kind, as: "plain" })],
          ["at", h(Time, { at: of.at })],
          ["for", h(Said, { text: called(of.principal, names) })],
          ["because of", of.source && h(Said, { text: of.source })],
          [
            "about",
            h(
              "span",
              null,
              of.subjects.map((one) =>
                h(
                  "div",
                  { key: one.id },
                  one.kind + " ",
                  one.kind === "task"
                    ? h(
                        "a",
                        { href: page.link("board", { task: one.id }) },
                        h(Said, { text: called(one.id, names), most: 70 }),
                      )
                    : h(Said, { text: called(one.id, names), most: 70 }),
                ),
              ),
            ),
          ],
          ["intact", of.intact ? "yes" : h("span", { class: "bad-text" }, "changed since")],
        ],
      }),
      Object.keys(of.metadata).length > 0 &&
        h("pre", null, plain(JSON.stringify(of.metadata, null, 2))),
      (of.texts || []).map((text) =>
        h(
          "article",
          { key: text.id },
          h("h4", null, text.about + " " + text.field),
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

function draw(page) {
  const form = page.local.form || "timeline";
  const kind = page.given.kind || "all";
  const events = page.use(
    "timeline",
    { limit: 200, ...(kind !== "all" && kind !== "node" ? { kind } : {}) },
    "events",
  );
  const log = page.use("log", { n: 300 });
  const names = named(page);
  const seq = (one) => one.seq;
  const select = (name, all, value, set) =>
    h(
      "div",
      { class: "choice", role: "group", "aria-label": name },
      all.map((one) =>
        h(
          Button,
          { key: one, "aria-pressed": String(one === value), onClick: () => set(one) },
          one,
        ),
      ),
    );
  return [
    h(
      "div",
      { class: "bar" },
      select("form", FORMS, form, (one) => page.set({ form: one })),
      select("kind", KINDS, kind, (one) => page.go("timeline", one === "all" ? {} : { kind: one })),
    ),
    page.given.event && h(Whole, { key: page.given.event, page, event: page.given.event, names }),
    h(Loaded, { of: events }, (of) => {
      const lines =
        kind === "all" || kind === "node"
          ? (log.data ? log.data.entries : []).map(ofLine).filter((one) => one.at)
          : [];
      const all = [...(kind === "node" ? [] : of.events.map(ofEvent(names))), ...lines].sort(
        (a, b) => b.ms - a.ms,
      );
      const rows = form === "compact" ? grouped(all) : all;
      return rows.length === 0
        ? h(
            Empty,
            { command: "sbp up" },
            "Nothing has happened yet. A tick makes the first entries; it runs with",
          )
        : h(Rows, {
            items: rows,
            keyOf,
            label: "events, newest first",
            height: (narrow() ? NARROW : HEIGHTS)[form],
            tall: 720,
            chosen: (one) => String(one.seq) === page.given.event,
            open: (one) => one.seq && page.go("timeline", { ...page.given, event: one.seq }),
            more: () => page.more(events, seq),
            row: (one) => h(Row, { one, form }),
          });
    }),
    h(
      "p",
      { class: "quiet" },
      events.data
        ? count(events.data.events.length) +
            " events" +
            (events.next ? ", more when you scroll" : "")
        : "",
    ),
  ];
}

export default { name: "timeline", title: "Timeline", draw };
