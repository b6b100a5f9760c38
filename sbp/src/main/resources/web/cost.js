// Cost: what the models cost, by role, backend and principal, over days.

import { h, Button, Empty, Loaded, Panel, Said, Typed, cost, count, tokens } from "/parts.js";
import { Stacked } from "/charts.js";

const SPANS = [7, 30, 90];
const MEASURES = [
  ["cost_usd", "cost"],
  ["tokens", "tokens"],
  ["calls", "calls"],
];

/** Sums by name, for each of the last days, those without a call among them. */
function stacked(rows, by, measure, span) {
  const days = [...Array(span)].map((_, i) =>
    new Date(Date.now() - (span - 1 - i) * 86400000).toISOString().slice(0, 10),
  );
  const names = [...new Set(rows.map((row) => row[by] || "other"))];
  return {
    days,
    rows: names.map((name) => ({
      name,
      values: days.map((day) =>
        rows
          .filter((row) => row.day === day && (row[by] || "other") === name)
          .reduce((sum, row) => sum + (row[measure] || 0), 0),
      ),
    })),
  };
}

function draw(page) {
  const days = Number(page.given.days || 7);
  const by = page.given.by || "role";
  const known = page.use("cost", { days }).data;
  // Without a price there is no cost to draw, and some providers report no tokens.
  const usual =
    !known || known.total.cost_usd > 0 ? "cost_usd" : known.total.tokens > 0 ? "tokens" : "calls";
  const measure = page.given.of || usual;
  const choose = (patch) => page.go("cost", { days, by, of: measure, ...patch });
  const pick = (name, all, value, set) =>
    h(
      "div",
      { class: "choice", role: "group", "aria-label": name },
      all.map(([key, title]) =>
        h(Button, { key, "aria-pressed": String(key === value), onClick: () => set(key) }, title),
      ),
    );
  return [
    h(
      "div",
      { class: "bar" },
      pick(
        "days",
        SPANS.map((n) => [n, n + " days"]),
        days,
        (n) => choose({ days: n }),
      ),
      pick(
        "by",
        [
          ["role", "by role"],
          ["backend", "by model"],
          ["who", "by principal"],
        ],
        by,
        (one) => choose({ by: one }),
      ),
      pick("measure", MEASURES, measure, (one) => choose({ of: one })),
    ),
    h(Loaded, { of: page.use("cost", { days }) }, (of) => {
      if (of.rows.length === 0) {
        return h(
          Empty,
          { command: "sbp config set llm.backend NAME" },
          "No model was called in these days: the built-in rules cost nothing. Choose a model with",
        );
      }
      const drawn = stacked(by === "who" ? of.principals : of.rows, by, measure, days);
      return [
        h(
          Panel,
          { title: "By day" },
          h(Stacked, {
            ...drawn,
            label: measure + " by day, stacked; the table below has the numbers",
          }),
        ),
        h(
          "div",
          { class: "grid" },
          h(
            Panel,
            { title: "Rows", class: "wide" },
            h(
              "div",
              {
                class: "scroll",
                tabIndex: 0,
                role: "region",
                "aria-label": "cost by day, role and model",
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
                    ["day", "role", "model", "calls", "tokens", "cost"].map((one, i) =>
                      h("th", { key: one, scope: "col", class: i > 2 ? "number" : "" }, one),
                    ),
                  ),
                ),
                h(
                  "tbody",
                  null,
                  of.rows
                    .slice(0, 200)
                    .map((row, i) =>
                      h(
                        "tr",
                        { key: i },
                        h("td", null, row.day),
                        h("td", null, h(Said, { text: row.role })),
                        h("td", null, h(Said, { text: row.backend })),
                        h("td", { class: "number" }, count(row.calls)),
                        h("td", { class: "number" }, tokens(row)),
                        h("td", { class: "number" }, cost(row)),
                      ),
                    ),
                ),
                h(
                  "tfoot",
                  null,
                  h(
                    "tr",
                    null,
                    h("th", { scope: "row", colSpan: 3 }, "all"),
                    h("td", { class: "number" }, count(of.total.calls)),
                    h("td", { class: "number" }, tokens(of.total)),
                    h("td", { class: "number" }, cost(of.total)),
                  ),
                ),
              ),
            ),
          ),
          h(
            Panel,
            { title: "Today, by principal" },
            of.today.length === 0
              ? h("p", { class: "quiet" }, "nothing yet")
              : h(
                  "ul",
                  { class: "plain lines" },
                  of.today.map((one) =>
                    h(
                      "li",
                      { key: one.principal, class: "split" },
                      h(Said, { text: one.who, most: 30 }),
                      h(
                        "span",
                        { class: "number" },
                        cost(one) +
                          " · " +
                          count(one.calls) +
                          (one.calls === 1 ? " call" : " calls"),
                      ),
                    ),
                  ),
                ),
          ),
        ),
      ];
    }),
    h("p", { class: "same" }, "at a terminal: ", h(Typed, { command: "sbp cost --days " + days })),
  ];
}

export default { name: "cost", title: "Cost", draw };
