// Peers: whom the node trusts, as a graph and as the same table; deliveries by peer and day.

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
  plain,
  short,
} from "/parts.js";
import { TrustGraph } from "/charts.js";

const keyOf = (peer) => peer.public_key;
const DAYS = 14;
const KNOWN_BY = {
  message: "a message of it",
  peers: "another peer's list",
  reader: "the reader's decision",
  owner: "you",
};

const Whole = ({ page, peer }) => {
  const ask = (command, title, grave) => () =>
    page.ask({
      command,
      title: title + " " + plain(peer.name),
      given: { peer: peer.public_key },
      grave,
    });
  return h(
    Panel,
    {
      title: plain(peer.name),
      class: "detail",
      aside: h("a", { href: page.link("peers") }, "close"),
    },
    h(
      "div",
      { class: "buttons" },
      peer.trust === "blocked"
        ? h(Button, { onClick: ask("peers unblock", "Unblock") }, "unblock")
        : [
            h(
              Button,
              {
                key: "t",
                onClick: () =>
                  page.ask({
                    command: "peers trust",
                    title: "Trust " + plain(peer.name),
                    given: { peer: peer.public_key },
                  }),
              },
              "trust",
            ),
            h(
              Button,
              { key: "b", class: "grave", onClick: ask("peers block", "Block", true) },
              "block",
            ),
          ],
      peer.trust !== "blocked" &&
        h(
          Button,
          {
            onClick: () =>
              page.ask({
                command: "send",
                title: "Write to " + plain(peer.name),
                given: { peer: peer.public_key },
                fields: [{ name: "text", label: "message", long: true, required: true }],
                verb: "send",
              }),
          },
          "write",
        ),
      h(
        Button,
        {
          onClick: () =>
            page.ask({
              command: "peers name",
              title: "Name it",
              given: { peer: peer.public_key },
              fields: [{ name: "name", label: "name", required: true }],
            }),
        },
        "name",
      ),
    ),
    h(Facts, {
      rows: [
        ["trust", h(Badge, { word: peer.trust })],
        ["address", h(Said, { text: peer.endpoint, most: 80 })],
        ["fingerprint", h("code", null, peer.fingerprint)],
        ["key", h(Id, { id: peer.public_key, most: 20 })],
        ["follows us", peer.subscriber ? "yes" : "no"],
        ["we follow", peer.subscribed ? "yes" : peer.requested ? "asked" : "no"],
        ["first seen", peer.first_seen && h(Time, { at: peer.first_seen })],
        ["last contact", h(Time, { at: peer.last_contact })],
        ["last piece", h(Time, { at: peer.last_content })],
        [
          "known by",
          KNOWN_BY[peer.known_by] || (peer.known_by && h(Said, { text: peer.known_by, most: 80 })),
        ],
        ["notes", peer.notes && h(Said, { text: peer.notes })],
      ],
    }),
    h(
      "p",
      { class: "same" },
      "at a terminal: ",
      h(Typed, { command: "sbp peers show " + peer.public_key }),
    ),
  );
};

/** Deliveries of which the log tells: a row for each peer, a cell for each day. */
const Matrix = ({ peers, log }) => {
  const days = [...Array(DAYS)].map((_, i) =>
    new Date(Date.now() - (DAYS - 1 - i) * 86400000).toISOString().slice(0, 10),
  );
  const cells = new Map();
  for (const { at, delivery } of log.entries) {
    if (at && delivery && delivery.outcome !== "dropped") {
      const key = delivery.peer + at.slice(0, 10);
      const cell = cells.get(key) || { good: 0, bad: 0 };
      cell[delivery.outcome === "delivered" ? "good" : "bad"]++;
      cells.set(key, cell);
    }
  }
  return h(
    "div",
    { class: "scroll", tabIndex: 0, role: "region", "aria-label": "deliveries by peer and day" },
    h(
      "table",
      { class: "matrix" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, "peer"),
          days.map((day) =>
            h("th", { key: day, scope: "col" }, h("abbr", { title: day }, day.slice(8))),
          ),
        ),
      ),
      h(
        "tbody",
        null,
        peers.slice(0, 60).map((peer) =>
          h(
            "tr",
            { key: peer.public_key },
            h("th", { scope: "row" }, h(Said, { text: peer.name, most: 20 })),
            days.map((day) => {
              const cell = cells.get(peer.public_key + day);
              const word = !cell ? "" : cell.bad ? (cell.good ? "warn" : "bad") : "ok";
              return h(
                "td",
                {
                  key: day,
                  class: word,
                  title: cell
                    ? day + ": " + cell.good + " delivered, " + cell.bad + " failed"
                    : day + ": nothing",
                },
                cell ? cell.good + cell.bad : "",
              );
            }),
          ),
        ),
      ),
    ),
  );
};

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
              h(Badge, { word: one.type || one.message_type, as: word }),
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

function draw(page) {
  const list = page.use("peers", { limit: 500 }, "peers");
  const status = page.use("status");
  const log = page.use("log", { ops: true, n: 2000 });
  return h(Loaded, { of: list }, (of) => {
    if (of.peers.length === 0) {
      return h(
        Empty,
        { command: "sbp follow URL" },
        "This node knows nobody yet. Begin with the seeds, sbp bootstrap, or with an address:",
      );
    }
    const chosen = of.peers.find((peer) => peer.public_key === page.given.peer);
    const open = (peer) => page.go("peers", { peer: peer.public_key });
    return [
      h(
        "div",
        { class: chosen ? "two" : "one" },
        h(
          Panel,
          { title: "Trust" },
          h(TrustGraph, { peers: of.peers, me: status.data ? status.data.name : "", open }),
          h(
            "div",
            { class: "legend" },
            ["trusted", "endorsed", "known", "blocked"].map((one) =>
              h("span", { key: one, class: "key " + one }, h("i", null), one),
            ),
            h("span", null, "dashed: blocked"),
          ),
        ),
        chosen && h(Whole, { key: chosen.public_key, page, peer: chosen }),
      ),
      h(
        Panel,
        {
          title: "Peers",
          aside: h("span", { class: "number" }, count(of.peers.length) + (list.next ? "+" : "")),
        },
        h(Rows, {
          items: of.peers,
          keyOf,
          label: "peers",
          height: 56,
          tall: 480,
          open,
          chosen: (peer) => peer === chosen,
          more: () => page.more(list, keyOf),
          row: (peer) =>
            h(
              "div",
              { class: "card" },
              h(Said, { text: peer.name, most: 60 }),
              h(
                "div",
                { class: "meta" },
                h(Badge, { word: peer.trust }),
                peer.subscriber && h("span", null, "follows us"),
                peer.subscribed && h("span", null, "we follow"),
                h(
                  "span",
                  null,
                  peer.last_contact
                    ? ["heard ", h(Time, { at: peer.last_contact })]
                    : "not heard yet",
                ),
              ),
            ),
        }),
      ),
      h(
        Panel,
        { title: "Deliveries" },
        h(Loaded, { of: log }, (all) => h(Matrix, { peers: of.peers, log: all })),
      ),
      h(Stuck, { page }),
    ];
  });
}

export default { name: "peers", title: "Peers", draw };
