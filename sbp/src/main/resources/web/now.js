// Now: is the node well, what waits for its owner, what runs, what it costs.

import {
  h,
  Badge,
  Button,
  Empty,
  Facts,
  Loaded,
  Meter,
  Panel,
  Said,
  Text,
  Time,
  Typed,
  ago,
  away,
  cost,
  count,
  money,
  tokens,
  upTo,
} from "/parts.js";
import { commandLine } from "/doing.js";
import { called, named } from "/names.js";

/**
 * An approval is for one call shown whole; a peer's mail waits in the inbox, where it can be read.
 */
const isShown = (one) => Boolean(one.call) || (one.to.startsWith("peer:") && one.caller === one.to);

/**
 * The call of a request: its words, who has caused it, its turn. An approval once is for this call
 * alone.
 */
const Call = ({ one, names }) => [
  h(
    "div",
    null,
    one.call
      ? h(Typed, { command: commandLine(one.call) })
      : (isShown(one)
          ? "what it sent waits in the inbox"
          : "its words were not kept, so that it cannot be approved: deny it, or let the agent" +
            " ask again") +
          "; their hash begins with " +
          one.arguments_sha256.slice(0, 12),
  ),
  h(
    "div",
    { class: "quiet" },
    "caused by ",
    one.cause.length > 0
      ? h(Said, { text: one.cause.map((who) => called(who, names)).join(", ") })
      : "nobody outside of this node",
    one.turn && [" · turn ", h("code", null, one.turn)],
  ),
];

function approve(page, request) {
  page.ask({
    command: "access approve",
    title: "Approve",
    text: h(
      "div",
      null,
      h(
        "div",
        null,
        h(Said, { text: request.who || request.to }),
        " asks for ",
        h("code", null, request.tool),
      ),
      h(Call, { one: request, names: named(page) }),
    ),
    given: { request: request.id, once: true },
    choice: {
      label: "for how long",
      all: [
        ["once", "this very call, once"],
        [
          "24h",
          "any " +
            request.tool +
            " of " +
            (request.who || request.to) +
            " by " +
            request.approved_channel +
            ", 24 hours",
        ],
        [
          "always",
          "any " +
            request.tool +
            " of " +
            (request.who || request.to) +
            " by " +
            request.approved_channel +
            ", until you revoke it",
        ],
      ],
    },
    verb: "approve",
  });
}

const Request = ({ page, one }) =>
  h(
    "li",
    { class: "ask" },
    h(
      "div",
      { class: "what" },
      h("strong", null, h(Said, { text: one.who || one.to })),
      " asks for ",
      h("code", null, one.tool),
      h(
        "div",
        { class: "quiet" },
        h(Said, { text: one.reason || "" }),
        " · ",
        h(Time, { at: one.at }),
      ),
      h(Call, { one, names: named(page) }),
    ),
    h(
      "div",
      { class: "buttons" },
      isShown(one) && h(Button, { class: "main", onClick: () => approve(page, one) }, "approve"),
      h(
        Button,
        {
          onClick: () =>
            page.ask({
              command: "access deny",
              title: "Deny",
              given: { request: one.id },
              verb: "deny",
              grave: true,
            }),
        },
        "deny",
      ),
    ),
  );

const Draft = ({ page, one }) =>
  h(
    "li",
    { class: "ask" },
    h(
      "div",
      { class: "what" },
      h("strong", null, "draft: "),
      h(Said, { text: one.kind }),
      " by ",
      h(Said, { text: one.by }),
      h(Text, { text: one.text }),
    ),
    h(
      "div",
      { class: "buttons" },
      h(
        Button,
        {
          class: "main",
          onClick: () =>
            page.ask({
              command: "access approve",
              title: "Send this draft",
              given: { request: one.id },
              verb: "send",
            }),
        },
        "send",
      ),
      h(
        Button,
        {
          onClick: () =>
            page.ask({
              command: "access deny",
              title: "Leave it unsent",
              given: { request: one.id },
              verb: "leave unsent",
            }),
        },
        "leave",
      ),
    ),
  );

const HEALTH = { ok: "ok", attention: "warn", down: "bad" };

/** What is known of the server; of a node that does not answer that is old. */
const serverState = (of) =>
  away() ? "not heard of any more" : of.server_running ? "server runs" : "server is down";

const Health = ({ of }) =>
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
        of.reasons.map((reason) =>
          h(
            "li",
            { key: reason.what + reason.text },
            h(Badge, { word: reason.severity }),
            " ",
            h(Said, { text: reason.text }),
            reason.remedy && [" ", h(Typed, { command: reason.remedy })],
          ),
        ),
      ),
  );

const Counts = ({ of }) =>
  h(
    "div",
    { class: "counts" },
    [
      ["unread", of.counts.unread, "#talk?tab=messages"],
      ["inbox", of.counts.inbox, "#timeline"],
      ["inbox set aside", of.counts.set_aside, "#timeline"],
      ["outbox failed", of.counts["outbox/failed"], "#peers"],
      ["followers", of.counts.subscribers, "#peers"],
      ["pieces", of.counts["content/created"] + of.counts["content/received"], "#talk?tab=pieces"],
    ].map(([name, number, to]) =>
      h(
        "a",
        { key: name, href: to, class: "count" },
        h("b", null, count(number)),
        h("span", null, name),
      ),
    ),
  );

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
  h("span", { class: "number" }, spent),
  most > 0 &&
    h(
      "span",
      { class: "used quiet" },
      h(
        "span",
        { title: "calls that report nothing count towards the limit as they were allowed" },
        upTo(text(bound)) + " of " + text(most),
      ),
      h(Meter, { value: bound, most, label: "part of the day's limit" }),
    ),
];

