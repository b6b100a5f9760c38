// Drawings: dependencies of tasks, the trust graph, and sums over days.

import { h, Component, createRef } from "/lib/preact.js";
import { Said, plain, short, tone } from "/parts.js";

/** The libraries of charts, which are there before any view but the first is drawn. */
const libraries = globalThis;

const WIDE = 190;
const HIGH = 54;
const GAP_X = 60;
const GAP_Y = 16;

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
            h("small", null, task.state + (task.ready ? ", ready" : "")),
          ),
        ),
      ),
    ),
  );
};

/** The node and its peers, each at a distance that its trust gives. */
export class TrustGraph extends Component {
  constructor() {
    super();
    this.box = createRef();
    this.state = { places: [] };
  }

  componentDidMount() {
    this.start();
    this.fit = new ResizeObserver(
      () => this.box.current?.clientWidth !== this.state.wide && this.start(),
    );
    this.fit.observe(this.box.current);
  }

  componentDidUpdate(before) {
    if (this.key(before) !== this.key(this.props)) {
      this.start();
    }
  }

  componentWillUnmount() {
    this.fit.disconnect();
    this.simulation?.stop();
  }

  key({ peers, me }) {
    return me + peers.map((peer) => peer.public_key + peer.trust).join();
  }

  start() {
    this.simulation?.stop();
    const wide = this.box.current.clientWidth || 600;
    const peers = this.props.peers.slice(0, 150);
    const nodes = [
      { id: "me", name: this.props.me, trust: "me", fx: wide / 2, fy: 200 },
      ...peers.map((peer) => ({ id: peer.public_key, name: peer.name, trust: peer.trust, peer })),
    ];
    const links = peers.map((peer) => ({
      source: "me",
      target: peer.public_key,
      trust: peer.trust,
    }));
    const far = { trusted: 80, endorsed: 110, known: 150, unknown: 190, blocked: 190 };
    this.links = links;
    this.simulation = libraries.d3
      .forceSimulation(nodes)
      .force(
        "links",
        libraries.d3
          .forceLink(links)
          .id((node) => node.id)
          .distance((link) => far[link.trust] || 120),
      )
      .force("apart", libraries.d3.forceManyBody().strength(-160))
      .force("room", libraries.d3.forceCollide(34))
      .stop();
    // All steps at once: nothing moves under the pointer, nor for people who want less motion.
    this.simulation.tick(220);
    for (const node of nodes) {
      node.x = Math.max(40, Math.min(wide - 40, node.x));
      node.y = Math.max(24, Math.min(376, node.y));
    }
    this.setState({ places: nodes, wide });
  }

  /** Moves the node that is held to the pointer. */
  move(event) {
    if (this.held) {
      const edge = this.box.current.getBoundingClientRect();
      this.held.x = event.clientX - edge.left;
      this.held.y = event.clientY - edge.top;
      this.setState({});
    }
  }

  render({ open }, { places, wide = 600 }) {
    return h(
      "div",
      {
        class: "trust",
        ref: this.box,
        onPointerMove: (event) => this.move(event),
        onPointerUp: () => (this.held = null),
        onPointerLeave: () => (this.held = null),
      },
      h(
        "svg",
        {
          width: wide,
          height: 400,
          role: "img",
          "aria-label": "trust graph; the table below has the same",
        },
        places.length > 0 &&
          this.links.map((link, i) =>
            h("line", {
              key: i,
              class: link.trust,
              x1: link.source.x,
              y1: link.source.y,
              x2: link.target.x,
              y2: link.target.y,
            }),
          ),
        places.map((node) =>
          h(
            "g",
            {
              key: node.id,
              class: "dot " + node.trust,
              transform: `translate(${node.x} ${node.y})`,
              onPointerDown: () => (this.held = node),
              onClick: () => node.peer && open(node.peer),
            },
            h("circle", { r: node.id === "me" ? 14 : 10 }),
            h("text", { y: 24, "text-anchor": "middle" }, short(plain(node.name), 16)),
          ),
        ),
      ),
    );
  }
}

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

/** Sums of several names over days, stacked. days: texts; rows: [{ name, values }] */
export class Stacked extends Component {
  constructor() {
    super();
    this.box = createRef();
  }

  componentDidMount() {
    this.draw();
    this.fit = new ResizeObserver(() =>
      this.plot?.setSize({ width: this.box.current.clientWidth, height: 240 }),
    );
    this.fit.observe(this.box.current);
    this.theme = matchMedia("(prefers-color-scheme: dark)");
    this.again = () => this.draw();
    this.theme.addEventListener("change", this.again);
  }

  componentDidUpdate(before) {
    if (JSON.stringify(before.rows) !== JSON.stringify(this.props.rows)) {
      this.draw();
    }
  }

  componentWillUnmount() {
    this.fit.disconnect();
    this.theme.removeEventListener("change", this.again);
    this.plot?.destroy();
  }

  draw() {
    this.plot?.destroy();
    const { days, rows } = this.props;
    const ink = getComputedStyle(this.box.current).color;
    const x = days.map((day) => new Date(day + "T00:00Z").getTime() / 1000);
    const sums = [];
    let below = days.map(() => 0);
    for (const row of rows) {
      below = below.map((sum, i) => sum + (row.values[i] || 0));
      sums.push(below);
    }
    const order = [...sums].reverse();
    this.plot = new libraries.uPlot(
      {
        width: this.box.current.clientWidth || 320,
        height: 240,
        tzDate: (time) => libraries.uPlot.tzDate(new Date(time * 1000), "UTC"),
        cursor: { show: false },
        legend: { show: false },
        scales: {
          x: { range: (_u, min, max) => [min - 43200, max + 43200] },
          y: { range: (_u, _min, max) => [0, max > 0 ? max * 1.08 : 1] },
        },
        axes: [
          {
            stroke: ink,
            grid: { show: false },
            ticks: { stroke: ink, width: 0.3 },
            values: (_u, all) =>
              all.map((time) =>
                time % 86400 === 0 ? new Date(time * 1000).toISOString().slice(5, 10) : "",
              ),
          },
          { stroke: ink, grid: { stroke: ink, width: 0.15 }, ticks: { show: false }, size: 56 },
        ],
        series: [
          {},
          ...order.map((_, i) => ({
            fill: colour(rows.length - 1 - i),
            stroke: colour(rows.length - 1 - i),
            points: { show: false },
            paths: libraries.uPlot.paths.bars({ size: [0.6, 60] }),
          })),
        ],
      },
      [x, ...order],
      this.box.current,
    );
  }

  render({ label, rows }) {
    return h(
      "figure",
      { class: "plot" },
      h("div", { ref: this.box, role: "img", "aria-label": label }),
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
      ),
    );
  }
}

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
