// Turns of a conversation: what was said, calls of tools, work handed over, and what waits for you.

import { Component } from "/lib/preact.js";
import { h, Badge, Loaded, Prose, Said, Text, Time, count, plain } from "/parts.js";
import { Request } from "/waits.js";
import { called, named } from "/names.js";

const REPORT = /^(Report|Message) of (.{1,80}?) \(dispatch ([0-9A-Z]{26})\):?[^\n]*\n+/;
const FILE = /^(`{3,})file (.{1,120})$/;
const MOST_NESTED = 20;
const LOOK_MS = 1000;

/** Who said a message: a member's own task comes from its team, not from the owner. */
function speaker(message, agent) {
  const report = REPORT.exec(message.content);
  if (message.role === "summary") {
    return "summary of earlier turns";
  }
  if (message.role !== "user") {
    return agent;
  }
  if (message.source !== "agent") {
    return message.source === "human" ? "you" : message.source || "you";
  }
  return report ? report[2] + ", " + report[1].toLowerCase() : "its task";
}

const isMine = (message) =>
  message.role === "user" && !(message.source === "agent" && REPORT.test(message.content));

/** What somebody said, with who and when. */
export const Words = ({ who, at, mine, children, ...more }) =>
  h(
    "div",
    { class: "said " + (mine ? "mine" : "theirs"), ...more },
    h("div", { class: "quiet" }, h(Said, { text: who, most: 60 }), at && [" · ", h(Time, { at })]),
    children,
  );

/** A file's text in a message, folded under its name. */
const File = ({ name, text }) =>
  h(
    "details",
    { class: "file" },
    h(
      "summary",
      null,
      h(Said, { text: name, most: 80 }),
      h("span", { class: "quiet" }, " · " + count(text.split("\n").length) + " lines"),
    ),
    h(Text, { text, kind: "text code" }),
  );

/** The words of a message, with the files that went with it. */
export function Spoken({ text }) {
  const lines = text.split("\n");
  const parts = [];
  let from = 0;
  for (let at = 0; at < lines.length; at++) {
    const [, fence, name] = FILE.exec(lines[at]) || [];
    const end = fence ? lines.indexOf(fence, at + 1) : -1;
    if (fence && end < 0) {
      break;
    }
    if (fence) {
      parts.push(h(Prose, { text: lines.slice(from, at).join("\n").trim() }));
      parts.push(h(File, { name, text: lines.slice(at + 1, end).join("\n") }));
      from = end + 1;
      at = end;
    }
  }
  return [...parts, h(Prose, { text: lines.slice(from).join("\n") })];
}

const Message = ({ message, agent, isRunning }) =>
  h(
    Words,
    {
      who: speaker(message, agent),
      at: message.at,
      mine: isMine(message),
      "data-role": message.role,
    },
    h(Spoken, {
      text: message.source === "agent" ? message.content.replace(REPORT, "") : message.content,
    }),
    message.role === "partial" && !isRunning && h("p", { class: "quiet" }, "… cut off here"),
  );

/** Calls of tools with their arguments and results, folded. */
const Tools = ({ turn }) =>
  h(
    "details",
    { class: "calls" },
    h(
      "summary",
      null,
      count(turn.tools.length) + (turn.tools.length === 1 ? " tool call" : " tool calls"),
      h("span", { class: "quiet" }, " · " + names(turn.tools)),
    ),
    turn.tools.map((tool, i) =>
      h(
        "div",
        { key: i, class: "tool" },
        h("code", null, tool.name),
        " ",
        h(Badge, { word: tool.state }),
        h("pre", { tabIndex: 0 }, plain(JSON.stringify(tool.arguments, null, 1))),
      ),
    ),
    turn.messages
      .filter((message) => message.role === "tool")
      .map((message, i) => h(Text, { key: i, text: message.content })),
  );

const names = (tools) => {
  const all = [...new Set(tools.map((tool) => plain(tool.name).replace(/_/g, " ")))];
  return all.slice(0, 3).join(", ") + (all.length > 3 ? ", …" : "");
};

/** Requests of one's own that wait for an answer, by the session whose turn asked. */
export const requestsOf = (page, session) =>
  (page.use("requests", { limit: 200 }).data?.requests || []).filter(
    (one) => one.session === session && one.status === "pending",
  );

/** What an agent may not do and asks for, with the whole call; an answer is for this call. */
export const Asked = ({ page, requests }) =>
  requests.map((one) => h(Request, { key: one.id, page, one, isOnce: true, as: "div" }));

const Nested = ({ page, one }) => {
  const session = page.use("session", { session: one.target, limit: MOST_NESTED });
  return h(Loaded, { of: session }, (of) =>
    h(Conversation, { page, turns: of.turns, session: one.target, agent: one.agent }),
  );
};

/** Work that a turn handed over, with the turns that did it. */
const Dispatch = ({ page, one }) => {
  const waits = one.kind === "session" ? requestsOf(page, one.target).length : 0;
  const key = "dispatch " + one.dispatch;
  const isOpen = page.local[key] ?? waits > 0;
  return h(
    "details",
    {
      class: "dispatch",
      "data-dispatch": one.dispatch,
      open: isOpen,
      onToggle: (event) => event.target.open !== isOpen && page.set({ [key]: event.target.open }),
    },
    h(
      "summary",
      null,
      "handed to ",
      h("b", null, h(Said, { text: one.agent, most: 60 })),
      " ",
      h(Badge, { word: one.state === "open" ? "at work" : one.state, as: toneOf(one.state) }),
      " ",
      h("span", { class: "quiet" }, h(Time, { at: one.at })),
      waits > 0 && [" ", h(Badge, { word: count(waits) + " for you to answer", as: "warn" })],
    ),
    one.why && h("p", { class: "quiet" }, h(Said, { text: one.why })),
    isOpen &&
      (one.kind === "session"
        ? h(Nested, { page, one })
        : one.kind === "task"
          ? h(
              "p",
              null,
              "It is the task ",
              h(
                "a",
                { href: page.link("board", { task: one.target }) },
                h(Said, { text: called(one.target, named(page)), most: 80 }),
              ),
              ".",
            )
          : h("p", null, "It went as mail to another node.")),
  );
};

const toneOf = (state) => (state === "open" ? "busy" : state === "done" ? "ok" : "bad");

/** How a turn without an answer ended; what was said in it stays, and the agent still sees it. */
const Ended = ({ turn }) => {
  const why = turn.why && turn.why !== turn.status ? turn.why : "";
  const word = turn.status === "aborted" ? "interrupted" : turn.status;
  return h(
    "p",
    { class: "ended" },
    h(Badge, { word, as: turn.status === "failed" ? "bad" : "warn" }),
    " ",
    why && why !== word && h(Said, { text: why }),
    h("span", { class: "quiet" }, " What was said stays part of the conversation."),
  );
};

/** A turn of another process: its words are no events, so that they are looked for. */
class AtWork extends Component {
  componentDidMount() {
    this.timer = setInterval(this.props.page.refresh, LOOK_MS);
  }

  componentWillUnmount() {
    clearInterval(this.timer);
  }

  render() {
    return h("p", { class: "quiet", role: "status" }, h(Badge, { word: "running" }), " writes …");
  }
}

const Turn = ({ page, turn, agent, requests }) =>
  h(
    "article",
    { class: "turn " + turn.status, "data-turn": turn.id },
    turn.messages
      .filter((message) => message.role !== "tool" && message.role !== "note" && message.content)
      .map((message, i) =>
        h(Message, { key: i, message, agent, isRunning: turn.status === "running" }),
      ),
    turn.tools.length > 0 && h(Tools, { turn }),
    (turn.dispatches || []).map((one) => h(Dispatch, { key: one.dispatch, page, one })),
    h(Asked, { page, requests }),
    turn.status === "running" && h(AtWork, { page }),
    (turn.status === "failed" || turn.status === "aborted") && h(Ended, { turn }),
    h(
      "p",
      { class: "same" },
      h("a", { href: page.link("turn", { id: turn.id }) }, "what happened in this turn"),
    ),
  );

/** Turns of a session, the oldest first; requests of turns that are not among them come last. */
export const Conversation = ({ page, turns, session, agent }) => {
  const requests = requestsOf(page, session);
  const ids = new Set(turns.map((turn) => turn.id));
  return [
    turns.map((turn) =>
      h(Turn, {
        key: turn.id,
        page,
        turn,
        agent,
        requests: requests.filter((one) => one.turn === turn.id),
      }),
    ),
    h(Asked, { page, requests: requests.filter((one) => !ids.has(one.turn)) }),
  ];
};
