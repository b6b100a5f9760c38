// One agent whole: what it does and may do, its last day, its score, its memory and its sessions.

import {
  h,
  Badge,
  Button,
  Facts,
  Id,
  Loaded,
  Panel,
  Said,
  Time,
  Typed,
  count,
  plain,
  short,
} from "/parts.js";
import { named, runOfSession, sessionNames } from "/names.js";
import { Spark } from "/charts.js";
import { Sentence } from "/sentence.js";
import { bare } from "/text.js";
import { Doing, Why, rights, rounded } from "/doings.js";

/** Counts events by hour, for the last day. */
function hours(events) {
  const now = Date.now();
  const sums = new Array(24).fill(0);
  for (const event of events) {
    const at = Math.floor((now - event.at_ms) / 3600000);
    if (at >= 0 && at < 24) {
      sums[23 - at]++;
    }
  }
  return sums;
}

/** Five axes, their sum, and each change with its cause. */
const Reputation = ({ page, name }) => {
  const names = named(page);
  const why = page.use("why", { "task|agent": name });
  if (!why.data?.of || why.data.changes.length === 0) {
    return h(
      "p",
      { class: "quiet" },
      "No verdict on its work yet; the first one begins its score.",
    );
  }
  const { of, changes } = why.data;
  return h(
    "div",
    null,
    h(
      "p",
      null,
      h("strong", null, rounded(of.composite)),
      " of 100 · ",
      h(Badge, { word: of.state }),
      " · ",
      count(of.attempts) + (of.attempts === 1 ? " attempt" : " attempts"),
    ),
    h(
      "dl",
      { class: "axes" },
      Object.entries(of.dimensions).map(([axis, value]) =>
        h(
          "div",
          { key: axis },
          h("dt", null, axis.replace(/_/g, " ")),
          h(
            "dd",
            null,
            h("meter", {
              min: 0,
              max: 100,
              low: 40,
              high: 60,
              optimum: 100,
              value,
              "aria-label": axis.replace(/_/g, " "),
            }),
            h("span", { class: "number" }, rounded(value)),
          ),
        ),
      ),
    ),
    changes.length > 1 &&
      h(Spark, {
        values: changes.map((one) => one.composite),
        most: 100,
        label: "composite after each attempt, oldest first",
      }),
    [...changes]
      .reverse()
      .slice(0, 10)
      .map((one, i) =>
        h(
          "div",
          { key: i, class: "line" },
          h(Time, { at: one.at }),
          " · ",
          h(Why, { page, move: one, title: names.get(one.task) }),
        ),
      ),
  );
};

/** What an agent has at hand in each turn, and what it wrote lately. */
const Remembers = ({ page, agent }) => {
  const hot = page.use("hot", { agent: agent.name });
  const trust = page.use("trust", { agent: agent.name });
  const found = page.use("recall", { as: agent.name, limit: 5 });
  const members = hot.data
    ? ["active", "prefs", "delegation"].flatMap((name) => Object.entries(hot.data[name] || {}))
    : [];
  return [
    h("h3", null, "Memory"),
    trust.data &&
      trust.data.observations !== undefined &&
      h(
        "p",
        null,
        Math.round(trust.data.accuracy * 100) +
          " % accurate, " +
          count(trust.data.observations) +
          " observations, tier " +
          trust.data.tier,
      ),
    members.length === 0
      ? h("p", { class: "quiet" }, "nothing in its hot context")
      : [
          h(
            "p",
            { class: "quiet" },
            "hot context, version " + hot.data.version + ", ",
            h(Time, { at: hot.data.updated_at }),
            ":",
          ),
          h(Facts, {
            rows: members.map(([name, value]) => [
              plain(name).replace(/_/g, " "),
              h(Said, {
                text: typeof value === "object" ? JSON.stringify(value) : String(value),
                most: 300,
              }),
            ]),
          }),
        ],
    found.data &&
      found.data.results.length > 0 &&
      h(
        "div",
        { class: "chips", role: "group", "aria-label": "its newest items" },
        found.data.results.map((one) =>
          h(
            "a",
            { key: one.id, class: "chip", href: page.link("memory", { item: one.id }) },
            short(plain(bare(one.name)), 30),
          ),
        ),
      ),
  ];
};

