// Board: tasks by state, their dependencies, and one task whole.

import {
  h,
  Badge,
  Button,
  Empty,
  Facts,
  Id,
  Loaded,
  Panel,
  Prose,
  Rows,
  Said,
  Time,
  Typed,
  count,
  plain,
  short,
} from "/parts.js";
import { called, named, runOf } from "/names.js";
import { Lease } from "/now.js";
import { Graph } from "/charts.js";

const COLUMNS = [
  ["pending", "waiting"],
  ["claimed", "claimed"],
  ["review", "in review"],
  ["completed", "completed"],
  ["failed", "failed"],
  ["cancelled", "cancelled"],
];

const keyOf = (task) => task.id;

/** How many tasks it still waits for; completed ones are none. */
const waits = (task) => (task.state === "pending" && !task.ready ? task.open_blockers : 0);

const Card = ({ task }) =>
  h(
    "div",
    { class: "card" },
    h(Said, { text: task.title, most: 140, class: "clamp" }),
    h(
      "div",
      { class: "meta" },
      task.ready && h(Badge, { word: "ready", as: "ok" }),
      task.priority !== 0 && h("span", { title: "priority" }, "↑" + task.priority),
      waits(task) > 0 && h("span", null, "waits for " + count(waits(task))),
      task.worker && h(Said, { text: task.worker, most: 14 }),
      h(Lease, { task, brief: true }),
    ),
  );

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
  const open = ["pending", "claimed", "review"].includes(task.state);
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
          "verdict " + Math.round(why.verdict),
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

const Whole = ({ page, id }) =>
  h(Loaded, { of: page.use("task", { id }) }, (of) => {
    const task = of.task;
    const names = named(page);
    const run = runOf(page, task.labels);
    return h(
      Panel,
      {
        title: "Task " + short(task.id, 8),
        aside: h("a", { href: page.link("board") }, "close"),
        class: "detail",
      },
      h("h3", null, h(Said, { text: task.title })),
      h(Actions, { page, task }),
      h(Facts, {
        rows: [
          ["state", h(Badge, { word: task.state })],
          ["priority", task.priority],
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
          ["id", h(Id, { id: task.id, most: 16 })],
          ["worker", task.worker && h(Said, { text: task.worker, most: 24 })],
          ["lease", task.lease_until && h(Lease, { task })],
          ["deadline", task.deadline && h(Time, { at: task.deadline })],
          ["run", run && h("a", { href: page.link("run", { id: run.run }) }, plain(run.title))],
          ["labels", task.labels.filter((label) => label !== run?.label).join(", ")],
          [
            waits(task) > 0 ? "waits for" : "after",
            task.blocked_by.length > 0
              ? task.blocked_by.map((other) =>
                  h(
                    "div",
                    { key: other },
                    h(
                      "a",
                      { href: page.link("board", { task: other }) },
                      names.get(other) && h(Said, { text: names.get(other), most: 60 }),
                      " ",
                      h("code", { class: "quiet" }, short(other, 8)),
                    ),
                  ),
                )
              : undefined,
          ],
        ],
      }),
      task.description && h(Prose, { text: task.description }),
      (of.attempts || []).map((attempt) =>
        h(
          "article",
          { key: attempt.number, class: "attempt" },
          h(
            "h4",
            null,
            "attempt " + attempt.number + " ",
            h(Badge, {
              word: attempt.ending || "under way",
              as: attempt.ending ? undefined : "busy",
            }),
            " ",
            h(Said, { text: attempt.worker, most: 24, class: "quiet" }),
          ),
          attempt.result && h(Prose, { text: attempt.result }),
          attempt.reason && h(Prose, { text: attempt.reason }),
          (attempt.reviews || []).map((review, i) =>
            h(
              "div",
              { key: i, class: "quiet" },
              h(Said, { text: review.reviewer || review.by, most: 24 }),
              " gave " + review.score,
              review.comment && [": ", h(Said, { text: review.comment })],
            ),
          ),
        ),
      ),
      (of.attempts || []).some((attempt) => attempt.reviews && attempt.reviews.length > 0) &&
        h(Verdict, { page, id }),
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

function draw(page) {
  const { task, graph } = page.given;
  const bar = h(
    "div",
    { class: "bar" },
    h(
      Button,
      {
        class: "main",
        onClick: () =>
          page.ask({
            command: "task add",
            title: "Add a task",
            given: {},
            fields: [
              { name: "title", label: "title", required: true },
              { name: "description", label: "description", long: true },
              { name: "priority", label: "priority", type: "number" },
              { name: "blocked_by", label: "waits for the task with this id" },
            ],
            verb: "add",
          }),
      },
      "add a task",
    ),
    h(
      "a",
      { href: graph ? page.link("board") : page.link("board", { graph: 1 }) },
      graph ? "columns" : "dependency graph",
    ),
  );
  if (graph) {
    return [
      bar,
      task && h(Whole, { key: task, page, id: task }),
      h(Loaded, { of: page.use("graph") }, (of) =>
        of.tasks.length === 0
          ? h(
              Empty,
              { command: 'sbp task add "…"' },
              "There is no open task. Add one, here or with",
            )
          : h(Graph, { tasks: of.tasks, open: (id) => page.go("board", { graph: 1, task: id }) }),
      ),
    ];
  }
  return [
    bar,
    task && h(Whole, { key: task, page, id: task }),
    h(
      "div",
      { class: "columns" },
      COLUMNS.map(([state, title]) => {
        const list = page.use("tasks", { state, limit: 200 }, "tasks");
        return h(
          Panel,
          {
            key: state,
            title,
            class: "column " + state,
            aside:
              list.data &&
              h(
                "span",
                { class: "number" },
                count(list.data.tasks.length) + (list.next ? "+" : ""),
              ),
          },
          h(Loaded, { of: list }, (of) =>
            of.tasks.length === 0
              ? h("p", { class: "quiet" }, "none")
              : h(Rows, {
                  items: of.tasks,
                  keyOf,
                  label: "tasks " + title,
                  height: 76,
                  tall: 560,
                  chosen: (one) => one.id === task,
                  open: (one) => page.go("board", { task: one.id }),
                  more: () => page.more(list, keyOf),
                  row: (one) => h(Card, { task: one }),
                }),
          ),
        );
      }),
    ),
  ];
}

export default { name: "board", title: "Board", draw };
