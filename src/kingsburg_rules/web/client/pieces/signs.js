// Line drawings for buttons.

import { html } from "../vendor/preact.js";

/** A line drawing for a button, from a few known shapes. @param {keyof typeof SHAPES} name */
export const sign = (name) =>
  html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><path d=${SHAPES[name]} /></svg>`;

const SHAPES = {
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 0 12",
  hint: "M9 18h6M10 21h4M8.5 14.5a6 6 0 1 1 7 0c-.6.6-1 1.2-1 2h-5c0-.8-.4-1.4-1-2z",
  help: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.9-1.1 1.8M12 17h0",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4",
  back: "M15 5l-7 7 7 7",
  play: "M8 5v14l11-7z",
  pause: "M8 5v14M16 5v14",
  previous: "M17 5l-8 7 8 7zM7 5v14",
  next: "M7 5l8 7-8 7zM17 5v14",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  send: "M4 12 20 4l-5 16-3-7z",
  chat: "M4 5h16v11H10l-5 4v-4H4z",
  close: "M6 6l12 12M18 6 6 18",
};
