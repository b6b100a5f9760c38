// Conversations: with one's agent, with peers, mail between agents, and pieces.

import { Component } from "/lib/preact.js";
import {
  h,
  Badge,
  Button,
  Empty,
  Fault,
  Loaded,
  Panel,
  Rows,
  Said,
  Text,
  Time,
  Typed,
  count,
  plain,
  short,
} from "/parts.js";
import { tell } from "/api.js";

const TABS = [
  ["chat", "your agent"],
  ["messages", "peers"],
  ["mail", "mail"],
  ["pieces", "pieces"],
];

/** What is typed to the agent, sent with Enter, and its answer while it comes. */
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

  render({ page, session, isNew }, { text = "", asked, answer, tools = [], problem }) {
    return h(
      "form",
      { class: "say", onSubmit: (event) => this.send(event) },
      asked && [
        h(
          "div",
          { class: "said mine" },
          h("div", { class: "quiet" }, "you"),
          h(Text, { text: asked }),
        ),
        h(
          "div",
          { class: "said theirs coming", "aria-live": "polite" },
          h("div", { class: "quiet" }, "agent"),
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
          h(Text, { text: answer || "…" }),
        ),
      ],
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
          h(Typed, { command: page.typed("chat", { session, message: text.trim(), new: isNew }) }),
        ),
        h("button", { class: "main", disabled: !!asked || !text.trim() }, asked ? "…" : "send"),
      ),
    );
  }
}

const Turn = ({ turn }) =>
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
            message.role === "user" ? "you" : "agent",
            message.source && [" · ", h(Said, { text: message.source, most: 40 })],
          ),
          h(Text, { text: message.content }),
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

const Chat = ({ page }) => {
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
                  h(Said, { text: one.label, most: 60 }),
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
          title: short(chosen, 40),
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
        shown &&
          h(Loaded, { of: shown }, (all) =>
            all.turns.length === 0
              ? h("p", { class: "quiet" }, "No turn yet.")
              : all.turns
                  .filter((turn) => turn.status !== "running" || page.local.talks !== chosen)
                  .map((turn) => h(Turn, { key: turn.id, turn })),
          ),
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
        h(Say, {
          key: chosen,
          page,
          session: chosen,
          isNew: !known,
          talks: (isTalking) => {
            page.set({ talks: isTalking && chosen });
            page.refresh();
          },
        }),
      ),
    );
  });
};

const Messages = ({ page }) => {
  const peer = page.given.peer;
  const list = page.use("messages", { limit: 100, keep_unread: true }, "conversations");
  return h(
    "div",
    { class: peer ? "two" : "one" },
    h(
      Panel,
      { title: "Peers" },
      h(Loaded, { of: list }, (of) =>
        of.conversations.length === 0
          ? h(Empty, { command: "sbp send PEER TEXT" }, "No message yet. Write the first with")
          : h(Rows, {
              items: of.conversations,
              keyOf: (one) => one.peer.public_key,
              label: "conversations",
              height: 56,
              tall: 560,
              chosen: (one) => one.peer.public_key === peer,
              open: (one) => page.go("talk", { tab: "messages", peer: one.peer.public_key }),
              row: (one) =>
                h(
                  "div",
                  { class: "card" },
                  h(Said, { text: one.peer.name, most: 40 }),
                  h(
                    "div",
                    { class: "meta" },
                    one.unread > 0 && h(Badge, { word: one.unread + " unread", as: "busy" }),
                    h(Time, { at: one.last.at }),
                  ),
                ),
            }),
      ),
    ),
    peer &&
      h(Loaded, { of: page.use("messages", { peer, limit: 50, keep_unread: true }) }, (of) =>
        h(
          Panel,
          {
            title: "Messages",
            aside: h(
              Button,
              {
                onClick: () =>
                  page.ask({
                    command: "send",
                    title: "Write",
                    given: { peer },
                    fields: [{ name: "text", label: "message", long: true, required: true }],
                    verb: "send",
                  }),
              },
              "write",
            ),
          },
          of.messages.map((one) =>
            h(
              "article",
              { key: one.id, class: "said " + (one.way === "sent" ? "mine" : "theirs") },
              h("div", { class: "quiet" }, h(Time, { at: one.at })),
              h(Text, { text: one.body }),
            ),
          ),
        ),
      ),
  );
};

const Letter = ({ page, mail }) => {
  const ask = (action) => () =>
    page.ask({ given: { id: mail.id }, after: () => page.set({ mail: null }), ...action });
  return h(
    Panel,
    {
      title: "Mail",
      class: "detail",
      aside: h(Button, { onClick: () => page.set({ mail: null }) }, "close"),
    },
    h(
      "p",
      { class: "quiet" },
      h(Said, { text: mail.from, most: 40 }),
      " · ",
      h(Time, { at: mail.sent_at }),
    ),
    h(Text, { text: mail.body || "" }),
    h(
      "div",
      { class: "buttons" },
      h(
        Button,
        {
          class: "main",
          onClick: ask({
            command: "mail reply",
            title: "Answer the mail",
            fields: [{ name: "text", label: "answer", long: true, required: true }],
            verb: "answer",
          }),
        },
        "answer",
      ),
      h(
        Button,
        {
          onClick: ask({
            command: "mail ack",
            title: "It is done",
            text: "The mail counts as handled.",
            verb: "done",
          }),
        },
        "done",
      ),
    ),
  );
};

