// The little Markdown that explanations have: paragraphs, lists, a line, **bold**, _soft_ and `code`.

const PART = /\*\*(.+?)\*\*|`([^`]+)`|(?<![\w`])_(.+?)_(?!\w)/g;

/** @param {string} text @returns {HTMLElement} */
export function markdown(text) {
  const found = document.createElement("div");
  found.className = "explained";
  for (const block of text.split(/\n{2,}/)) {
    if (block.trim() === "---") found.append(document.createElement("hr"));
    else if (block.startsWith("- ")) found.append(list(block.split("\n")));
    else found.append(filled("p", block));
  }
  return found;
}

/** @param {string[]} lines */
function list(lines) {
  const found = document.createElement("ul");
  for (const line of lines) found.append(filled("li", line.replace(/^- /, "")));
  return found;
}

/** @param {string} tag @param {string} text */
function filled(tag, text) {
  const found = document.createElement(tag);
  let done = 0;
  for (const part of text.matchAll(PART)) {
    found.append(text.slice(done, part.index));
    const inner = document.createElement(part[1] ? "b" : part[2] ? "code" : "i");
    inner.textContent = part[1] ?? part[2] ?? part[3] ?? "";
    found.append(inner);
    done = part.index + part[0].length;
  }
  found.append(text.slice(done));
  return found;
}
