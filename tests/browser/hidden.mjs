// What looks in a page for texts and controls that are cut off, that lie on each other, or that cannot be reached.

/** Make the search known to a page: it runs there, so it is whole by itself. */
export function prepareSearch() {
  const ROUNDING = 1.5;
  const LEADING = 5; // letters are less high than the room that their line takes
  const TILES =
    ".advisor, .building, .player, .small-card, .head, .bar, .fighters > li, .year-end li, .ranking > li, .seat-row";
  const CONTROLS = "button, input, select, a, summary, svg";
  const root = document.body;
  const searched = () => document.querySelector("dialog[open]") ?? root; // what lies under it is not to be read
  const width = () => document.documentElement.clientWidth; // what is beside the screen makes a window wider
  const named = (one) => `${one.nodeName.toLowerCase()}.${[...one.classList].join(".")}`;

  /** Remember what a function finds of an element, until the page is looked at again. */
  const remembering = (find) => {
    const known = new Map();
    return (one) => {
      if (!known.has(one)) known.set(one, find(one));
      return known.get(one);
    };
  };

  const isUnseen = (one) =>
    one.closest(".unseen, .skip, option, dialog:not([open]), noscript, script") !== null ||
    one.offsetWidth <= 1 ||
    !one.checkVisibility({ visibilityProperty: true });

  /** What has to be in sight: texts with the boxes of their lines, controls, icons and dice. */
  function* things() {
    const unseen = remembering(isUnseen);
    const walker = document.createTreeWalker(searched(), NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const what = node.data.trim().slice(0, 40);
      if (what === "" || unseen(node.parentElement)) continue;
      range.selectNodeContents(node);
      for (const box of range.getClientRects())
        if (box.width > ROUNDING) yield { what, of: node.parentElement, box, slack: LEADING };
    }
    for (const one of searched().querySelectorAll(CONTROLS)) {
      if (unseen(one)) continue;
      const what = one.getAttribute("aria-label") ?? (one.textContent.trim().slice(0, 40) || named(one));
      yield { what, of: one, box: one.getBoundingClientRect(), slack: ROUNDING };
    }
  }

  /** A text may end in dots where its title has all of it, or the box that explains it. */
  function isDotted(one, style) {
    if (style.webkitLineClamp !== "none") return one.closest("[data-about]") !== null;
    return style.textOverflow === "ellipsis" && one.title !== "" && one.title === one.textContent.trim();
  }

  /** The boxes around an element that may cut it off, from the inside, up to one that is fixed. */
  const clippersOf = (known) => (one) => {
    if (one === root) return [];
    const outer = () => known(one.parentElement);
    if (one.matches("svg")) return outer();
    const style = getComputedStyle(one);
    const { overflowX, overflowY, position, clipPath } = style;
    const edge = one.getBoundingClientRect();
    if (position === "fixed") return [{ one, edge, isFixed: true }];
    if (overflowX === "visible" && overflowY === "visible") return outer();
    if (clipPath !== "none") return [{ one, edge, isShape: true }];
    const more = (one.dataset.more ?? "").split(" ");
    return [{ one, edge, overflowX, overflowY, more, isDotted: isDotted(one, style) }, ...outer()];
  };

  /** On which sides something is out of a box that clips it. */
  function sidesOut({ box, slack }, { edge, overflowX, overflowY }) {
    const out = {
      before: overflowX !== "visible" && edge.left - box.left > ROUNDING,
      after: overflowX !== "visible" && box.right - edge.right > ROUNDING,
      above: overflowY !== "visible" && edge.top - box.top > slack,
      below: overflowY !== "visible" && box.bottom - edge.bottom > slack,
    };
    return Object.keys(out).filter((side) => out[side]);
  }

  /** Why something is cut off, if it is; a box that says that it goes on may cut. */
  function cut(thing, clippers) {
    for (const clipper of clippers(thing.of)) {
      if (clipper.isFixed) return offScreen(thing, clipper.one);
      if (clipper.isShape) return null;
      const sides = sidesOut(thing, clipper);
      if (sides.length === 0) continue;
      if (clipper.isDotted || sides.every((side) => clipper.more.includes(side))) return null;
      return `${sides} of ${named(clipper.one)}`;
    }
    const { left, right } = thing.box;
    return right > width() + ROUNDING || left < -ROUNDING ? "beside the screen" : null;
  }

  /** What is fixed cannot be scrolled to. */
  function offScreen({ box, slack }, one) {
    const isBelow = box.bottom > innerHeight + slack && !one.dataset.more?.includes("below");
    return isBelow || box.right > width() + 1 || box.left < -1 ? "outside the screen" : null;
  }

  /** The part of a box that its scrolling and clipping boxes show. */
  function shown({ of, box }, clippers) {
    let { left, right, top, bottom } = box;
    for (const { edge, isFixed } of clippers(of)) {
      if (isFixed) break;
      [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return { left, right, top, bottom };
  }

  /** Texts and icons that lie on each other in a tile. */
  function* overlaps(all, clippers) {
    const tiles = new Map();
    for (const { what, of, box } of all) {
      const tile = of.closest(TILES);
      if (!tile || of.matches("button, a, summary")) continue;
      if (!tiles.has(tile)) tiles.set(tile, []);
      tiles.get(tile).push({ what, of, box: shown({ of, box }, clippers) });
    }
    for (const some of tiles.values())
      for (const [at, one] of some.entries())
        for (const other of some.slice(at + 1)) {
          const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
          const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
          if (wide <= 2 || high <= 6) continue;
          if (one.of === other.of || one.of.contains(other.of) || other.of.contains(one.of)) continue;
          yield `${one.what} lies on ${other.what}`;
        }
  }

  /** Where the line of a letter begins; a hyphen before it belongs to the line before. */
  function lineOf(node, at) {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return [...range.getClientRects()].at(-1)?.top ?? 0;
  }

  /** Words, or the parts of words that may be broken, that go on in the next line without a sign of it. */
  function* broken() {
    const unseen = remembering(isUnseen);
    const walker = document.createTreeWalker(searched(), NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const of = node.parentElement;
      if (node.data.trim() === "" || unseen(of)) continue;
      for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}]{2,}/gu)) {
        const [first, last] = [index, index + word.length - 1].map((at) => lineOf(node, at));
        if (last - first > ROUNDING) yield `${word} is broken in ${named(of)}`;
      }
    }
  }

  /** How many texts and controls there are, and what is wrong with them. */
  globalThis.hidden = () => {
    const clippers = remembering((one) => clippersOf(clippers)(one));
    const all = [...things()];
    const cuts = all.flatMap((thing) => {
      const why = cut(thing, clippers);
      return why ? [`${thing.what}: ${why}`] : [];
    });
    return { count: all.length, found: [...new Set([...cuts, ...overlaps(all, clippers), ...broken()])] };
  };
}
