// Puts a text on the clipboard: the one button for ids and commands in all views.

import { h, Component, createRef } from "/lib/preact.js";

/** How long the button says that it has copied. */
const SAID_MS = 1500;

const SHEETS = [
  h("path", { d: "M5.5 5.5 h8 v8 h-8 z" }),
  h("path", { d: "M10.5 5.5 v-3 h-8 v8 h3" }),
];
const ICON = {
  "": SHEETS,
  copied: h("path", { d: "M3 8.5 L6.5 12 L13 4.5" }),
  selected: h("path", { d: "M2.5 5.5 h11 v5 h-11 z M5 8 h6" }),
};

/**
 * A button that copies a text.
 *
 * text: what is copied; what: its name for people, such as "command"
 */
export class Copy extends Component {
  constructor() {
    super();
    this.button = createRef();
  }

  componentWillUnmount() {
    clearTimeout(this.over);
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.props.text);
      this.say("copied");
    } catch {
      // A browser may refuse: then the text is selected, for the keys that copy.
      const text = this.button.current?.previousElementSibling;
      if (text) {
        getSelection().selectAllChildren(text);
      }
      this.say("selected");
    }
  }

  say(said) {
    this.setState({ said });
    clearTimeout(this.over);
    this.over = setTimeout(() => this.setState({ said: "" }), SAID_MS);
  }

  render({ what = "text" }, { said = "" }) {
    return h(
      "button",
      {
        ref: this.button,
        type: "button",
        class: "copy " + said,
        "aria-label": said || "copy this " + what,
        title: said || "copy",
        onClick: (event) => {
          event.stopPropagation();
          this.copy();
        },
      },
      h("svg", { viewBox: "0 0 16 16", width: 14, height: 14, "aria-hidden": "true" }, ICON[said]),
    );
  }
}
