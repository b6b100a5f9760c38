// Cost: what the models cost, by role, model and principal, over days, beside the limit of a day.

import {
  h,
  Button,
  Empty,
  Loaded,
  Meter,
  Panel,
  Said,
  Typed,
  cost,
  count,
  money,
  tokens,
  upTo,
} from "/parts.js";
import { Stacked } from "/charts.js";

const SPANS = [7, 30, 90];
const MEASURES = [
  ["cost_usd", "cost"],
  ["tokens", "tokens"],
  ["calls", "calls"],
];
const GROUPS = [
  ["role", "by role"],
  ["model", "by model"],
  ["who", "by principal"],
];
const SETTINGS = {
  cost_usd: "llm.daily_cost_limit",
  tokens: "llm.daily_token_limit",
  calls: "llm.daily_call_limit",
};
const MOST_NAMES = 12;

const said = (measure, number) => (measure === "cost_usd" ? money(number) : count(number));
/** What was spent by a sum, of this measure, with its plus where some calls did not report it. */
const spent = (measure, sum) =>
  measure === "cost_usd" ? cost(sum) : measure === "tokens" ? tokens(sum) : count(sum.calls);

const calls = (sum) => count(sum.calls) + (sum.calls === 1 ? " call" : " calls");
const isUnknown = (sum) => [cost(sum), tokens(sum)].every((one) => one === "unknown");

const modelOf = (row) => row.model || row.backend + ", model not named";

/** Returns the rows of a document by what they are grouped by, each with a name. */
function grouped(of, by) {
  const rows = by === "who" ? of.principals : by === "model" ? of.models : of.rows;
  return rows.map((row) => ({ ...row, name: by === "model" ? modelOf(row) : row[by] || "other" }));
}

const NOTHING = { calls: 0, tokens: 0, unknown_tokens: 0, cost_usd: 0, unknown_cost: 0 };
const plus = (sum, row) =>
  Object.fromEntries(Object.keys(NOTHING).map((key) => [key, sum[key] + (row[key] || 0)]));

/** Returns sums by a key, in the order in which the keys come. */
function sums(rows, keyOf) {
  const all = new Map();
  for (const row of rows) {
    all.set(keyOf(row), plus(all.get(keyOf(row)) || NOTHING, row));
  }
  return all;
}

const daysBack = (span) =>
  [...Array(span)].map((_, i) =>
    new Date(Date.now() - (span - 1 - i) * 86400000).toISOString().slice(0, 10),
  );

/** Sums by name for each of the last days, also those without a call; the rest is one name. */
function stacked(rows, measure, span) {
  const days = daysBack(span);
  const names = [...sums(rows, (row) => row.name)]
    .sort(([, a], [, b]) => b[measure] - a[measure])
    .map(([name]) => name);
  const shown = names.slice(0, MOST_NAMES);
  const nameOf = (row) => (shown.includes(row.name) ? row.name : "all others");
  const cells = sums(rows, (row) => row.day + " " + nameOf(row));
  const drawn = names.length > shown.length ? [...shown, "all others"] : shown;
  return {
    days,
    rows: drawn.map((name) => ({
      name,
      values: days.map((day) => cells.get(day + " " + name)?.[measure] || 0),
    })),
  };
}

/** What an upper bound is; it stands where one is shown. */
const Bound = () =>
  h(
    "details",
    null,
    h("summary", null, 'what "' + upTo("…") + '" means'),
    h(
      "p",
      { class: "quiet text" },
      "An upper bound, which is no spending. Before a call, the limit of the day counts the most" +
        " that it may use; when the provider reports what it used, that counts instead. A call" +
        " that never reports counts as it was allowed, so that the limit holds in any case. What" +
        " was spent has no such word; a + behind it says that some calls did not report.",
    ),
  );

/** What was spent today, and beside each limit what counts towards it. */
const Today = ({ of }) => {
  const today = daysBack(1)[0];
  const sum = of.rows.filter((row) => row.day === today).reduce(plus, NOTHING);
  const limited = MEASURES.filter(([measure]) => of.limits[measure] > 0);
  return h(
    Panel,
    { title: "Today" },
    h(
      "p",
      { class: "day" },
      sum.calls === 0
        ? "No model was called today."
        : isUnknown(sum)
          ? calls(sum) + "; no provider reported tokens or cost."
          : "Spent: " + cost(sum) + ", " + tokens(sum) + " tokens, " + calls(sum) + ".",
    ),
    limited.length === 0
      ? h(
          "p",
          null,
          h("span", { class: "warn-text" }, "No limit of a day is set. "),
          h(Typed, { command: "sbp config set llm.daily_cost_limit 5" }),
        )
      : h(
          "div",
          { class: "limits" },
          limited.map(([measure, name]) => {
            const bound = Number(of.bound[measure] || 0);
            const most = Number(of.limits[measure]);
            const exact = spent(measure, sum) === said(measure, bound);
            return h(
              "p",
              { key: measure, "data-limit": measure },
              h("span", { class: "quiet" }, name),
              h(Meter, { value: bound, most, label: "part of the day's limit of " + name }),
              h(
                "span",
                null,
                (exact ? said(measure, bound) : upTo(said(measure, bound))) +
                  " of " +
                  said(measure, most),
              ),
            );
          }),
        ),
    limited.some(
      ([measure]) => spent(measure, sum) !== said(measure, Number(of.bound[measure] || 0)),
    ) && h(Bound),
  );
};

