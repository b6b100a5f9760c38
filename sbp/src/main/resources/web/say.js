// The box of a conversation: what is typed, files that go with it, the answer on its way.

import { Component, createRef } from "/lib/preact.js";
import { h, Badge, Button, Fault, Prose, Said, Typed, away, count, plain } from "/parts.js";
import { tell } from "/api.js";
import { Spoken, Words } from "/said.js";

const MOST_FILES = 4;
const MOST_BYTES = 65536;

/** Reads a file's text in this browser. Throws a sentence for one that is too long or no text. */
async function textOf(file) {
  if (file.size > MOST_BYTES) {
    throw new Error(file.name + " has " + count(file.size) + " bytes; the most are 65,536");
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    if (!text.includes("\u0000")) {
      return text;
    }
  } catch {
    // No UTF-8: said below.
  }
  throw new Error(file.name + " is no text");
}

/** Returns a file as a block of a message, with a fence that does not occur in it. */
function block({ name, text }) {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([all]) => all.length));
  const fence = "`".repeat(longest + 1);
  return fence + "file " + name + "\n" + text.replace(/\n$/, "") + "\n" + fence;
}

/** Returns a message with its files. */
export const message = (text, files) => [text.trim(), ...files.map(block)].join("\n\n").trim();

const bare = (name) =>
  plain(name)
    .replace(/[^\p{L}\p{N}._ -]/gu, "_")
    .slice(0, 80) || "file";

/** What the agent says while it says it, below what it was asked. */
const Coming = ({ asked, answer, tools, heard }) => [
  h(Words, { key: "asked", who: "you", mine: true }, h(Spoken, { text: asked })),
  h(
    Words,
    { key: "answer", who: "your agent", "aria-live": "polite", "data-coming": "" },
    tools.map((tool, i) =>
      h(
        "div",
        { key: i, class: "tool" },
        h("code", null, tool.tool),
        " ",
        h(Badge, { word: tool.state }),
        " ",
        tool.text && h(Said, { text: tool.text, most: 80 }),
      ),
    ),
    heard.map((text, i) => h("p", { key: "h" + i, class: "quiet" }, h(Said, { text }))),
    answer ? h(Prose, { text: answer }) : h("p", { class: "quiet" }, "writes …"),
  ),
];

/** Follows the part of the window that a keyboard on the screen leaves, where the page does not. */
function followKeyboard(box) {
  const root = document.documentElement;
  const fit = () => {
    const { height, scale } = visualViewport;
    root.style.setProperty("--seen", height * scale + "px");
    if (document.activeElement === box()) {
      box().scrollIntoView({ block: "nearest" });
    }
  };
  visualViewport.addEventListener("resize", fit);
  return () => {
    visualViewport.removeEventListener("resize", fit);
    root.style.removeProperty("--seen");
  };
}

const ENDS = new Set(["done", "failed"]);
const NOTHING = { asked: "", answer: "", tools: [], heard: [], turn: "" };

/** The turns above, what is typed to the agent, sent with Enter, and its answer while it comes. */
export class Say extends Component {
  constructor() {
    super();
    this.file = createRef();
    this.box = createRef();
    this.state = { ...NOTHING, text: "", files: [], problem: null };
  }

  componentDidMount() {
    this.leave = followKeyboard(() => this.box.current);
  }

  componentWillUnmount() {
    this.leave();
  }

  async send(event) {
    event.preventDefault();
    const { text, files } = this.state;
    const whole = message(text, files);
    if (!whole || this.isTalking()) {
      return;
    }
    this.setState({
      ...NOTHING,
      text: "",
      files: [],
      asked: whole,
      isOver: false,
      problem: null,
    });
    this.box.current.focus();
    this.props.talks(true);
    const { session, isNew } = this.props;
    try {
      await tell("chat", { session, message: whole, new: isNew }, (told) => this.take(told));
      this.setState({ isOver: true });
    } catch (problem) {
      this.setState({ ...NOTHING, text, files, problem });
    }
    this.props.talks(false);
  }

  isTalking() {
    return this.state.asked !== "" && !this.state.isOver;
  }

