// A turn as a tree: messages, what each prompt held, calls of the model and of tools, the answer;
// and two forks of a conversation side by side.

import {
  h,
  Badge,
  Empty,
  Loaded,
  Panel,
  Prose,
  Said,
  Text,
  Time,
  Typed,
  cost,
  count,
  plain,
  short,
  tokens,
} from "/parts.js";
import { sessionName } from "/names.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Returns a span of time in words. */
function lasted(ms) {
  if (ms < SECOND) {
    return ms + " ms";
  }
  return ms < MINUTE
    ? (ms / SECOND).toFixed(ms < 10 * SECOND ? 1 : 0) + " s"
    : Math.floor(ms / MINUTE) + " min " + Math.round((ms % MINUTE) / SECOND) + " s";
}

/** What each part of a prompt is, for people. */
const PARTS = {
  persona: "who it is",
  rules: "the program's rules",
  skills: "skills",
  memory: "memory",
  guide: "how answers are shown",
  tools: "tools",
  beside: "waiting mail and the bus",
  earlier_turns: "earlier turns",
  messages: "messages of this turn",
  answers: "answers of this turn",
  results: "results of tools",
  instructions: "its role and skills",
  "task.md": "the task",
  "recall.md": "similar tasks of before",
  "conversation.md": "its earlier turns",
  "bus.md": "the bus",
  "mail.md": "mail",
  "blockers.md": "results that the task waited for",
  "reviews.md": "reviews of earlier attempts",
  "memory.md": "memory",
  "shared.md": "what members share",
  "result.md": "the result to review",
  "limits.json": "limits of the plan",
};

const FITS = {
  lean: "Results of tools were cut, so that the prompt fits.",
  tight: "Every text was cut, and mail and memory were left out, so that the prompt fits.",
};

const about = (n) => "about " + count(n) + " tokens";
const named = (author) => (author === "system" ? "the program" : author);

/** Answered is well, and so is what was allowed; the word says it beside the colour. */
const OUTCOMES = { answered: "ok", failed: "bad", interrupted: "warn", "under way": "busy" };

/** When something happened within the turn, as a bar below its line. */
const When = ({ span, from, took }) => {
  const whole = Math.max(1, span.to - span.from);
  const left = Math.max(0, Math.min(100, ((from - span.from) * 100) / whole));
  const width = Math.max(0.5, Math.min(100 - left, (took * 100) / whole));
  return h(
    "div",
    { class: "when", "aria-hidden": "true" },
    h("i", { style: { left: left + "%", width: width + "%" } }),
  );
};

/** A line of the tree with what hangs below it. */
const Node = ({ sign, title, facts, children, kind }) =>
  h(
    "li",
    { class: "step " + kind, "data-step": kind },
    h(
      "div",
      { class: "step-head" },
      h("span", { class: "sign", "aria-hidden": "true" }, sign),
      h("strong", null, title),
      h("span", { class: "quiet" }, facts),
    ),
    children,
  );

const Message = ({ message }) =>
  h(
    Node,
    {
      kind: "message",
      sign: message.role === "note" ? "i" : "→",
      title: message.role === "note" ? "remark of the program" : "message",
      facts: [
        message.role !== "note" && ["from ", h(Said, { text: message.author, most: 40 }), " · "],
        about(message.tokens),
      ],
    },
    h(Prose, { text: message.content }),
  );

const PartRow = ({ page, part, most }) =>
  h(
    "tr",
    null,
    h(
      "th",
      { scope: "row" },
      part.turn
        ? h(
            "a",
            { href: page.link("turn", { id: part.turn }) },
            count(part.count) + (part.count === 1 ? " turn" : " turns") + " folded to a summary",
          )
        : (part.count > 1 ? count(part.count) + " " : "") + (PARTS[part.kind] || plain(part.kind)),
    ),
    h(
      "td",
      { class: "size" },
      h("span", { class: "share", style: { width: (part.tokens * 100) / most + "%" } }),
      h("span", null, count(part.tokens)),
    ),
    h(
      "td",
      { class: "quiet" },
      part.authors.length > 0
        ? h(Said, { text: part.authors.map(named).join(", "), most: 120 })
        : "–",
    ),
  );

/** What was put into a prompt. */
const Context = ({ page, model }) => {
  const all = model.context.reduce((sum, part) => sum + part.tokens, 0);
  const folded = model.context.find((part) => part.turn);
  return h(
    "details",
    { class: "context" },
    h(
      "summary",
      null,
      "context: " + about(all),
      folded && ", " + count(folded.count) + " turns folded",
      model.fit !== "whole" && ", cut",
    ),
    FITS[model.fit] && h("p", null, FITS[model.fit]),
    h(
      "div",
      { class: "scroll", tabIndex: 0, role: "region", "aria-label": "what the prompt held" },
      h(
        "table",
        null,
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            ["part", "tokens, about", "written by"].map((one) =>
              h("th", { key: one, scope: "col" }, one),
            ),
          ),
        ),
        h(
          "tbody",
          null,
          model.context.map((part, i) => h(PartRow, { key: i, page, part, most: all || 1 })),
        ),
      ),
    ),
  );
};

