import { render, h } from "/lib/preact.js";
const token = location.hash.slice(1) || sessionStorage.getItem("sbp-token");
const answer = await fetch("/api/status", { headers: { authorization: "Bearer " + token } });
render(h("pre", null, JSON.stringify(await answer.json(), null, 2)), document.getElementById("page"));
