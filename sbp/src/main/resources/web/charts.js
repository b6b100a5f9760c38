// Drawings: dependencies of tasks, the trust graph, and sums over days.

import { h, Said, narrow, plain, short, tone } from "/parts.js";

const WIDE = 190;
const HIGH = 54;
const GAP_X = 60;
const GAP_Y = 16;
/** States as the columns of the board call them. */
const WORDS = { pending: "waiting", review: "in review" };

/** Places tasks by the longest chain that leads to them. */
function layered(tasks) {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const depth = new Map();
  const depthOf = (task, path) => {
    if (depth.has(task.id)) {
      return depth.get(task.id);
    }
    if (path.has(task.id)) {
      return 0;
    }
    path.add(task.id);
    const before = task.blocked_by.map((id) => byId.get(id)).filter(Boolean);
    const own = before.length ? 1 + Math.max(...before.map((one) => depthOf(one, path))) : 0;
    path.delete(task.id);
    depth.set(task.id, own);
    return own;
  };
  const columns = [];
  for (const task of tasks) {
    const at = depthOf(task, new Set());
    columns[at] ??= [];
    columns[at].push(task);
  }
  const place = new Map();
  columns.forEach((column, x) => {
    column.forEach((task, y) => {
      place.set(task.id, { x: x * (WIDE + GAP_X), y: y * (HIGH + GAP_Y), task });
    });
  });
  return {
    place,
    depth,
    width: columns.length * (WIDE + GAP_X) - GAP_X,
    height: Math.max(...columns.map((one) => one.length)) * (HIGH + GAP_Y),
    byId,
  };
}

/** The longest chain of open tasks: nothing ends before it does. */
function critical({ depth, byId }) {
  let at = [...depth.entries()].sort((a, b) => b[1] - a[1])[0];
  const path = new Set();
  while (at) {
    path.add(at[0]);
    const task = byId.get(at[0]);
    const before = task.blocked_by.filter((id) => byId.has(id)).map((id) => [id, depth.get(id)]);
    at = before.sort((a, b) => b[1] - a[1])[0];
  }
  return path.size > 1 ? path : new Set();
}

const MOST_DRAWN = 180;

export const Graph = ({ tasks, open }) => {
  const linked = new Set(
    tasks.flatMap((task) => [...task.blocked_by, ...(task.blocked_by.length ? [task.id] : [])]),
  );
  const chosen =
    tasks.length > MOST_DRAWN
      ? tasks.filter((task) => linked.has(task.id)).slice(0, MOST_DRAWN)
      : tasks;
  const drawn = layered(chosen);
  const path = critical(drawn);
  const lines = [];
  for (const { task, x, y } of drawn.place.values()) {
    for (const id of task.blocked_by) {
      const from = drawn.place.get(id);
      if (from) {
        const x1 = from.x + WIDE;
        const y1 = from.y + HIGH / 2;
        const y2 = y + HIGH / 2;
        const bend = (x1 + x) / 2;
        lines.push(
          h("path", {
            key: id + task.id,
            class: path.has(id) && path.has(task.id) ? "critical" : "",
            d: `M${x1} ${y1}C${bend} ${y1} ${bend} ${y2} ${x - 4} ${y2}`,
          }),
        );
      }
    }
  }
  return h(
    "div",
    null,
    h(
      "p",
      { class: "quiet" },
      path.size > 0 ? "critical path: " + path.size + " tasks" : "no task waits for another",
      chosen.length < tasks.length &&
        " · " + chosen.length + " of " + tasks.length + " tasks drawn",
    ),
    h(
      "div",
      {
        class: "graph",
        tabIndex: 0,
        role: "group",
        "aria-label": "dependency graph; each task is a button",
      },
      h(
        "div",
        { style: { position: "relative", width: drawn.width + "px", height: drawn.height + "px" } },
        h("svg", { width: drawn.width, height: drawn.height, "aria-hidden": "true" }, lines),
        [...drawn.place.values()].map(({ task, x, y }) =>
          h(
            "button",
            {
              key: task.id,
              type: "button",
              class: "node " + tone(task.state) + (path.has(task.id) ? " critical" : ""),
              style: { left: x + "px", top: y + "px", width: WIDE + "px", height: HIGH + "px" },
              onClick: () => open(task.id),
            },
            h(Said, { text: task.title, most: 48 }),
            h("small", null, (WORDS[task.state] || task.state) + (task.ready ? ", ready" : "")),
          ),
        ),
      ),
    ),
  );
};

/** How far from the node a peer of this trust stands, as a part of the drawing. */
const FAR = { trusted: 0.4, endorsed: 0.6, known: 0.8, unknown: 1, blocked: 1 };
const MOST_IN_TRUST = 150;
const MOST_WITH_NAMES = 60;

