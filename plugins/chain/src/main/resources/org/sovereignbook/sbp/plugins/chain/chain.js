// Chain: what this node has signed for a chain, and what became of it, by the node's own database.

import { h, Badge, Button, Empty, Loaded, Panel, Rows, Said, Time, called, short } from "/parts.js";

const HEIGHT = 84;
const TALL = 640;
const HUNDRED = 100;

const TONES = { signed: "busy", settled: "ok", failed: "bad", replaced: "warn" };

const points = (hundredths) => (hundredths / HUNDRED).toFixed(2);

/** What a transaction says of an agent, in one line. */
const deed = (row, names) => {
  const agent = called(row.agent, names);
  return {
    register: "registers " + agent,
    set_wallet: "gives " + agent + " another wallet",
    rate: "rates " + agent + (row.rated === undefined ? "" : ": " + points(row.rated)),
    revoke: "withdraws a rating of " + agent,
  }[row.kind];
};

const Transaction = ({ page, row, names }) =>
  h(
    "div",
    { class: "card" },
    h(
      "div",
      { class: "split" },
      h(Said, { text: deed(row, names), most: 90 }),
      h(Badge, { word: row.state, as: TONES[row.state] }),
    ),
    h(
      "div",
      { class: "meta" },
      h(Time, { at: row.signed_at }),
      row.settled_at && h("span", null, "ended ", h(Time, { at: row.settled_at })),
      row.task && h("a", { href: page.link("board", { task: row.task }) }, "its task"),
    ),
    h(
      "div",
      { class: "meta" },
      h(Said, { text: row.network, most: 40 }),
      row.result && h("span", null, "result ", h(Said, { text: row.result, most: 20 })),
      h("code", null, short(row.hash, 18)),
    ),
  );

const namesOf = (agents) =>
  new Map((agents ? agents.agents : []).map((agent) => [agent.agent_id, agent.name]));

function draw(page) {
  const list = page.use("chain/list", { limit: 100 }, "transactions");
  const names = namesOf(page.use("agents", { limit: 500 }, "agents").data);
  const settle = () =>
    page.ask({
      command: "chain status",
      title: "Ask the chain",
      text: "What waits is settled, or sent again.",
      given: {},
      verb: "ask",
    });
  return h(
    Panel,
    { title: "Transactions", aside: h(Button, { onClick: settle }, "ask the chain") },
    h(Loaded, { of: list }, ({ transactions }) =>
      transactions.length === 0
        ? h(Empty, { command: "sbp chain register AGENT" }, "Nothing was signed. Begin with")
        : h(Rows, {
            items: transactions,
            keyOf: (row) => row.id,
            label: "transactions",
            height: HEIGHT,
            tall: TALL,
            more: () => page.more(list, (row) => row.id),
            row: (row) => h(Transaction, { page, row, names }),
          }),
    ),
  );
}

export default { draw };
