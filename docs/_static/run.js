// "Run this": runs a program of the page, after those before it, in a worker of the workshop.

"use strict";

(() => {
  const PATIENT = 40;
  const root = new URL(document.documentElement.dataset.content_root || "./", location.href);
  const blocks = [...document.querySelectorAll("article .highlight-python")];
  const program = (block) => block.querySelector("pre").textContent;
  let asking = null;

  /** Start the worker; it serves all programs of the page. */
  async function worker() {
    const { Asking } = await import(new URL("play/workshop/asking.js", root).href);
    asking ??= new Asking(() => {}, PATIENT);
    return asking;
  }

  blocks.forEach((block, at) => {
    const panel = document.createElement("div");
    const button = document.createElement("button");
    const output = document.createElement("pre");
    panel.className = "run";
    button.type = "button";
    button.textContent = "Run this";
    output.setAttribute("role", "status");
    output.hidden = true;
    panel.append(button, output);
    block.after(panel);
    const show = (text, kind) => {
      output.hidden = false;
      output.className = kind;
      output.textContent = text;
    };
    button.addEventListener("click", async () => {
      button.disabled = true;
      show(asking === null ? "Python is loading \u2026" : "Running \u2026", "busy");
      try {
        const found = await worker();
        const { output: text, problem } = await found.ask({ type: "run", programs: blocks.slice(0, at + 1).map(program) });
        if (problem !== null) show(`${text}${problem}`, "bad");
        else show(text || "This program prints nothing.", text ? "" : "busy");
      } catch (problem) {
        show(problem.message === "stopped" ? "This took too long and was stopped." : `This cannot be run here: ${problem.message}`, "bad");
      }
      button.disabled = false;
    });
  });
})();
