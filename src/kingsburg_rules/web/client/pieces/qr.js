// A text as a QR code, drawn.

import { html } from "../vendor/preact.js";
import { qrCode } from "./qr-code.js";

/** The modules around a code that stay light, so that cameras find it. */
const QUIET = 4;

/** A QR code as a drawing; nothing for a text that is too long. @param {{ text: string, label: string }} props */
export function Qr({ text, label }) {
  const code = qrCode(text);
  if (code === null) return null;
  const path = code.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  const size = code.length + 2 * QUIET;
  return html`<svg class="qr" role="img" aria-label=${label} viewBox="${-QUIET} ${-QUIET} ${size} ${size}">
    <path d=${path} />
  </svg>`;
}
