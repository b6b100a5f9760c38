// Board: tasks by state, in groups, their dependencies, and one task whole.

import {
  h,
  Badge,
  Button,
  Empty,
  Loaded,
  Panel,
  Rows,
  Said,
  Time,
  between,
  count,
  lasting,
  plain,
} from "/parts.js";
import { Lease } from "/now.js";
import { Graph } from "/charts.js";
import { Handle } from "/drag.js";
import { Whole, fixed } from "/task.js";
import { bare } from "/text.js";

const COLUMNS = [
  ["pending", "waiting", "warn"],
  ["claimed", "claimed", "busy"],
  ["review", "in review", "busy"],
  ["completed", "completed", "ok"],
  ["failed", "failed", "bad"],
  ["cancelled", "cancelled", "bad"],
];
const GROUPS = ["run", "role", "label"];
const CARD = 100;

const keyOf = (task) => task.id;

/** What follows the view in its address, with changes; what opens one thing is left out. */
const at = (page, patch) => page.link("board", { ...page.given, task: "", ...patch });

// --- one card -----------------------------------------------------------------------------------

/** How long a task is in its state, or how long it took. */
const Lasts = ({ task }) => {
  const now = lasting(between(task.since));
  if (task.state === "completed" || task.state === "failed" || task.state === "cancelled") {
    return h(
      "span",
      null,
      task.took_seconds !== undefined && "took " + lasting(task.took_seconds) + " · ",
      h(Time, { at: task.finished_at }),
    );
  }
  return h("span", { title: "since " + task.since }, "for " + now);
};

const wasRejected = (task) => !task.finished_at && (task.flags || []).includes("review_failed");

const isWaiting = (task) => task.state === "pending" && task.open_blockers > 0;

/** The open tasks that a card waits for: the first by its title. */
const Waits = ({ task, titles }) => {
  const title = task.blocked_by.map((id) => titles.get(id)).find(Boolean);
  const others = task.open_blockers - 1;
  return h(
    "span",
    { class: "waits-for" },
    "waits for ",
    title ? h(Said, { text: bare(title), most: 60 }) : count(task.open_blockers),
    title && others > 0 && " and " + count(others) + " more",
  );
};

const Card = ({ task, titles, handle }) =>
  h(
    "div",
    { class: "card task" + (task.ready ? " ready" : "") },
    h(
      "div",
      { class: "split" },
      h(Said, { text: bare(task.title), most: 140, class: "clamp" }),
      handle,
    ),
    h(
      "div",
      { class: "meta" },
      task.ready && h(Badge, { word: "ready", as: "ok" }),
      task.priority !== 0 &&
        h(
          "span",
          { title: "priority" + (fixed(task) ? ": " + fixed(task) : "") },
          (task.priority > 0 ? "↑" : "↓") + Math.abs(task.priority),
        ),
      task.worker && task.state !== "pending" && h(Said, { text: task.worker, most: 20 }),
      h(Lasts, { task }),
      wasRejected(task) && h(Badge, { word: "was rejected", as: "bad" }),
      h(Lease, { task, brief: true }),
    ),
    isWaiting(task)
      ? h("div", { class: "meta" }, h(Waits, { task, titles }))
      : h(
          "div",
          { class: "meta" },
          task.required_role && h(Said, { text: "for " + task.required_role, most: 24 }),
          task.labels
            .filter((label) => !label.startsWith("run:"))
            .map((label) => h(Said, { key: label, text: label, most: 20, class: "tag" })),
        ),
  );

// --- columns ------------------------------------------------------------------------------------

/** Says why no card has a handle; empty if cards may be moved. */
function forbidden(page) {
  const may = page.use("check", { as: "owner", tool: "task_edit", channel: "web" }).data;
  return may && !may.allowed ? may.reason || "a policy forbids it" : "";
}

