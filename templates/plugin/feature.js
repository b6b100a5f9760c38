// The view of {{name}}: its notes, as a view of the owner's page. A text of somebody is a child of
// an element, never markup.

import { h, Button, Empty, Loaded, Panel, Said, Time } from "/parts.js";

const Note = ({ note }) =>
  h(
    "li",
    { class: "split" },
    h(Said, { text: note.text }),
    h(
      "span",
      { class: "meta" },
      h(Said, { text: note.principal }),
      h(Time, { at: note.created_at }),
    ),
  );

/**
 * Returns what the page shows. `page.use` reads a document of a command, again after each change;
 * `page.ask` shows a dialog, which runs a command.
 */
function draw(page) {
  const list = page.use("{{name}}/list", { limit: 100 }, "notes");
  const add = () =>
    page.ask({
      command: "{{name}} add",
      title: "Add a note",
      given: {},
      fields: [{ name: "text", label: "note", required: true }],
      verb: "add",
    });
  return h(
    Panel,
    { title: "Notes", aside: h(Button, { onClick: add }, "add a note") },
    h(Loaded, { of: list }, ({ notes }) =>
      notes.length === 0
        ? h(Empty, { command: "sbp {{name}} add TEXT" }, "No notes yet. At a terminal:")
        : h(
            "ul",
            { class: "plain lines" },
            notes.map((note) => h(Note, { key: note.id, note })),
          ),
    ),
    list.next && h(Button, { onClick: () => page.more(list, (note) => note.id) }, "more notes"),
  );
}

export default { draw };
