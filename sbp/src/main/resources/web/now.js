// Now: is the node well, what waits for its owner, what happened, what runs, what it costs.

import {
  h,
  Badge,
  Facts,
  Loaded,
  Meter,
  Panel,
  Said,
  Typed,
  ago,
  away,
  cost,
  count,
  money,
  tokens,
  upTo,
} from "/parts.js";
import { Day, Latest, Strips } from "/happened.js";
import { sessionName } from "/names.js";
import { Waits } from "/waits.js";

const HEALTH = { ok: "ok", attention: "warn", down: "bad" };

/** What is wrong is told one by one up to here. */
const MOST_REASONS = 6;

/** What is known of the server; of a node that does not answer that is old. */
const serverState = (of) =>
  away() ? "not heard of any more" : of.server_running ? "server runs" : "server is down";

/** What is wrong, with its remedies; a node that is well says so in the header. */
const Health = ({ of }) =>
  (away() || of.health !== "ok") &&
  h(
    "div",
    { class: "health " + (away() ? "warn" : HEALTH[of.health]) },
    h(
      "div",
      { class: "strip" },
      h(
        "strong",
        null,
        away()
          ? "does not answer"
          : { ok: "all is well", attention: "needs a look", down: "not working" }[of.health] ||
              of.health,
      ),
      h("span", null, h(Said, { text: of.name })),
      h("span", { class: "quiet" }, serverState(of)),
      h(
        "span",
        { class: "quiet" },
        of.running ? h(Said, { text: of.running.what + " runs" }) : "no step runs",
      ),
    ),
    of.reasons.length > 0 &&
      h(
        "ul",
        { class: "reasons" },
        of.reasons
          .slice(0, MOST_REASONS)
          .map((reason) =>
            h(
              "li",
              { key: reason.what + reason.text },
              h(Badge, { word: reason.severity }),
              " ",
              h(Said, { text: reason.text }),
              reason.remedy && [" ", h(Typed, { command: reason.remedy })],
            ),
          ),
        of.reasons.length > MOST_REASONS &&
          h(
            "li",
            { class: "quiet" },
            "and " + count(of.reasons.length - MOST_REASONS) + " more: ",
            h(Typed, { command: "sbp status" }),
          ),
      ),
  );

/** Counters that are not zero. */
const Counts = ({ of }) => {
  const pieces = of.counts["content/created"] + of.counts["content/received"];
  const all = [
    ["in the inbox", of.counts.inbox, "#peers"],
    ["set aside", of.counts.set_aside, "#peers"],
    ["not delivered", of.counts["outbox/failed"], "#peers"],
    [of.counts.subscribers === 1 ? "follower" : "followers", of.counts.subscribers, "#peers"],
    [pieces === 1 ? "piece" : "pieces", pieces, "#talk?tab=pieces"],
  ].filter(([, number]) => number > 0);
  return (
    all.length > 0 &&
    h(
      "p",
      { class: "counts" },
      all.map(([name, number, to]) =>
        h("a", { key: name, href: to, class: "count" }, h("b", null, count(number)), " " + name),
      ),
    )
  );
};

const Lease = ({ task, brief }) => {
  if (!task.lease_until) {
    return null;
  }
  const left = new Date(task.lease_until).getTime() - Date.now();
  return h(
    "span",
    {
      class: left < 0 ? "bad-text" : left < 60000 ? "warn-text" : "quiet",
      title: task.lease_until,
    },
    left < 0
      ? "lease ended " + ago(task.lease_until)
      : brief
        ? ago(task.lease_until).replace(/^in (.*)/, "$1 left")
        : "lease ends " + ago(task.lease_until),
  );
};

/** What was spent, and beside a limit the upper bound that counts towards it. */
const Used = ({ spent, bound, most, text = count }) => [
  h("span", { class: "number" }, spent + " "),
  most > 0 &&
    h(
      "span",
      { class: "used quiet" },
      h(
        "span",
        { title: "calls that report nothing count towards the limit as they were allowed" },
        (spent === text(bound) ? "" : upTo(text(bound)) + " ") + "of " + text(most),
      ),
      h(Meter, { value: bound, most, label: "part of the day's limit" }),
    ),
];

