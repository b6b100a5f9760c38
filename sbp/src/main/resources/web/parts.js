// Parts of every view. Texts of peers and models are children of elements: text, never markup.

import { h, Component, createRef } from "/lib/preact.js";

export { h };

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

export const Time = ({ at }) =>
  at
    ? h("time", { dateTime: at, title: new Date(at).toString() }, ago(at))
    : h("span", { class: "quiet" }, "–");

export const count = (n) => (n === undefined || n === null ? "–" : Number(n).toLocaleString("en"));
export const money = (n) => (n === undefined || n === null ? "–" : "$" + Number(n).toFixed(2));
export const short = (text, most = 12) => {
  const all = String(text === undefined || text === null ? "" : text);
  return all.length > most ? all.slice(0, most) + "…" : all;
};

// --- text ---------------------------------------------------------------------------------------

const HIDDEN = new RegExp(
  "[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u115f\\u1160\\u180e" +
    "\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\ufff9-\\ufffb]",
  "gu",
);

/** Shows what would hide or turn text around as its number. */
export const plain = (text) =>
  String(text === undefined || text === null ? "" : text).replace(
    HIDDEN,
    (one) => "\\u" + one.codePointAt(0).toString(16).padStart(4, "0"),
  );

/** One line of somebody's text. */
export const Said = ({ text, most = 400, ...more }) => {
  const begin = String(text === undefined || text === null ? "" : text).slice(0, 2 * most);
  const all = plain(begin).replace(/\s+/g, " ");
  return h("bdi", { ...more }, all.length > most ? all.slice(0, most) + "…" : all);
};

const COLLAPSED = 1200;
const PART = 100000;

/** A whole text: a long one is collapsed, and shown in parts. */
export class Text extends Component {
  render({ text }, { shown = COLLAPSED }) {
    const all = String(text === undefined || text === null ? "" : text);
    if (all.length <= shown) {
      return h("div", { class: "text", dir: "auto" }, plain(all));
    }
    return h(
      "div",
      { class: "text", dir: "auto" },
      plain(all.slice(0, shown)) + "…",
      h(
        "button",
        { class: "more", type: "button", onClick: () => this.setState({ shown: shown + PART }) },
        "show more of " + count(all.length) + " characters",
      ),
    );
  }
}

// --- small things -------------------------------------------------------------------------------

