// Access: who may do what and why, grants, policies, and the trail of decisions.

import {
  h,
  Badge,
  Button,
  Empty,
  Facts,
  Fault,
  Loaded,
  Panel,
  Rows,
  Said,
  Time,
  Typed,
  count,
  narrow,
  plain,
} from "/parts.js";
import { called } from "/names.js";
import { Who, Why } from "/rights.js";
import { Call, Request } from "/waits.js";

/** Actions that the page calls by itself, to show what it shows. */
const READS = new Set(["messages"]);

/** So few rows cannot be scrolled, which would load earlier ones. */
const FEW = 14;

/** One decision: what was decided and why, and folded all that is recorded of it. */
const Decision = ({ page, seq, names }) =>
  h(Loaded, { of: page.use("decision", { number: seq }) }, (of) =>
    h(
      Panel,
      {
        title: "Decision " + seq,
        class: "detail",
        aside: h("a", { href: page.link("access", { ...page.given, seq: "" }) }, "close"),
      },
      h(
        "p",
        { class: "verdict-of" },
        h(Badge, { word: of.decision }),
        " ",
        h("strong", null, h(Said, { text: called(of.principal, names), most: 40 })),
        of.decision === "allow" ? " was allowed " : " asked for ",
        h("code", null, of.tool),
        " over " + plain(of.channel) + ", ",
        h(Time, { at: of.at }),
        ": ",
        h(Said, { text: of.reason, most: 300 }),
        ".",
      ),
      h(
        "details",
        null,
        h("summary", null, "all that is recorded of it"),
        h(Facts, {
          rows: Object.entries(of)
            .filter(
              ([name, value]) => name !== "seq" && value !== null && typeof value !== "object",
            )
            .map(([name, value]) => [
              name.replace(/_/g, " "),
              name === "at"
                ? h(Time, { at: value })
                : name === "decision"
                  ? h(Badge, { word: value })
                  : h(Said, { text: String(value) }),
            ]),
        }),
        of.detail && h("pre", null, plain(JSON.stringify(of.detail, null, 1))),
      ),
      h("p", { class: "same" }, "at a terminal: ", h(Typed, { command: "sbp audit show " + seq })),
    ),
  );

const STATUS = { approved: "ok", denied: "bad", failed: "bad" };

/** A request that was answered: its status, and folded the whole call. */
const Answered = ({ page, one, names }) =>
  h(
    "li",
    null,
    h(
      "details",
      null,
      h(
        "summary",
        null,
        h(Badge, { word: one.status, as: STATUS[one.status] || "plain" }),
        " ",
        h(Said, { text: one.who || one.to, most: 30 }),
        " asked for ",
        h("code", null, one.tool),
        " ",
        h(Time, { at: one.at }),
      ),
      h(Call, { page, one, names }),
      one.outcome && h("div", { class: "quiet" }, "it ran: ", h(Said, { text: one.outcome })),
    ),
  );

/** What callers asked for: those that wait with the whole call and its answers. */
const Requests = ({ page, names }) =>
  h(
    Panel,
    { title: "Requests" },
    h(Loaded, { of: page.use("requests", { all: true, limit: 50 }) }, (of) => {
      const waits = of.requests.filter((one) => one.status === "pending");
      const rest = of.requests.filter((one) => one.status !== "pending");
      return [
        waits.length > 0 &&
          h(
            "ul",
            { key: "waits", class: "plain" },
            waits.map((one) => h(Request, { key: one.id, page, one })),
          ),
        waits.length === 0 &&
          h(
            "p",
            { key: "none", class: "quiet" },
            "None waits. What a caller may not do becomes a request here.",
          ),
        rest.length > 0 &&
          h(
            "ul",
            { key: "rest", class: "plain lines" },
            rest.map((one) => h(Answered, { key: one.id, page, one, names })),
          ),
      ];
    }),
  );

