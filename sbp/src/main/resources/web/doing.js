// The dialog of an action: its fields, what proves its owner, and the command that does the same.

import { h, Component, createRef } from "/lib/preact.js";
import { Button, Fault, Typed } from "/parts.js";
import { ticked } from "/text.js";

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
    return h(
      "label",
      { key: field.name, for: shared.id },
      h("span", null, field.label),
      field.unit ? h("span", { class: "unit" }, control, " ", field.unit) : control,
    );
  }

  render({ action, row, close }, { busy, problem, passphrase, proof, byKey }) {
    return h(
      "dialog",
      { ref: this.dialog, onClose: close, "aria-labelledby": "doing" },
      h(
        "form",
        { method: "dialog", onSubmit: (event) => this.send(event) },
        h("h2", { id: "doing" }, action.title),
        action.text &&
          h(
            "div",
            { class: "what" },
            typeof action.text === "string" ? ticked(action.text) : action.text,
          ),
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
                  h("code", null, "sbp access key --challenge"),
                  " says NONCE here, and where the key is:",
                ),
                h("code", null, "sbp access prove NONCE --key FILE -- " + typed(row, this.given())),
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
            {
              class: "link",
              safe: true,
              onClick: () => this.setState({ byKey: !byKey, proof: "" }),
            },
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
          h(Button, { safe: true, onClick: () => this.dialog.current.close() }, "cancel"),
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
