// All parts of the page in all their states, in both themes: the design is reviewed here.

import { render } from "/lib/preact.js";
import {
  h,
  Badge,
  Button,
  Copy,
  Empty,
  Facts,
  Fault,
  Id,
  Loaded,
  Meter,
  Panel,
  Prose,
  Rows,
  Said,
  Text,
  Time,
  Typed,
  cost,
  count,
  money,
  tokens,
  upTo,
} from "/parts.js";

const PALETTE = [
  ["own", "the page's own: links, choices, focus"],
  ["ok", "well, done"],
  ["warn", "needs a look"],
  ["bad", "wrong, refused"],
  ["quiet", "less important"],
  ["ink", "what is said"],
];

const GROUNDS = [
  ["ink", "ground"],
  ["ink", "surface"],
  ["ink", "raised"],
  ["quiet", "surface"],
  ["ok", "ok-ground"],
  ["warn", "warn-ground"],
  ["bad", "bad-ground"],
  ["own", "busy-ground"],
  ["on-own", "own"],
];

const Palette = () => [
  h(
    "ul",
    { class: "plain" },
    PALETTE.map(([name, meaning]) =>
      h("li", { key: name, style: { color: "var(--" + name + ")" } }, name + ": " + meaning),
    ),
  ),
  h(
    "div",
    { class: "bar" },
    GROUNDS.map(([text, ground]) =>
      h(
        "span",
        {
          key: text + ground,
          style: {
            color: "var(--" + text + ")",
            background: "var(--" + ground + ")",
            padding: "0.25rem 0.5rem",
          },
        },
        text + " on " + ground,
      ),
    ),
  ),
];

const Scale = () =>
  ["small", "usual", "large", "title"].map((size) =>
    h("p", { key: size, style: { fontSize: "var(--" + size + ")" } }, size + ": eight tasks done"),
  );

const WORDS = ["completed", "claimed", "expired", "failed", "a word without a tone"];

const Badges = () =>
  h(
    "p",
    null,
    WORDS.map((word) => [h(Badge, { key: word, word }), " "]),
  );

const Buttons = () => [
  h(
    "div",
    { key: "all", class: "buttons" },
    h(Button, { class: "main" }, "main"),
    h(Button, null, "usual"),
    h(Button, { class: "grave" }, "grave"),
    h(Button, { disabled: true }, "disabled"),
    h(Button, { class: "link" }, "like a link"),
  ),
  h(
    "div",
    { key: "choice", class: "choice" },
    h(Button, { "aria-pressed": "true" }, "chosen"),
    h(Button, { "aria-pressed": "false" }, "not chosen"),
  ),
  h("p", { key: "link" }, h("a", { href: "#parts" }, "a link"), " and ", h("kbd", null, "g b")),
];

const Copies = () => [
  h("p", { key: "typed" }, h(Typed, { command: "sbp task show 4e96fb1a752b5cba" })),
  h("p", { key: "id" }, "an id: ", h(Id, { id: "0123456789abcdef".repeat(4) })),
  h("p", { key: "text" }, "any text: ", h("code", null, "abc"), h(Copy, { text: "abc" })),
];

const loaded = (patch) => ({ data: null, problem: null, loading: false, ...patch });
const PROBLEM = {
  message: "the node does not answer",
  hints: ["start it:  sbp up", "only words"],
};

const States = () => [
  h(Loaded, { key: "1", of: loaded({}) }),
  h(Loaded, { key: "2", of: loaded({ problem: PROBLEM }) }),
  h(Loaded, { key: "3", of: loaded({ problem: PROBLEM, isShared: true }) }),
  h(Loaded, { key: "4", of: loaded({ data: { n: 3 } }) }, (of) => h("p", null, of.n + " items")),
  h(Fault, { key: "5", problem: { message: "`config set` needs a value" } }),
  h(Empty, { key: "6", command: "sbp task add TITLE" }, "No task is here. Add one with"),
  h("p", { key: "7", class: "away", role: "status" }, "The node does not answer since 09:12:00."),
];

const SUMS = [
  { calls: 12, tokens: 570386, unknown_tokens: 0, cost_usd: 1.5, unknown_cost: 0 },
  { calls: 3, tokens: 900, unknown_tokens: 1, cost_usd: 0.02, unknown_cost: 1 },
  { calls: 2, tokens: 0, unknown_tokens: 2, cost_usd: 0, unknown_cost: 2 },
];

const Numbers = ({ theme }) => [
  h(
    "div",
    { key: "table", class: "scroll", tabIndex: 0, role: "region", "aria-label": "sums, " + theme },
    h(
      "table",
      null,
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, "calls are"),
          ["calls", "tokens", "cost"].map((one) =>
            h("th", { key: one, scope: "col", class: "number" }, one),
          ),
        ),
      ),
      h(
        "tbody",
        null,
        SUMS.map((sum, i) =>
          h(
            "tr",
            { key: i },
            h("th", { scope: "row" }, ["all known", "partly known", "unknown"][i]),
            h("td", { class: "number" }, count(sum.calls)),
            h("td", { class: "number" }, tokens(sum)),
            h("td", { class: "number" }, cost(sum)),
          ),
        ),
      ),
    ),
  ),
  h(Facts, {
    key: "facts",
    rows: [
      ["money", money(12)],
      ["a bound", upTo(count(12000))],
      ["little of it", h(Meter, { value: 1, most: 10, label: "little, " + theme })],
      ["most of it", h(Meter, { value: 8, most: 10, label: "most, " + theme })],
      ["all of it", h(Meter, { value: 10, most: 10, label: "all, " + theme })],
      ["now", h(Time, { at: new Date().toISOString() })],
      ["long ago", h(Time, { at: "2020-01-01T00:00:00Z" })],
      ["never", h(Time, {})],
      ["left out", ""],
    ],
  }),
];

