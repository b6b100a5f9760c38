// Settings: what was changed first, then every key by its group, edited in place.

import { h, Button, Empty, Loaded, Panel, Said, Typed, count, plain } from "/parts.js";
import { commandLine } from "/doing.js";
import { ticked } from "/text.js";

const shown = (value) => (typeof value === "object" ? JSON.stringify(value) : String(value));
const isChanged = (one) =>
  one.value !== undefined && JSON.stringify(one.value) !== JSON.stringify(one.default);

/** The group of a key is its first word; a key of one word is of the node itself. */
const groupOf = ({ key }) => (key.includes(".") ? key.slice(0, key.indexOf(".")) : "node");

/** A value with its unit, as a person reads it. */
const Value = ({ of, unit }) =>
  of === undefined || of === ""
    ? h("span", { class: "quiet" }, of === "" ? "empty" : "none")
    : h(
        "span",
        null,
        h(Said, { text: shown(of), most: 60 }),
        unit && h("span", { class: "quiet" }, " " + unit),
      );

/** Opens the dialog that changes a setting: its field has the unit beside it. */
function change(page, one) {
  page.ask({
    command: "config set",
    title: one.key,
    text: h(
      "div",
      null,
      h("p", null, ticked(plain(one.meaning))),
      h(
        "p",
        { class: "quiet" },
        "now ",
        h(Value, { of: one.value, unit: one.unit }),
        ", default ",
        h(Value, { of: one.default, unit: one.unit }),
        one.range && [", allowed: ", h(Said, { text: one.range, most: 120 })],
      ),
    ),
    given: { key: one.key, value: one.value === undefined ? "" : shown(one.value) },
    fields: [{ name: "value", label: "value", unit: one.unit, required: true }],
    verb: "save",
  });
}

const reset = (page, one) =>
  page.ask({
    command: "config set",
    title: "Back to the default of " + one.key,
    text: h(
      "p",
      null,
      h(Value, { of: one.value, unit: one.unit }),
      " becomes ",
      h(Value, { of: one.default, unit: one.unit }),
    ),
    given: { key: one.key, default: true },
    verb: "back to the default",
  });

const Row = ({ page, one }) => {
  const changed = isChanged(one);
  return h(
    "li",
    { class: "setting" + (changed ? " changed" : ""), "data-key": one.key },
    h(
      "div",
      { class: "split" },
      h("code", null, one.key),
      h(
        "span",
        { class: "buttons" },
        h("b", null, h(Value, { of: one.value, unit: one.unit })),
        h(
          Button,
          { onClick: () => change(page, one), "aria-label": "change " + one.key },
          "change",
        ),
      ),
    ),
    h("div", null, h(Said, { text: one.meaning, most: 500 })),
    h(
      "div",
      { class: "quiet facts-of" },
      one.range && h("span", null, "allowed: ", h(Said, { text: one.range, most: 120 })),
      changed &&
        h(
          "span",
          { class: "warn-text" },
          "default: ",
          h(Value, { of: one.default, unit: one.unit }),
        ),
      changed &&
        h(
          Button,
          {
            class: "link",
            onClick: () => reset(page, one),
            "aria-label": "back to the default of " + one.key,
          },
          "back to the default",
        ),
    ),
    changed &&
      h(
        "div",
        { class: "same" },
        h(Typed, { command: commandLine(["config", "set", one.key, shown(one.value)]) }),
      ),
  );
};

const List = ({ page, all }) =>
  h(
    "ul",
    { class: "plain lines" },
    all.map((one) => h(Row, { key: one.key, page, one })),
  );

/** A group, folded until it is opened; only an open one is drawn. */
const Group = ({ page, name, all, isOpen }) => {
  const changed = all.filter(isChanged).length;
  return h(
    "details",
    {
      class: "panel group",
      open: isOpen,
      "data-group": name,
      onToggle: ({ target }) =>
        target.open !== isOpen &&
        page.set({ opened: { ...page.local.opened, [name]: target.open } }),
    },
    h(
      "summary",
      null,
      h("code", null, name),
      " ",
      h(
        "span",
        { class: "quiet" },
        count(all.length) + (all.length === 1 ? " setting" : " settings"),
        changed > 0 && ", " + changed + " changed",
      ),
    ),
    isOpen && h(List, { page, all }),
  );
};

function grouped(all) {
  const groups = new Map();
  for (const one of all) {
    groups.set(groupOf(one), [...(groups.get(groupOf(one)) || []), one]);
  }
  return [...groups];
}

const Found = ({ page, of, sought }) => {
  const words = sought.split(/\s+/).filter(Boolean);
  const all = of.settings.filter((one) => {
    const text = (one.key + " " + one.meaning + " " + one.unit).toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const changed = all.filter(isChanged);
  const opened = page.local.opened || {};
  return [
    h(
      "p",
      { key: "count", class: "quiet" },
      count(changed.length) + " changed, " + count(all.length) + " found, in ",
      h("code", null, plain(of.file)),
    ),
    all.length === 0 &&
      h(
        Empty,
        { key: "none", command: "sbp config list" },
        "No setting has these words. All of them:",
      ),
    changed.length > 0 &&
      h(
        Panel,
        { key: "changed", title: "Changed" },
        h(List, { page, all: changed }),
        h(
          "p",
          { class: "same" },
          "at a terminal: ",
          h(Typed, { command: "sbp config list --changed" }),
        ),
      ),
    h(
      "div",
      { key: "groups", class: "groups" },
      grouped(all).map(([name, group]) =>
        h(Group, {
          key: name,
          page,
          name,
          all: group,
          isOpen: opened[name] ?? words.length > 0,
        }),
      ),
    ),
  ];
};

function draw(page) {
  const typed = page.local.sought ?? page.given.q ?? "";
  return [
    h(
      "div",
      { key: "search", class: "bar search", role: "search" },
      h("label", { for: "sought" }, "search"),
      h("input", {
        id: "sought",
        type: "search",
        value: typed,
        placeholder: "limit, minutes, port …",
        onInput: (event) => page.set({ sought: event.target.value, opened: {} }),
      }),
    ),
    h(Loaded, { key: "found", of: page.use("settings") }, (of) =>
      h(Found, { page, of, sought: typed.toLowerCase() }),
    ),
  ];
}

export default { draw };