  /** Takes a line of `sbp chat --json`. */
  take(told) {
    if (told.turn) {
      this.setState({ turn: told.turn, isOver: false });
    }
    const adds = {
      text: ({ answer }) => ({ answer: answer + told.text }),
      replaced: () => ({ answer: "" }),
      tool: ({ tools }) => ({
        tools: [...tools.filter((one) => ENDS.has(one.state) || one.tool !== told.tool), told],
      }),
      heard: ({ heard }) => ({ heard: [...heard, told.text] }),
    };
    if (adds[told.event]) {
      this.setState(adds[told.event]);
    } else if (told.event === "error" || (told.event === "message" && told.why)) {
      this.setState({ problem: { message: told.text || told.why, hints: [] } });
    }
  }

  /** What came is shown until the conversation itself has it. */
  componentDidUpdate() {
    const { isOver, turn, asked } = this.state;
    if (asked && isOver && (!turn || this.props.known.has(turn))) {
      this.setState({ ...NOTHING, isOver: false });
    }
  }

  async attach(event) {
    const chosen = [...event.target.files].slice(0, MOST_FILES - this.state.files.length);
    event.target.value = "";
    try {
      const added = [];
      for (const one of chosen) {
        added.push({ name: bare(one.name), text: await textOf(one) });
      }
      this.setState(({ files }) => ({ files: [...files, ...added], problem: null }));
    } catch (problem) {
      this.setState({ problem: { message: problem.message, hints: [] } });
    }
  }

  /** The same at a terminal; a file is named there, as its text would fill the line. */
  typed() {
    const { page, session, isNew } = this.props;
    const { text, files } = this.state;
    return files.length === 0
      ? page.typed("chat", { session, message: text.trim(), new: isNew })
      : page.typed("chat", { session, new: isNew }) +
          ' -m "' +
          [text.trim() && "…", ...files.map((one) => "$(cat '" + one.name + "')")]
            .filter(Boolean)
            .join(" ") +
          '"';
  }

  files() {
    const { files } = this.state;
    return (
      files.length > 0 &&
      h(
        "ul",
        { class: "plain chips", "aria-label": "files that go with it" },
        files.map((one, i) =>
          h(
            "li",
            { key: i, class: "chip" },
            h(Said, { text: one.name, most: 40 }),
            " · " + count(one.text.length) + " characters ",
            h(
              Button,
              {
                class: "link",
                safe: true,
                "aria-label": "leave out " + one.name,
                onClick: () => this.setState({ files: files.filter((_, at) => at !== i) }),
              },
              "✕",
            ),
          ),
        ),
      )
    );
  }

  render({ talked }, state) {
    const { text, files, asked, problem } = state;
    return [
      talked(asked && h(Coming, state)),
      h(
        "form",
        { key: "say", class: "say", onSubmit: (event) => this.send(event) },
        problem && h(Fault, { problem }),
        this.files(),
        h("label", { for: "say" }, "to your agent"),
        h("textarea", {
          id: "say",
          ref: this.box,
          rows: 2,
          value: text,
          onInput: (event) => this.setState({ text: event.target.value }),
          onKeyDown: (event) =>
            event.key === "Enter" && !event.shiftKey && !event.isComposing && this.send(event),
        }),
        h("input", {
          type: "file",
          multiple: true,
          ref: this.file,
          hidden: true,
          "aria-label": "files whose text goes with the message",
          onChange: (event) => this.attach(event),
        }),
        h(
          "div",
          { class: "buttons" },
          h("span", { class: "same" }, h(Typed, { command: this.typed() })),
          h(
            Button,
            {
              disabled: files.length >= MOST_FILES,
              title: "the text of a file, at most 64 KiB, is read here and sent in the message",
              onClick: () => this.file.current.click(),
            },
            "attach",
          ),
          h(
            "button",
            {
              class: "main",
              disabled: this.isTalking() || !message(text, files) || away() !== "",
            },
            this.isTalking() ? "…" : "send",
          ),
        ),
      ),
    ];
  }
}