const MARKDOWN =
  "# A heading\n\nSome *words* with `code`, **weight** and [a link](https://a.example).\n\n" +
  "- one\n- two\n\n1. first\n2. second\n\n> quoted\n\n```\nfenced\n```\n\n---\n";

const Texts = () => [
  h("p", { key: "1" }, h(Said, { text: "a long line that is cut ".repeat(9), most: 60 })),
  h("p", { key: "2" }, h(Said, { text: "hidden \u202e characters are shown" })),
  h(Text, { key: "3", text: "a whole text\nof two lines" }),
  h(Text, { key: "4", text: "a text that is collapsed, since it is long. ".repeat(40) }),
  h(Prose, { key: "5", text: MARKDOWN }),
];

const rows = (number) => [...Array(number)].map((_, i) => ({ id: i, title: "row " + (i + 1) }));

const List = ({ number, theme }) =>
  h(Rows, {
    items: rows(number),
    keyOf: (one) => one.id,
    label: number + " rows, " + theme,
    height: 40,
    tall: 160,
    open: number > 1 ? () => {} : undefined,
    chosen: (one) => one.id === 1,
    row: (one) => h("span", null, one.title),
  });

const Health = () =>
  ["ok", "warn", "bad"].map((tone) =>
    h(
      "div",
      { key: tone, class: "health " + tone, style: { marginBottom: "0.5rem" } },
      h("div", { class: "strip" }, h("strong", null, tone), h("span", { class: "quiet" }, "why")),
    ),
  );

const Cells = ({ theme }) =>
  h(
    "div",
    { class: "cells", role: "img", "aria-label": "hours, " + theme },
    [...Array(24)].map((_, i) => h("i", { key: i, class: ["", "ok", "ok", "warn", "bad"][i % 5] })),
  );

const Bars = () =>
  h(
    "div",
    { class: "track", style: { marginTop: "0.5rem" } },
    ["ok ✓", "warn ↯", "bad ✗", "busy …", "plain –"].map((one, i) =>
      h(
        "button",
        {
          key: one,
          type: "button",
          class: "bar-of " + one.split(" ")[0] + (i === 3 ? " chosen" : ""),
          style: { left: i * 20 + "%", width: "18%" },
        },
        one.split(" ")[1] + " " + one.split(" ")[0],
      ),
    ),
  );

const Chat = () => [
  h("div", { key: "mine", class: "said mine" }, h("div", { class: "quiet" }, "You"), "How is it?"),
  h(
    "div",
    { key: "its", class: "said theirs" },
    h("div", { class: "quiet" }, "Ada"),
    "All is well.",
  ),
];

const Fields = ({ theme }) =>
  h(
    "form",
    null,
    h("label", { for: "a-" + theme }, "a line"),
    h("input", { id: "a-" + theme, placeholder: "nothing yet" }),
    h("label", { for: "b-" + theme }, "a choice"),
    h("select", { id: "b-" + theme }, h("option", null, "one"), h("option", null, "two")),
    h("label", { for: "c-" + theme }, "a text"),
    h("textarea", { id: "c-" + theme, rows: 2 }),
    h("label", { for: "d-" + theme }, "not now"),
    h("input", { id: "d-" + theme, disabled: true, value: "disabled" }),
    h("details", null, h("summary", null, "folded"), h("p", null, "what was folded")),
  );

const PARTS = [
  ["palette", Palette],
  ["type scale", Scale],
  ["badges", Badges],
  ["buttons and links", Buttons],
  ["copies", Copies],
  ["states of a document", States],
  ["numbers and times", Numbers],
  ["texts of others", Texts],
  ["a list of one row", (given) => h(List, { ...given, number: 1 })],
  ["a list of a thousand rows", (given) => h(List, { ...given, number: 1000 })],
  ["health", Health],
  ["hours", Cells],
  ["attempts", Bars],
  ["a conversation", Chat],
  ["fields", Fields],
];

const Theme = ({ theme }) =>
  h(
    "section",
    {
      "aria-label": theme,
      "data-theme": theme,
      style: {
        colorScheme: theme,
        background: "var(--ground)",
        color: "var(--ink)",
        padding: "0.75rem",
        display: "grid",
        gap: "0.75rem",
        gridTemplateColumns: "minmax(0, 1fr)",
      },
    },
    h("h2", null, theme),
    PARTS.map(([title, Part]) =>
      h(Panel, { key: title, title: title + ", " + theme }, h(Part, { theme })),
    ),
  );

render(
  h(
    "main",
    { style: { maxWidth: "none" } },
    h("h1", null, "Parts of the page"),
    h(
      "div",
      { class: "grid pair" },
      ["light", "dark"].map((theme) => h(Theme, { key: theme, theme })),
    ),
  ),
  globalThis.document.getElementById("page"),
);
