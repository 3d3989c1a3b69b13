// What something does, beside it: on hover, on keyboard focus, and on a long press.
//
// Whatever explains itself has an `about`, which is found by one set of listeners for the whole page. The box is
// a popover of the browser, so that nothing cuts it off.

import { h, html, useEffect, useLayoutEffect, useRef, useSignal } from "../vendor/preact.js";
import { Explanation } from "./explanation.js";

/** @import { Names, SeatView } from "../parts.js" */
/** @import { Signal } from "../vendor/preact.js" */

const BOX = "explained";

const ABOUT = "[data-about]";

/** What does something else on a click, and so does not explain itself then. */
const ANSWERS = ".can, .exact, .chosen, .answer, [aria-disabled='true']";

/** How long the pointer rests on something, and leaves it, in milliseconds. */
const REST = 300;

const LEAVE = 150;

/** How long a press is a long one, in milliseconds, and how far a finger may slip, in pixels. */
const PRESS = 450;

const SLIP = 10;

/** How far the box stays from what it explains and from the edges, in pixels. */
const GAP = 8;

/** The box that explains things. @param {{ names: Names, view: SeatView }} props */
export function Popover({ names, view }) {
  const anchor = useSignal(/** @type {HTMLElement | null} */ (null));
  const box = useRef(null);
  useEffect(() => listen(anchor), []);
  useLayoutEffect(() => lay(/** @type {HTMLElement | null} */ (box.current), anchor));
  const about = anchor.value?.dataset.about ?? anchor.value?.querySelector(ABOUT)?.getAttribute("data-about");
  return html`<div class="explained" id=${BOX} role="tooltip" popover="manual" ref=${box}>
    ${about && h(Explanation, { about, names, view })}
  </div>`;
}

/**
 * Open the box beside what it explains, or close it.
 * @param {HTMLElement | null} box
 * @param {Signal<HTMLElement | null>} anchor
 */
function lay(box, anchor) {
  const here = anchor.value;
  if (here && !here.isConnected) anchor.value = null;
  if (box === null || !here?.isConnected) return box?.hidePopover?.();
  here.setAttribute("aria-describedby", BOX);
  box.showPopover?.();
  place(box, here);
  return () => here.removeAttribute("aria-describedby");
}

/**
 * Put the box above what it explains, or else below, inside the window.
 * @param {HTMLElement} box
 * @param {HTMLElement} here
 */
function place(box, here) {
  const { left, top, bottom, width } = here.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = box;
  const fitting = (/** @type {number} */ at, /** @type {number} */ most) =>
    Math.max(GAP, Math.min(at, most - GAP));
  const above = top - GAP - offsetHeight;
  Object.assign(box.style, {
    left: `${fitting(left + (width - offsetWidth) / 2, innerWidth - offsetWidth)}px`,
    top: `${fitting(above < GAP ? bottom + GAP : above, innerHeight - offsetHeight)}px`,
  });
}

/**
 * What explains itself where something happens: a button as a whole, else the part of it.
 * @param {Event} event
 */
function found({ target }) {
  if (!(target instanceof Element)) return null;
  return /** @type {HTMLElement | null} */ (target.closest(`button${ABOUT}`) ?? target.closest(ABOUT));
}

/** Whether something happens in the box itself. @param {Event} event */
const isInside = ({ target }) => target instanceof Element && target.closest(`#${BOX}`) !== null;

/** Follow the pointer, the focus and the keys. @param {Signal<HTMLElement | null>} anchor */
function listen(anchor) {
  let timer = 0;
  let isPressed = false;
  let from = { x: 0, y: 0 };
  const listening = new AbortController();
  const soon = (/** @type {HTMLElement | null} */ here, /** @type {number} */ wait) => {
    clearTimeout(timer);
    timer = setTimeout(() => now(here), wait);
  };
  const now = (/** @type {HTMLElement | null} */ here) => {
    clearTimeout(timer);
    anchor.value = here;
  };
  /** @type {Partial<{ [K in keyof DocumentEventMap]: (event: DocumentEventMap[K]) => void }>} */
  const heard = {
    pointerover(event) {
      if (event.pointerType === "touch") return;
      const here = isInside(event) ? anchor.peek() : found(event);
      if (here === anchor.peek()) clearTimeout(timer);
      else soon(here, here && !anchor.peek() ? REST : LEAVE);
    },
    pointerdown(event) {
      isPressed = false;
      if (event.pointerType !== "touch" || isInside(event)) return;
      const here = found(event);
      now(null);
      from = event;
      if (here === null) return;
      timer = setTimeout(() => {
        isPressed = true;
        now(here);
      }, PRESS);
    },
    pointermove({ pointerType, x, y }) {
      if (pointerType === "touch" && Math.hypot(x - from.x, y - from.y) > SLIP) clearTimeout(timer);
    },
    pointerup({ pointerType }) {
      if (pointerType === "touch") clearTimeout(timer);
    },
    pointercancel: () => clearTimeout(timer),
    contextmenu(event) {
      if (isPressed) event.preventDefault();
    },
    click(event) {
      if (isInside(event)) return now(null);
      // A long press has explained something: it does not choose it as well.
      if (isPressed) {
        isPressed = false;
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      const here = found(event);
      now(here?.closest(ANSWERS) ? null : here);
    },
    focusin({ target }) {
      if (!(target instanceof HTMLElement) || !target.matches(":focus-visible")) return;
      const explains = target.matches(ABOUT) || target.matches(`button:has(${ABOUT})`);
      now(explains ? target : null);
    },
    focusout: () => now(null),
    keydown(event) {
      if (event.key !== "Escape" || anchor.peek() === null) return;
      event.stopPropagation();
      now(null);
    },
    scroll() {
      const here = anchor.peek();
      const box = document.getElementById(BOX);
      if (here && box) place(box, here);
    },
  };
  for (const [name, hear] of Object.entries(heard))
    document.addEventListener(name, /** @type {EventListener} */ (hear), {
      capture: true,
      signal: listening.signal,
    });
  return () => {
    clearTimeout(timer);
    listening.abort();
  };
}
