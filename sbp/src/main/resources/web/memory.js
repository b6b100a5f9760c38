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
import { Diff } from "/diff.js";
import { bare } from "/text.js";

const keyOf = (one) => one.id;

const SENTENCE = 80;
const SEEN = { private: "it alone", public: "everybody" };

/** Splits what an item says into a first sentence, as its title, and the rest. */
function headed(text) {
  const [first, ...more] = bare(text).trim().split("\n");
  const end = first.search(/[.!?] /) + 1;
  const head = end > 0 ? first.slice(0, end) : first;
  return [head, [first.slice(head.length), ...more].join(" ").trim()];
}

/** An item's name, or the first sentence of what it says; its id only where it says nothing. */
function title(of, id) {
  const said = typeof of.content === "string" ? of.content : of.content?.text || of.content?.claim;
  const name = of.name || of.title || headed(String(said || ""))[0];
  return plain(short(bare(name).trim() || "item " + id, SENTENCE));
}

/** A result's name and a sentence of it; of a text that begins with its name, what follows. */
function named({ name, excerpt = "" }) {
  const begin = bare(name).replace(/…$/, "").trim();
  return bare(excerpt).startsWith(begin.slice(0, SENTENCE / 2))
    ? headed(excerpt)
    : [begin, bare(excerpt)];
}

const inWords = (value) =>
  Array.isArray(value)
    ? value.map(inWords).join(", ")
    : value && typeof value === "object"
      ? Object.entries(value)
          .map(([name, one]) => name.replace(/_/g, " ") + ": " + inWords(one))
          .join("; ")
      : String(value);

const many = (number, one) => count(number) + " " + one + (number === 1 ? "" : "s");

/** Who has read an item, the latest first. */
const Readers = ({ all }) =>
  all.length === 0
    ? "nobody yet"
    : all.map((one, i) => [
        i > 0 && ", ",
        h(Said, { key: one.by, text: one.by, most: 30 }),
        " ",
        h(Time, { key: one.by + " at", at: one.at }),
      ]);

/** Who wrote an item, who read it, and where it belongs. */
const Origin = ({ memory }) =>
  h(Facts, {
    rows: [
      [
        "written by",
        [
          h(Said, { key: "author", text: memory.author, most: 40 }),
          ", ",
          h(Time, { key: "at", at: memory.created_at }),
        ],
      ],
      [
        "changed by",
        memory.version > 1 && [
          h(Said, { key: "editor", text: memory.edited_by || memory.author, most: 40 }),
          ", ",
          h(Time, { key: "at", at: memory.written_at }),
        ],
      ],
      ["read by", memory.read_by && h(Readers, { all: memory.read_by })],
      ["used", many(memory.uses, "time")],
      ["kind", memory.type],
      [
        "belongs to",
        memory.owner && [
          h(Said, { key: "owner", text: memory.owner, most: 40 }),
          "; seen by " +
            (memory.group
              ? "the group " + plain(memory.group)
              : SEEN[memory.visibility] || memory.visibility),
        ],
      ],
      ["checked", memory.validated ? "yes, by somebody else" : "by nobody else"],
      ["found wrong", memory.judged],
      ["tags", (memory.tags || []).join(", ")],
    ],
  });

/** An item's text, with its members as lines, to be compared. */
function asText({ id: _, memory: _m, content, ...others }) {
  const members = { ...(typeof content === "string" ? {} : content), ...others };
  return [
    ...(typeof content === "string" ? [content] : []),
    ...Object.entries(members).map(
      ([name, value]) => name.replace(/_/g, " ") + ": " + inWords(value),
    ),
  ].join("\n");
}

