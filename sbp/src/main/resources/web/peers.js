// Peers: whom the node trusts, whether each can be reached, and why one is silent.

import {
  h,
  Badge,
  Button,
  Empty,
  Facts,
  Id,
  Loaded,
  Panel,
  Rows,
  Said,
  Time,
  Typed,
  count,
  narrow,
  plain,
  short,
} from "/parts.js";
import { TrustGraph } from "/charts.js";
import { Calendar, DAYS, DAYS_OF_ONE, Weeks } from "/deliveries.js";

const keyOf = (peer) => peer.public_key;
/** With fewer peers the table says it all. */
const MOST_WITHOUT_GRAPH = 5;
const KNOWN_BY = {
  message: "a message of it",
  peers: "another peer's list",
  reader: "the reader's decision",
  owner: "you",
};

/** What a trust means here, in words. */
const TRUST = {
  trusted: "trusted: it comes first, and its endorsements count",
  endorsed: "endorsed: others or your reader found it good, and its endorsements count",
  known: "known: it is read, and what it endorses does not count",
  unknown: "unknown: a key without history; it is read",
  blocked: "blocked: it is not read, and nothing is sent to it",
};

/** What is sent, as people call it. */
const WORDS = { direct: "message", content: "piece" };

/** The states of a peer: how it looks, and its word. */
const STATES = {
  reachable: ["ok", "reachable"],
  silent: ["bad", "silent"],
  refusing: ["bad", "refuses"],
  quiet: ["plain", "quiet"],
  blocked: ["bad", "blocked"],
};

const State = ({ of }) => {
  const [tone, word] = (of && STATES[of.state]) || ["plain", "…"];
  return h(Badge, { word, as: tone });
};

const follows = (peer) =>
  (peer.subscriber && peer.subscribed && "we follow each other") ||
  [
    peer.subscriber && "it follows us",
    peer.subscribed ? "we follow it" : peer.requested && "we asked to follow it",
  ]
    .filter(Boolean)
    .join(", ") ||
  "neither follows";

// --- one peer -----------------------------------------------------------------------------------

/** Whether it can be reached; if not why, and what to do. */
const Standing = ({ of }) =>
  h(
    "div",
    { class: "standing" },
    h(
      "p",
      null,
      h(State, { of }),
      " ",
      of.why ? h(Said, { text: of.why }) : "It was heard of, and deliveries to it arrive.",
    ),
    of.remedy && h("p", null, "What to do: ", h(Typed, { command: of.remedy })),
  );

const Does = ({ page, peer }) => {
  const given = { peer: peer.public_key };
  const named = plain(peer.name);
  const ask = (command, title, more = {}) =>
    page.ask({ command, title: title + " " + named, given, ...more });
  const button = (word, onClick, kind) => h(Button, { key: word, class: kind, onClick }, word);
  return h(
    "div",
    { class: "buttons" },
    peer.trust === "blocked"
      ? button("unblock", () => ask("peers unblock", "Unblock"))
      : [
          button("write", () =>
            ask("send", "Write to", {
              fields: [{ name: "text", label: "message", long: true, required: true }],
              verb: "send",
            }),
          ),
          peer.trust !== "trusted" && button("trust", () => ask("peers trust", "Trust")),
        ],
    button("name", () =>
      ask("peers name", "Give a name to", {
        fields: [{ name: "name", label: "name", required: true }],
        verb: "name",
      }),
    ),
    peer.trust !== "blocked" &&
      button("block", () => ask("peers block", "Block", { grave: true }), "grave"),
  );
};

const Whole = ({ page, peer }) =>
  h(
    Panel,
    {
      title: plain(peer.name),
      class: "detail",
      aside: h("a", { href: page.link("peers") }, "close"),
    },
    h(
      "div",
      { class: "grid pair" },
      h(
        "div",
        null,
        h(
          Loaded,
          { of: page.use("deliveries", { peer: peer.public_key, days: DAYS_OF_ONE }) },
          (of) => [
            h(Standing, { key: "s", of: of.peers[0] }),
            h(Weeks, { key: "w", of: of.peers[0] }),
          ],
        ),
      ),
      h(
        "div",
        null,
        h(Does, { page, peer }),
        h(Facts, {
          rows: [
            ["trust", TRUST[peer.trust] || peer.trust],
            ["follows", follows(peer)],
            ["last contact", h(Time, { at: peer.last_contact })],
            ["last piece", h(Time, { at: peer.last_content })],
            ["first seen", peer.first_seen && h(Time, { at: peer.first_seen })],
            ["address", h(Said, { text: peer.endpoint, most: 80 })],
            ["fingerprint", h("code", null, peer.fingerprint)],
            ["key", h(Id, { id: peer.public_key, most: 20 })],
            [
              "known by",
              KNOWN_BY[peer.known_by] ||
                (peer.known_by && h(Said, { text: peer.known_by, most: 80 })),
            ],
            ["notes", peer.notes && h(Said, { text: peer.notes })],
          ],
        }),
      ),
    ),
    h(
      "p",
      { class: "same" },
      "at a terminal: ",
      h(Typed, {
        command: "sbp peers deliveries --days " + DAYS_OF_ONE + " -- " + peer.public_key,
      }),
    ),
  );

