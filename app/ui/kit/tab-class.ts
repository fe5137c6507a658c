/** How a row of tabs looks, be they buttons or links. */

/** The row; it scrolls by itself when a phone is too narrow for all tabs. */
export const tabListClass = "mb-5 flex gap-5 overflow-x-auto border-b border-line";

/** One tab, active by Radix's `data-state` or a link's `aria-current`. */
export const tabClass = [
  "shrink-0 rounded-t-sm border-b-2 border-transparent px-0.5 pb-2.5 pt-1 text-control font-medium text-muted",
  "transition-colors duration-150 hover:text-text focus-visible:-outline-offset-2",
  "data-[state=active]:border-accent data-[state=active]:text-text",
  "aria-[current=page]:border-accent aria-[current=page]:text-text",
].join(" ");
