// What waits for the owner, with its question and its answers in place.

import { h, Badge, Button, Loaded, Panel, Prose, Said, Text, Time, count, plain } from "/parts.js";
import { commandLine } from "/doing.js";
import { called, named, sessionNames, withTitles } from "/names.js";

/**
 * An approval is for one call shown whole; a peer's mail waits in the inbox, where it can be read.
 */
const isShown = (one) => Boolean(one.call) || (one.to.startsWith("peer:") && one.caller === one.to);

/**
 * The call of a request: its words, who has caused it, its turn. An approval once is for this call
 * alone.
 */
export const Call = ({ page, one, names }) => [
  h(
    "div",
    null,
    one.call
      ? h("pre", { class: "call" }, plain(commandLine(one.call)))
      : (isShown(one)
          ? "what it sent waits in the inbox"
          : "its words were not kept, so that it cannot be approved: deny it, or let the agent" +
            " ask again") +
          "; their hash begins with " +
          one.arguments_sha256.slice(0, 12),
  ),
  h(
    "div",
    { class: "quiet" },
    "caused by ",
    one.cause.length > 0
      ? h(Said, { text: one.cause.map((who) => called(who, names)).join(", ") })
      : "nobody outside of this node",
    one.session && [
      " · in ",
      h(
        "a",
        { href: page.link("talk", { session: one.session }), title: "turn " + one.turn },
        sessionNames(page, [one.session])(one.session),
      ),
    ],
  ),
];

function approve(page, request, isOnce) {
  const asked = {
    command: "access approve",
    title: "Approve",
    text: h(
      "div",
      null,
      h(
        "div",
        null,
        h(Said, { text: request.who || request.to }),
        " asks for ",
        h("code", null, request.tool),
      ),
      h(Call, { page, one: request, names: named(page) }),
    ),
    given: { request: request.id, once: true },
    verb: "approve",
  };
  const choice = isOnce
    ? {}
    : {
        choice: {
          label: "for how long",
          all: [
            ["once", "this very call, once"],
            [
              "24h",
              "any " +
                request.tool +
                " of " +
                (request.who || request.to) +
                " by " +
                request.approved_channel +
                ", 24 hours",
            ],
            [
              "always",
              "any " +
                request.tool +
                " of " +
                (request.who || request.to) +
                " by " +
                request.approved_channel +
                ", until you revoke it",
            ],
          ],
        },
      };
  page.ask({ ...asked, ...choice });
}

/**
 * A request with its call and its answers in place.
 *
 * isOnce: whether an approval is offered for this call only
 */
export const Request = ({ page, one, isOnce = false, as = "li" }) =>
  h(
    as,
    { class: "ask", "data-request": one.id },
    h(
      "div",
      { class: "what" },
      h("strong", null, h(Said, { text: one.who || one.to })),
      " asks for ",
      h("code", null, one.tool),
      h(
        "div",
        { class: "quiet" },
        h(Said, { text: one.reason || "" }),
        " · ",
        h(Time, { at: one.at }),
      ),
      h(Call, { page, one, names: named(page) }),
    ),
    h(
      "div",
      { class: "buttons" },
      isShown(one) &&
        h(
          Button,
          { class: "main", onClick: () => approve(page, one, isOnce) },
          isOnce ? "approve this call" : "approve",
        ),
      h(
        Button,
        {
          onClick: () =>
            page.ask({
              command: "access deny",
              title: "Deny",
              given: { request: one.id },
              verb: "deny",
              grave: true,
            }),
        },
        "deny",
      ),
    ),
  );

const Draft = ({ page, one }) =>
  h(
    "li",
    { class: "ask" },
    h(
      "div",
      { class: "what" },
      h("strong", null, "draft: "),
      h(Said, { text: one.kind }),
      " by ",
      h(Said, { text: one.by }),
      h(Text, { text: one.text }),
    ),
    h(
      "div",
      { class: "buttons" },
      h(
        Button,
        {
          class: "main",
          onClick: () =>
            page.ask({
              command: "access approve",
              title: "Send this draft",
              given: { request: one.id },
              verb: "send",
            }),
        },
        "send",
      ),
      h(
        Button,
        {
          onClick: () =>
            page.ask({
              command: "access deny",
              title: "Leave it unsent",
              given: { request: one.id },
              verb: "leave unsent",
            }),
        },
        "leave",
      ),
    ),
  );

