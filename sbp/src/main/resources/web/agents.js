// Agents: a card each, with what it does, its standing, its rights; and who reviewed whom.

import {
  h,
  Badge,
  Button,
  Empty,
  Loaded,
  Panel,
  Said,
  Typed,
  count,
  plain,
  short,
} from "/parts.js";
import { Whole } from "/agent.js";
import { Doing, Why, rights, rounded } from "/doings.js";
import { named } from "/names.js";
import { Spark } from "/charts.js";

const keyOf = (agent) => agent.agent_id;

const ORDER = ["working", "reviewing", "answering", "idle"];

/** The agents that do something first, then those that did something, and then the others. */
const sorted = (agents) => {
  const place = ({ doing }) =>
    ORDER.indexOf(doing.activity) + (doing.task || doing.session ? 0 : 1);
  return [...agents].sort(
    (one, other) => place(one) - place(other) || (one.name < other.name ? -1 : 1),
  );
};

// --- cards --------------------------------------------------------------------------------------

const ARROWS = { improving: "trend ↗", declining: "trend ↘", stable: "trend →" };

const Standing = ({ page, standing, title, isKnown }) =>
  standing
    ? [
        h(
          "div",
          { class: "standing" },
          h("b", { class: "score" }, rounded(standing.composite)),
          h(Badge, { word: standing.state }),
          h("span", { class: "quiet" }, ARROWS[standing.trend]),
          h(Spark, {
            values: standing.history,
            most: 100,
            label: "score after each attempt, oldest first",
          }),
        ),
        h("p", { class: "why" }, "Score ", h(Why, { page, move: standing.moved, title })),
      ]
    : isKnown && h("p", { class: "quiet" }, "No verdict on its work yet.");

const many = (number, one, all) => count(number) + " " + (number === 1 ? one : all);

const Card = ({ page, agent, names, isChosen }) => {
  const parent = names.get(agent.parent_entity_id);
  return h(
    "article",
    {
      class: "agent" + (isChosen ? " chosen" : ""),
      "data-agent": agent.name,
      "aria-label": plain(agent.display_name || agent.name),
    },
    h(
      "header",
      { class: "split" },
      h(
        "h2",
        null,
        h(
          "a",
          {
            href: page.link("agents", { agent: agent.name }),
            "aria-current": isChosen ? "true" : undefined,
          },
          h(Said, { text: agent.display_name || agent.name, most: 40 }),
        ),
      ),
      h(
        "span",
        { class: "quiet" },
        agent.status !== "active" && [h(Badge, { key: "status", word: agent.status }), " "],
        agent.agent_type + (parent ? " below " + plain(parent) : ""),
      ),
    ),
    agent.status !== "active" &&
      agent.status_reason &&
      h("p", { class: "quiet" }, h(Said, { text: agent.status_reason, most: 80 })),
    h(Doing, { page, doing: agent.doing }),
    h(Standing, {
      page,
      standing: agent.standing,
      title: agent.standing?.title,
      isKnown: Boolean(agent.doing.task),
    }),
    h("p", { class: "quiet" }, rights(agent.effective)),
    h(
      "p",
      { class: "quiet" },
      many(agent.memories, "memory", "memories") +
        " · " +
        many(agent.sessions, "session", "sessions"),
    ),
  );
};

const All = ({ page, list, of }) => {
  const names = named(page);
  return [
    h(
      "div",
      { class: "cards" },
      sorted(of.agents).map((agent) =>
        h(Card, {
          key: agent.agent_id,
          page,
          agent,
          names,
          isChosen: agent.name === page.given.agent,
        }),
      ),
    ),
    list.next &&
      h(
        Button,
        { class: "more", onClick: () => page.more(list, keyOf) },
        "show more of " + count(of.count),
      ),
  ];
};

/** Who reviewed whom; a pair is hot when one treats the other otherwise than others do. */
const Pairs = ({ page }) => {
  const scores = page.use("scores", { pairs: true });
  const pairs = scores.data?.pairs;
  return (
    pairs &&
    pairs.length > 0 &&
    h(
      Panel,
      { title: "Who reviewed whom" },
      h(
        "div",
        {
          class: "scroll",
          tabIndex: 0,
          role: "region",
          "aria-label": "pairs of reviewers and workers",
        },
        h(
          "table",
          null,
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              ["reviewer", "worker", "reviews", "mean", "weight", "treats it"].map((one, i) =>
                h("th", { key: one, scope: "col", class: i > 1 && i < 5 ? "number" : "" }, one),
              ),
            ),
          ),
          h(
            "tbody",
            null,
            pairs.map((one) =>
              h(
                "tr",
                { key: one.reviewer + " " + one.agent },
                h("th", { scope: "row" }, h(Said, { text: one.reviewer, most: 30 })),
                h(
                  "td",
                  null,
                  h("a", { href: page.link("agents", { agent: one.agent }) }, short(one.agent, 30)),
                ),
                h("td", { class: "number" }, count(one.reviews)),
                h("td", { class: "number" }, rounded(one.mean)),
                h("td", { class: "number" }, one.weight.toFixed(2)),
                h("td", null, one.hot && h(Badge, { word: one.hot, as: "bad" })),
              ),
            ),
          ),
        ),
      ),
      h(
        "p",
        { class: "same" },
        "at a terminal: ",
        h(Typed, { command: "sbp team scores --pairs" }),
      ),
    )
  );
};

function draw(page) {
  const list = page.use("overview", { limit: 100 }, "agents");
  return h(
    "div",
    { class: page.given.agent ? "two" : "one" },
    h(
      "section",
      { class: "all-agents", "aria-label": "Agents of this node" },
      h(Loaded, { of: list }, (of) =>
        of.agents.length === 0
          ? h(Empty, { command: "sbp agent register NAME" }, "No agent yet. Make one with")
          : h(All, { page, list, of }),
      ),
    ),
    !page.given.agent && h(Pairs, { page }),
    page.given.agent && h(Whole, { key: page.given.agent, page, id: page.given.agent }),
  );
}

export default { draw };
