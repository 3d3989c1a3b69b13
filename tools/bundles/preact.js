// What the browser client uses of Preact, its hooks and signals, and htm.

import htm from "htm";
import { h } from "preact";

export { Fragment, h, render } from "preact";
export { useEffect, useLayoutEffect, useRef } from "preact/hooks";
export { batch, computed, effect, signal, useComputed, useSignal, useSignalEffect } from "@preact/signals";
export const html = htm.bind(h);
