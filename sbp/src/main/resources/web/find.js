// Search over everything: one box over what commands have, each result with where it leads.

import { h, Component, createRef } from "/lib/preact.js";
import * as api from "/api.js";
import { Button, Said, Typed, bare, count } from "/parts.js";
import { commandLine } from "/doing.js";
import { sessionName } from "/names.js";

/** How long after the last key a search begins. */
const PAUSE_MS = 200;
/** Shown results of a kind. */
const MOST = 6;
/** The texts that `sbp search` returns at once. */
const MOST_TEXTS = 40;
const LEAST_LETTERS = 2;

/** Lists that are read once for each search box, and looked through here. */
const LISTS = [
  {
    view: "team/runs",
    given: { limit: 200 },
    list: "runs",
    of: (one) => ["run", one.title, one.state, ["run", { id: one.run }], one.run],
  },
  {
    view: "agents",
    given: { limit: 500 },
    list: "agents",
    of: (one) => ["agent", one.name, one.status, ["agents", { agent: one.name }], one.agent_id],
  },
  {
    view: "peers",
    given: { limit: 500 },
    list: "peers",
    of: (one) => ["peer", one.name, one.trust, ["peers", { peer: one.public_key }], one.public_key],
  },
  {
    view: "sessions",
    given: { limit: 200 },
    list: "sessions",
    of: (one) => ["conversation", sessionName(one.label), "", ["talk", { session: one.label }]],
  },
  {
    view: "settings",
    given: {},
    list: "settings",
    of: (one) => ["setting", one.key, one.meaning, ["settings", { q: one.key }]],
  },
  {
    view: "catalog",
    given: {},
    list: "index",
    of: ([usage, meaning]) => ["command", "sbp " + usage, meaning],
  },
];

/** Where each kind of text leads that `sbp search` finds. */
const TEXTS = {
  task: (hit) => ["board", { task: hit.id }],
  piece: (hit) => ["talk", { tab: "pieces", piece: hit.id }],
  message: (hit) => ["talk", { tab: "messages", peer: hit.by.public_key }],
  mail: (hit) => ["talk", { tab: "mail", mail: hit.id }],
  memory: (hit) => ["memory", { item: hit.id }],
};

const ORDER = "view run agent peer conversation task message mail piece memory setting command";

/** Returns the items of a list, or the entries of an index by name. */
const items = (list) => (Array.isArray(list) ? list : Object.entries(list));

const found = ([kind, name, more = "", to, id = ""]) => ({ kind, name, more, to, id });

const ofText = (hit) =>
  found([hit.kind, bare(hit.title || hit.text), hit.title ? hit.text : "", TEXTS[hit.kind]?.(hit)]);

const wordsOf = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Ranks a result: its name begins with the words, has them, or only its text has them. */
function rank(one, words) {
  const name = String(one.name).toLowerCase();
  return name.startsWith(words.join(" ")) ? 0 : words.every((word) => name.includes(word)) ? 1 : 2;
}

const has = (one, words) => {
  const all = [one.name, one.more, one.id].join(" ").toLowerCase();
  return words.every((word) => all.includes(word));
};

/** Returns the results by kind, the nearest first in each. */
function byKind(all, words) {
  return ORDER.split(" ")
    .map((kind) => ({
      kind,
      hits: all.filter((one) => one.kind === kind).sort((a, b) => rank(a, words) - rank(b, words)),
    }))
    .filter((group) => group.hits.length > 0);
}

const Hit = ({ hit, link, close }) =>
  h(
    "li",
    null,
    hit.to
      ? h(
          "a",
          { href: link(...hit.to), onClick: close },
          h(Said, { text: hit.name, most: 100 }),
          hit.more && h("small", { class: "quiet" }, h(Said, { text: hit.more, most: 160 })),
        )
      : h(
          "div",
          { class: "typing" },
          h(Typed, { command: hit.name }),
          h("small", { class: "quiet" }, h(Said, { text: hit.more, most: 160 })),
        ),
  );

const Group = ({ kind, hits, link, close }) =>
  h(
    "section",
    { "aria-label": kind },
    h("h3", { class: "quiet" }, kind),
    h(
      "ul",
      { class: "plain" },
      hits
        .slice(0, MOST)
        .map((hit) =>
          h(Hit, { key: hit.name + hit.id + JSON.stringify(hit.to), hit, link, close }),
        ),
      hits.length > MOST &&
        h("li", { class: "quiet" }, "and " + count(hits.length - MOST) + " more; add a word"),
    ),
  );

