// Views that are modules of their own, as those of features: each is loaded when it is first shown,
// or before. What fails in a view is shown in its place, and stops nothing else.

import { Component } from "/lib/preact.js";
import { h, Fault, Loaded } from "/parts.js";

const Inside = ({ draw }) => draw();

/** Draws something. While that fails, it shows why; the next change of the page tries again. */
export class Bounded extends Component {
  static getDerivedStateFromError(problem) {
    return { problem };
  }

  componentWillReceiveProps() {
    this.setState({ problem: null });
  }

  render({ draw }, { problem }) {
    return problem ? h(Fault, { problem: said(problem) }) : h(Inside, { draw });
  }
}

/** Returns an error as a document's problem, which has hints. */
const said = (error) => ({ message: "This view fails: " + (error.message || error), hints: [] });

async function imported(address) {
  const view = (await import(address)).default;
  if (typeof view?.draw !== "function") {
    throw new Error("the default export of " + address + " has no function draw");
  }
  return view;
}

/** Returns a view whose module is loaded when it is first drawn, or asked to be. */
export function ofModule({ name, title, module }) {
  const loaded = { data: null, problem: null };
  let isAsked = false;
  async function load(drawn) {
    if (isAsked) {
      return;
    }
    isAsked = true;
    try {
      loaded.data = await imported(module);
    } catch (error) {
      loaded.problem = said(error);
    }
    drawn();
  }
  return {
    name,
    title,
    load,
    draw(page) {
      load(page.draw);
      return h(Loaded, { of: loaded }, (view) => view.draw(page));
    },
  };
}