const Table = ({ label, titles, rows, total }) =>
  h(
    "div",
    { class: "scroll", tabIndex: 0, role: "region", "aria-label": label },
    h(
      "table",
      null,
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          titles.map((one, i) =>
            h("th", { key: one, scope: "col", class: i > titles.length - 4 ? "number" : "" }, one),
          ),
        ),
      ),
      h(
        "tbody",
        null,
        rows.map(({ names, sum }) =>
          h(
            "tr",
            { key: names.join("\n") },
            names.map((name, i) => h("td", { key: i }, h(Said, { text: name, most: 60 }))),
            h(Numbers, { sum }),
          ),
        ),
      ),
      total &&
        h(
          "tfoot",
          null,
          h(
            "tr",
            null,
            h("th", { scope: "row", colSpan: titles.length - 3 }, "all"),
            h(Numbers, { sum: total }),
          ),
        ),
    ),
  );

const Numbers = ({ sum }) => [
  h("td", { key: "c", class: "number" }, count(sum.calls)),
  h("td", { key: "t", class: "number" }, tokens(sum)),
  h("td", { key: "u", class: "number" }, cost(sum)),
];

const NUMBERS = ["calls", "tokens", "cost"];
const namedRows = (all) => [...all].map(([name, sum]) => ({ names: [name], sum }));

const Choices = ({ days, by, measure, choose }) => {
  const pick = (name, all, value, set) =>
    h(
      "div",
      { class: "choice", role: "group", "aria-label": name },
      all.map(([key, title]) =>
        h(Button, { key, "aria-pressed": String(key === value), onClick: () => set(key) }, title),
      ),
    );
  return h(
    "div",
    { class: "bar" },
    pick(
      "days",
      SPANS.map((n) => [n, n + " days"]),
      days,
      (n) => choose({ days: n }),
    ),
    pick("by", GROUPS, by, (one) => choose({ by: one })),
    pick("measure", MEASURES, measure, (one) => choose({ of: one })),
  );
};

/** The chart and its numbers: by what is chosen, by day, and folded every row. */
const Spent = ({ of, days, by, measure }) => {
  const rows = grouped(of, by);
  const limit = Number(of.limits[measure] || 0);
  const title = GROUPS.find(([key]) => key === by)[1].slice(3);
  return [
    h(
      Panel,
      { key: "chart", title: "By day" },
      h(Stacked, {
        ...stacked(rows, measure, days),
        limit,
        text: (number) => said(measure, number),
        label:
          MEASURES.find(([key]) => key === measure)[1] +
          " by day, stacked by " +
          title +
          "; the tables below have the numbers",
      }),
    ),
    h(
      "div",
      { key: "numbers", class: "grid pair" },
      h(
        Panel,
        { title: "By " + title },
        h(Table, {
          label: "sums by " + title,
          titles: [title, ...NUMBERS],
          rows: namedRows(sums(rows, (row) => row.name)).sort(
            (a, b) => b.sum[measure] - a.sum[measure],
          ),
          total: by === "who" ? null : of.total,
        }),
        by === "who" &&
          h(
            "p",
            { class: "quiet" },
            "A call for several principals counts as one for each, with its part of the cost.",
          ),
      ),
      h(
        Panel,
        { title: "Days" },
        h(Table, {
          label: "sums by day",
          titles: ["day", ...NUMBERS],
          rows: namedRows(sums(of.rows, (row) => row.day)).reverse(),
          total: of.total,
        }),
      ),
    ),
    h(
      "details",
      { key: "rows" },
      h("summary", null, "every row: day, role and backend"),
      h(Table, {
        label: "cost by day, role and backend",
        titles: ["day", "role", "backend", ...NUMBERS],
        rows: of.rows.slice(0, 200).map((row) => ({
          names: [row.day, row.role, row.backend],
          sum: row,
        })),
      }),
    ),
  ];
};

function draw(page) {
  const days = Number(page.given.days || 7);
  const by = GROUPS.some(([key]) => key === page.given.by) ? page.given.by : "role";
  return [
    h(Loaded, { key: "cost", of: page.use("cost", { days }) }, (of) => {
      // Without a price there is no cost to draw, and some providers report no tokens.
      const usual = of.total.cost_usd > 0 ? "cost_usd" : of.total.tokens > 0 ? "tokens" : "calls";
      const measure = page.given.of || usual;
      const choose = (patch) => page.go("cost", { days, by, of: measure, ...patch });
      return [
        h(Today, { key: "today", of }),
        h(Choices, { key: "choices", days, by, measure, choose }),
        of.rows.length === 0
          ? h(
              Empty,
              { key: "empty", command: "sbp config set llm.backend NAME" },
              "No model was called in these days: the built-in rules cost nothing. Choose a model" +
                " with",
            )
          : h(Spent, { key: "spent", of, days, by, measure }),
        h(
          "p",
          { key: "limit", class: "same" },
          "to set the limit: ",
          h(Typed, { command: "sbp config set " + SETTINGS[measure] + " NUMBER" }),
        ),
      ];
    }),
    h(
      "p",
      { key: "same", class: "same" },
      "at a terminal: ",
      h(Typed, { command: "sbp cost --days " + days }),
    ),
  ];
}

export default { draw };