/** The box, in a dialog. */
export class Find extends Component {
  constructor() {
    super();
    this.dialog = createRef();
    this.state = { sought: "", listed: [], texts: [], missing: {}, reading: 0 };
  }

  componentDidMount() {
    this.dialog.current.showModal();
    for (const source of LISTS) {
      this.read(source.view, api.address(source.view, source.given), (data) =>
        this.setState((was) => ({
          listed: [...was.listed, ...items(data[source.list]).map((one) => found(source.of(one)))],
        })),
      );
    }
  }

  componentWillUnmount() {
    clearTimeout(this.due);
    this.isGone = true;
  }

  /** Reads one source; that it fails is said, and stops no other. */
  async read(name, path, use) {
    this.setState((was) => ({ reading: was.reading + 1 }));
    let problem = "";
    try {
      const data = await api.look(path);
      if (!this.isGone) {
        use(data);
      }
    } catch (error) {
      problem = error.status === 404 ? "" : error.message;
    }
    if (!this.isGone) {
      this.setState((was) => ({
        reading: was.reading - 1,
        missing: { ...was.missing, [name]: problem },
      }));
    }
  }

  type(sought) {
    const isDue = sought.trim().length >= LEAST_LETTERS;
    this.setState({ sought, isDue });
    clearTimeout(this.due);
    const words = wordsOf(sought);
    if (!isDue) {
      this.setState({ texts: [] });
      return;
    }
    this.due = setTimeout(() => {
      this.setState({ isDue: false });
      const path = api.address("search", { words, limit: MOST_TEXTS });
      this.read("texts", path, (data) => {
        if (this.state.sought === sought) {
          this.setState({ texts: data.hits.map(ofText) });
        }
      });
    }, PAUSE_MS);
  }

  /** Arrows go from the box to the results and among them; Escape leaves at once. */
  key(event) {
    if (event.key === "Escape") {
      event.preventDefault();
      this.dialog.current.close();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      const stops = [...this.dialog.current.querySelectorAll("input, .hits a, .hits button")];
      const at = stops.indexOf(document.activeElement) + step;
      event.preventDefault();
      stops[Math.max(0, Math.min(stops.length - 1, at))].focus();
    }
  }

  results() {
    const { sought, listed, texts } = this.state;
    const words = wordsOf(sought);
    if (sought.trim().length < LEAST_LETTERS) {
      return [];
    }
    const views = this.props.views.map((view) => found(["view", view.title, "", [view.name]]));
    return byKind([...[...views, ...listed].filter((one) => has(one, words)), ...texts], words);
  }

  submit(event) {
    event.preventDefault();
    const first = this.dialog.current.querySelector(".hits a");
    if (first && !this.state.isDue && this.state.reading === 0) {
      first.click();
    }
  }

  render({ link, close }, { sought, isDue, reading, missing }) {
    const groups = this.results();
    const all = groups.reduce((sum, group) => sum + group.hits.length, 0);
    const unread = Object.entries(missing).filter(([, problem]) => problem);
    const shut = () => this.dialog.current.close();
    return h(
      "dialog",
      { ref: this.dialog, class: "find", onClose: close, "aria-label": "search everything" },
      h(
        "form",
        { role: "search", onSubmit: (event) => this.submit(event) },
        h("input", {
          type: "search",
          "aria-label": "search everything",
          placeholder: "tasks, runs, agents, peers, mail, memory, settings, commands …",
          autocomplete: "off",
          value: sought,
          onInput: (event) => this.type(event.target.value),
          onKeyDown: (event) => this.key(event),
        }),
        h(Button, { safe: true, onClick: shut }, "close"),
      ),
      h(
        "p",
        { class: "quiet", role: "status" },
        sought.trim().length < LEAST_LETTERS
          ? "Type at least two letters."
          : count(all) + " found" + (isDue || reading > 0 ? ", searching …" : ""),
      ),
      unread.length > 0 &&
        h(
          "p",
          { class: "warn-text" },
          "not searched: " + unread.map(([name, why]) => name + " (" + why + ")").join(", "),
        ),
      h(
        "div",
        { class: "hits", onKeyDown: (event) => this.key(event) },
        groups.map((group) => h(Group, { ...group, key: group.kind, link, close: shut })),
      ),
      sought.trim().length >= LEAST_LETTERS &&
        h(
          "p",
          { class: "same" },
          "at a terminal: ",
          h(Typed, { command: commandLine(["search", ...wordsOf(sought)]) }),
          " ",
          h(Typed, { command: commandLine(["help", ...wordsOf(sought)]) }),
        ),
    );
  }
}
