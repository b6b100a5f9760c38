// Memory: search with why an item ranks, items whole with their versions, groups.

import {
  h,
  Badge,
  Button,
  Empty,
  Facts,
  Loaded,
  Panel,
  Rows,
  Said,
  Text,
  Time,
  Typed,
  count,
  plain,
  short,
} from "/parts.js";

const keyOf = (one) => one.id;

const Item = ({ page, id }) =>
  h(Loaded, { of: page.use("item", { id }) }, (of) =>
    h(
      Panel,
      {
        title: plain(of.name || of.title || short(id, 16)),
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
      of.memory &&
        h(Facts, {
          rows: Object.entries(of.memory)
            .filter(([, value]) => typeof value !== "object")
            .map(([name, value]) => [name.replace(/_/g, " "), String(value)]),
        }),
      h(Text, {
        text: JSON.stringify(
          Object.fromEntries(Object.entries(of).filter(([name]) => name !== "memory")),
          null,
          2,
        ),
      }),
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
                  h(Said, { text: one.author || "", most: 24 }),
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
                      h(Said, { text: one.name, most: 90 }),
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