/** Sessions in which the agent speaks. */
const Sessions = ({ page, agent }) => {
  const all = page.use("sessions", { agent: agent.name, limit: 20 });
  const own = all.data ? all.data.sessions : [];
  const nameOf = sessionNames(
    page,
    own.map((one) => one.label),
  );
  return (
    own.length > 0 && [
      h("h3", null, "Sessions"),
      h(
        "ul",
        { class: "plain lines" },
        own
          .slice(0, 20)
          .map((one) =>
            h(
              "li",
              { key: one.label, class: "split" },
              h(
                "a",
                { href: page.link("talk", { session: one.label }) },
                h(Said, { text: nameOf(one.label), most: 50, title: one.label }),
              ),
              h(
                "span",
                { class: "quiet" },
                count(one.turns) + (one.turns === 1 ? " turn" : " turns"),
                runOfSession(one.label) && [
                  " · ",
                  h("a", { href: page.link("run", { id: runOfSession(one.label) }) }, "its run"),
                ],
              ),
            ),
          ),
      ),
    ]
  );
};

/** What the chosen agent does, as its card says it. */
const Now = ({ page, name }) => {
  const list = page.use("overview", { limit: 100 }, "agents");
  const one = list.data?.agents.find((agent) => agent.name === name);
  return one ? h(Doing, { page, doing: one.doing }) : null;
};

export const Whole = ({ page, id }) =>
  h(Loaded, { of: page.use("agent", { agent: id }) }, (agent) => {
    const events = page.use("timeline", { agent: agent.agent_id, limit: 300 }, "events");
    return h(
      Panel,
      {
        title: plain(agent.name),
        class: "detail",
        aside: h("a", { href: page.link("agents") }, "close"),
      },
      h(
        "div",
        { class: "buttons" },
        agent.status === "active"
          ? h(
              Button,
              {
                class: "grave",
                onClick: () =>
                  page.ask({
                    command: "agent suspend",
                    title: "Suspend " + plain(agent.name),
                    given: { agent: agent.name },
                    fields: [{ name: "reason", label: "reason" }],
                    verb: "suspend",
                    grave: true,
                  }),
              },
              "suspend",
            )
          : h(
              Button,
              {
                onClick: () =>
                  page.ask({
                    command: agent.status === "deactivated" ? "agent reactivate" : "agent activate",
                    title: "Let " + plain(agent.name) + " work",
                    given: { agent: agent.name },
                  }),
              },
              "activate",
            ),
      ),
      h(Now, { page, name: agent.name }),
      h(Facts, {
        rows: [
          [
            "status",
            h(
              "span",
              null,
              h(Badge, { word: agent.status }),
              " ",
              h(Said, { text: agent.status_reason }),
            ),
          ],
          ["kind", agent.agent_type],
          ["below", h(Said, { text: agent.parent, most: 40 })],
          ["made", h(Time, { at: agent.created_at })],
          ["ends", agent.ends_at && h(Time, { at: agent.ends_at })],
          ["mail from", agent.mail],
          ["work from", agent.work],
          ["key", h(Id, { id: agent.key, most: 20 })],
        ],
      }),
      h("h3", null, "Reputation"),
      h(Reputation, { page, name: agent.name }),
      h("h3", null, "What it may do"),
      h("p", null, rights(agent.effective || agent.declared)),
      h(
        "p",
        { class: "quiet" },
        "That is what it was given, less what policies and the agents above it deny.",
      ),
      h(
        "details",
        null,
        h("summary", null, "each tool, with why it may use it"),
        h(
          "div",
          { class: "chips" },
          (agent.effective || agent.declared).tools.map((tool) =>
            h(
              "a",
              {
                key: tool,
                class: "chip",
                href: page.link("access", {
                  as: agent.name,
                  tool: tool.replace("*", "list"),
                  channel: "mcp",
                }),
                title: "why?",
              },
              tool,
            ),
          ),
        ),
      ),
      h(Remembers, { page, agent }),
      h(Sessions, { page, agent }),
      h(Loaded, { of: events }, (of) => [
        h("h3", null, "The last day"),
        of.events.length === 0
          ? h("p", { class: "quiet" }, "nothing happened to it or by it")
          : h(Spark, { values: hours(of.events), label: "events by hour, the last 24 hours" }),
        of.events
          .filter((event) => !event.plumbing)
          .slice(0, 12)
          .map((event) =>
            h(
              "div",
              { key: event.seq, class: "line" },
              h(Time, { at: event.at }),
              " · ",
              h(Sentence, { page, parts: event.parts }),
            ),
          ),
        h(
          "p",
          null,
          h("a", { href: page.link("timeline", { agent: agent.name }) }, "all of it, and earlier"),
        ),
      ]),
      h(
        "p",
        { class: "same" },
        "at a terminal: ",
        h(Typed, { command: "sbp agent show " + agent.name }),
      ),
    );
  });
