// Parts of every view. Texts of peers and models are children of elements: text, never markup.

import { h, Component, createRef } from "/lib/preact.js";
import { Copy } from "/copy.js";
import { plain, ticked } from "/text.js";

export { h };
export { Copy } from "/copy.js";
export { called } from "/names.js";
export { Prose, Said, Text, bare, plain } from "/text.js";

// --- time and numbers ---------------------------------------------------------------------------

const STEPS = [
  [60, "s"],
  [3600, "min", 60],
  [86400, "h", 3600],
  [86400 * 60, "d", 86400],
  [Infinity, "months", 86400 * 30],
];

export function ago(iso, now = Date.now()) {
  const seconds = Math.round((now - new Date(iso).getTime()) / 1000);
  const size = Math.abs(seconds);
  if (size < 5) {
    return "now";
  }
  const [, unit, per = 1] = STEPS.find(([most]) => size < most);
  const text = Math.round(size / per) + " " + unit;
  return seconds >= 0 ? text + " ago" : "in " + text;
}

/** Returns a span of time in its largest unit: 4 min. */
export function lasting(seconds) {
  const [, unit, per = 1] = STEPS.find(([most]) => seconds < most);
  return Math.max(0, Math.round(seconds / per)) + " " + unit;
}

/** Returns the seconds from one time to another, or to now. */
export const between = (from, to) =>
  ((to ? new Date(to).getTime() : Date.now()) - new Date(from).getTime()) / 1000;

export const Time = ({ at }) =>
  at
    ? h("time", { dateTime: at, title: new Date(at).toString() }, ago(at))
    : h("span", { class: "quiet" }, "–");

export const count = (n) => (n === undefined || n === null ? "–" : Number(n).toLocaleString("en"));
export const money = (n) => (n === undefined || n === null ? "–" : "$" + Number(n).toFixed(2));

const unknown = (number, calls, text) =>
  number > 0 && number >= calls ? "unknown" : text + (number > 0 ? "+" : "");

/** What was spent, as far as it is known: a plus says that some calls did not report it. */
export const tokens = (sum) => unknown(sum.unknown_tokens, sum.calls, count(sum.tokens));
export const cost = (sum) => unknown(sum.unknown_cost, sum.calls, money(sum.cost_usd || 0));

/** An upper bound, which is no spending: what unreported calls were allowed is in it. */
export const upTo = (text) => "up to " + text;
export const short = (text, most = 12) => {
  const all = String(text === undefined || text === null ? "" : text);
  return all.length > most ? all.slice(0, most) + "…" : all;
};

// --- small things -------------------------------------------------------------------------------

const TONES = {
  ok: [
    "accepted",
    "active",
    "completed",
    "ok",
    "allow",
    "approved",
    "done",
    "trusted",
    "endorsed",
    "idle",
    "delivered",
    "healthy",
  ],
  busy: ["claimed", "running", "review", "known", "queued", "registered", "waiting"],
  warn: [
    "attention",
    "suspended",
    "pending_review",
    "expired",
    "resting",
    "pending",
    "watch",
    "warning",
  ],
  bad: [
    "down",
    "failed",
    "deny",
    "denied",
    "blocked",
    "error",
    "cancelled",
    "rejected",
    "aborted",
    "evolve",
  ],
};

export const tone = (word) =>
  Object.keys(TONES).find((name) => TONES[name].includes(String(word).toLowerCase())) || "plain";

export const Badge = ({ word, as }) =>
  h("span", { class: "badge " + (as || tone(word)) }, plain(word).replace(/_/g, " "));

export const Empty = ({ children, command }) =>
  h("p", { class: "empty" }, children, command && [" ", h(Typed, { command })]);

/** A command as it is typed at a terminal, with a button that copies it. */
export const Typed = ({ command }) =>
  h(
    "span",
    { class: "copied" },
    h("code", { class: "typed" }, plain(command)),
    h(Copy, { text: command, what: "command" }),
  );

/** An id, shortened, with a button that copies the whole. */
export const Id = ({ id, most = 12 }) =>
  h(
    "span",
    { class: "copied" },
    h("code", { title: plain(id) }, plain(short(id, most))),
    h(Copy, { text: String(id), what: "id" }),
  );

/** A hint of an error: what to do, and behind two blanks the command that does it. */
const Hint = ({ text }) => {
  const [words, command] = plain(text).split(/ {2,}(?=sbp )/);
  return command ? [words + " ", h(Typed, { command })] : h("code", null, words);
};

export const Fault = ({ problem }) =>
  h(
    "div",
    { class: "fault", role: "alert" },
    h("strong", null, ticked(plain(problem.message))),
    (problem.hints || []).map((hint) => h("div", { key: hint }, h(Hint, { text: hint }))),
  );

export const Panel = ({ title, label = title, aside, children, class: more = "" }) =>
  h(
    "section",
    { class: "panel " + more, "aria-label": label },
    h("header", null, h("h2", null, title), aside && h("div", { class: "aside" }, aside)),
    children,
  );

export const Facts = ({ rows }) =>
  h(
    "dl",
    { class: "facts" },
    rows
      .filter(([, value]) => ![undefined, null, false, ""].includes(value))
      .map(([name, value]) => h("div", { key: name }, h("dt", null, name), h("dd", null, value))),
  );

