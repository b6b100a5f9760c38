// A handle that changes a task's priority: it is dragged to another card, or moved by arrow keys.

import { h, Component, createRef } from "/lib/preact.js";

const LEAST = -1000;
const MOST = 1000;

const bounded = (priority) => Math.max(LEAST, Math.min(MOST, priority));

/**
 * The handle of one card. It takes the priority of the card on which it is let go; above the first
 * one it takes one more, below the last one, one less.
 *
 * task, items (of the list, in its order), height (of a row), isWhole (whether the list has no
 * further items), save (called with a priority)
 */
export class Handle extends Component {
  constructor() {
    super();
    this.box = createRef();
    this.state = { to: null };
  }

  componentWillUnmount() {
    this.mark(-1);
  }

  now() {
    return this.state.to ?? this.props.task.priority;
  }

  /** Returns the row under a height of the window; before and behind the list, one that is none. */
  rowAt(y) {
    const list = this.box.current.closest(".rows");
    const edge = list.getBoundingClientRect();
    if (y < edge.top) {
      return -1;
    }
    const { items, height } = this.props;
    const at = Math.floor((Math.min(y, edge.bottom) - edge.top + list.scrollTop) / height);
    return y > edge.bottom ? items.length : Math.min(at, items.length);
  }

  mark(at) {
    const list = this.marked || this.box.current?.closest(".rows");
    this.marked = at < 0 ? null : list;
    list?.querySelector(".row.drop")?.classList.remove("drop");
    list?.querySelector('.row[data-at="' + at + '"]')?.classList.add("drop");
  }

  aim(event) {
    if (!this.isHeld) {
      return;
    }
    const { items, isWhole } = this.props;
    const list = this.box.current.closest(".rows");
    const edge = list.getBoundingClientRect();
    list.scrollTop +=
      event.clientY < edge.top + 24 ? -12 : event.clientY > edge.bottom - 24 ? 12 : 0;
    const at = this.rowAt(event.clientY);
    const last = items[items.length - 1].priority;
    const to =
      at < 0
        ? items[0].priority + 1
        : at >= items.length
          ? last - (isWhole ? 1 : 0)
          : items[at].priority;
    this.mark(at);
    this.setState({ to: bounded(to) });
  }

  end(isDone) {
    this.isHeld = false;
    this.mark(-1);
    const to = this.now();
    this.setState({ to: null });
    if (isDone && to !== this.props.task.priority) {
      this.props.save(to);
    }
  }

  key(event) {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step) {
      this.setState({ to: bounded(this.now() + step) });
    } else if (event.key === "Enter" && this.state.to !== null) {
      this.end(true);
    } else if (event.key === "Escape" && this.state.to !== null) {
      this.end(false);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  render({ task }, { to }) {
    return h(
      "span",
      {
        ref: this.box,
        class: "handle" + (to === null ? "" : " moved"),
        role: "spinbutton",
        tabIndex: 0,
        "aria-label": "priority of " + task.title,
        "aria-valuenow": this.now(),
        "aria-valuemin": LEAST,
        "aria-valuemax": MOST,
        title: "drag it, or press ↑ or ↓ and Enter, to change the priority",
        onKeyDown: (event) => this.key(event),
        onBlur: () => !this.isHeld && this.setState({ to: null }),
        onClick: (event) => event.stopPropagation(),
        onPointerDown: (event) => {
          this.isHeld = event.button === 0;
          this.box.current.setPointerCapture(event.pointerId);
        },
        onPointerMove: (event) => this.aim(event),
        onPointerUp: () => this.end(true),
        onPointerCancel: () => this.end(false),
      },
      to === null ? "⠿" : "→ " + to,
    );
  }
}
