/** Creates and styles nodes through the object model only, as the page's content security policy requires. */

/** Rules that style attributes cannot express. Colours are the page's own where it defines them. */
const SHEET = `
  .sandbox-card input::placeholder { color: var(--sandbox-placeholder, #64748b); opacity: 1; }
  .sandbox-3ds::backdrop { background: rgb(2 6 23 / 0.55); }
  .sandbox-3ds button:focus-visible { outline: 2px solid var(--ring, #6366f1); outline-offset: 2px; }
  .sandbox-3ds button:hover { filter: brightness(0.95); }
`;

let isDressed = false;

/** Adds the rules above to the page once. A browser without constructed style sheets works without them. */
export function addStyles() {
  if (isDressed || !("adoptedStyleSheets" in document) || !("replaceSync" in window.CSSStyleSheet.prototype))
    return;
  isDressed = true;
  const sheet = new window.CSSStyleSheet();
  sheet.replaceSync(SHEET);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Creates a node with its attributes, its style and its content. */
export function make(name, { attributes = {}, style = {}, text = "" } = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  Object.assign(node.style, style);
  if (text) node.textContent = text;
  node.append(...children);
  return node;
}

/** The outline of a card in the colour of the surrounding text. */
export function createCardOutline() {
  const picture = document.createElementNS(SVG, "svg");
  for (const [key, value] of Object.entries({
    viewBox: "0 0 20 14",
    width: "20",
    height: "14",
    fill: "none",
  })) {
    picture.setAttribute(key, value);
  }
  const outline = document.createElementNS(SVG, "path");
  outline.setAttribute(
    "d",
    "M2.5 1h15A1.5 1.5 0 0 1 19 2.5v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 1 11.5v-9A1.5 1.5 0 0 1 2.5 1ZM1 5h18",
  );
  outline.setAttribute("stroke", "currentColor");
  outline.setAttribute("stroke-width", "1.5");
  picture.style.display = "block";
  picture.append(outline);
  return picture;
}

const SVG = "http://www.w3.org/2000/svg";
