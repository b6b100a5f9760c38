// Conversations with peers, mail between agents, and pieces; the chat is in chat.js.

import { Component } from "/lib/preact.js";
import {
  h,
  Badge,
  Button,
  Empty,
  Id,
  Loaded,
  Panel,
  Prose,
  Rows,
  Said,
  Time,
  plain,
} from "/parts.js";
import { Chat } from "/chat.js";
import { named, withTitles } from "/names.js";

const TABS = [
  ["chat", "your agent"],
  ["messages", "peers"],
  ["mail", "mail"],
  ["pieces", "pieces"],
];

/** What is shown of a conversation counts as read, as after the command. */
class Reading extends Component {
  componentDidMount() {
    this.read();
  }

  componentDidUpdate() {
    this.read();
  }

  read() {
    const { page, peer, unread, last } = this.props;
    if (unread > 0 && this.seen !== last) {
      this.seen = last;
      page.run("messages", { peer, limit: 50 });
    }
  }

  render() {
    return null;
  }
}

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
            title: "Messages with " + plain(of.peer.name),
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
          h(Reading, {
            key: peer,
            page,
            peer,
            unread: of.messages.filter((one) => one.state === "unread").length,
            last: of.messages.at(-1)?.id,
          }),
          of.messages.map((one) =>
            h(
              "article",
              { key: one.id, class: "said " + (one.way === "sent" ? "mine" : "theirs") },
              h(
                "div",
                { class: "quiet" },
                one.way === "sent" ? "you" : h(Said, { text: of.peer.name, most: 40 }),
                " · ",
                h(Time, { at: one.at }),
              ),
              h(Prose, { text: one.body }),
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
    h(Prose, { text: withTitles(mail.body || "", named(page)) }),
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
  const names = named(page);
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
                  { class: "one-line" },
                  h("b", null, h(Said, { text: one.from, most: 40 })),
                  one.to !== "owner" && [" to ", h(Said, { text: one.to, most: 40 })],
                  one.body && [": ", h(Said, { text: withTitles(one.body, names), most: 160 })],
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
  const titleOf = (hash) =>
    list.data?.pieces.find((one) => one.hash === hash)?.title || "a piece that is not here";
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
          { title: plain(of.title || "Piece"), aside: h(Id, { id, most: 20 }) },
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
                h(Said, { text: titleOf(of.in_reply_to), most: 90 }),
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
          h(Prose, { text: of.body || "" }),
          of.answers.length > 0 && [
            h("h3", null, "Answers"),
            of.answers.map((hash) =>
              h(
                "div",
                { key: hash, class: "line" },
                h(
                  "a",
                  { href: page.link("talk", { tab: "pieces", piece: hash }) },
                  h(Said, { text: titleOf(hash), most: 90 }),
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

export default { draw };
