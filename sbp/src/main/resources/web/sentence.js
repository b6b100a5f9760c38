// An event as a sentence whose names lead to what they name.

import { h, Said } from "/parts.js";
import { sessionName } from "/names.js";

/** Where a part of a sentence leads, by the kind of what it names. */
const PLACES = {
  task: (id) => ["board", { task: id }],
  agent: (_id, text) => ["agents", { agent: text }],
  peer: (id) => ["peers", { peer: id }],
  session: (id) => ["talk", { session: id }],
  team: (id) => ["run", { id }],
  mail: () => ["talk", { tab: "mail" }],
  entity: () => ["access", {}],
  memory: () => ["memory", {}],
};

const part = (page, one, i) => {
  const place = PLACES[one.kind]?.(one.id, one.text);
  const text = one.kind === "session" ? "the conversation " + sessionName(one.id) : one.text;
  const said = h(Said, { key: i, text, most: 90 });
  return place ? h("a", { key: i, href: page.link(...place) }, said) : said;
};

/** The sentence of an event of `sbp event list`. */
export const Sentence = ({ page, parts }) => parts.map((one, i) => part(page, one, i));
