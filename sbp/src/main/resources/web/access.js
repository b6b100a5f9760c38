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

const Why = ({ page }) => {
  const { as, tool, channel } = page.given;
  const agents = page.use("agents", { limit: 500 }, "agents");
  return h(
    Panel,
    { title: "Who may do what, and why", class: "wide" },
    h(
      "form",
      {
        class: "bar",
        onSubmit: (event) => {
          event.preventDefault();
          const { who, what, by } = event.target.elements;
          page.go("access", { as: who.value, tool: what.value, channel: by.value });
        },
      },
      h("label", { for: "who" }, "caller"),
      h("input", {
        id: "who",
        name: "who",
        list: "callers",
        required: true,
        value: as || "",
        placeholder: "an agent, or trust:known",
      }),
      h(
        "datalist",
        { id: "callers" },
        [
          "trust:unknown",
          "trust:known",
          "trust:endorsed",
          "trust:trusted",
          ...(agents.data ? agents.data.agents.map((one) => one.name) : []),
        ].map((one) => h("option", { key: one, value: one })),
      ),
      h("label", { for: "what" }, "tool"),
      h("input", {
        id: "what",
        name: "what",
        required: true,
        value: tool || "",
        placeholder: "mail_send",
      }),
      h("label", { for: "by" }, "channel"),
      h("input", { id: "by", name: "by", value: channel || "mcp" }),
      h("button", { class: "main" }, "why?"),
    ),
    as &&
      h(Loaded, { of: page.use("check", { as, tool, channel }) }, (of) => [
        h(
          "p",
          null,
          h(Badge, { word: of.allowed ? "allow" : "deny" }),
          " ",
          h(Said, { text: of.reason }),
        ),
        h(
          "ul",
          null,
          of.sentences.map((one, i) => h("li", { key: i }, h(Said, { text: one }))),
        ),
        h(
          "div",
          { class: "scroll", tabIndex: 0, role: "region", "aria-label": "policies in their order" },
          h(
            "table",
            null,
            h(
              "thead",
              null,
              h(
                "tr",
                null,
                ["policy", "applies", "why"].map((one) => h("th", { key: one, scope: "col" }, one)),
              ),
            ),
            h(
              "tbody",
              null,
              of.policies.map((one) =>
                h(
                  "tr",
                  { key: one.policy },
                  h("th", { scope: "row" }, h(Said, { text: one.policy })),
                  h("td", null, one.matched ? "yes" : "no"),
                  h("td", null, h(Said, { text: one.why || "" })),
                ),
              ),
            ),
          ),
        ),
        h(
          "p",
          { class: "same" },
          "at a terminal: ",
          h(Typed, {
            command:
              "sbp access check --as=" +
              as +
              (channel ? " --channel=" + channel : "") +
              (tool ? " --tool=" + tool : ""),
          }),
        ),
      ]),
  );
};

/** One decision with its call, its causes and the chain around it. */
const Decision = ({ page, seq }) =>
  h(Loaded, { of: page.use("decision", { number: seq }) }, (of) =>
    h(
      Panel,
      {
        title: "Decision " + seq,
        class: "detail",
        aside: h("a", { href: page.link("access", { ...page.given, seq: "" }) }, "close"),
      },
      h(Facts, {
        rows: Object.entries(of)
          .filter(([name, value]) => name !== "seq" && value !== null && typeof value !== "object")
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
      h("p", { class: "same" }, "at a terminal: ", h(Typed, { command: "sbp audit show " + seq })),
    ),
  );

function draw(page) {
  const policies = page.use("policies");
  const grants = page.use("grants", { limit: 100 });
  const requests = page.use("requests", { all: true, limit: 50 });
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
    h(Why, { page }),
    h(
      Panel,
      { title: "Policies" },
      h(Loaded, { of: policies }, (of) => [
        of.problems.map((one, i) =>
          h(Fault, {
            key: i,
            problem: { message: one.place + ": " + one.text, hints: ["sbp access lint"] },
          }),
        ),
        h(
          "div",
          { class: "scroll", tabIndex: 0, role: "region", "aria-label": "policies in force" },
          h(
            "table",
            null,
            h(
              "thead",
              null,
              h(
                "tr",
                null,
                ["policy", "priority", "effect", "what"].map((one) =>
                  h(
                    "th",
                    { key: one, scope: "col", class: one === "priority" ? "number" : "" },
                    one,
                  ),
                ),
              ),
            ),
            h(
              "tbody",
              null,
              of.policies.map((one) =>
                h(
                  "tr",
                  { key: one.name },
                  h("th", { scope: "row" }, h(Said, { text: one.name })),
                  h("td", { class: "number" }, one.priority),
                  h("td", null, h(Badge, { word: one.effect })),
                  h("td", null, h(Said, { text: one.description })),
                ),
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
      h(
        Panel,
        { title: "Requests" },
        h(Loaded, { of: requests }, (of) =>
          of.requests.length === 0
            ? h(Empty, null, "None. What a caller may not do becomes a request here.")
            : h(
                "ul",
                { class: "plain lines" },
                of.requests.map((one) =>
                  h(
                    "li",
                    { key: one.id },
                    h(Badge, { word: one.status }),
                    " ",
                    h(Said, { text: one.who || one.to, most: 30 }),
                    " ",
                    h("code", null, one.tool),
                    " ",
                    h(Time, { at: one.at }),
                    one.status === "pending" && [" ", h("a", { href: "#now" }, "answer")],
                  ),
                ),
              ),
        ),
      ),
    ),
    page.given.seq && h(Decision, { key: page.given.seq, page, seq: page.given.seq }),
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
            page.isAction(one.tool),
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
          : h(Rows, {
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
            });
      }),
    ),
  ];
}

export default { name: "access", title: "Access", draw };