function draw(page) {
  const status = page.use("status");
  const sessions = page.use("sessions", { state: "running", limit: 50 });
  const requests = page.use("requests", { limit: 50 });
  const running = page.use("tasks", { state: "claimed", limit: 50 });
  const review = page.use("tasks", { state: "review", limit: 50 });
  const mail = page.use("mail", { limit: 5 });
  const spent = page.use("cost", { days: 1 });
  return [
    h(Loaded, { of: status }, (of) => [h(Health, { of }), h(Counts, { of })]),
    h(
      "div",
      { class: "grid" },
      h(
        Panel,
        { title: "Waits for you", class: "wide" },
        h(Loaded, { of: requests }, (of) =>
          of.requests.length + of.drafts.length === 0
            ? h(
                Empty,
                null,
                "No request and no draft. What an agent may not do, or has drafted for you, comes" +
                  " here.",
              )
            : h(
                "ul",
                { class: "plain" },
                of.requests.map((one) => h(Request, { key: one.id, page, one })),
                of.drafts.map((one) => h(Draft, { key: one.id, page, one })),
              ),
        ),
        h(Loaded, { of: mail }, (of) =>
          of.mail.length === 0
            ? null
            : h(
                "ul",
                { class: "plain lines" },
                of.mail.map((one) =>
                  h(
                    "li",
                    { key: one.id },
                    h(Badge, { word: one.state }),
                    " mail of ",
                    h(Said, { text: one.from, most: 40 }),
                    " · ",
                    h(Time, { at: one.sent_at }),
                    " ",
                    h("a", { href: "#talk?tab=mail" }, "read"),
                  ),
                ),
              ),
        ),
      ),
      h(
        Panel,
        { title: "Runs" },
        h(Loaded, { of: running }, (of) =>
          of.tasks.length === 0
            ? h(
                Empty,
                { command: 'sbp task add "…"' },
                "No task is claimed. Add one on the ",
                h("a", { href: "#board" }, "board"),
                " or with",
              )
            : h(
                "ul",
                { class: "plain lines" },
                of.tasks.map((task) =>
                  h(
                    "li",
                    { key: task.id },
                    h(
                      "a",
                      { href: page.link("board", { task: task.id }) },
                      h(Said, { text: task.title, most: 80 }),
                    ),
                    h(
                      "div",
                      null,
                      h(Said, { text: task.worker || "", most: 20 }),
                      " · ",
                      h(Lease, { task }),
                    ),
                  ),
                ),
              ),
        ),
        h(
          Loaded,
          { of: review },
          (of) =>
            of.tasks.length > 0 &&
            h("p", null, h("a", { href: "#board" }, count(of.tasks.length) + " in review")),
        ),
        h(Loaded, { of: sessions }, (of) =>
          of.sessions.map((one) =>
            h(
              "p",
              { key: one.label },
              h(Badge, { word: "running" }),
              " ",
              h(
                "a",
                { href: page.link("talk", { session: one.label }) },
                h(Said, { text: one.label, most: 40 }),
              ),
            ),
          ),
        ),
      ),
      h(
        Panel,
        { title: "Spent today" },
        h(Loaded, { of: status }, (of) =>
          h(Facts, {
            rows: [
              [
                "calls",
                h(Used, {
                  spent: count(of.llm.spent.calls),
                  bound: of.llm.today.calls,
                  most: of.llm.limits.calls,
                }),
              ],
              [
                "tokens",
                h(Used, {
                  spent: tokens(of.llm.spent),
                  bound: of.llm.today.tokens,
                  most: of.llm.limits.tokens,
                }),
              ],
              [
                "cost",
                h(Used, {
                  spent: cost(of.llm.spent),
                  bound: of.llm.today.cost_usd,
                  most: of.llm.limits.cost_usd,
                  text: money,
                }),
              ],
              ["backend", h(Said, { text: of.llm.backend })],
              [
                "limit",
                of.llm.unlimited
                  ? h(
                      "span",
                      { class: "warn-text" },
                      "none: ",
                      h(Typed, { command: "sbp config set llm.daily_cost_limit 5" }),
                    )
                  : null,
              ],
            ],
          }),
        ),
        h(
          Loaded,
          { of: spent },
          (of) =>
            of.today.length > 0 &&
            h(
              "ul",
              { class: "plain lines" },
              of.today
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
        ),
      ),
      h(
        Panel,
        { title: "Next" },
        h(Loaded, { of: status }, (of) =>
          of.plan.runs.length + of.plan.waiting.length === 0
            ? h(Empty, null, "Nothing is due.")
            : h(
                "ul",
                { class: "plain lines" },
                of.plan.runs.map((run, i) =>
                  h(
                    "li",
                    { key: "r" + i },
                    h(Badge, { word: run.component, as: "busy" }),
                    " ",
                    h(Said, { text: run.why }),
                  ),
                ),
                of.plan.waiting.map((run, i) =>
                  h(
                    "li",
                    { key: "w" + i },
                    h(Badge, { word: run.component, as: "plain" }),
                    " ",
                    run.next_due ? ago(run.next_due) : h(Said, { text: run.why }),
                  ),
                ),
              ),
        ),
      ),
    ),
  ];
}

export { Lease };
export default { name: "now", title: "Now", draw };
