// One task whole: what it says and waits for, its attempts with times and reviews, its comments.

import {
  h,
  Badge,
  Button,
  Facts,
  Id,
  Loaded,
  Panel,
  Prose,
  Said,
  Time,
  Typed,
  between,
  lasting,
  plain,
  short,
  tone,
} from "/parts.js";
import { called, named, runOf } from "/names.js";
import { Lease } from "/now.js";
import { bare } from "/text.js";

const OPEN = ["pending", "claimed", "review"];

/** States as the columns of the board call them. */
const WORDS = { pending: "waiting", review: "in review" };

const edit = (task) => ({
  command: "task edit",
  title: "Edit the task",
  given: { id: task.id },
  fields: [
    { name: "title", label: "title" },
    { name: "description", label: "description", long: true },
    { name: "priority", label: "priority", type: "number" },
    { name: "deadline", label: "deadline, such as 2026-12-31T12:00" },
  ],
  verb: "save",
});

const Actions = ({ page, task }) => {
  const ask = (action) => () => page.ask({ given: { id: task.id }, ...action });
  const open = OPEN.includes(task.state);
  return h(
    "div",
    { class: "buttons" },
    open && h(Button, { onClick: () => page.ask(edit(task)) }, "edit"),
    h(
      Button,
      {
        onClick: ask({
          command: "task comment",
          title: "Comment",
          fields: [{ name: "text", label: "comment", long: true, required: true }],
        }),
      },
      "comment",
    ),
    task.state === "pending" &&
      h(
        Button,
        {
          onClick: ask({
            command: "task dep",
            title: "Let it wait for another task",
            given: { id: task.id, action: "add" },
            fields: [{ name: "on", label: "the other task's id", required: true }],
            verb: "wait for it",
          }),
        },
        "waits for…",
      ),
    task.state === "review" &&
      h(
        Button,
        {
          class: "main",
          onClick: ask({
            command: "task review",
            title: "Review the result",
            fields: [
              { name: "score", label: "score, 0 to 100", type: "number", required: true },
              { name: "comment", label: "what the worker reads", long: true },
            ],
            verb: "review",
          }),
        },
        "review",
      ),
    task.state === "claimed" &&
      h(
        Button,
        { onClick: ask({ command: "task release", title: "Give the claim back" }) },
        "release",
      ),
    !open &&
      task.state !== "completed" &&
      h(Button, { onClick: ask({ command: "task retry", title: "Try again" }) }, "retry"),
    open &&
      h(
        Button,
        {
          class: "grave",
          onClick: ask({
            command: "task cancel",
            title: "Cancel the task",
            text: "What waits for it fails, too.",
            fields: [{ name: "reason", label: "reason" }],
            verb: "cancel the task",
            grave: true,
          }),
        },
        "cancel",
      ),
  );
};

/** Why the verdict is what it is: each review with its weight, and pairs that favour each other. */
const Verdict = ({ page, id }) => {
  const why = page.use("why", { "task|agent": id }).data;
  return why?.reviews && why.reviews.length > 0
    ? h(
        "article",
        { class: "attempt" },
        h(
          "h4",
          null,
          "verdict " + Math.round(why.verdict) + " of 100 on attempt " + why.attempt,
          why.thin && [" ", h(Badge, { word: "few reviewers", as: "warn" })],
        ),
        why.reviews.map((review) =>
          h(
            "div",
            { key: review.reviewer, class: "line" },
            h(
              "a",
              { href: page.link("agents", { agent: review.reviewer }) },
              h(Said, { text: review.reviewer, most: 24 }),
            ),
            " gave " + Math.round(review.score) + ", weight " + review.weight.toFixed(2) + " ",
            review.factors.hot > 0 && h(Badge, { word: "hot pair", as: "bad" }),
          ),
        ),
      )
    : null;
};

/** Why a priority cannot be changed, or changes nothing; empty where it decides. */
export const fixed = (task) =>
  OPEN.includes(task.state)
    ? task.state === "pending"
      ? ""
      : "it decides only which waiting task is taken next"
    : "the task has ended";

/** How long it is in its state, and how long it took. */
const times = (task) => {
  const took =
    task.took_seconds === undefined ? "" : "took " + lasting(task.took_seconds) + " from its claim";
  return OPEN.includes(task.state) ? "for " + lasting(between(task.since)) : took;
};

