// The last 24 hours: one sentence, the last things that happened, and a strip for each part.

import { h, Panel, Said, Time, Typed, cost, count } from "/parts.js";
import { called } from "/names.js";

const HOUR = 3600000;
const HOURS = 24;
const MOST_PEERS_COUNTED = 3;
const MOST_PEERS_DRAWN = 12;

const within = (iso) => iso && Date.now() - new Date(iso).getTime() < HOURS * HOUR;
const some = (number, one, many = one + "s") => count(number) + " " + (number === 1 ? one : many);

// --- sentences ----------------------------------------------------------------------------------

/** What became of a task, by the kind of event; plumbing such as tokens and receipts has none. */
const TASKS = {
  "task.created": (task, who) => [who, " added ", task],
  "task.claimed": (task, who) => [who, " began ", task],
  "task.submitted": (task, who) => [who, " handed in ", task],
  "task.completed": (task, _who, by) => [by, " completed ", task],
  "task.returned": (task, _who, by) => [task, " was rejected, and goes back to ", by],
  "task.expired": (task, _who, by) => [by, " lost ", task],
  "task.failed": (task) => [task, " failed"],
  "task.cancelled": (task, who) => [who, " cancelled ", task],
  "task.commented": (task, who) => [who, " commented on ", task],
};

const OTHERS = {
  "team.started": "A team began to work",
  "team.ended": "A team ended its run",
  "team.resumed": "A team went on with its run",
  "agent.registered": "An agent was registered",
  "memory.written": "Something was noted in memory",
};

/** Returns an event as a sentence with its address; undefined for plumbing. */
function ofEvent(page, names, event) {
  const subject = (kind) => event.subjects.find((one) => one.kind === kind)?.id;
  const name = (id) => h(Said, { text: called(id, names), most: 60 });
  const sentence = TASKS[event.kind];
  if (sentence) {
    const task = subject("task");
    const who = event.principal === "owner" ? "You" : name(event.principal);
    const link = h("a", { href: page.link("board", { task }) }, name(task));
    const text = sentence(link, who, name(subject("agent")));
    return { at: event.at, key: "e" + event.seq, about: task, text };
  }
  if (OTHERS[event.kind]) {
    const run = subject("team");
    const text = event.metadata.name
      ? [OTHERS[event.kind] + ": ", h(Said, { text: event.metadata.name, most: 60 })]
      : OTHERS[event.kind];
    const drawn = run ? h("a", { href: page.link("run", { id: run }) }, text) : text;
    return { at: event.at, key: "e" + event.seq, text: drawn };
  }
  return undefined;
}

const ofLine = (entry, i) =>
  entry.at &&
  entry.sentence && {
    at: entry.at,
    key: "l" + i,
    isWrong: entry.error,
    text: h(Said, { text: entry.sentence, most: 160 }),
  };

const NOISE = /^(notes|pre|summary): /;

/** Agents that every node has. */
const OWN = ["main", "reader", "author", "compactor"];

const isNews = (event) => event.kind !== "agent.registered" || !OWN.includes(event.metadata.name);

/** Of one thing only its newest sentence is told. */
function newestOfEach(all) {
  const seen = new Set();
  return all.filter((one) => {
    const isNew = !one.about || !seen.has(one.about);
    seen.add(one.about);
    return isNew;
  });
}

/** The last five things that somebody would tell of. */
export const Latest = ({ page, names }) => {
  const events = page.use("timeline", { limit: 60 }, "events").data;
  const log = page.use("log", { n: 40 }).data;
  const all = [
    ...(events ? events.events : []).filter(isNews).map((event) => ofEvent(page, names, event)),
    ...(log ? log.entries : []).filter((one) => !NOISE.test(one.sentence || "")).map(ofLine),
  ]
    .filter(Boolean)
    .sort((a, b) => new Date(b.at) - new Date(a.at));
  const five = newestOfEach(all).slice(0, 5);
  return h(
    Panel,
    { title: "Last", aside: h("a", { href: page.link("timeline") }, "timeline") },
    five.length === 0
      ? h("p", { class: "quiet" }, "Nothing yet.")
      : h(
          "ul",
          { class: "plain lines latest" },
          five.map((one) =>
            h(
              "li",
              { key: one.key, class: one.isWrong ? "bad-text" : "" },
              one.text,
              " ",
              h("span", { class: "quiet" }, h(Time, { at: one.at })),
            ),
          ),
        ),
  );
};

/** Messages of the last day, by peer. */
function received(page) {
  const talks = page.use("messages", { limit: 50, keep_unread: true }).data;
  return (talks ? talks.conversations : [])
    .filter((one) => one.last.way === "received" && within(one.last.at))
    .slice(0, MOST_PEERS_COUNTED)
    .map((one) => {
      const peer = one.peer.public_key;
      const of = page.use("messages", { peer, limit: 50, keep_unread: true }).data;
      const number = of
        ? of.messages.filter((it) => it.way === "received" && within(it.at)).length
        : 1;
      return h(
        "a",
        { key: peer, href: page.link("talk", { tab: "messages", peer }) },
        some(number, "message") + " from ",
        h(Said, { text: one.peer.name, most: 30 }),
      );
    });
}

