// Who may use a tool, and why: the verdict and the one reason that decides come first.

import {
  h,
  Badge,
  Button,
  Loaded,
  Panel,
  Rows,
  Said,
  Typed,
  count,
  narrow,
  plain,
} from "/parts.js";

/** What people ask, and the tool that it is about. */
const QUESTIONS = [
  ["memory_forget", "delete memory"],
  ["memory_search", "read memory"],
  ["mail_send", "write mail"],
  ["send", "write to peers"],
  ["task_add", "add tasks"],
  ["config_set", "change settings"],
];

const allowed = (one) =>
  h(Badge, { word: one.allowed ? "may" : "may not", as: one.allowed ? "ok" : "bad" });

/** Joins names as a sentence does, with the number of those that are left out. */
function listed(names, most = 4) {
  const shown = names.length > most + 1 ? names.slice(0, most) : names;
  const rest = names.length - shown.length;
  const all = [...shown.map((name) => plain(name)), ...(rest > 0 ? [count(rest) + " more"] : [])];
  return all.length < 2 ? all.join("") : all.slice(0, -1).join(", ") + " and " + all.at(-1);
}

const Answers = ({ page, tool, callers }) =>
  h(Rows, {
    items: callers,
    keyOf: (one) => one.caller,
    label: "callers",
    height: narrow() ? 62 : 36,
    tall: 360,
    open: (one) => page.go("access", { who: tool, tool, as: one.caller, channel: one.channel }),
    row: (one) =>
      h(
        "div",
        { class: "answer" },
        allowed(one),
        h(Said, { text: one.name, most: 40 }),
        h("span", { class: "quiet" }, h(Said, { text: one.why, most: 160 })),
      ),
  });

/** Says of each caller whether it may, those that may first. */
function answered(page, of, words) {
  const may = of.callers.filter((one) => one.allowed);
  const mayNot = of.callers.filter((one) => !one.allowed);
  return [
    h(
      "p",
      { key: "verdict", class: "verdict-of" },
      may.length === 0 ? "Nobody may " : listed(may.map((one) => one.name)) + " may ",
      words ? [words + " (", h("code", null, of.tool), ")"] : ["use ", h("code", null, of.tool)],
      "; " + count(mayNot.length) + (of.next ? "+" : "") + " may not.",
    ),
    h(Answers, { key: "may", page, tool: of.tool, callers: may }),
    mayNot.length > 0 &&
      h(
        "details",
        { key: "not" },
        h("summary", null, "who may not: " + listed(mayNot.map((one) => one.name))),
        h(Answers, { page, tool: of.tool, callers: mayNot }),
      ),
    h(
      "p",
      { key: "same", class: "same" },
      "at a terminal: ",
      h(Typed, { command: "sbp access who " + of.tool }),
    ),
  ];
}

/** The question by a tool: who may use it. */
export const Who = ({ page }) => {
  const tool = page.given.who || "";
  const ask = (next) => page.go("access", { who: next });
  return h(
    Panel,
    { title: "Who may …?" },
    h(
      "form",
      {
        class: "bar",
        onSubmit: (event) => {
          event.preventDefault();
          ask(event.target.elements.what.value.trim());
        },
      },
      h(
        "div",
        { class: "choice", role: "group", "aria-label": "what they may do" },
        QUESTIONS.map(([name, words]) =>
          h(
            Button,
            { key: name, "aria-pressed": String(name === tool), onClick: () => ask(name) },
            words,
          ),
        ),
      ),
      h("label", { for: "any-tool" }, "or a tool"),
      h("input", {
        id: "any-tool",
        name: "what",
        required: true,
        defaultValue: tool,
        placeholder: "task_claim",
      }),
      h("button", null, "who?"),
    ),
    tool
      ? h(Loaded, { of: page.use("who", { tool, limit: 500 }) }, (of) =>
          answered(page, of, QUESTIONS.find(([name]) => name === tool)?.[1]),
        )
      : h("p", { class: "quiet" }, "Choose what, and see who may do it and what decides that."),
  );
};

/** The policies in their order; those that apply are marked. */
const Order = ({ policies }) =>
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
        policies.map((one) =>
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
  );

/** Returns the one reason that decides, as a sentence. */
function decides(of) {
  const policy = of.policies.find((one) => one.policy === of.reason);
  if (policy) {
    return [
      "The policy ",
      h("code", null, policy.policy),
      of.allowed ? " allows it" : " denies it",
      policy.place && [" (", h("code", null, plain(policy.place)), ")"],
      ".",
    ];
  }
  return of.reason === "default-deny"
    ? "No policy allows it."
    : ["What decides: ", h(Said, { text: of.reason }), "."];
}

const Verdict = ({ of, tool, command }) => [
  h(
    "p",
    { class: "verdict-of" },
    h(Said, { text: of.name, most: 40 }),
    h("strong", { class: of.allowed ? "ok-text" : "bad-text" }, of.allowed ? " may" : " may not"),
    " use ",
    tool ? h("code", null, tool) : "any tool",
    " over " + plain(of.channel) + ". ",
    decides(of),
  ),
  h(
    "details",
    null,
    h("summary", null, "all of it: what else applies, and the policies in their order"),
    h(
      "ul",
      null,
      of.sentences.map((one, i) => h("li", { key: i }, h(Said, { text: one }))),
    ),
    h(Order, { policies: of.policies }),
  ),
  h("p", { class: "same" }, "at a terminal: ", h(Typed, { command })),
];

/** The question by a caller: whether one may use a tool, and why. */
export const Why = ({ page }) => {
  const { as, tool, channel } = page.given;
  const agents = page.use("agents", { limit: 500 }, "agents");
  const callers = [
    "owner",
    "trust:unknown",
    "trust:known",
    "trust:endorsed",
    "trust:trusted",
    ...(agents.data ? agents.data.agents.map((one) => one.name) : []),
  ];
  return h(
    Panel,
    { title: "May somebody, and why?" },
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
        defaultValue: as || "",
        placeholder: "an agent, or trust:known",
      }),
      h(
        "datalist",
        { id: "callers" },
        callers.map((one) => h("option", { key: one, value: one })),
      ),
      h("label", { for: "what" }, "tool"),
      h("input", {
        id: "what",
        name: "what",
        required: true,
        defaultValue: tool || "",
        placeholder: "mail_send",
      }),
      h("label", { for: "by" }, "channel"),
      h("input", { id: "by", name: "by", defaultValue: channel || "mcp" }),
      h("button", { class: "main" }, "why?"),
    ),
    as &&
      h(Loaded, { of: page.use("check", { as, tool, channel }) }, (of) =>
        h(Verdict, {
          of,
          tool,
          command:
            "sbp access check --as=" +
            as +
            (channel ? " --channel=" + channel : "") +
            (tool ? " --tool=" + tool : ""),
        }),
      ),
  );
};