/** Envelopes that wait for a delivery or were given up, and messages that the reader failed on. */
const Stuck = ({ page }) => {
  const failed = page.use("failed", { limit: 50 });
  const waiting = page.use("outbox", { limit: 50 });
  const inbox = page.use("inbox", { limit: 50 });
  const ask = (command, title, id, grave) => () =>
    page.ask({ command, title, given: { id }, grave });
  const goal = (one) =>
    h(Said, {
      text: one.recipients
        .map((to) => to.name + (to.last_error ? ": " + to.last_error : ""))
        .join("; "),
      most: 160,
    });
  const items = (title, all, buttons, word, text) =>
    all.length > 0 &&
    h(
      Panel,
      { title },
      h(
        "ul",
        { class: "plain lines" },
        all.map((one) =>
          h(
            "li",
            { key: one.id, class: "split" },
            h(
              "span",
              null,
              h(Badge, { word: WORDS[one.type] || one.type || one.message_type, as: word }),
              " ",
              text(one),
            ),
            h("span", { class: "buttons" }, buttons(one)),
          ),
        ),
      ),
    );
  const drop = (one) =>
    h(
      Button,
      {
        key: "d",
        class: "grave",
        onClick: ask("outbox drop", "Drop it undelivered", one.id, true),
      },
      "drop",
    );
  return h(
    "div",
    { class: "grid" },
    failed.data &&
      items(
        "Failed",
        failed.data.failed,
        (one) => [
          h(Button, { key: "r", onClick: ask("outbox retry", "Try again", one.id) }, "retry"),
          drop(one),
        ],
        "bad",
        goal,
      ),
    waiting.data && items("To be delivered", waiting.data.outbox, drop, "busy", goal),
    inbox.data &&
      items(
        "Set aside",
        inbox.data.set_aside,
        (one) =>
          h(
            Button,
            { onClick: ask("inbox retry", "Show it to the reader again", one.id) },
            "retry",
          ),
        "warn",
        (one) => h(Said, { text: one.sender_name || short(one.sender_key, 16), most: 40 }),
      ),
  );
};

// --- all peers ----------------------------------------------------------------------------------

const Row = ({ peer, of }) =>
  h(
    "div",
    { class: "peer" },
    h(Said, { text: peer.name, most: 60 }),
    h("span", null, h(State, { of })),
    h("span", null, h(Badge, { word: peer.trust })),
    h("span", { class: "quiet" }, follows(peer)),
    h(
      "span",
      { class: "quiet" },
      peer.last_contact ? ["heard ", h(Time, { at: peer.last_contact })] : "never heard",
    ),
  );

const Graph = ({ page, peers }) => {
  const status = page.use("status").data;
  return h(
    Panel,
    { title: "Trust" },
    h(TrustGraph, {
      peers,
      me: status ? status.name : "",
      link: (peer) => page.link("peers", { peer: peer.public_key }),
    }),
    h(
      "div",
      { class: "legend" },
      ["trusted", "endorsed", "known", "blocked"].map((one) =>
        h("span", { key: one, class: "key " + one }, h("i", null), one),
      ),
      h("span", null, "the nearer, the more trusted; dashed: blocked"),
    ),
  );
};

function draw(page) {
  const list = page.use("peers", { limit: 500 }, "peers");
  return h(Loaded, { of: list }, (of) => {
    if (of.peers.length === 0) {
      return h(
        Empty,
        { command: "sbp follow URL" },
        "This node knows nobody yet. Begin with the seeds, sbp bootstrap, or with an address:",
      );
    }
    const deliveries = page.use("deliveries", { days: DAYS, limit: 500 });
    const states = new Map((deliveries.data?.peers || []).map((one) => [one.public_key, one]));
    const chosen = of.peers.find((peer) => peer.public_key === page.given.peer);
    const open = (peer) => page.go("peers", { peer: peer.public_key });
    const isAway = (peer) => ["silent", "refusing"].includes(states.get(peer.public_key)?.state);
    const sorted = [...of.peers].sort((a, b) => isAway(b) - isAway(a));
    return [
      chosen && h(Whole, { key: "w" + chosen.public_key, page, peer: chosen }),
      h(
        Panel,
        {
          key: "peers",
          title: "Peers",
          aside: h(
            "span",
            { class: "number" },
            count(of.peers.length) +
              (list.next ? "+" : "") +
              (of.peers.length === 1 ? " peer" : " peers"),
            of.peers.some(isAway) &&
              h(
                "b",
                { class: "bad-text" },
                ", " + count(of.peers.filter(isAway).length) + " cannot be reached",
              ),
          ),
        },
        h(
          "div",
          { class: "peer titles", "aria-hidden": "true" },
          ["name", "state", "trust", "follows", "last heard"].map((one) =>
            h("span", { key: one }, one),
          ),
        ),
        h(Rows, {
          items: sorted,
          keyOf,
          label: "peers",
          height: narrow() ? 58 : 40,
          tall: 480,
          open,
          chosen: (peer) => peer === chosen,
          more: () => page.more(list, keyOf),
          row: (peer) => h(Row, { peer, of: states.get(peer.public_key) }),
        }),
      ),
      h(
        Panel,
        { key: "calendar", title: "Deliveries" },
        h(Loaded, { of: deliveries }, (all) => h(Calendar, { page, peers: all.peers })),
        h("p", { class: "same" }, "at a terminal: ", h(Typed, { command: "sbp peers deliveries" })),
      ),
      of.peers.length > MOST_WITHOUT_GRAPH && h(Graph, { key: "graph", page, peers: of.peers }),
      h(Stuck, { key: "stuck", page }),
    ];
  });
}

export default { draw };