const List = ({ page, state, title, given }) => {
  const isPending = state === "pending";
  const list = page.use(
    "tasks",
    { ...given, state, limit: 60, by_priority: isPending ? true : undefined },
    "tasks",
  );
  const why = isPending ? forbidden(page) : "";
  return h(Loaded, { of: list }, (of) => {
    const titles = new Map([...(of.blockers || []), ...of.tasks].map((one) => [one.id, one.title]));
    return [
      why && h("p", { class: "quiet" }, "Priorities are fixed: " + plain(why)),
      h(Rows, {
        items: of.tasks,
        keyOf,
        label: "tasks " + title,
        height: CARD,
        // A card that is cut says that there are more.
        tall: 5.4 * CARD,
        chosen: (one) => one.id === page.given.task,
        open: (one) => page.go("board", { ...page.given, task: one.id }),
        more: () => page.more(list, keyOf),
        row: (task) =>
          h(Card, {
            task,
            titles,
            handle:
              isPending &&
              !why &&
              h(Handle, {
                task,
                items: of.tasks,
                height: CARD,
                isWhole: !list.next,
                save: (priority) =>
                  page.run(
                    "task edit",
                    { id: task.id, priority },
                    "The priority of “" + plain(task.title) + "” is " + priority,
                  ),
              }),
          }),
      }),
    ];
  });
};

/** The columns of some tasks; those that hold none are narrow. */
const Columns = ({ page, given, counts, of = "" }) =>
  h(
    "div",
    { class: "columns" },
    COLUMNS.map(([state, title]) => {
      const number = counts?.[state];
      return h(
        Panel,
        {
          key: state,
          title,
          label: title + of,
          class: "column " + state + (number === 0 ? " none" : ""),
          aside: number !== undefined && h("span", { class: "number" }, count(number)),
        },
        number !== 0 && h(List, { page, state, title, given }),
      );
    }),
  );

// --- groups -------------------------------------------------------------------------------------

/** Returns the titles of runs by their labels, if there are any. */
function runTitles(page, groups) {
  const isAny = groups.some((group) => group.name.startsWith("run:"));
  const runs = isAny ? page.use("team/runs", { limit: 200 }).data?.runs || [] : [];
  return new Map(runs.map((run) => [run.label, run.title]));
}

const words = (counts) =>
  COLUMNS.filter(([state]) => counts[state] > 0)
    .map(([state, title]) => count(counts[state]) + " " + title)
    .join(", ");

/** Shares of states, one part each; its words say the same. */
const Shares = ({ counts }) =>
  h(
    "span",
    { class: "shares", "aria-hidden": "true" },
    COLUMNS.filter(([state]) => counts[state] > 0).map(([state, , tone]) =>
      h("i", { key: state, class: tone, style: { flexGrow: counts[state] } }),
    ),
  );

/** How many groups are open before somebody opens or closes one. */
const FIRST_OPEN = 2;

const Group = ({ page, group, number, title }) => {
  const { by } = page.given;
  const open = page.local.open || {};
  const isOpen = open[group.name] ?? number < FIRST_OPEN;
  const only =
    group.name === "" ? { without: by } : { [by === "role" ? "role" : "label"]: group.name };
  return h(
    "section",
    { class: "group", "aria-label": title },
    h(
      "button",
      {
        type: "button",
        class: "group-head",
        "aria-expanded": isOpen,
        onClick: () => page.set({ open: { ...open, [group.name]: !isOpen } }),
      },
      h("b", null, h(Said, { text: bare(title), most: 70 })),
      h(Shares, { counts: group.counts }),
      h("span", { class: "quiet" }, words(group.counts)),
    ),
    isOpen &&
      h(Columns, {
        page,
        given: { ...chosen(page), ...only },
        counts: group.counts,
        of: " in " + title,
      }),
  );
};

const Groups = ({ page, groups }) => {
  const titles = runTitles(page, groups);
  return groups.map((group, number) =>
    h(Group, {
      key: group.name,
      page,
      group,
      number,
      title: titles.get(group.name) || group.name || "without a " + page.given.by,
    }),
  );
};

// --- the view -----------------------------------------------------------------------------------

/** Returns the filters of the address, as arguments. */
function chosen(page) {
  const { q, label, role } = page.given;
  return { title: q || undefined, label: label || undefined, role: role || undefined };
}

