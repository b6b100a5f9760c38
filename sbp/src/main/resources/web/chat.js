// A conversation with one's agent: it opens at its end, with the box to write in below.

import { Component, createRef } from "/lib/preact.js";
import {
  h,
  Badge,
  Button,
  Empty,
  Loaded,
  Panel,
  Prose,
  Rows,
  Said,
  Time,
  Typed,
  count,
  short,
} from "/parts.js";
import { sessionName, sessionNames } from "/names.js";
import { Conversation, Words } from "/said.js";
import { Say } from "/say.js";

const TURNS = 50;
const NEAR_THE_END = 60;

/** Turns, scrolled to their end for as long as nobody has scrolled away from it. */
class Turns extends Component {
  constructor() {
    super();
    this.box = createRef();
    this.isAtEnd = true;
  }

  componentDidMount() {
    this.fit = new ResizeObserver(() => this.fitted());
    this.fit.observe(this.box.current);
    this.fit.observe(this.box.current.firstChild);
    this.fitted();
  }

  componentDidUpdate() {
    this.toEnd();
  }

  componentWillUnmount() {
    this.fit.disconnect();
  }

  fitted() {
    this.height = this.box.current?.clientHeight;
    this.toEnd();
  }

  toEnd() {
    if (this.isAtEnd && this.box.current) {
      this.box.current.scrollTop = this.box.current.scrollHeight;
    }
  }

  scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.box.current;
    // A box that became smaller, as above a keyboard, has scrolled nobody away from the end.
    if (clientHeight === this.height) {
      this.isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR_THE_END;
    }
  }

  render({ children }) {
    return h(
      "div",
      {
        class: "turns",
        ref: this.box,
        tabIndex: 0,
        role: "region",
        "aria-label": "the conversation",
        onScroll: () => this.scrolled(),
      },
      h("div", null, children),
    );
  }
}

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
                sessionName(head),
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

/** What one may do with a conversation as a whole. */
function deeds(page, chosen, { state, turns }) {
  const deed = (name, action) =>
    h(
      Button,
      { key: name, onClick: () => page.ask({ given: { session: chosen }, ...action }) },
      name,
    );
  return state === "running"
    ? deed("end the turn", {
        command: "session abort",
        title: "End the running turn",
        grave: true,
      })
    : [
        turns > 1 &&
          deed("summarize", {
            command: "session compact",
            title: "Summarize the earlier turns",
            text: "The agent goes on with a summary of them; the turns stay.",
            verb: "summarize",
          }),
        deed("put away", {
          command: "session archive",
          title: "Put the conversation away",
          text: "Lists leave it out until somebody writes there; the turns stay.",
          given: { session: [chosen] },
          verb: "put away",
        }),
      ];
}

const Branches = ({ page, session }) =>
  h(
    "details",
    {
      class: "tree",
      open: page.local.tree === session,
      onToggle: (event) =>
        event.target.open !== (page.local.tree === session) &&
        page.set({ tree: event.target.open ? session : "" }),
    },
    h("summary", null, "tree"),
    page.local.tree === session && h(Tree, { page, session }),
  );

/** Messages that no turn has taken yet. */
const Waiting = ({ waiting }) =>
  waiting.length > 0 && [
    waiting.map((one) =>
      h(
        Words,
        { key: one.id, who: one.source === "human" ? "you" : one.source, mine: true },
        h(Prose, { text: one.content }),
        h(Badge, { word: "waiting" }),
      ),
    ),
    h(
      "p",
      { class: "quiet" },
      "The next tick of ",
      h(Typed, { command: "sbp up" }),
      " answers what waits.",
    ),
  ];

/** The newest turns and the pages of earlier ones that were asked for, the oldest first. */
function pagesOf(page, session) {
  const asked = page.local.earlier?.session === session ? page.local.earlier.before : [];
  const newest = page.use("session", { session, limit: TURNS });
  const older = asked.map((before) => page.use("session", { session, limit: TURNS, before }));
  const last = [newest, ...older].at(-1).data;
  const earlier = (before) => page.set({ earlier: { session, before: [...asked, before] } });
  return {
    newest,
    turns: [...older.toReversed(), newest].flatMap((one) => one.data?.turns || []),
    more: last?.before && (() => earlier(last.before)),
  };
}

/** A conversation: its turns, opened at their end, and the box below. */
const Talk = ({ page, chosen, known, title }) => {
  const all = known ? pagesOf(page, chosen) : { turns: [] };
  const mayTalkHere = page.local.talks === chosen;
  return h(
    Panel,
    { title: short(title, 60), class: "chat", aside: known && deeds(page, chosen, known) },
    h(Say, {
      key: chosen,
      page,
      session: chosen,
      isNew: !known,
      known: new Set(all.turns.filter((turn) => turn.status !== "running").map((turn) => turn.id)),
      talks: (isTalking) => {
        page.set({ talks: isTalking && chosen });
        page.refresh();
      },
      talked: (coming) => [
        h(
          Turns,
          { key: chosen + "turns" },
          all.more &&
            h("p", { class: "earlier" }, h(Button, { onClick: all.more }, "earlier turns")),
          known &&
            h(Loaded, { of: all.newest }, (of) => [
              h(Conversation, {
                page,
                turns: all.turns.filter((turn) => turn.status !== "running" || !mayTalkHere),
                session: chosen,
                agent: known.agent || "your agent",
              }),
              !mayTalkHere && h(Waiting, { waiting: of.waiting || [] }),
            ]),
          !coming &&
            all.turns.length === 0 &&
            h("p", { class: "quiet" }, "Nothing was said yet. Write to your agent below."),
          coming,
        ),
        known && known.turns > 0 && h(Branches, { page, session: chosen }),
      ],
    }),
  );
};

const Sessions = ({ page, sessions, chosen, nameOf }) =>
  h(
    Panel,
    { title: "Sessions" },
    sessions.data.sessions.length === 0
      ? h(Empty, null, "None yet: what you write below begins one.")
      : h(Rows, {
          items: sessions.data.sessions,
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
              h(Said, { text: nameOf(one.label, one.agent), most: 60, title: one.label }),
              h(
                "div",
                { class: "meta" },
                h(Badge, { word: one.state }),
                count(one.turns) + (one.turns === 1 ? " turn" : " turns"),
                h(Time, { at: one.used_at }),
              ),
            ),
        }),
  );

export const Chat = ({ page }) => {
  const sessions = page.use("sessions", { limit: 100 }, "sessions");
  return h(Loaded, { of: sessions }, (of) => {
    const chosen = page.given.session || (of.sessions[0] ? of.sessions[0].label : "main");
    const listed = of.sessions.find((one) => one.label === chosen);
    // A folded or archived one is in no list, but has an address.
    const folded =
      !listed && page.given.session ? page.use("sessions", { all: true, limit: 500 }).data : null;
    const known = listed || folded?.sessions.find((one) => one.label === chosen);
    const nameOf = sessionNames(page, [chosen, ...of.sessions.map((one) => one.label)]);
    return h(
      "div",
      { class: "two" },
      h(Sessions, { page, sessions, chosen, nameOf }),
      h(Talk, { key: chosen, page, chosen, known, title: nameOf(chosen, known?.agent) }),
    );
  });
};
