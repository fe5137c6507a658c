/** Making and styling nodes: through the object model only, as the page's content policy has it. */

/** What style attributes cannot say. Colours are the page's own where it has them. */
const SHEET = `
  .sandbox-card input::placeholder { color: var(--sandbox-placeholder, #64748b); opacity: 1; }
  .sandbox-3ds::backdrop { background: rgb(2 6 23 / 0.55); }
  .sandbox-3ds button:focus-visible { outline: 2px solid var(--ring, #6366f1); outline-offset: 2px; }
  .sandbox-3ds button:hover { filter: brightness(0.95); }
`;

let isDressed = false;

/** Adds the rules above to the page, once; a browser without constructed sheets does without. */
export function dress() {
  if (isDressed || !("adoptedStyleSheets" in document) || !("replaceSync" in window.CSSStyleSheet.prototype))
    return;
  isDressed = true;
  const sheet = new window.CSSStyleSheet();
  sheet.replaceSync(SHEET);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** A new node with its attributes, its style and what stands in it. */
export function make(name, { attributes = {}, style = {}, text = "" } = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  Object.assign(node.style, style);
  if (text) node.textContent = text;
  node.append(...children);
  return node;
}