/** What a version changed: its text beside the one before it. */
const Change = ({ page, id, version }) => {
  const after = page.use("history", { id, show: version });
  const before =
    version > 1 ? page.use("history", { id, show: version - 1 }) : { data: { text: {} } };
  return before.problem && !before.data
    ? h("p", { class: "quiet" }, "The version before it was erased.")
    : h(Loaded, { of: after }, (now) =>
        h(Loaded, { of: before }, (was) =>
          h(Diff, { before: asText(was.text || {}), after: asText(now.text || {}) }),
        ),
      );
};

/** The versions, newest first; the chosen one shows what it changed. */
const Versions = ({ page, id, versions }) => {
  const chosen = Number(page.given.version || versions[0].version);
  return [
    h("h3", null, "Versions"),
    versions.map((one) =>
      h(
        "div",
        { key: one.version, class: "version" },
        h(
          "a",
          {
            href: page.link("memory", { ...page.given, version: one.version }),
            "aria-current": one.version === chosen ? "true" : undefined,
          },
          "version " + one.version,
        ),
        " ",
        h(
          "span",
          { class: "quiet" },
          h(Said, { text: one.by, most: 24 }),
          ", ",
          h(Time, { at: one.at }),
        ),
        one.version === chosen && one.version > 1 && h(Change, { page, id, version: one.version }),
      ),
    ),
  ];
};

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
    memory && h(Origin, { key: "memory", memory }),
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
          ? h(Versions, { page, id, versions: all.versions })
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

/** A text in which the words that were searched for are marked; word endings may differ. */
const Marked = ({ text, words, most, ...more }) => {
  const line = plain(short(bare(text).replace(/\s+/g, " "), most));
  const parts =
    words.length > 0 ? line.split(new RegExp("(" + words.join("|") + ")", "gi")) : [line];
  return h(
    "bdi",
    more,
    parts.map((part, i) => (i % 2 === 1 ? h("mark", { key: i }, part) : part)),
  );
};

const LEAST_LETTERS = 3;

/** Returns patterns of the words of a query, without their last letters, which may be an ending. */
const patterns = (query) =>
  [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) || [])]
    .filter((word) => word.length >= LEAST_LETTERS)
    .slice(0, 20)
    .map((word) => word.slice(0, Math.max(LEAST_LETTERS, word.length - 2)) + "[a-z]{0,4}");

/** One item of the list: its name, a sentence, who wrote it, and why it ranked. */
const Row = ({ one, q, rank }) => {
  const words = q ? patterns(q) : [];
  const [name, rest] = named(one);
  return h(
    "div",
    { class: "card item" },
    h(Marked, { text: name, words, most: 110, class: "one-line strong" }),
    h(Marked, { text: rest, words, most: 200, class: "clamp" }),
    h(
      "div",
      { class: "meta" },
      h(Badge, { word: one.subtype || one.type, as: "plain" }),
      h(
        "span",
        null,
        "by ",
        h(Said, { text: one.author, most: 24 }),
        ", ",
        h(Time, { at: one.written_at }),
      ),
      one.group && h(Said, { text: "in " + one.group, most: 24 }),
      one.judged && h(Badge, { word: one.judged, as: "bad" }),
    ),
    q &&
      h(
        "div",
        { class: "meta", title: "score " + one.score },
        rank + ". found by " + found(one.why),
      ),
  );
};

/** Says by what an item was found, without a part that says by what it was not. */
const found = (why) => plain(why).replace(/^no word; /, "");

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
      h("input", { id: "q", name: "q", type: "search", defaultValue: q, autocomplete: "off" }),
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
        h(
          "p",
          { class: "quiet" },
          "What you may read. What an agent keeps for itself is on its page, under Agents.",
        ),
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
                height: q ? 118 : 98,
                tall: 640,
                chosen: (one) => one.id === item,
                open: (one) => page.go("memory", { q, item: one.id }),
                more: () => page.more(found, keyOf),
                row: (one) => h(Row, { one, q, rank: of.results.indexOf(one) + 1 }),
              }),
        ),
      ),
      h(
        "div",
        { class: "one" },
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

export default { draw };