/** Places peers around the node, in percent of the drawing. */
const around = (peers) =>
  peers.map((peer, i) => {
    const far = 42 * (FAR[peer.trust] || 1);
    const angle = (2 * Math.PI * i) / peers.length - Math.PI / 2;
    return { peer, x: 50 + far * Math.cos(angle), y: 48 + far * Math.sin(angle) };
  });

/** The node and its peers, each at a distance that its trust gives; each peer is a link. */
export const TrustGraph = ({ peers, me, link }) => {
  const places = around(peers.slice(0, MOST_IN_TRUST));
  const hasNames = places.length <= MOST_WITH_NAMES;
  const dot = (trust, name, x, y, more) =>
    h(
      more.href ? "a" : "span",
      {
        ...more,
        class: "dot " + trust,
        style: { left: x + "%", top: y + "%" },
        title: plain(name) + ", " + trust,
        "aria-label": plain(name) + ", " + trust,
      },
      h("i", null),
      (hasNames || trust === "me") && h("span", null, short(plain(name), 14)),
    );
  return h(
    "div",
    { class: "trust" },
    h(
      "svg",
      { "aria-hidden": "true" },
      places.map(({ peer, x, y }) =>
        h("line", {
          key: peer.public_key,
          class: peer.trust,
          x1: "50%",
          y1: "48%",
          x2: x + "%",
          y2: y + "%",
        }),
      ),
    ),
    places.map(({ peer, x, y }) =>
      dot(peer.trust, peer.name, x, y, { key: peer.public_key, href: link(peer) }),
    ),
    dot("me", me, 50, 48, { key: "me", role: "img" }),
  );
};

const SERIES = [
  "#3b7dd8",
  "#c2571a",
  "#2f8f5b",
  "#8a56c2",
  "#b8860b",
  "#c23b6b",
  "#1f8a99",
  "#6b7280",
];
export const colour = (i) => SERIES[i % SERIES.length];

/** A limit further above the highest day than this would leave nothing to see of the days. */
const MOST_TIMES_ABOVE = 5;
const MOST_LABELS = 10;
const MOST_LABELS_NARROW = 5;

/** Returns round numbers from nothing to a highest one. */
function ticks(top) {
  const rough = top / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough);
  return [...Array(Math.floor(top / step) + 1)].map((_, i) => i * step);
}

/**
 * Sums of several names over days, stacked, with a limit as a line.
 *
 * days: texts; rows: [{ name, values }]; text (writes a number); limit: a number, or 0 for none
 */
export const Stacked = ({ days, rows, text, label, limit = 0 }) => {
  const sums = days.map((_, i) => rows.reduce((sum, row) => sum + row.values[i], 0));
  const highest = Math.max(0, ...sums);
  const hasLine = limit > 0 && limit <= highest * MOST_TIMES_ABOVE;
  const top = Math.max(highest, hasLine ? limit : 0) * 1.08 || 1;
  const part = (number) => (100 * number) / top + "%";
  const every = Math.ceil(days.length / (narrow() ? MOST_LABELS_NARROW : MOST_LABELS));
  const ofDay = (i) =>
    rows
      .filter((row) => row.values[i] > 0)
      .map((row) => plain(row.name) + " " + text(row.values[i]))
      .join(", ");
  return h(
    "figure",
    { class: "plot" },
    h(
      "div",
      { class: "stack", role: "img", "aria-label": label },
      ticks(top).map((tick) =>
        h("div", { key: tick, class: "tick", style: { bottom: part(tick) } }, text(tick)),
      ),
      h(
        "div",
        { class: "days" },
        days.map((day, i) =>
          h(
            "div",
            { key: day, title: day + ": " + (ofDay(i) || "nothing") },
            rows.map((row, at) =>
              h("i", {
                key: row.name,
                style: { height: part(row.values[i]), background: colour(at) },
              }),
            ),
            (days.length - 1 - i) % every === 0 && h("span", null, day.slice(5)),
          ),
        ),
      ),
      hasLine && h("div", { class: "limit", style: { bottom: part(limit) } }),
    ),
    h(
      "figcaption",
      null,
      rows.map((row, i) =>
        h(
          "span",
          { key: row.name, class: "key" },
          h("i", { style: { background: colour(i) } }),
          h(Said, { text: row.name, most: 30 }),
        ),
      ),
      limit > 0 &&
        h(
          "span",
          { class: "key limit", "data-line": String(hasLine) },
          h("i", null),
          "limit: " + text(limit) + " a day" + (hasLine ? "" : ", above what is drawn"),
        ),
    ),
  );
};

/** A small line of numbers. */
export const Spark = ({ values, label, most: top = 1 }) => {
  if (values.length < 2) {
    return null;
  }
  const most = Math.max(...values, top);
  const points = values
    .map((value, i) => `${(i * 100) / (values.length - 1)},${28 - (value * 26) / most}`)
    .join(" ");
  return h(
    "svg",
    {
      class: "spark",
      viewBox: "0 0 100 30",
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": label,
    },
    h("polyline", { points }),
  );
};
