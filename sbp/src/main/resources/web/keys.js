// Keys: digits, or g and a letter, choose a view; / searches everything; ? says which there are.

import { h, Component, createRef } from "/lib/preact.js";
import { Button } from "/parts.js";

/** The keys that choose views, in their order; further views have none. */
export const DIGITS = "1234567890";

const LETTERS = {
  n: "now",
  b: "board",
  t: "timeline",
  c: "talk",
  a: "agents",
  m: "memory",
  p: "peers",
  x: "access",
  o: "cost",
  s: "settings",
  r: "run",
  h: "chain",
};

/** How long a letter may follow a g. */
const AFTER_G_MS = 1500;

/**
 * Listens to keys, except while somebody types.
 *
 * views: the views as they are at the time; go: goes to one by its name; help: shows the keys;
 * find: shows the search over everything; back: leaves the thing that is shown
 */
export function listen({ views, go, help, find, back }) {
  let g = 0;
  addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input, textarea, select, dialog");
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const isAfterG = event.timeStamp - g < AFTER_G_MS;
    g = event.key === "g" ? event.timeStamp : 0;
    const at = DIGITS.indexOf(event.key);
    if (isAfterG && views().some((view) => view.name === LETTERS[event.key])) {
      go(LETTERS[event.key]);
    } else if (at >= 0) {
      go(views()[at].name);
    } else if (event.key === "?") {
      help();
    } else if (event.key === "Escape") {
      back();
    } else if (event.key === "/") {
      event.preventDefault();
      find();
    } else if (event.key === "f") {
      const search = document.querySelector('main input[type="search"]');
      if (search) {
        event.preventDefault();
        search.focus();
      }
    }
  });
}

const keysOf = (views, view) => {
  const digit = DIGITS[views.indexOf(view)];
  const letter = Object.keys(LETTERS).find((one) => LETTERS[one] === view.name);
  return [digit, letter && "g " + letter].filter(Boolean);
};

const row = (keys, text) =>
  h(
    "div",
    { key: text },
    h(
      "dt",
      null,
      keys.map((key) => h("kbd", { key }, key)),
    ),
    h("dd", null, text),
  );

/** All keys, in a dialog. */
export class Keys extends Component {
  constructor() {
    super();
    this.dialog = createRef();
  }

  componentDidMount() {
    this.dialog.current.showModal();
  }

  render({ views, close }) {
    return h(
      "dialog",
      { ref: this.dialog, onClose: close, "aria-labelledby": "keys" },
      h("h2", { id: "keys" }, "Keys"),
      h(
        "dl",
        { class: "facts keys" },
        views
          .filter((view) => keysOf(views, view).length > 0)
          .map((view) => row(keysOf(views, view), view.title)),
        row(["/"], "search everything"),
        row(["f"], "search in this view"),
        row(["↑", "↓", "Home", "End"], "move in a list"),
        row(["Enter"], "open"),
        row(["Escape"], "close, or go back"),
        row(["?"], "these keys"),
      ),
      h(
        "div",
        { class: "buttons" },
        h(Button, { safe: true, onClick: () => this.dialog.current.close() }, "close"),
      ),
    );
  }
}
