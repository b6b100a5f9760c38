// Memory: search with why an item ranks, items whole with their versions, groups.

import {
  h,
  Badge,
  Button,
  Empty,
  Facts,
  Loaded,
  Panel,
  Prose,
  Rows,
  Said,
  Time,
  Typed,
  count,
  plain,
  short,
} from "/parts.js";
import { bare } from "/text.js";

const keyOf = (one) => one.id;

const SENTENCE = 80;

/** An item's name, or the beginning of what it says; its id only where it says nothing. */
function title(of, id) {
  const said = typeof of.content === "string" ? of.content : of.content?.text || of.content?.claim;
  const name = of.name || of.title || String(said || "").split("\n")[0];
  return plain(short(bare(name).trim() || "item " + id, SENTENCE));
}

const inWords = (value) =>
  Array.isArray(value)
    ? value.map(inWords).join(", ")
    : value && typeof value === "object"
      ? Object.entries(value)
          .map(([name, one]) => name.replace(/_/g, " ") + ": " + inWords(one))
          .join("; ")
      : String(value);

/** What an item says: its text as prose, and every further member in words. */
const Content = ({ of }) => {
  const { id, memory, name, title: _, content, ...others } = of;
  const isText = typeof content === "string";
  const rows = Object.entries({ ...(isText ? {} : content), ...others });
  return [
    isText && h(Prose, { key: id, text: content }),
    rows.length > 0 &&
      h(Facts, {
        key: "facts",
        rows: rows.map(([key, value]) => [
          key.replace(/_/g, " "),
          h(Said, { text: inWords(value), most: 2000 }),
        ]),
      }),
    memory &&
      h(Facts, {
        key: "memory",
        rows: [
          ["kind", memory.type],
          ["written by", memory.author && h(Said, { text: memory.author, most: 40 })],
          ["belongs to", memory.owner && h(Said, { text: memory.owner, most: 40 })],
          ["seen by", memory.visibility],
          ["checked", memory.validated ? "yes" : "no"],
          ["written", h(Time, { at: memory.written_at })],
          ["used", count(memory.uses) + (memory.uses === 1 ? " time" : " times")],
          ["tags", (memory.tags || []).join(", ")],
        ],
      }),
  ];
};

const Item = ({ page, id }) =>
  h(Loaded, { of: page.use("item", { id }) }, (of) =>
    h(
      Panel,
      {
        title: title(of, id),
        class: "detail",
        aside: h("a", { href: page.link("memory", { ...page.given, item: "" }) }, "close"),
      },
      h(
        Button,
        {
          class: "grave",
          onClick: () =>
            page.ask({
              command: "memory forget",
              title: "Forget this item",
              given: { id },
              grave: true,
              after: () => page.go("memory", { ...page.given, item: "" }),
            }),
        },
        "forget",
      ),
      h(Content, { of }),
      h(Loaded, { of: page.use("history", { id }) }, (all) =>
        all.versions && all.versions.length > 0
          ? [
              h("h3", null, "Versions"),
              all.versions.map((one) =>
                h(
                  "div",
                  { key: one.version, class: "line" },
                  "version " + one.version + " · ",
                  h(Time, { at: one.at || one.written_at }),
                  " · ",
                  h(Said, { text: one.by || one.author || "", most: 24 }),
                ),
              ),
            ]
          : null,
      ),
      h("p", { class: "same" }, "at a terminal: ", h(Typed, { command: "sbp memory read " + id })),
    ),
  );

const STAGING = /^staging-(.+)-\d{4}-\d{2}-\d{2}T\d+Z$/;

/** What an agent brought home from another node, before somebody has reviewed it. */
const Returned = ({ page, agent }) =>
  h(
    Panel,
    { title: "Waits for your review" },
    h(Loaded, { of: page.use("returned", { agent }) }, (of) => [
      h(
        "p",
        null,
        h(Said, { text: agent, most: 40 }),
        " came back: ",
        count(of.items.length),
        of.items.length === 1 ? " text" : " texts",
      ),
      h(
        "ul",
        { class: "plain lines" },
        of.items.map((one) =>
          h(
            "li",
            { key: one.item, class: "split" },
            h("a", { href: page.link("memory", { item: one.staged }) }, short(one.item, 16)),
            h(Badge, { word: one.fate.replace("_", " "), as: one.conflict ? "bad" : "plain" }),
          ),
        ),
      ),
      h(
        "p",
        { class: "same" },
        "at a terminal: ",
        h(Typed, { command: "sbp agent merge " + agent }),
        " ",
        h(Typed, { command: "sbp agent merge " + agent + " --reject" }),
      ),
    ]),
  );

