// A conversation with one's agent: it opens at its end, with the box to write in below.

import { Component, createRef } from "/lib/preact.js";
import {
  h,
  Badge,
  Button,
  Empty,
  Fault,
  Loaded,
  Panel,
  Prose,
  Rows,
  Said,
  Text,
  Typed,
  count,
  plain,
  short,
} from "/parts.js";
import { tell } from "/api.js";
import { sessionName } from "/names.js";

const NEAR_THE_END = 60;

/** Turns, scrolled to their end for as long as nobody has scrolled away from it. */
class Turns extends Component {
  constructor() {
    super();
    this.box = createRef();
    this.isAtEnd = true;
  }

  componentDidMount() {
    this.fit = new ResizeObserver(() => this.toEnd());
    this.fit.observe(this.box.current.firstChild);
    this.toEnd();
  }

  componentDidUpdate() {
    this.toEnd();
  }

  componentWillUnmount() {
    this.fit.disconnect();
  }

  toEnd() {
    if (this.isAtEnd && this.box.current) {
      this.box.current.scrollTop = this.box.current.scrollHeight;
    }
  }

  scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.box.current;
    this.isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR_THE_END;
  }

  render({ children }) {
    return h(
      "div",
      {
        class: "turns",
        ref: this.box,
        tabIndex: 0,
        role: "region",
        "aria-label": "the conversation",
        onScroll: () => this.scrolled(),
      },
      h("div", null, children),
    );
  }
}

/** The turns, what is typed to the agent, sent with Enter, and its answer while it comes. */
class Say extends Component {
  async send(event) {
    event.preventDefault();
    const text = (this.state.text || "").trim();
    if (!text || this.state.asked) {
      return;
    }
    this.setState({ text: "", asked: text, answer: "", tools: [], problem: null });
    this.props.talks(true);
    try {
      await tell(
        "chat",
        { session: this.props.session, message: text, new: this.props.isNew },
        (event) => this.take(event),
      );
      this.setState({ asked: "", answer: "", tools: [] });
    } catch (problem) {
      this.setState({ asked: "", text, problem });
    }
    this.props.talks(false);
  }

  /** Takes a line of `sbp chat --json`. */
  take(event) {
    if (event.event === "text") {
      this.setState(({ answer }) => ({ answer: answer + event.text }));
    } else if (event.event === "tool") {
      this.setState(({ tools }) => ({ tools: [...tools, event] }));
    } else if (event.event === "error" || (event.event === "message" && event.why)) {
      this.setState({ problem: { message: event.text || event.why, hints: [] } });
    }
  }

  render({ page, session, isNew, children, below }, state) {
    const { text = "", asked, answer, tools = [], problem } = state;
    const coming = asked && [
      h(
        "div",
        { class: "said mine" },
        h("div", { class: "quiet" }, "you"),
        h(Prose, { text: asked }),
      ),
      h(
        "div",
        { class: "said theirs coming", "aria-live": "polite" },
        h("div", { class: "quiet" }, "your agent"),
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
        h(Prose, { text: answer || "…" }),
      ),
    ];
    return [
      h(Turns, { key: session + "turns" }, children, coming),
      below,
      h(
        "form",
        { key: "say", class: "say", onSubmit: (event) => this.send(event) },
        problem && h(Fault, { problem }),
        h("label", { for: "say" }, "to your agent"),
        h("textarea", {
          id: "say",
          rows: 2,
          value: text,
          onInput: (event) => this.setState({ text: event.target.value }),
          onKeyDown: (event) => event.key === "Enter" && !event.shiftKey && this.send(event),
        }),
        h(
          "div",
          { class: "buttons" },
          h(
            "span",
            { class: "same" },
            h(Typed, {
              command: page.typed("chat", { session, message: text.trim(), new: isNew }),
            }),
          ),
          h("button", { class: "main", disabled: !!asked || !text.trim() }, asked ? "…" : "send"),
        ),
      ),
    ];
  }
}

/** Who said a message: a member's own task comes from its team, not from the owner. */
const speaker = (message, agent) =>
  message.role !== "user" ? agent : message.source === "agent" ? "its task" : "you";

const Turn = ({ page, turn, agent }) =>
  h(
    "article",
    { class: "turn" },
    turn.messages
      .filter((message) => message.role !== "tool" && message.content)
      .map((message, i) =>
        h(
          "div",
          { key: i, class: "said " + (message.role === "user" ? "mine" : "theirs") },
          h(
            "div",
            { class: "quiet" },
            h(Said, { text: speaker(message, agent), most: 40 }),
            message.source &&
              message.source !== "agent" && [" · ", h(Said, { text: message.source, most: 40 })],
          ),
          h(Prose, { text: message.content }),
        ),
      ),
    turn.tools.length > 0 &&
      h(
        "details",
        null,
        h(
          "summary",
          null,
          count(turn.tools.length) + (turn.tools.length === 1 ? " tool call" : " tool calls"),
        ),
        turn.tools.map((tool, i) =>
          h(
            "div",
            { key: i, class: "tool" },
            h("code", null, tool.name),
            " ",
            h(Badge, { word: tool.state }),
            h("pre", null, plain(JSON.stringify(tool.arguments, null, 1))),
          ),
        ),
        turn.messages
          .filter((message) => message.role === "tool")
          .map((message, i) => h(Text, { key: i, text: message.content })),
      ),
    turn.status !== "completed" &&
      h(
        "p",
        null,
        h(Badge, { word: turn.status }),
        " ",
        turn.why && h(Said, { text: turn.why === turn.status ? "interrupted" : turn.why }),
      ),
    h(
      "p",
      { class: "same" },
      h("a", { href: page.link("turn", { id: turn.id }) }, "what happened in this turn"),
    ),
  );

