// Differences of two texts, word by word; of long ones, line by line.

import { h } from "/parts.js";
import { plain } from "/text.js";

/** Most comparisons of parts; beyond it, larger parts are compared. */
const MOST = 400000;

/** Returns how many parts two lists have in common at their beginning. */
function same(one, other) {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) {
    length++;
  }
  return length;
}

/** Returns the parts that stay, go and come, in order; the lists share no beginning and no end. */
function middle(before, after) {
  const wide = after.length + 1;
  const common = new Uint16Array((before.length + 1) * wide);
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      common[i * wide + j] =
        before[i] === after[j]
          ? common[(i + 1) * wide + j + 1] + 1
          : Math.max(common[(i + 1) * wide + j], common[i * wide + j + 1]);
    }
  }
  const parts = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      parts.push(["same", before[i++]]);
      j++;
    } else if (
      j === after.length ||
      (i < before.length && common[(i + 1) * wide + j] >= common[i * wide + j + 1])
    ) {
      parts.push(["gone", before[i++]]);
    } else {
      parts.push(["new", after[j++]]);
    }
  }
  return parts;
}

function compared(before, after) {
  const head = same(before, after);
  const tail = same(before.slice(head).reverse(), after.slice(head).reverse());
  const old = before.slice(head, before.length - tail);
  const fresh = after.slice(head, after.length - tail);
  const isLarge = (old.length + 1) * (fresh.length + 1) > MOST;
  return isLarge
    ? null
    : [
        ["same", before.slice(0, head).join("")],
        ...middle(old, fresh),
        ["same", before.slice(before.length - tail).join("")],
      ];
}

/** Returns the parts of two texts, each ["same" | "gone" | "new", text]; neighbours differ. */
export function diff(before, after) {
  const words = (text) => text.match(/\s+|[^\s]+/g) || [];
  const lines = (text) => text.match(/[^\n]*\n|[^\n]+/g) || [];
  const parts = compared(words(before), words(after)) ||
    compared(lines(before), lines(after)) || [
      ["gone", before],
      ["new", after],
    ];
  const joined = [];
  for (const [kind, text] of parts) {
    if (text !== "" && joined.at(-1)?.[0] === kind) {
      joined.at(-1)[1] += text;
    } else if (text !== "") {
      joined.push([kind, text]);
    }
  }
  return joined;
}

const TAGS = { gone: "del", new: "ins" };

/** Two texts as one: what went is struck through, what came is underlined. */
export const Diff = ({ before, after }) =>
  h(
    "div",
    { class: "text diff", dir: "auto" },
    diff(before, after).map(([kind, text], i) =>
      TAGS[kind] ? h(TAGS[kind], { key: i }, plain(text)) : plain(text),
    ),
  );