function draw(page) {
  const { q = "", item, hidden } = page.given;
  const found = page.use(
    "recall",
    q ? { query: q, limit: 50 } : { limit: 50, hidden: hidden ? true : undefined },
    "results",
  );
  const status = page.use("memory");
  const groups = page.use("groups", { limit: 100 });
  return [
    h(
      "form",
      {
        class: "bar search",
        role: "search",
        onSubmit: (event) => {
          event.preventDefault();
          page.go("memory", { q: event.target.elements.q.value });
        },
      },
      h("label", { for: "q" }, "search"),
      h("input", { id: "q", name: "q", type: "search", value: q, autocomplete: "off" }),
      h("button", { class: "main" }, "search"),
      h(
        "a",
        { href: page.link("memory", hidden ? {} : { hidden: 1 }) },
        hidden ? "without doubted items" : "also items that their author doubts",
      ),
    ),
    h(
      "div",
      { class: "two" },
      h(
        Panel,
        { title: q ? "Found" : "Items" },
        h(Loaded, { of: found }, (of) =>
          of.results.length === 0
            ? h(
                Empty,
                { command: 'sbp memory add "…"' },
                q
                  ? "Nothing found. Fewer words find more; or add it with"
                  : "No item yet. Agents write what they learn; you write with",
              )
            : h(Rows, {
                items: of.results,
                keyOf,
                label: "items",
                height: 92,
                tall: 640,
                chosen: (one) => one.id === item,
                open: (one) => page.go("memory", { q, item: one.id }),
                more: () => page.more(found, keyOf),
                row: (one) =>
                  h(
                    "div",
                    { class: "card" },
                    h(
                      "span",
                      { class: "one-line" },
                      h(Badge, { word: one.type, as: "plain" }),
                      " ",
                      h(Said, { text: bare(one.name), most: 90 }),
                    ),
                    h(Said, { text: one.excerpt || "", most: 120, class: "quiet clamp" }),
                    h(
                      "div",
                      { class: "meta" },
                      q && h("span", null, "score " + one.score),
                      q && h(Said, { text: one.why || "", most: 60 }),
                      one.group && h(Said, { text: one.group, most: 20 }),
                      h(Time, { at: one.written_at }),
                    ),
                  ),
              }),
        ),
      ),
      h(
        "div",
        { class: "stack" },
        item && h(Item, { key: item, page, id: item }),
        groups.data?.groups
          .map((one) => STAGING.exec(one.id))
          .filter((one) => one)
          .map((one) => h(Returned, { key: one[0], page, agent: one[1] })),
        h(
          Panel,
          { title: "Store" },
          h(Loaded, { of: status }, (of) =>
            h(Facts, {
              rows: [
                ["items", count(of.layers.l2_warm.items)],
                ["hidden for doubt", count(of.layers.l2_warm.hidden)],
                ["hot context", count(of.layers.l1_hot.bytes) + " bytes"],
                ["waiting events", count(of.waiting_events)],
                ["trust", of.trust_per_mille / 10 + " %"],
              ],
            }),
          ),
        ),
        h(
          Panel,
          { title: "Groups" },
          h(Loaded, { of: groups }, (of) =>
            of.groups.length === 0
              ? h(
                  Empty,
                  { command: "sbp group create ID" },
                  "No group. Agents share memory in groups; make one with",
                )
              : h(
                  "ul",
                  { class: "plain lines" },
                  of.groups.map((one) =>
                    h(
                      "li",
                      { key: one.id, class: "split" },
                      h(Said, { text: one.name || one.id, most: 50 }),
                      h(
                        "span",
                        { class: "quiet" },
                        count(one.members) + (one.members === 1 ? " member" : " members"),
                      ),
                    ),
                  ),
                ),
          ),
        ),
      ),
    ),
  ];
}

export default { name: "memory", title: "Memory", draw };