/** The last 24 hours in one sentence. */
export const Day = ({ page, status }) => {
  const of = page.use("timeline", { kind: "task", since: "24h", limit: 1000 }, "events").data;
  const number = (...kinds) =>
    (of ? of.events : []).filter((event) => kinds.includes(event.kind)).length;
  const parts = [
    ["done", number("task.completed"), "task", "tasks"],
    ["rejected", number("task.returned", "task.rejected"), "result", "results"],
    ["lost", number("task.expired"), "attempt", "attempts"],
    ["failed", number("task.failed"), "task", "tasks"],
  ]
    .filter(([, times]) => times > 0)
    .map(([what, times, one, many]) =>
      h("a", { key: what, href: page.link("board") }, some(times, one, many) + " " + what),
    );
  const all = [...parts, ...received(page)];
  if (status.llm.spent.calls > 0) {
    all.push(
      h("a", { key: "cost", href: page.link("cost") }, "cost today " + cost(status.llm.spent)),
    );
  }
  return h(
    "p",
    { class: "day" },
    all.length === 0
      ? "In the last 24 hours nothing was done and nobody wrote."
      : ["In the last 24 hours: ", all.map((one, i) => [i > 0 && ", ", one]), "."],
  );
};

// --- strips -------------------------------------------------------------------------------------

const COMPONENTS = ["delivery", "reader", "author", "compactor", "network", "maintenance"];

/** Sorts entries into the hours of the last day, the oldest first. */
function hourly(entries, tell) {
  const now = Date.now();
  const hours = [...Array(HOURS)].map((_, i) => ({
    from: now - (HOURS - i) * HOUR,
    good: 0,
    bad: 0,
    lines: [],
  }));
  for (const entry of entries) {
    const at = HOURS - 1 - Math.floor((now - new Date(entry.at).getTime()) / HOUR);
    if (entry.at && hours[at]) {
      hours[at][tell(entry)]++;
      hours[at].lines.push(entry.sentence);
    }
  }
  return hours;
}

const toneOf = ({ good, bad }) => (bad > 0 ? (good > 0 ? "warn" : "bad") : good > 0 ? "ok" : "");

/** Its hours as a row of cells; what it says in words is beside it. */
const Strip = ({ page, name, hours, words, good, bad }) => {
  const chosen = page.local.hour?.name === name ? page.local.hour.i : -1;
  return h(
    "div",
    { class: "strip-row", "data-strip": name },
    h("span", { class: "who" }, h(Said, { text: name, most: 24 })),
    h(
      "span",
      { class: "cells", "aria-hidden": "true" },
      hours.map((hour, i) =>
        h("i", {
          key: i,
          class: toneOf(hour) + (i === chosen ? " chosen" : ""),
          title:
            new Date(hour.from).toTimeString().slice(0, 5) +
            ": " +
            (toneOf(hour)
              ? [hour.good > 0 && hour.good + " " + good, hour.bad > 0 && hour.bad + " " + bad]
                  .filter(Boolean)
                  .join(", ")
              : "nothing"),
          onClick: () => page.set({ hour: i === chosen ? undefined : { name, i } }),
        }),
      ),
    ),
    h("span", { class: "quiet words" }, words),
    chosen >= 0 &&
      h(
        "ul",
        { class: "plain lines told" },
        hours[chosen].lines.length === 0
          ? h("li", { class: "quiet" }, "nothing in this hour")
          : hours[chosen].lines
              .slice(-12)
              .map((line, i) => h("li", { key: i }, h(Said, { text: line, most: 300 }))),
      ),
  );
};

const total = (hours, what) => hours.reduce((sum, hour) => sum + hour[what], 0);

/** The run that the node remembers, which may have written no line. */
const lastRun = ({ at, outcome }) => ({
  at,
  error: outcome === "failed",
  sentence: "its last run: " + outcome,
});

function component(page, name, entries, status) {
  const own = entries.filter((one) => one.component === name);
  if (status.last_run[name]) {
    own.push(lastRun(status.last_run[name]));
  }
  const hours = hourly(own, (one) => (one.error ? "bad" : "good"));
  const last = status.last_run[name];
  const failed = total(hours, "bad");
  return h(Strip, {
    key: name,
    page,
    name,
    hours,
    good: "done",
    bad: "failed",
    words: [
      last ? ["ran ", h(Time, { at: last.at })] : "has not run",
      failed > 0 && h("b", { class: "bad-text" }, ", " + count(failed) + " failed"),
    ],
  });
}

function peerStrip(page, peer, entries) {
  const own = entries.filter((one) => one.delivery?.peer === peer.public_key);
  const hours = hourly(own, (one) => (one.delivery.outcome === "delivered" ? "good" : "bad"));
  const failed = total(hours, "bad");
  return h(Strip, {
    key: peer.public_key,
    page,
    name: peer.name,
    hours,
    good: "delivered",
    bad: "failed",
    words: [
      peer.last_contact ? ["heard ", h(Time, { at: peer.last_contact })] : "not heard yet",
      failed > 0 && h("b", { class: "bad-text" }, ", " + count(failed) + " failed"),
    ],
  });
}

/** What ran and who was reached, hour by hour. */
export const Strips = ({ page, status }) => {
  const log = page.use("log", { ops: true, n: 2000 }).data;
  const peers = page.use("peers", { limit: 500 }, "peers").data;
  const entries = log ? log.entries : [];
  const known = (peers ? peers.peers : [])
    .filter((peer) => peer.trust !== "blocked" && (peer.subscribed || peer.subscriber))
    .slice(0, MOST_PEERS_DRAWN);
  return h(
    Panel,
    { title: "The last 24 hours, by the hour", class: "wide" },
    h(
      "div",
      { class: "strips" },
      COMPONENTS.map((name) => component(page, name, entries, status)),
      known.map((peer) => peerStrip(page, peer, entries)),
    ),
    h("p", { class: "same" }, "at a terminal: ", h(Typed, { command: "sbp log --ops" })),
  );
};