const Letter = ({ page, one }) =>
  h(
    "li",
    { class: "ask" },
    h(
      "div",
      { class: "what" },
      h("strong", null, h(Said, { text: one.from, most: 40 })),
      " wrote to you ",
      one.type !== "message" && h(Badge, { word: one.type, as: "plain" }),
      one.body && h(Prose, { text: withTitles(one.body, named(page)) }),
      h("div", { class: "quiet" }, h(Time, { at: one.sent_at })),
    ),
    h(
      "div",
      { class: "buttons" },
      h("a", { href: page.link("talk", { tab: "mail" }) }, "read"),
      h(
        Button,
        {
          onClick: () =>
            page.ask({
              command: "mail reply",
              title: "Answer the mail",
              given: { id: one.id },
              fields: [{ name: "text", label: "answer", long: true, required: true }],
              verb: "answer",
            }),
        },
        "answer",
      ),
    ),
  );

/** What a worker handed in; of the first ones also the result itself, since it is the question. */
const Result = ({ page, task, isWhole }) => {
  const whole = isWhole ? page.use("task", { id: task.id }).data : null;
  const attempt = whole?.attempts?.findLast((one) => one.result);
  return h(
    "li",
    { class: "ask" },
    h(
      "div",
      { class: "what" },
      h("strong", null, h(Said, { text: task.worker || "somebody", most: 30 })),
      " has handed in ",
      h(
        "a",
        { href: page.link("board", { task: task.id }) },
        h(Said, { text: task.title, most: 80 }),
      ),
      attempt && h(Prose, { text: attempt.result }),
    ),
    h(
      "div",
      { class: "buttons" },
      h(
        Button,
        {
          onClick: () =>
            page.ask({
              command: "task review",
              title: "Review the result",
              given: { id: task.id },
              fields: [
                { name: "score", label: "score, 0 to 100", type: "number", required: true },
                { name: "comment", label: "what the worker reads", long: true },
              ],
              verb: "review",
            }),
        },
        "review",
      ),
    ),
  );
};

const Unread = ({ page, one }) =>
  h(
    "li",
    { class: "ask" },
    h(
      "div",
      { class: "what" },
      h("strong", null, h(Said, { text: one.peer.name, most: 40 })),
      " wrote " + count(one.unread) + (one.unread === 1 ? " message: " : " messages, the last: "),
      h(Said, { text: one.last.body, most: 160 }),
      h("div", { class: "quiet" }, h(Time, { at: one.last.at })),
    ),
    h(
      "div",
      { class: "buttons" },
      h("a", { href: page.link("talk", { tab: "messages", peer: one.peer.public_key }) }, "read"),
      h(
        Button,
        {
          onClick: () =>
            page.ask({
              command: "send",
              title: "Answer",
              given: { peer: one.peer.public_key },
              fields: [{ name: "text", label: "message", long: true, required: true }],
              verb: "send",
            }),
        },
        "answer",
      ),
    ),
  );

const MOST_WHOLE = 3;

/** Everything that somebody wants of the owner, or that nothing does. */
export const Waits = ({ page }) => {
  const requests = page.use("requests", { limit: 50 });
  const mail = page.use("mail", { limit: 5 });
  const review = page.use("tasks", { state: "review", to_review: true, limit: 20 });
  const talks = page.use("messages", { limit: 20, keep_unread: true, unread: true });
  return h(
    Panel,
    { title: "Waits for you", class: "wide waits" },
    h(Loaded, { of: requests }, (of) => {
      const all = [
        ...of.requests.map((one) => h(Request, { key: one.id, page, one })),
        ...of.drafts.map((one) => h(Draft, { key: one.id, page, one })),
        ...(mail.data?.mail || []).map((one) => h(Letter, { key: one.id, page, one })),
        ...(review.data?.tasks || []).map((task, i) =>
          h(Result, { key: task.id, page, task, isWhole: i < MOST_WHOLE }),
        ),
        ...(talks.data?.conversations || []).map((one) =>
          h(Unread, { key: one.peer.public_key, page, one }),
        ),
      ];
      return all.length === 0
        ? h("p", { class: "quiet" }, "Nothing. What an agent may not do, or asks you, comes here.")
        : h("ul", { class: "plain" }, all);
    }),
  );
};