/** Turns of a session and of its forks; a conversation goes on from each. */
const Tree = ({ page, session }) =>
  h(Loaded, { of: page.use("tree", { session }) }, (of) =>
    h(
      "ul",
      { class: "plain lines" },
      of.turns.map((turn) =>
        h(
          "li",
          { key: turn.id, class: "split", style: { paddingLeft: turn.depth * 18 + "px" } },
          h(
            "span",
            null,
            turn.type === "compaction" && [h(Badge, { word: "summary", as: "plain" }), " "],
            h(Said, { text: turn.text || turn.status, most: 60 }),
            turn.heads.map((head) => [
              " ",
              h(
                "a",
                { key: head, class: "chip", href: page.link("talk", { session: head }) },
                short(head, 24),
              ),
            ]),
          ),
          h(
            Button,
            {
              onClick: () =>
                page.ask({
                  command: "session fork",
                  title: "Another conversation from here",
                  given: { session, at: turn.id },
                }),
            },
            "fork",
          ),
        ),
      ),
    ),
  );

export const Chat = ({ page }) => {
  const sessions = page.use("sessions", { limit: 100 }, "sessions");
  return h(Loaded, { of: sessions }, (of) => {
    const chosen = page.given.session || (of.sessions[0] ? of.sessions[0].label : "main");
    const known = of.sessions.find((one) => one.label === chosen);
    const shown = known ? page.use("session", { session: chosen, limit: 50 }) : null;
    return h(
      "div",
      { class: "two" },
      h(
        Panel,
        { title: "Sessions" },
        of.sessions.length === 0
          ? h(Empty, null, "None yet: what you write below begins one.")
          : h(Rows, {
              items: of.sessions,
              keyOf: (one) => one.label,
              label: "sessions",
              height: 52,
              tall: 560,
              chosen: (one) => one.label === chosen,
              open: (one) => page.go("talk", { session: one.label }),
              more: () => page.more(sessions, (one) => one.label),
              row: (one) =>
                h(
                  "div",
                  { class: "card" },
                  h(Said, { text: sessionName(one.label), most: 60, title: one.label }),
                  h(
                    "div",
                    { class: "meta" },
                    h(Badge, { word: one.state }),
                    count(one.turns) + (one.turns === 1 ? " turn" : " turns"),
                  ),
                ),
            }),
      ),
      h(
        Panel,
        {
          title: short(sessionName(chosen), 60),
          class: "chat",
          aside: known && [
            known.state !== "running" &&
              known.turns > 1 &&
              h(
                Button,
                {
                  key: "compact",
                  onClick: () =>
                    page.ask({
                      command: "session compact",
                      title: "Summarize the earlier turns",
                      text: "The agent goes on with a summary of them; the turns stay.",
                      given: { session: chosen },
                      verb: "summarize",
                    }),
                },
                "summarize",
              ),
            known.state === "running"
              ? h(
                  Button,
                  {
                    key: "abort",
                    onClick: () =>
                      page.ask({
                        command: "session abort",
                        title: "End the running turn",
                        given: { session: chosen },
                        grave: true,
                      }),
                  },
                  "end the turn",
                )
              : h(
                  Button,
                  {
                    key: "archive",
                    onClick: () =>
                      page.ask({
                        command: "session archive",
                        title: "Put the conversation away",
                        text: "Lists leave it out until somebody writes there; the turns stay.",
                        given: { session: [chosen] },
                        verb: "put away",
                      }),
                  },
                  "put away",
                ),
          ],
        },
        h(
          Say,
          {
            key: chosen,
            page,
            session: chosen,
            isNew: !known,
            talks: (isTalking) => {
              page.set({ talks: isTalking && chosen });
              page.refresh();
            },
            below: [
              known &&
                known.turns > 0 &&
                h(
                  "details",
                  {
                    class: "tree",
                    open: page.local.tree === chosen,
                    onToggle: (event) =>
                      event.target.open !== (page.local.tree === chosen) &&
                      page.set({ tree: event.target.open ? chosen : "" }),
                  },
                  h("summary", null, "tree"),
                  page.local.tree === chosen && h(Tree, { page, session: chosen }),
                ),
              known &&
                known.waiting > 0 &&
                h(
                  "p",
                  { class: "quiet" },
                  count(known.waiting) + " waiting; the next tick of ",
                  h(Typed, { command: "sbp up" }),
                  " answers",
                ),
            ],
          },
          shown &&
            h(Loaded, { of: shown }, (all) =>
              all.turns.length === 0
                ? h("p", { class: "quiet" }, "No turn yet.")
                : all.turns
                    .filter((turn) => turn.status !== "running" || page.local.talks !== chosen)
                    .map((turn) =>
                      h(Turn, { key: turn.id, page, turn, agent: known.agent || "your agent" }),
                    ),
            ),
        ),
      ),
    );
  });
};
