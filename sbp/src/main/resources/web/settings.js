// Settings: every key with its meaning, the changed ones first, edited in place.

import { h, Empty, Loaded, Rows, Said, plain } from "/parts.js";

const shown = (value) => (typeof value === "object" ? JSON.stringify(value) : String(value));
const isChanged = (one) =>
  one.value !== undefined && JSON.stringify(one.value) !== JSON.stringify(one.default);

function draw(page) {
  const typed = page.local.sought ?? page.given.q ?? "";
  const sought = typed.toLowerCase();
  return [
    h(
      "div",
      { class: "bar search", role: "search" },
      h("label", { for: "sought" }, "search"),
      h("input", {
        id: "sought",
        type: "search",
        value: typed,
        onInput: (event) => page.set({ sought: event.target.value }),
      }),
    ),
    h(Loaded, { of: page.use("settings") }, (of) => {
      const all = of.settings
        .filter((one) => (one.key + " " + one.meaning).toLowerCase().includes(sought))
        .map((one) => ({ ...one, changed: isChanged(one) }))
        .sort((a, b) => b.changed - a.changed);
      return [
        h(
          "p",
          { class: "quiet" },
          all.filter((one) => one.changed).length + " changed, " + all.length + " shown, in ",
          h("code", null, plain(of.file)),
        ),
        all.length === 0
          ? h(Empty, { command: "sbp config list" }, "No setting has these words. All of them:")
          : h(Rows, {
              items: all,
              keyOf: (one) => one.key,
              label: "settings",
              height: 102,
              tall: 760,
              open: (one) =>
                page.ask({
                  command: "config set",
                  title: one.key,
                  text: one.meaning + " (" + one.range + ")",
                  given: { key: one.key, value: one.value === undefined ? "" : shown(one.value) },
                  fields: [{ name: "value", label: "value", required: true }],
                  verb: "save",
                }),
              row: (one) =>
                h(
                  "div",
                  { class: "card setting" + (one.changed ? " changed" : "") },
                  h(
                    "div",
                    { class: "split" },
                    h("code", null, one.key),
                    h(
                      "b",
                      null,
                      h(Said, {
                        text: one.value === undefined ? "–" : shown(one.value),
                        most: 40,
                      }),
                    ),
                  ),
                  h(Said, { text: one.meaning, most: 200, class: "clamp" }),
                  h(
                    "div",
                    { class: "meta" },
                    one.changed &&
                      h(
                        "span",
                        { class: "warn-text" },
                        "default " + (one.default === undefined ? "none" : shown(one.default)),
                      ),
                    h(Said, { text: one.range, most: 60 }),
                  ),
                ),
            }),
      ];
    }),
  ];
}

export default { name: "settings", title: "Settings", draw };