function draw(page) {
  const policies = page.use("policies");
  const grants = page.use("grants", { limit: 100 });
  const trail = page.use(
    "audit",
    { limit: 200, ...(page.given.decision ? { decision: page.given.decision } : {}) },
    "decisions",
  );
  const verify = page.local.verify ? page.use("verify") : null;
  const seq = (one) => one.seq;
  const agents = page.use("agents", { limit: 500 }, "agents").data;
  const names = new Map(agents ? agents.agents.map((one) => [one.agent_id, one.name]) : []);
  return [
    h(Who, { key: "who", page }),
    h(Why, { key: "why", page }),
    h(Requests, { key: "requests", page, names }),
    h(
      Panel,
      { key: "policies", title: "Policies" },
      h(Loaded, { of: policies }, (of) => [
        of.problems.map((one, i) =>
          h(Fault, {
            key: i,
            problem: { message: one.place + ": " + one.text, hints: ["sbp access lint"] },
          }),
        ),
        h(
          "details",
          { key: "all" },
          h("summary", null, count(of.policies.length) + " policies in force, in their order"),
          h(
            "ul",
            { class: "plain lines" },
            of.policies.map((one) =>
              h(
                "li",
                { key: one.name },
                h(Badge, { word: one.effect }),
                " ",
                h("strong", null, h(Said, { text: one.name })),
                h(
                  "span",
                  { class: "quiet" },
                  " priority " + one.priority + ", " + plain(one.place),
                ),
                h("div", null, h(Said, { text: one.description })),
              ),
            ),
          ),
        ),
      ]),
    ),
    h(
      "div",
      { class: "grid" },
      h(
        Panel,
        {
          title: "Grants",
          aside: h(
            Button,
            {
              onClick: () =>
                page.ask({
                  command: "access grant",
                  title: "Grant",
                  given: { hours: 24 },
                  fields: [
                    { name: "who", label: "to whom", required: true },
                    { name: "tools", label: "tools, such as mail_send", required: true },
                    { name: "hours", label: "hours", type: "number" },
                  ],
                }),
            },
            "grant",
          ),
        },
        h(Loaded, { of: grants }, (of) =>
          of.grants.length === 0
            ? h(Empty, null, "None: nobody may do more than the policies allow.")
            : h(
                "ul",
                { class: "plain lines" },
                of.grants.map((one) =>
                  h(
                    "li",
                    { key: one.id, class: "split" },
                    h(
                      "span",
                      null,
                      h(Said, { text: one.who, most: 30 }),
                      ": ",
                      h("code", null, one.tools.join(" ")),
                      " ",
                      one.expires
                        ? h("span", { class: "quiet" }, "ends ", h(Time, { at: one.expires }))
                        : h("span", { class: "warn-text" }, "without end"),
                      h("span", { class: "quiet" }, " · used " + count(one.uses) + " times"),
                    ),
                    h(
                      Button,
                      {
                        onClick: () =>
                          page.ask({
                            command: "access revoke",
                            title: "Revoke",
                            given: { grant: one.id },
                            grave: true,
                          }),
                      },
                      "revoke",
                    ),
                  ),
                ),
              ),
        ),
      ),
    ),
    page.given.seq && h(Decision, { key: "d" + page.given.seq, page, seq: page.given.seq, names }),
    h(
      Panel,
      {
        title: "Trail",
        aside: h(
          "span",
          { class: "buttons" },
          h(
            "a",
            { href: page.link("access", page.given.looks ? {} : { looks: 1 }) },
            page.given.looks ? "without looks at this page" : "also looks at this page",
          ),
          h(
            "a",
            { href: page.link("access", page.given.decision ? {} : { decision: "deny" }) },
            page.given.decision ? "all decisions" : "only denials",
          ),
          h(Button, { onClick: () => page.set({ verify: true }) }, "verify"),
        ),
      },
      verify &&
        h(Loaded, { of: verify }, (of) =>
          h(
            "p",
            { role: "status" },
            h(Badge, {
              word: of.findings.length === 0 ? "ok" : "bad",
              as: of.findings.length === 0 ? "ok" : "bad",
            }),
            " ",
            count(of.rows) +
              " rows, " +
              (of.findings.length === 0
                ? "all there and unchanged"
                : of.findings.map((one) => one.kind + " " + one.what).join("; ")),
          ),
        ),
      h(Loaded, { of: trail }, (of) => {
        const decisions = of.decisions.filter(
          (one) =>
            page.given.looks ||
            one.channel !== "web" ||
            one.decision !== "allow" ||
            (page.isAction(one.tool) && !READS.has(one.tool)),
        );
        return decisions.length === 0
          ? h(
              Empty,
              null,
              "No other decision among the last " + count(of.decisions.length) + ".",
              trail.next && [
                " ",
                h(Button, { class: "link", onClick: () => page.more(trail, seq) }, "earlier ones"),
              ],
            )
          : [
              h(Rows, {
                key: "rows",
                items: decisions,
                keyOf: seq,
                label: "decisions, newest first",
                height: narrow() ? 50 : 34,
                tall: 420,
                more: () => page.more(trail, seq),
                chosen: (one) => String(one.seq) === page.given.seq,
                open: (one) => page.go("access", { ...page.given, seq: one.seq }),
                row: (one) =>
                  h(
                    "div",
                    { class: "moment" },
                    h(Time, { at: one.at }),
                    h(Badge, { word: one.decision }),
                    h("code", null, one.tool),
                    h(
                      "span",
                      { class: "grow" },
                      h(Said, { text: called(one.principal, names), most: 30 }),
                      " · " + one.channel + " · ",
                      h(Said, { text: one.reason, most: 120 }),
                    ),
                  ),
              }),
              trail.next &&
                decisions.length < FEW &&
                h(
                  Button,
                  { key: "more", class: "more", onClick: () => page.more(trail, seq) },
                  "earlier ones",
                ),
            ];
      }),
    ),
  ];
}

export default { draw };