/** Claimed tasks, running sessions and the newest run of a team. */
const Running = ({ page }) => {
  const running = page.use("tasks", { state: "claimed", limit: 50 });
  const sessions = page.use("sessions", { state: "running", limit: 50 });
  const runs = page.use("team/runs", { limit: 1 }).data?.runs || [];
  return h(
    Panel,
    { title: "At work" },
    h(Loaded, { of: running }, (of) =>
      of.tasks.length === 0
        ? h(
            "p",
            { class: "quiet" },
            "No task is claimed. Add one on the ",
            h("a", { href: "#board" }, "board"),
            ".",
          )
        : h(
            "ul",
            { class: "plain lines" },
            of.tasks.map((task) =>
              h(
                "li",
                { key: task.id },
                h(Said, { text: task.worker || "", most: 20 }),
                ": ",
                h(
                  "a",
                  { href: page.link("board", { task: task.id }) },
                  h(Said, { text: task.title, most: 80 }),
                ),
                " ",
                h(Lease, { task }),
              ),
            ),
          ),
    ),
    (sessions.data?.sessions || []).map((one) =>
      h(
        "p",
        { key: one.label },
        h(
          "a",
          { href: page.link("talk", { session: one.label }) },
          h(Said, { text: sessionName(one.label), most: 40 }),
        ),
        " answers",
      ),
    ),
    runs.map((run) =>
      h(
        "p",
        { key: run.run },
        "Last run: ",
        h("a", { href: page.link("run", { id: run.run }) }, h(Said, { text: run.title, most: 80 })),
        ", " + run.state,
        run.tasks > 0 && ", " + count(run.completed) + " of " + count(run.tasks) + " done",
      ),
    ),
  );
};

const Spent = ({ page, status }) => {
  const { spent, today, limits, backend, unlimited } = status.llm;
  const principals = page.use("cost", { days: 1 }).data?.today || [];
  return h(
    Panel,
    { title: "Spent today", aside: h("a", { href: page.link("cost") }, "cost") },
    h(Facts, {
      rows: [
        ["calls", h(Used, { spent: count(spent.calls), bound: today.calls, most: limits.calls })],
        ["tokens", h(Used, { spent: tokens(spent), bound: today.tokens, most: limits.tokens })],
        [
          "cost",
          h(Used, {
            spent: cost(spent),
            bound: today.cost_usd,
            most: limits.cost_usd,
            text: money,
          }),
        ],
        ["backend", h(Said, { text: backend })],
        [
          "limit",
          unlimited &&
            h(
              "span",
              { class: "warn-text" },
              "none: ",
              h(Typed, { command: "sbp config set llm.daily_cost_limit 5" }),
            ),
        ],
      ],
    }),
    principals.length > 0 &&
      h(
        "ul",
        { class: "plain lines" },
        principals
          .slice(0, 5)
          .map((one) =>
            h(
              "li",
              { key: one.principal, class: "split" },
              h(Said, { text: one.who, most: 24 }),
              h(
                "span",
                { class: "number" },
                cost(one) + " · " + count(one.calls) + (one.calls === 1 ? " call" : " calls"),
              ),
            ),
          ),
      ),
  );
};

const Next = ({ plan }) =>
  h(
    Panel,
    { title: "Next" },
    plan.runs.length + plan.waiting.length === 0
      ? h("p", { class: "quiet" }, "Nothing is due.")
      : h(
          "ul",
          { class: "plain lines" },
          plan.runs.map((run) =>
            h(
              "li",
              { key: "r" + run.component },
              h(Badge, { word: run.component, as: "busy" }),
              " ",
              h(Said, { text: run.why }),
            ),
          ),
          plan.waiting.map((run) =>
            h(
              "li",
              { key: "w" + run.component },
              h(Badge, { word: run.component, as: "plain" }),
              " ",
              run.next_due ? ago(run.next_due) : h(Said, { text: run.why }),
            ),
          ),
        ),
  );

function draw(page) {
  return h(Loaded, { of: page.use("status") }, (status) => [
    h(Health, { key: "health", of: status }),
    h(Day, { key: "day", page, status }),
    h("div", { key: "first", class: "grid" }, h(Waits, { page })),
    h(
      "div",
      { key: "pair", class: "grid pair" },
      h(Latest, { page }),
      h(Running, { page }),
      h(Strips, { page, status }),
      h(Spent, { page, status }),
      h(Next, { plan: status.plan }),
    ),
    h(Counts, { key: "counts", of: status }),
  ]);
}

export { Lease };
export default { name: "now", title: "Now", draw };