/** A part of a whole; it turns amber and red towards its end. */
export const Meter = ({ value, most, label }) =>
  h("meter", {
    min: 0,
    max: most,
    low: most * 0.7,
    high: most * 0.9,
    optimum: 0,
    value: Math.min(value || 0, most),
    "aria-label": label,
  });

let awaySince = "";

/** Takes or returns since when the node does not answer; empty while it does. */
export function away(since = awaySince) {
  awaySince = since;
  return awaySince;
}

/**
 * A button. While the node is away it does nothing, unless it is a choice of the page itself or
 * safe, which says that it asks the node for nothing.
 */
export const Button = ({ children, safe, ...more }) =>
  h(
    "button",
    {
      type: "button",
      disabled: away() !== "" && !safe && more["aria-pressed"] === undefined,
      ...more,
    },
    children,
  );

/** Returns whether the page is as narrow as a phone, where rows take more lines. */
export const narrow = () => matchMedia("(max-width: 40rem)").matches;

// --- data ---------------------------------------------------------------------------------------

/** Shows a loaded document: a place of its size while it loads, its fault, or its content. */
export const Loaded = ({ of, children }) =>
  of.problem && !of.data
    ? of.isShared
      ? h("p", { class: "quiet" }, "not read")
      : h(Fault, { problem: of.problem })
    : of.data
      ? children(of.data)
      : h("p", { class: "quiet loading", role: "status" }, "loading…");

// --- a list of any length -----------------------------------------------------------------------

const OVERSCAN = 10;
const MOST_ROWS = 120;

/**
 * A list that holds only the rows that can be seen. Arrow keys, Home, End and Enter work.
 *
 * items, row (draws one), label (of the list), height (of a row), open (what Enter does),
 * more (loads further items), tall (height of the window), keyOf
 */
export class Rows extends Component {
  constructor() {
    super();
    this.box = createRef();
    this.state = { top: 0, at: 0 };
  }

  componentDidMount() {
    this.fit = new ResizeObserver(() => this.forceUpdate());
    this.fit.observe(this.box.current);
  }

  componentWillUnmount() {
    this.fit.disconnect();
  }

  componentDidUpdate() {
    if (this.wantsFocus) {
      this.wantsFocus = false;
      const row = this.box.current.querySelector('[data-at="' + this.state.at + '"]');
      if (row) {
        row.focus({ preventScroll: true });
      }
    }
  }

  go(at) {
    const { items, height } = this.props;
    const next = Math.max(0, Math.min(items.length - 1, at));
    const box = this.box.current;
    if (next * height < box.scrollTop) {
      box.scrollTop = next * height;
    } else if ((next + 1) * height > box.scrollTop + box.clientHeight) {
      box.scrollTop = (next + 1) * height - box.clientHeight;
    }
    this.wantsFocus = true;
    this.setState({ at: next, top: box.scrollTop });
  }

  key(event) {
    const { items, height, open } = this.props;
    if (event.target.dataset.at === undefined) {
      return;
    }
    const page = Math.max(1, Math.floor(this.box.current.clientHeight / height) - 1);
    const { at } = this.state;
    const moves = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: items.length - 1,
    };
    if (event.key in moves) {
      event.preventDefault();
      this.go(moves[event.key]);
    } else if ((event.key === "Enter" || event.key === " ") && open) {
      event.preventDefault();
      open(items[at]);
    }
  }

  scrolled() {
    const box = this.box.current;
    this.setState({ top: box.scrollTop });
    const { more } = this.props;
    if (more && box.scrollTop + box.clientHeight > box.scrollHeight - 600) {
      more();
    }
  }

  render({ items, row, label, height, open, tall = 0, keyOf, chosen }, { top, at }) {
    const seen = this.box.current ? this.box.current.clientHeight : 600;
    const first = Math.max(0, Math.floor(top / height) - OVERSCAN);
    const shown = Math.min(MOST_ROWS, Math.ceil(seen / height) + 2 * OVERSCAN);
    const last = Math.min(items.length, first + shown);
    const current = Math.max(0, Math.min(at, items.length - 1));
    const focusable = current >= first && current < last ? current : first;
    const drawn = [];
    for (let i = first; i < last; i++) {
      const isChosen = chosen?.(items[i]);
      drawn.push(
        h(
          "li",
          {
            key: keyOf(items[i]),
            class: "row" + (open ? " opens" : "") + (isChosen ? " chosen" : ""),
            style: { transform: "translateY(" + i * height + "px)", height: height + "px" },
            tabIndex: i === focusable ? 0 : -1,
            "data-at": i,
            "aria-setsize": items.length,
            "aria-posinset": i + 1,
            "aria-current": isChosen ? "true" : undefined,
            onFocus: () => i !== this.state.at && this.setState({ at: i }),
            onClick:
              open && ((event) => event.target.closest("button, a, input") || open(items[i])),
          },
          row(items[i]),
        ),
      );
    }
    const whole = items.length * height;
    return h(
      "div",
      {
        class: "rows",
        ref: this.box,
        style: tall ? { maxHeight: tall + "px" } : {},
        onScroll: () => this.scrolled(),
        onKeyDown: (event) => this.key(event),
      },
      h("ul", { style: { height: whole + "px" }, "aria-label": label }, drawn),
    );
  }
}
