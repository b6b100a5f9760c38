// The last 24 hours: one sentence, the last things that happened, and a strip for each part.

import { h, Button, Panel, Said, Time, Typed, cost, count, plain } from "/parts.js";
import { Sentence } from "/sentence.js";

const HOUR = 3600000;
const HOURS = 24;
const MOST_PEERS_COUNTED = 3;
const MOST_PEERS_DRAWN = 12;

const within = (iso) => iso && Date.now() - new Date(iso).getTime() < HOURS * HOUR;
const some = (number, one, many = one + "s") => count(number) + " " + (number === 1 ? one : many);

// --- sentences ----------------------------------------------------------------------------------

/** Kinds that somebody would tell of; the others are steps on the way to them. */
const NEWS = new Set([
  "task.created",
  "task.claimed",
  "task.submitted",
  "task.completed",
  "task.rejected",
  "task.returned",
  "task.expired",
  "task.failed",
  "task.cancelled",
  "task.commented",
  "team.started",
  "team.ended",
  "team.resumed",
  "agent.registered",
  "memory.written",
]);

const ofEvent = (page, event) =>
  NEWS.has(event.kind) && {
    at: event.at,
    key: "e" + event.seq,
    about: event.subjects.find((one) => one.kind === "task")?.id,
    text: h(Sentence, { page, parts: event.parts }),
  };

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
export const Latest = ({ page }) => {
  const events = page.use("timeline", { limit: 60 }, "events").data;
  const log = page.use("log", { n: 40 }).data;
  const all = [
    ...(events ? events.events : []).filter(isNews).map((event) => ofEvent(page, event)),
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
  const number = (kind) => (of ? of.events : []).filter((event) => event.kind === kind).length;
  const parts = [
    ["done", "task.completed", "task"],
    ["rejected", "task.rejected", "result"],
    ["lost", "task.expired", "attempt"],
    ["failed", "task.failed", "task"],
  ]
    .filter(([, kind]) => number(kind) > 0)
    .map(([what, kind, one]) =>
      h(
        "a",
        { key: what, href: page.link("timeline", { kind }) },
        some(number(kind), one) + " " + what,
      ),
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

/** Returns the last hours by the clock, the oldest first, with nothing in them. */
function emptyHours() {
  const last = Math.floor(Date.now() / HOUR) * HOUR;
  return [...Array(HOURS)].map((_, i) => ({
    from: last - (HOURS - 1 - i) * HOUR,
    good: 0,
    idle: 0,
    bad: 0,
    skipped: 0,
    silent: 0,
    heard: 0,
    errors: 0,
    noted: 0,
    lines: [],
  }));
}

const hourOf = (hours, iso) =>
  hours[Math.floor((new Date(iso).getTime() - hours[0].from) / HOUR)] || {};

/** Puts lines of the log into their hours. */
function addLines(hours, entries) {
  for (const entry of entries) {
    hourOf(hours, entry.at).lines?.push(entry.sentence);
  }
}

/** How an hour looks: what went wrong counts more than what went well, and that more than a gap. */
function toneOf({ good, idle, bad, skipped, silent, heard, errors, noted }) {
  const wentWell = good + idle + heard + noted > 0;
  if (bad + errors + silent > 0) {
    return wentWell ? "warn" : bad + errors > 0 ? "bad" : "still";
  }
  if (skipped > 0) {
    return "gap";
  }
  return good + heard > 0 || (noted > 0 && idle === 0) ? "ok" : idle > 0 ? "idle" : "";
}

const clock = (ms) => new Date(ms).toTimeString().slice(0, 5);

/** An hour in words, such as "07:00: ran 4 times, 1 failed". */
function hourWords(hour, tell) {
  const rest = hour.lines.length > 0 ? some(hour.lines.length, "line") + " in the log" : "nothing";
  return clock(hour.from) + ": " + (tell(hour).filter(Boolean).join(", ") || rest);
}

/** What a component did in an hour. */
const ofRuns = ({ good, idle, bad, skipped, errors }) => [
  good + idle > 0 &&
    "ran " + some(good + idle, "time") + (idle > 0 ? ", " + idle + " with nothing to do" : ""),
  bad > 0 && bad + " failed",
  skipped > 0 && skipped + " skipped",
  errors > 0 && some(errors, "error") + " in the log",
];

/** Whether a peer was reached in an hour. */
const ofPeer = ({ good, bad, silent, heard }) => [
  good > 0 && good + " delivered",
  bad > 0 && bad + " failed",
  silent > 0 && silent + " silent",
  heard > 0 && "heard of",
];

/** The hours that an arrow key leads to. */
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Its hours as a row of cells; what it says in words is beside it. A click on an hour, or on the
 * name and then the arrow keys, shows what the log says of that hour.
 */
const Strip = ({ page, name, hours, tell, words }) => {
  const chosen = page.local.hour?.name === name ? page.local.hour.i : -1;
  const choose = (i) => page.set({ hour: i < 0 ? undefined : { name, i } });
  const newest = hours.findLastIndex((hour) => hour.lines.length > 0);
  return h(
    "div",
    { class: "strip-row", "data-strip": name },
    h(
      Button,
      {
        class: "link who",
        safe: true,
        "aria-expanded": String(chosen >= 0),
        title: "the hours of " + plain(name) + ", with the arrow keys",
        onClick: () => choose(chosen >= 0 ? -1 : newest < 0 ? HOURS - 1 : newest),
        onKeyDown: (event) => {
          if (chosen >= 0 && STEPS[event.key]) {
            event.preventDefault();
            choose(Math.max(0, Math.min(HOURS - 1, chosen + STEPS[event.key])));
          }
        },
      },
      h(Said, { text: name, most: 24 }),
    ),
    h(
      "span",
      { class: "cells", "aria-hidden": "true" },
      hours.map((hour, i) =>
        h("i", {
          key: i,
          class: toneOf(hour) + (i === chosen ? " chosen" : ""),
          title: hourWords(hour, tell),
          onClick: () => choose(i === chosen ? -1 : i),
        }),
      ),
    ),
    h("span", { class: "quiet words" }, words),
    chosen >= 0 &&
      h(
        "ul",
        { class: "plain lines told" },
        h("li", { role: "status" }, h("b", null, hourWords(hours[chosen], tell))),
        hours[chosen].lines
          .slice(-12)
          .map((line, i) => h("li", { key: i }, h(Said, { text: line, most: 300 }))),
      ),
  );
};

const total = (hours, ...what) =>
  hours.reduce((sum, hour) => sum + what.reduce((all, one) => all + hour[one], 0), 0);

/** Puts the runs that the scheduler counted into their hours, or else the last one. */
function addRuns(hours, counted, last) {
  for (const one of counted) {
    const hour = hourOf(hours, one.hour);
    hour.good += one.done;
    hour.idle += one.idle;
    hour.bad += one.failed;
    hour.skipped += one.missed;
  }
  if (counted.length === 0 && last) {
    hourOf(hours, last.at)[last.outcome === "failed" ? "bad" : "good"]++;
  }
}

function component(page, name, entries, counted, last) {
  const hours = emptyHours();
  addRuns(hours, counted, last);
  const own = entries.filter((one) => one.component === name);
  const ofScheduler = entries.filter(
    (one) => one.component === "scheduler" && (one.sentence || "").includes(name),
  );
  addLines(hours, [...own, ...ofScheduler]);
  for (const one of own) {
    hourOf(hours, one.at)[one.error ? "errors" : "noted"]++;
  }
  const failed = total(hours, "bad", "errors");
  const skipped = total(hours, "skipped");
  return h(Strip, {
    key: name,
    page,
    name,
    hours,
    tell: ofRuns,
    words: [
      last ? ["ran ", h(Time, { at: last.at })] : "has not run",
      failed > 0 && h("b", { class: "bad-text" }, ", " + count(failed) + " failed"),
      skipped > 0 && ", " + count(skipped) + " skipped",
    ],
  });
}

function peerStrip(page, peer, entries, silence) {
  const hours = emptyHours();
  const own = entries.filter(
    (one) => one.delivery?.peer === peer.public_key && one.delivery.outcome !== "dropped",
  );
  addLines(hours, own);
  for (const { at, delivery } of own) {
    const what = delivery.outcome === "delivered" ? "good" : delivery.silent ? "silent" : "bad";
    hourOf(hours, at)[what]++;
  }
  if (within(peer.last_contact)) {
    hourOf(hours, peer.last_contact).heard++;
  }
  const isAway = ["silent", "refusing"].includes(silence?.state);
  return h(Strip, {
    key: peer.public_key,
    page,
    name: peer.name,
    hours,
    tell: ofPeer,
    words: [
      isAway
        ? h(
            "a",
            { class: "bad-text", href: page.link("peers", { peer: peer.public_key }) },
            silence.state === "silent" ? "silent: why" : "refuses: why",
          )
        : peer.last_contact
          ? ["heard ", h(Time, { at: peer.last_contact })]
          : "not heard yet",
      total(hours, "bad") > 0 &&
        h("b", { class: "bad-text" }, ", " + count(total(hours, "bad")) + " failed"),
    ],
  });
}

const Legend = () =>
  h(
    "p",
    { class: "legend" },
    [
      ["ok", "ran, reachable"],
      ["idle", "ran, nothing to do"],
      ["warn", "partly failed"],
      ["bad", "failed"],
      ["gap", "skipped: no tick ran"],
      ["still", "silent"],
    ].map(([tone, word]) =>
      h("span", { key: tone }, h("span", { class: "cells" }, h("i", { class: tone })), " ", word),
    ),
  );

/** What ran and who was reached, hour by hour. */
export const Strips = ({ page, status }) => {
  const log = page.use("log", { ops: true, n: 2000 }).data;
  const peers = page.use("peers", { limit: 500 }, "peers").data;
  const deliveries = page.use("deliveries", { days: 1, limit: 500 }).data;
  const entries = (log ? log.entries : []).filter((one) => within(one.at));
  const states = new Map((deliveries?.peers || []).map((one) => [one.public_key, one]));
  const known = (peers ? peers.peers : [])
    .filter((peer) => peer.trust !== "blocked" && (peer.subscribed || peer.subscriber))
    .slice(0, MOST_PEERS_DRAWN);
  return h(
    Panel,
    { title: "The last 24 hours, by the hour", class: "wide" },
    h(
      "div",
      { class: "strips" },
      COMPONENTS.map((name) =>
        component(page, name, entries, log?.runs?.[name] || [], status.last_run[name]),
      ),
      known.map((peer) => peerStrip(page, peer, entries, states.get(peer.public_key))),
    ),
    h(Legend),
    h("p", { class: "same" }, "at a terminal: ", h(Typed, { command: "sbp log --ops" })),
  );
};
