// The editor: CodeMirror, with what the worker knows about the text.

import {
  autocompletion,
  bracketMatching,
  closeBrackets,
  completionKeymap,
  defaultKeymap,
  drawSelection,
  EditorState,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  HighlightStyle,
  history,
  historyKeymap,
  hoverTooltip,
  indentUnit,
  indentWithTab,
  keymap,
  lineNumbers,
  lintGutter,
  lintKeymap,
  setDiagnostics,
  syntaxHighlighting,
  tags,
  yaml,
} from "./vendor/codemirror.js";
import { markdown } from "./markdown.js";
import { w } from "./words.js";

/**
 * @import { ExplainedReply, DraftDiagnostic, CompletionItem, Mend,
 *   OfferedReply, Point, Stretch } from "../contract/workshop.js"
 */
/**
 * @import { Completion, CompletionContext, CompletionResult,
 *   Diagnostic, Doc, Tooltip } from "./vendor/codemirror.js"
 */

/**
 * @typedef {object} Helper What the editor asks.
 * @property {(text: string) => void} changed
 * @property {(text: string, at: Point) => Promise<OfferedReply | null>} complete
 * @property {(text: string, at: Point) => Promise<ExplainedReply | null>} explain
 * @property {(finding: DraftDiagnostic) => string | null} page The address of the page about a code.
 */

/** Letters of what is typed, for which what was offered stays right. */
const WORD = /^[\w$/.-]*$/;

/** After these letters, what can follow is offered without asking. */
const BEGINS = /[\w$/.{[-]$|^\s*- $|: $|[{[,] $/;

const COLORS = HighlightStyle.define([
  {
    tag: [tags["propertyName"], tags["definition"]].filter((one) => typeof one === "object"),
    class: "y-key",
  },
  { tag: [tags["string"], tags["content"]], class: "y-text" },
  { tag: tags["comment"], class: "y-comment" },
  { tag: [tags["separator"], tags["punctuation"], tags["squareBracket"], tags["brace"]], class: "y-sign" },
]);

export class Editor {
  /** @type {EditorView} */
  view;
  #helper;

  /** @param {string} text @param {Helper} helper */
  constructor(text, helper) {
    this.#helper = helper;
    this.view = new EditorView({ state: this.#state(text) });
  }

  get dom() {
    return this.view.dom;
  }

  get text() {
    return this.view.state.doc.toString();
  }

  /** Begin with another text; nothing of before can be undone into it. @param {string} text */
  begin(text) {
    const old = this.view.dom;
    this.view = new EditorView({ state: this.#state(text) });
    old.replaceWith(this.view.dom);
  }

  /** @param {string} text */
  #state(text) {
    const helper = this.#helper;
    return EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        lintGutter(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        yaml(),
        syntaxHighlighting(COLORS),
        indentUnit.of("  "),
        bracketMatching(),
        closeBrackets(),
        EditorView.lineWrapping,
        autocompletion({ override: [(context) => offered(helper, context)], icons: false }),
        hoverTooltip((view, position) => explained(helper, view, position)),
        keymap.of([...completionKeymap, ...lintKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.contentAttributes.of({
          "aria-label": w("editor"),
          tabindex: "0",
          spellcheck: "false",
          autocapitalize: "off",
          autocorrect: "off",
        }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) helper.changed(state.doc.toString());
        }),
      ],
    });
  }

  /** Mark mistakes and warnings. @param {readonly DraftDiagnostic[]} findings */
  mark(findings) {
    const { doc } = this.view.state;
    this.view.dispatch(
      setDiagnostics(
        this.view.state,
        findings.map((finding) => this.#diagnostic(doc, finding)),
      ),
    );
  }

  /** @param {Doc} doc @param {DraftDiagnostic} finding @returns {Diagnostic} */
  #diagnostic(doc, finding) {
    const { from, to } = range(doc, finding.at);
    const line = doc.lineAt(from);
    const page = this.#helper.page(finding);
    return {
      from,
      to: to > from ? to : Math.min(from + 1, Math.max(line.to, from)),
      severity: finding.severity,
      message: finding.message,
      renderMessage: () => {
        const told = document.createElement("span");
        told.append(`${finding.message}`);
        const code = document.createElement(page === null ? "span" : "a");
        code.textContent = finding.code;
        code.className = "code";
        if (code instanceof HTMLAnchorElement && page !== null)
          Object.assign(code, { href: page, target: "_blank", rel: "noopener" });
        told.append(code);
        return told;
      },
      actions: finding.mends.map((mend) => ({
        name: w("write", { text: mend.text.trim() }),
        apply: () => this.mend(mend),
      })),
    };
  }

  /** @param {Mend} mend */
  mend({ at, text }) {
    this.view.dispatch({ changes: { ...range(this.view.state.doc, at), insert: text } });
    this.view.focus();
  }

  /** @param {Point} point */
  go(point) {
    const position = offset(this.view.state.doc, point);
    this.view.dispatch({
      selection: { anchor: position },
      effects: EditorView.scrollIntoView(position, { y: "center" }),
    });
    this.view.focus();
  }
}

/** @param {Helper} helper @param {CompletionContext} context @returns {Promise<CompletionResult | null>} */
async function offered(helper, context) {
  const { doc } = context.state;
  const line = doc.lineAt(context.pos);
  if (!context.explicit && !BEGINS.test(line.text.slice(0, context.pos - line.from))) return null;
  const reply = await helper.complete(doc.toString(), point(doc, context.pos));
  if (reply === null || reply.items.length === 0) return null;
  return { ...range(doc, reply.at), options: reply.items.map(option), validFor: WORD };
}

/** @param {CompletionItem} item @param {number} at @returns {Completion} */
function option({ label, kind, detail, doc, insert }, at) {
  return {
    label,
    type: kind,
    detail,
    apply: insert,
    boost: Math.max(-99, -at),
    ...(doc ? { info: () => markdown(doc) } : {}),
  };
}

/**
 * @param {Helper} helper
 * @param {EditorView} view
 * @param {number} position
 * @returns {Promise<Tooltip | null>}
 */
async function explained(helper, view, position) {
  const { doc } = view.state;
  const reply = await helper.explain(doc.toString(), point(doc, position));
  if (reply === null || reply.at === null || reply.text === null || view.state.doc !== doc) return null;
  const { from, to } = range(doc, reply.at);
  const text = reply.text;
  return { pos: from, end: to, create: () => ({ dom: markdown(text) }) };
}

/** @param {Doc} doc @param {number} position @returns {Point} */
function point(doc, position) {
  const line = doc.lineAt(position);
  return { line: line.number - 1, character: position - line.from };
}

/** @param {Doc} doc @param {Point} point */
function offset(doc, { line, character }) {
  const found = doc.line(Math.max(1, Math.min(line + 1, doc.lines)));
  return Math.min(found.from + character, found.to);
}

/** @param {Doc} doc @param {Stretch} stretch */
function range(doc, { start, end }) {
  const from = offset(doc, start);
  return { from, to: Math.max(from, offset(doc, end)) };
}