const TONES = {
  ok: [
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

export const Typed = ({ command }) => h("code", { class: "typed" }, plain(command));

export const Fault = ({ problem }) =>
  h(
    "div",
    { class: "fault", role: "alert" },
    h("strong", null, plain(problem.message)),
    problem.hints.map((hint) => h("div", { key: hint }, h("code", null, plain(hint)))),
  );

export const Panel = ({ title, aside, children, class: more = "" }) =>
  h(
    "section",
    { class: "panel " + more, "aria-label": title },
    h("header", null, h("h2", null, title), aside && h("div", { class: "aside" }, aside)),
    children,
  );

export const Facts = ({ rows }) =>
  h(
    "dl",
    { class: "facts" },
    rows
      .filter(([, value]) => value !== undefined && value !== null && value !== "")
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

export const Button = ({ children, ...more }) => h("button", { type: "button", ...more }, children);

/** Returns a principal as people call it: an agent by its name, if a list has it. */
export const called = (principal, names) =>
  names.has(String(principal).replace(/^agent:/, ""))
    ? names.get(principal.replace(/^agent:/, ""))
    : principal;

/** Returns whether the page is as narrow as a phone, where rows take more lines. */
export const narrow = () => matchMedia("(max-width: 40rem)").matches;

// --- data ---------------------------------------------------------------------------------------

/** Shows a loaded document: a place of its size while it loads, its fault, or its content. */
export const Loaded = ({ of, children }) =>
  of.problem && !of.data
    ? h(Fault, { problem: of.problem })
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

// --- actions ------------------------------------------------------------------------------------

const quoted = (word) =>
  /^[A-Za-z0-9_./:=@,-]+$/.test(word) ? word : "'" + word.replace(/'/g, "'\\''") + "'";

/** Returns the command line of these words. */
export const commandLine = (words) => ["sbp", ...words.map(quoted)].join(" ");

/** Returns the command line that does the same. */
export function typed(row, given) {
  const words = ["sbp", row.command];
  const left = [];
  const texts = (value) =>
    (Array.isArray(value) ? value : [value]).filter((one) => one !== undefined && one !== "");
  for (const parameter of row.parameters) {
    left.push(...texts(given[parameter.name]).map((one) => String(one)));
  }
  const options = [];
  for (const option of row.options) {
    for (const one of texts(given[option.name])) {
      if (option.value) {
        options.push(option.option + "=" + quoted(String(one)));
      } else if (one === true) {
        options.push(option.option);
      }
    }
  }
  return left.some((word) => word.startsWith("-"))
    ? [...words, ...options, "--", ...left.map(quoted)].join(" ")
    : [...words, ...left.map(quoted), ...options].join(" ");
}

/**
 * A dialog for one action: its fields, the passphrase if it is needed, and the command that does
 * the same.
 */
export class Doing extends Component {
  constructor() {
    super();
    this.dialog = createRef();
    this.state = { given: {}, passphrase: "", proof: "", busy: false, problem: null };
  }

  componentDidMount() {
    this.before = document.activeElement;
    this.dialog.current.showModal();
    if (!this.props.action.grave && !this.dialog.current.querySelector("input, textarea, select")) {
      this.dialog.current.querySelector("button.main").focus();
    }
  }

  componentWillUnmount() {
    if (this.before?.isConnected) {
      this.before.focus();
    }
  }

  given() {
    const { action } = this.props;
    const { given, chosen } = this.state;
    const all = { ...action.given, ...given };
    if (action.choice && chosen) {
      for (const [name] of action.choice.all) {
        delete all[name];
      }
      all[chosen] = true;
    }
    return all;
  }

  async send(event) {
    event.preventDefault();
    const { action, row, act, done } = this.props;
    const { passphrase, proof } = this.state;
    this.setState({ busy: true, problem: null });
    try {
      const secret = row.proof ? (proof ? { proof } : { passphrase }) : {};
      const answer = await act(action.command, this.given(), secret);
      this.dialog.current.close();
      done(answer);
    } catch (problem) {
      this.setState({ busy: false, problem });
    }
  }

  field(field) {
    const value = this.given()[field.name];
    const set = (next) => this.setState({ given: { ...this.state.given, [field.name]: next } });
    const shared = {
      id: "do-" + field.name,
      required: field.required,
      onInput: (event) => set(event.target.value),
      value: value === undefined ? "" : value,
    };
    const control = field.choices
      ? h(
          "select",
          { ...shared, onChange: (event) => set(event.target.value) },
          field.choices.map((one) => h("option", { key: one, value: one }, one)),
        )
      : field.long
        ? h("textarea", { ...shared, rows: 5 })
        : h("input", { ...shared, type: field.type || "text", autocomplete: "off" });
    return h("label", { key: field.name, for: shared.id }, h("span", null, field.label), control);
  }

  render({ action, row, close }, { busy, problem, passphrase, proof, byKey }) {
    return h(
      "dialog",
      { ref: this.dialog, onClose: close, "aria-labelledby": "doing" },
      h(
        "form",
        { method: "dialog", onSubmit: (event) => this.send(event) },
        h("h2", { id: "doing" }, action.title),
        action.text && h("div", { class: "what" }, action.text),
        action.choice &&
          h(
            "fieldset",
            null,
            h("legend", null, action.choice.label),
            action.choice.all.map(([name, label]) =>
              h(
                "label",
                { key: name, class: "pick" },
                h("input", {
                  type: "radio",
                  name: "choice",
                  checked: this.given()[name] === true,
                  onChange: () => this.setState({ chosen: name }),
                }),
                h("span", null, label),
              ),
            ),
          ),
        (action.fields || []).map((field) => this.field(field)),
        row.proof &&
          (byKey
            ? h(
                "label",
                { for: "do-proof" },
                h(
                  "span",
                  null,
                  "proof by a key of yours, good for a minute: ",
                  h(Typed, { command: "sbp access key --challenge" }),
                  " says NONCE here, and where the key is:",
                ),
                h(Typed, {
                  command: "sbp access prove NONCE --key FILE -- " + typed(row, this.given()),
                }),
                h("span", null, "prints it"),
                h("input", {
                  id: "do-proof",
                  required: true,
                  autocomplete: "off",
                  value: proof,
                  onInput: (event) => this.setState({ proof: event.target.value }),
                }),
              )
            : h(
                "label",
                { for: "do-passphrase" },
                h("span", null, "your passphrase"),
                h("input", {
                  id: "do-passphrase",
                  type: "password",
                  required: true,
                  autocomplete: "current-password",
                  value: passphrase,
                  onInput: (event) => this.setState({ passphrase: event.target.value }),
                }),
              )),
        row.proof &&
          h(
            Button,
            { class: "link", onClick: () => this.setState({ byKey: !byKey, proof: "" }) },
            byKey ? "with the passphrase instead" : "with a key instead",
          ),
        problem && h(Fault, { problem }),
        h(
          "p",
          { class: "same" },
          "the same at a terminal: ",
          h(Typed, { command: typed(row, this.given()) }),
        ),
        h(
          "div",
          { class: "buttons" },
          h(Button, { onClick: () => this.dialog.current.close() }, "cancel"),
          h(
            "button",
            { class: action.grave ? "grave" : "main", disabled: busy },
            busy ? "…" : action.verb || action.title,
          ),
        ),
      ),
    );
  }
}