const Mail = ({ page }) => {
  const list = page.use("mail", { limit: 200, all: true }, "mail");
  return [
    h(
      "div",
      { class: "bar" },
      h(
        Button,
        {
          class: "main",
          onClick: () =>
            page.ask({
              command: "mail send",
              title: "Write a mail",
              given: {},
              fields: [
                { name: "address", label: "to: an agent, or agent@peer", required: true },
                { name: "text", label: "mail", long: true, required: true },
              ],
              verb: "send",
            }),
        },
        "write a mail",
      ),
    ),
    h(Loaded, { of: list }, (of) =>
      of.mail.length === 0
        ? h(
            Empty,
            { command: "sbp mail send AGENT TEXT" },
            "No mail for you. Agents write when a task needs you; you write with",
          )
        : h(Rows, {
            items: of.mail,
            keyOf: (one) => one.id,
            label: "mail",
            height: 60,
            tall: 640,
            open: (one) =>
              page.ask({
                command: "mail read",
                title: "Open the mail",
                given: { id: one.id },
                verb: "open",
                after: (mail) => page.set({ mail }),
              }),
            more: () => page.more(list, (one) => one.id),
            row: (one) =>
              h(
                "div",
                { class: "card" },
                h(
                  "span",
                  null,
                  h(Said, { text: one.from, most: 40 }),
                  " → ",
                  h(Said, { text: one.to, most: 40 }),
                ),
                h(
                  "div",
                  { class: "meta" },
                  h(Badge, { word: one.state }),
                  h("span", null, one.type),
                  h(Time, { at: one.sent_at }),
                ),
              ),
          }),
    ),
  ];
};

const Pieces = ({ page }) => {
  const list = page.use("feed", { limit: 100 }, "pieces");
  const id = page.given.piece;
  return h(
    "div",
    { class: id ? "two" : "one" },
    h(
      Panel,
      { title: "Pieces" },
      h(Loaded, { of: list }, (of) =>
        of.pieces.length === 0
          ? h(Empty, { command: "sbp post FILE" }, "No piece yet. Publish one with")
          : h(Rows, {
              items: of.pieces,
              keyOf: (one) => one.hash,
              label: "pieces",
              height: 60,
              tall: 640,
              chosen: (one) => one.hash === id,
              open: (one) => page.go("talk", { tab: "pieces", piece: one.hash }),
              more: () => page.more(list, (one) => one.hash),
              row: (one) =>
                h(
                  "div",
                  { class: "card" },
                  h(Said, { text: one.title, most: 90 }),
                  h(
                    "div",
                    { class: "meta" },
                    h(Said, { text: one.author.name, most: 30 }),
                    one.endorsements.length > 0 &&
                      h("span", null, "endorsed by " + one.endorsements.length),
                    h(Time, { at: one.at }),
                  ),
                ),
            }),
      ),
    ),
    id &&
      h(Loaded, { of: page.use("piece", { id }) }, (of) =>
        h(
          Panel,
          { title: "Piece", aside: h("code", null, short(id, 20)) },
          h("h3", null, h(Said, { text: of.title || "" })),
          h(
            "p",
            { class: "quiet" },
            "by ",
            h(Said, { text: of.author.name, most: 40 }),
            " · ",
            h(Time, { at: of.at }),
            of.in_reply_to && [
              " · answers ",
              h(
                "a",
                { href: page.link("talk", { tab: "pieces", piece: of.in_reply_to }) },
                short(of.in_reply_to, 12),
              ),
            ],
          ),
          of.endorsements.length > 0 &&
            h(
              "ul",
              { class: "plain" },
              of.endorsements.map((one, i) =>
                h(
                  "li",
                  { key: i, class: "quiet" },
                  "endorsed by ",
                  h(Said, { text: one.by.name, most: 40 }),
                  one.note && [": ", h(Said, { text: one.note })],
                ),
              ),
            ),
          h(Text, { text: of.body || "" }),
          of.answers.length > 0 && [
            h("h3", null, "Answers"),
            of.answers.map((hash) =>
              h(
                "div",
                { key: hash, class: "line" },
                h(
                  "a",
                  { href: page.link("talk", { tab: "pieces", piece: hash }) },
                  h(Said, {
                    text:
                      list.data?.pieces.find((one) => one.hash === hash)?.title || short(hash, 16),
                    most: 90,
                  }),
                ),
              ),
            ),
          ],
          h(
            "div",
            { class: "buttons" },
            h(
              Button,
              {
                onClick: () =>
                  page.ask({
                    command: "reply",
                    title: "Answer the piece",
                    given: { id },
                    fields: [{ name: "text", label: "answer", long: true, required: true }],
                    verb: "answer",
                  }),
              },
              "answer",
            ),
          ),
        ),
      ),
  );
};

function draw(page) {
  const tab = page.given.tab || "chat";
  const mail = page.local.mail;
  return [
    h(
      "div",
      { class: "choice", role: "group", "aria-label": "kind of conversation" },
      TABS.map(([name, title]) =>
        h(
          Button,
          {
            key: name,
            "aria-pressed": String(name === tab),
            onClick: () => page.go("talk", { tab: name }),
          },
          title,
        ),
      ),
    ),
    tab === "mail" && mail && h(Letter, { page, mail }),
    tab === "chat"
      ? h(Chat, { page })
      : tab === "messages"
        ? h(Messages, { page })
        : tab === "mail"
          ? h(Mail, { page })
          : h(Pieces, { page }),
  ];
}

export default { name: "talk", title: "Conversations", draw };