const Model = ({ page, model, span }) => {
  const outcome = model.outcome || "under way";
  const used =
    model.input_tokens === undefined
      ? ""
      : count(model.input_tokens) + " tokens in, " + count(model.output_tokens) + " out";
  return h(
    Node,
    {
      kind: "model",
      sign: "◆",
      title: h(Said, { text: model.model || model.backend, most: 60 }),
      facts: [
        h(Badge, { word: outcome, as: OUTCOMES[outcome] }),
        model.took_ms !== undefined && " took " + lasted(model.took_ms),
        model.first_ms !== undefined && " · first word after " + lasted(model.first_ms),
        model.cost && " · " + usage(model.cost, used),
      ],
    },
    h(When, { span, from: model.from_ms, took: model.took_ms ?? span.to - model.from_ms }),
    model.why && h("p", { class: "bad-text" }, h(Said, { text: model.why })),
    h(Context, { page, model }),
  );
};

/** A call is allowed by a policy, of which the reason is the name, or by what it says. */
const why = (reason) => (/^[\w.-]+$/.test(reason) ? "by the policy " + reason : reason);

const Decision = ({ tool }) =>
  h(
    "p",
    null,
    h(Badge, {
      word: tool.decision === "allow" ? "allowed" : "denied",
      as: tool.decision === "allow" ? "ok" : "bad",
    }),
    " ",
    h(Said, { text: tool.decision === "allow" ? why(tool.reason || "") : tool.reason }),
  );

const Called = ({ tool, span }) =>
  h(
    Node,
    {
      kind: "tool",
      sign: "⚙",
      title: h("code", null, plain(tool.name)),
      facts: [
        h(Badge, { word: tool.state }),
        tool.took_ms !== undefined && " took " + lasted(tool.took_ms),
      ],
    },
    tool.from_ms !== undefined &&
      h(When, { span, from: tool.from_ms, took: tool.took_ms ?? span.to - tool.from_ms }),
    tool.decision && h(Decision, { tool }),
    h(
      "details",
      null,
      h("summary", null, "arguments and result"),
      h("pre", { tabIndex: 0 }, plain(JSON.stringify(tool.arguments, null, 1))),
      tool.result !== undefined
        ? h(Text, { text: tool.result })
        : h("p", { class: "quiet" }, "It has no result."),
    ),
  );

const ANSWERS = {
  partial: ["½", "beginning of an answer"],
  summary: ["≡", "summary"],
  assistant: ["←", "answer"],
};

const Answer = ({ answer, asks }) => {
  const [sign, word] = ANSWERS[answer.role] || ANSWERS.assistant;
  return h(
    Node,
    {
      kind: "answer",
      sign,
      title: asks ? "said before its calls" : word,
      facts: ["by ", h(Said, { text: answer.author, most: 40 }), " · " + about(answer.tokens)],
    },
    h(Prose, { text: answer.content }),
  );
};

const Step = ({ page, step, span }) => [
  step.messages.map((message) => h(Message, { key: "m" + message.number, message })),
  step.model && h(Model, { key: "model", page, model: step.model, span }),
  step.answer?.content && h(Answer, { key: "a", answer: step.answer, asks: step.tools.length > 0 }),
  step.tools.length > 0 &&
    h(
      "li",
      { key: "tools", class: "below" },
      h(
        "ol",
        { class: "tree-of" },
        step.tools.map((tool, i) => h(Called, { key: i, tool, span })),
      ),
    ),
];

/** Tokens and cost, as far as they are known. */
const usage = (sum, used) =>
  tokens(sum) === cost(sum)
    ? "tokens and cost " + cost(sum)
    : (used || tokens(sum) + " tokens") + ", cost " + cost(sum);

const spent = (of) =>
  of.cost.calls > 0 &&
  " · " + count(of.cost.calls) + (of.cost.calls === 1 ? " call, " : " calls, ") + usage(of.cost);

const UNDONE = {
  failed: "It failed, and its conversation went on without an answer",
  aborted: "It was interrupted",
};

/** Sessions whose thread goes on from this turn or beside it, once they are known. */
const Forks = ({ page, of }) => {
  const tree = page.use("tree", { session: of.session, limit: 200 }).data;
  const heads = (tree?.turns || [])
    .flatMap((turn) => turn.heads)
    .filter((head, i, all) => head !== of.session && all.indexOf(head) === i);
  return (
    heads.length > 0 &&
    h(
      "p",
      null,
      "Forks: ",
      heads.slice(0, 12).map((head) => [
        h(
          "a",
          {
            key: head,
            class: "chip",
            href: page.link("turn", { left: of.session, right: head }),
          },
          "compare with " + short(sessionName(head), 30),
        ),
        " ",
      ]),
    )
  );
};