/** One kind of filter: what there is, each with its number of tasks. */
const Choices = ({ page, by }) => {
  const of = page.use("counts", { by, limit: 60 }).data;
  const groups = (of?.groups || []).filter((group) => group.name !== "");
  const titles = runTitles(page, groups);
  const name = by === "role" ? "role" : "label";
  return (
    groups.length > 0 &&
    h(
      "p",
      { class: "chips" },
      h("span", { class: "quiet" }, by + "s"),
      groups.map((group) =>
        h(
          "a",
          {
            key: group.name,
            class: "chip",
            href: at(page, { [name]: group.name }),
            "aria-current": page.given[name] === group.name ? "true" : undefined,
          },
          h(Said, { text: titles.get(group.name) || group.name, most: 40 }),
          " " + count(total(group.counts)),
        ),
      ),
    )
  );
};

const total = (counts) => COLUMNS.reduce((sum, [state]) => sum + counts[state], 0);

const Filters = ({ page }) => {
  const { q = "", label, role } = page.given;
  const set = [
    ["label", label],
    ["role", role],
  ].filter(([, value]) => value);
  return [
    h(
      "form",
      {
        class: "search",
        role: "search",
        onSubmit: (event) => {
          event.preventDefault();
          const sought = event.target.elements.q.value.trim();
          page.set({ sought: undefined });
          location.hash = at(page, { q: sought });
        },
      },
      h("label", { for: "q", class: "unseen" }, "search titles"),
      h("input", {
        id: "q",
        name: "q",
        type: "search",
        placeholder: "search titles",
        value: page.local.sought ?? q,
        onInput: (event) => page.set({ sought: event.target.value }),
        autocomplete: "off",
      }),
    ),
    h(
      Button,
      {
        "aria-pressed": Boolean(page.local.isFiltering),
        onClick: () => page.set({ isFiltering: !page.local.isFiltering }),
      },
      "filter",
    ),
    set.map(([name, value]) =>
      h(
        "a",
        { key: name, class: "chip", href: at(page, { [name]: "" }), title: "take the filter away" },
        name + " ",
        h(Said, { text: value, most: 30 }),
        " ✕",
      ),
    ),
  ];
};

const GroupBy = ({ page }) =>
  h(
    "span",
    { class: "choice", role: "group", "aria-label": "group by" },
    ["", ...GROUPS].map((by) =>
      h(
        Button,
        {
          key: by,
          "aria-pressed": (page.given.by || "") === by,
          onClick: () => (location.hash = at(page, { by })),
        },
        by ? "by " + by : "all",
      ),
    ),
  );

const add = {
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
};

const Bar = ({ page }) => {
  const { graph } = page.given;
  return [
    h(
      "div",
      { class: "bar" },
      h(Button, { class: "main", onClick: () => page.ask(add) }, "add a task"),
      !graph && [h(Filters, { page }), h(GroupBy, { page })],
      h(
        "a",
        { href: page.link("board", graph ? {} : { graph: 1 }) },
        graph ? "columns" : "dependency graph",
      ),
    ),
    !graph &&
      page.local.isFiltering &&
      h(
        "div",
        { class: "filters" },
        GROUPS.map((by) => h(Choices, { key: by, page, by })),
      ),
  ];
};

const Drawn = ({ page }) =>
  h(Loaded, { of: page.use("graph") }, (of) =>
    of.tasks.length === 0
      ? h(Empty, { command: 'sbp task add "…"' }, "There is no open task. Add one, here or with")
      : h(Graph, { tasks: of.tasks, open: (id) => page.go("board", { graph: 1, task: id }) }),
  );

const Tasks = ({ page }) => {
  const { by, q, label, role } = page.given;
  const counts = page.use("counts", { ...chosen(page), by: by || undefined });
  if (!counts.data && !counts.problem) {
    return h(Loaded, { of: counts });
  }
  if (counts.data && total(counts.data.all) === 0) {
    return q || label || role
      ? h(
          "p",
          { class: "empty" },
          "No task is like that. ",
          h("a", { href: page.link("board") }, "Show all"),
        )
      : h(Empty, { command: 'sbp task add "…"' }, "There is no task. Add one, here or with");
  }
  return by && counts.data
    ? h(Groups, { page, groups: counts.data.groups })
    : h(Columns, { page, given: chosen(page), counts: counts.data?.all });
};

function draw(page) {
  const { task, graph } = page.given;
  return [
    h(Bar, { page }),
    task && h(Whole, { key: task, page, id: task }),
    graph ? h(Drawn, { page }) : h(Tasks, { page }),
  ];
}

export default { draw };
