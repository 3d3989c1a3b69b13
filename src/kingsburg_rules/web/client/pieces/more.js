// Boxes that scroll, and say so.

import { useEffect, useRef } from "../vendor/preact.js";

/** Pixels that do not matter. */
const ROUNDING = 2;

/**
 * A ref for a box that scrolls. Its `data-more` says on which sides it goes on, and styles show that: phones have
 * no bars to scroll with.
 */
export function useMore() {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const watch = useRef(/** @type {ResizeObserver | null} */ (null));
  const look = () => box.current && say(box.current);
  useEffect(() => {
    watch.current = new ResizeObserver(look);
    return () => watch.current?.disconnect();
  }, []);
  // What is observed is measured once it has been laid out: asking here would lay the page out in between.
  useEffect(() => {
    if (box.current === null) return;
    for (const part of [box.current, ...box.current.children]) watch.current?.observe(part);
    box.current.onscroll = look;
  });
  return box;
}

/** @param {HTMLElement} box */
function say(box) {
  const { scrollTop, scrollLeft, scrollHeight, scrollWidth, clientHeight, clientWidth } = box;
  const sides = {
    above: scrollTop > ROUNDING,
    below: scrollHeight - clientHeight - scrollTop > ROUNDING,
    before: scrollLeft > ROUNDING,
    after: scrollWidth - clientWidth - scrollLeft > ROUNDING,
  };
  const more = Object.entries(sides).flatMap(([side, goesOn]) => (goesOn ? side : []));
  const said = more.join(" ");
  if (box.dataset.more !== said) box.dataset.more = said;
}