const Whole = ({ page, id }) =>
  h(Loaded, { of: page.use("turn", { turn: id }) }, (of) => {
    const span = { from: of.from_ms, to: of.to_ms || Date.now() };
    return [
      h(
        Panel,
        {
          key: "turn",
          title: (of.type === "compaction" ? "A summary by " : "A turn of ") + plain(of.agent),
          class: "whole-turn",
          aside: h("a", { href: page.link("talk", { session: of.session }) }, "the conversation"),
        },
        h(
          "p",
          null,
          h(Badge, { word: of.status === "aborted" ? "interrupted" : of.status }),
          " ",
          h(Said, { text: sessionName(of.session), most: 60 }),
          " · ",
          h(Time, { at: of.from }),
          of.to && " · took " + lasted(span.to - span.from),
          of.tries > 1 && " · continued by " + count(of.tries) + " processes",
          spent(of),
        ),
        UNDONE[of.status] &&
          h("p", null, UNDONE[of.status], of.why && [": ", h(Said, { text: of.why })], "."),
        !of.recorded &&
          h(
            "p",
            { class: "quiet" },
            "Which calls of a model it made is not recorded here, or no longer.",
          ),
        h(
          "ol",
          { class: "tree-of" },
          of.steps.map((step, i) => h(Step, { key: i, page, step, span })),
          of.unread.map((message) => h(Message, { key: "u" + message.number, message })),
        ),
        h(Forks, { page, of }),
      ),
      h(
        "p",
        { key: "same", class: "same" },
        "at a terminal: ",
        h(Typed, { command: "sbp session turn " + id }),
      ),
    ];
  });

// --- two forks ----------------------------------------------------------------------------------

const Half = ({ page, side, turn }) =>
  h(
    "article",
    { class: "turn" },
    h(
      "div",
      { class: "split" },
      h(
        "a",
        { href: page.link("turn", { id: turn.turn }) },
        turn.type === "compaction" ? "a summary" : "turn",
      ),
      h(
        "span",
        { class: "quiet" },
        h(Badge, { word: turn.status }),
        turn.to_ms && " " + lasted(turn.to_ms - turn.from_ms),
      ),
    ),
    turn.asked && h("div", { class: "said mine" }, h(Prose, { text: turn.asked })),
    turn.tools.length > 0 &&
      h(
        "p",
        { class: "quiet" },
        "tools: ",
        turn.tools.slice(0, 20).map((tool, i) => [i > 0 && ", ", h("code", { key: i }, tool)]),
      ),
    turn.answered && h("div", { class: "said theirs" }, h(Prose, { text: turn.answered })),
    turn.why && h("p", { class: "bad-text" }, h(Said, { text: turn.why })),
    !turn.answered && !turn.why && h("p", { class: "quiet" }, "no answer in " + side.session),
  );

const Fork = ({ page, side }) =>
  h(
    Panel,
    {
      title: short(sessionName(side.session), 60),
      aside: h("a", { href: page.link("talk", { session: side.session }) }, "the conversation"),
      class: "fork",
    },
    side.own > side.turns.length &&
      h("p", { class: "quiet" }, "the newest " + side.turns.length + " of " + side.own + " turns"),
    side.turns.length === 0
      ? h("p", { class: "quiet" }, "It has not gone on since.")
      : side.turns.map((turn) => h(Half, { key: turn.turn, page, side, turn })),
  );

const Compared = ({ page, left, right }) =>
  h(Loaded, { of: page.use("compare", { session: left, other: right }) }, (of) => [
    h(
      "p",
      { key: "common" },
      of.common
        ? [
            count(of.shared) +
              (of.shared === 1 ? " turn" : " turns") +
              " in common; they part behind ",
            h("a", { href: page.link("turn", { id: of.common }) }, "this turn"),
            ".",
          ]
        : "They have no turn in common.",
    ),
    h(
      "div",
      { key: "sides", class: "sides" },
      of.sides.map((side) => h(Fork, { key: side.session, page, side })),
    ),
    h(
      "p",
      { key: "same", class: "same" },
      "at a terminal: ",
      h(Typed, { command: "sbp session compare " + left + " " + right }),
    ),
  ]);

function draw(page) {
  const { id, left, right } = page.given;
  if (left && right) {
    return h(Compared, { key: left + right, page, left, right });
  }
  return id
    ? h(Whole, { key: id, page, id })
    : h(
        Empty,
        null,
        "Choose a turn in ",
        h("a", { href: page.link("talk") }, "a conversation"),
        ", or an attempt in a run.",
      );
}

export default { draw };