/** What a task waits for, by title, and what it has waited for. */
const Blockers = ({ page, task, blockers, names }) =>
  task.blocked_by.map((id) => {
    const one = blockers.find((each) => each.id === id);
    const title = one?.title || names.get(id);
    return h(
      "div",
      { key: id },
      h(
        "a",
        { href: page.link("board", { ...page.given, task: id }) },
        title && h(Said, { text: bare(title), most: 60 }),
        " ",
        h("code", { class: "quiet" }, short(id, 8)),
      ),
      " ",
      h(Badge, { word: one ? WORDS[one.state] || one.state : "completed" }),
    );
  });

/** One attempt: who, how long, how it ended, its result and its reviews. */
const Attempt = ({ attempt }) =>
  h(
    "article",
    { class: "attempt" },
    h(
      "h4",
      null,
      "attempt " + attempt.number + " ",
      h(Badge, {
        word: attempt.ending || (attempt.submitted_at ? "in review" : "under way"),
        as: attempt.ending ? undefined : "busy",
      }),
      " ",
      h(
        "span",
        { class: "quiet" },
        h(Said, { text: attempt.worker, most: 24 }),
        ", " +
          lasting(between(attempt.started_at, attempt.submitted_at || attempt.ended_at)) +
          " of work, began ",
        h(Time, { at: attempt.started_at }),
      ),
    ),
    attempt.reason && h(Prose, { text: attempt.reason }),
    (attempt.reviews || []).map((review, i) =>
      h(
        "div",
        { key: i, class: "review" },
        h("b", null, h(Said, { text: review.reviewer || review.by, most: 24 })),
        review.score === undefined
          ? " has not reviewed it yet"
          : " gave " + review.score + " after " + lasting(between(attempt.submitted_at, review.at)),
        review.comment && h(Prose, { text: review.comment }),
      ),
    ),
    attempt.result && [
      (attempt.reviews || []).length > 0 && h("h4", { class: "quiet" }, "its result"),
      h(Prose, { text: attempt.result }),
    ],
  );

export const Whole = ({ page, id }) =>
  h(Loaded, { of: page.use("task", { id }) }, (of) => {
    const task = of.task;
    const names = named(page);
    const run = runOf(page, task.labels);
    return h(
      Panel,
      {
        title: "Task " + short(task.id, 8),
        aside: h("a", { href: page.link("board", { ...page.given, task: "" }) }, "close"),
        class: "detail",
      },
      h("h3", null, h(Said, { text: bare(task.title) })),
      h(Actions, { page, task }),
      h(Facts, {
        rows: [
          [
            "state",
            [
              h(Badge, {
                key: "state",
                word: WORDS[task.state] || task.state,
                as: tone(task.state),
              }),
              " " + times(task),
            ],
          ],
          [
            "priority",
            [
              String(task.priority),
              fixed(task) && h("span", { key: "fixed", class: "quiet" }, "; " + fixed(task)),
            ],
          ],
          ["role", task.required_role && h(Said, { text: task.required_role, most: 40 })],
          ["id", h(Id, { id: task.id, most: 16 })],
          [
            "added",
            h(
              "span",
              null,
              h(Time, { at: task.created_at }),
              " by ",
              h(Said, { text: called(task.principal, names), most: 30 }),
            ),
          ],
          ["worker", task.worker && h(Said, { text: task.worker, most: 24 })],
          ["lease", task.lease_until && h(Lease, { task })],
          ["deadline", task.deadline && h(Time, { at: task.deadline })],
          ["run", run && h("a", { href: page.link("run", { id: run.run }) }, plain(run.title))],
          ["labels", task.labels.filter((label) => label !== run?.label).join(", ")],
          [
            task.state === "pending" && task.open_blockers > 0 ? "waits for" : "after",
            task.blocked_by.length > 0 &&
              h(Blockers, { page, task, blockers: of.blockers || [], names }),
          ],
        ],
      }),
      task.description && h(Prose, { text: task.description }),
      (of.attempts || []).some((attempt) => attempt.reviews && attempt.reviews.length > 0) &&
        h(Verdict, { page, id }),
      (of.attempts || []).map((attempt) => h(Attempt, { key: attempt.number, attempt })),
      (of.comments || []).map((comment, i) =>
        h(
          "article",
          { key: i, class: "comment" },
          h(
            "div",
            { class: "quiet" },
            h(Said, { text: comment.by, most: 24 }),
            " · ",
            h(Time, { at: comment.at }),
          ),
          h(Prose, { text: comment.text || "erased" }),
        ),
      ),
      h(
        "p",
        { class: "same" },
        "at a terminal: ",
        h(Typed, { command: "sbp task show " + task.id }),
      ),
    );
  });
