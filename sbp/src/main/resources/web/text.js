// Texts of others, as text only: one line, a whole text, and prose with a little Markdown.

import { h, Component } from "/lib/preact.js";

const HIDDEN = new RegExp(
  "[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u115f\\u1160\\u180e" +
    "\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\ufff9-\\ufffb]",
  "gu",
);

const all = (text) => String(text === undefined || text === null ? "" : text);

/** Shows what would hide or turn text around as its number. */
export const plain = (text) =>
  all(text).replace(HIDDEN, (one) => "\\u" + one.codePointAt(0).toString(16).padStart(4, "0"));

// Every part has a limit, so that no text takes longer than its length.
const INLINE = new RegExp(
  "`([^`\\n]{1,300})`" +
    "|\\*\\*([^*\\n]{1,300})\\*\\*" +
    "|\\*([^*\\s][^*\\n]{0,299})\\*" +
    "|\\[([^\\]\\n]{1,200})\\]\\(([^)\\s]{1,300})\\)",
  "g",
);
const TICKS = /`([^`\n]{1,300})`/g;

/** Splits a text at what a pattern matches, which is drawn. */
function split(text, pattern, drawn) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push(text.slice(end, match.index), drawn(match));
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  return parts.filter((part) => part !== "");
}

/** Words between backticks are code, as in help and in meanings of settings. */
export const ticked = (text) => split(text, TICKS, (match) => h("code", null, match[1]));

/** A link is its words and its address: a text of somebody else leads nowhere. */
const inline = (text) =>
  split(text, INLINE, ([, code, strong, em, words, address]) =>
    code
      ? h("code", null, code)
      : strong
        ? h("strong", null, strong)
        : em
          ? h("em", null, em)
          : [words, " (", h("code", null, address), ")"],
  );

/** Returns a line of Markdown without its marks, for a name. */
export const bare = (text) =>
  all(text)
    .replace(/^#{1,6} +/, "")
    .replace(/\*\*([^*\n]{1,300})\*\*/g, "$1")
    .replace(TICKS, "$1");

/** One line of somebody's text. */
export const Said = ({ text, most = 400, ...more }) => {
  const line = plain(all(text).slice(0, 2 * most)).replace(/\s+/g, " ");
  return h("bdi", more, ticked(line.length > most ? line.slice(0, most) + "…" : line));
};

const HEADING = /^#{1,6} +(.*?)#*$/;
const ITEM = /^ {0,3}(?:[-*+]|(\d{1,9})[.)]) +(.*)$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const RULE = /^ {0,3}(?:---+|\*\*\*+|___+) *$/;
const QUOTE = /^ {0,3}> ?(.*)$/;

const isPlainLine = (line) =>
  ![HEADING, ITEM, FENCE, RULE, QUOTE].some((one) => one.test(line)) && line.trim() !== "";

/** Takes lines from a place on for as long as a test holds. */
function run(lines, at, test) {
  let end = at;
  while (end < lines.length && test(lines[end])) {
    end++;
  }
  return lines.slice(at, end);
}

/** Reads the block at a line. Returns how it is drawn and how many lines it takes. */
function block(lines, at) {
  const line = lines[at];
  if (FENCE.test(line)) {
    const mark = FENCE.exec(line)[1];
    const inside = run(lines, at + 1, (one) => !one.trimStart().startsWith(mark));
    return [h("pre", { tabIndex: 0 }, inside.join("\n")), inside.length + 2];
  }
  if (HEADING.test(line)) {
    return [h("p", { class: "heading" }, h("strong", null, inline(HEADING.exec(line)[1]))), 1];
  }
  if (RULE.test(line)) {
    return [h("hr"), 1];
  }
  if (QUOTE.test(line)) {
    const inside = run(lines, at, (one) => QUOTE.test(one));
    const text = inside.map((one) => QUOTE.exec(one)[1]).join("\n");
    return [h("blockquote", null, inline(text)), inside.length];
  }
  if (ITEM.test(line)) {
    const number = ITEM.exec(line)[1];
    const isSame = (one) => ITEM.test(one) && Boolean(ITEM.exec(one)[1]) === Boolean(number);
    const inside = run(lines, at, isSame);
    const items = inside.map((one, i) => h("li", { key: i }, inline(ITEM.exec(one)[2])));
    return [
      h(number ? "ol" : "ul", number ? { start: Number(number) } : null, items),
      inside.length,
    ];
  }
  const inside = run(lines, at, isPlainLine);
  return [h("p", null, inline(inside.join("\n"))), Math.max(1, inside.length)];
}

/** Draws the Markdown that people and models write most: it makes elements, never markup. */
export function markdown(text) {
  const lines = plain(text).split("\n");
  const blocks = [];
  for (let at = 0; at < lines.length; ) {
    if (lines[at].trim() === "") {
      at++;
    } else {
      const [drawn, taken] = block(lines, at);
      blocks.push(drawn);
      at += taken;
    }
  }
  return blocks;
}

const COLLAPSED = 1200;
const PART = 100000;

/** A whole text: a long one is collapsed, and shown in parts. */
export class Text extends Component {
  render({ text, as = plain, kind = "text" }, { shown = COLLAPSED }) {
    const whole = all(text);
    if (whole.length <= shown) {
      return h("div", { class: kind, dir: "auto" }, as(whole));
    }
    return h(
      "div",
      { class: kind, dir: "auto" },
      as(whole.slice(0, shown) + "…"),
      h(
        "button",
        { class: "more", type: "button", onClick: () => this.setState({ shown: shown + PART }) },
        "show more of " + whole.length.toLocaleString("en") + " characters",
      ),
    );
  }
}

/** A whole text of a task, a message or a memory, with its Markdown drawn. */
export const Prose = ({ text }) => h(Text, { text, as: markdown, kind: "text prose" });
