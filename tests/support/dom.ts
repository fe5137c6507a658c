/** Gives tests with a document what happy-dom lacks, and leaves each an empty page: their files share one document. */
import { cleanup } from "@testing-library/react";
import { afterEach, beforeAll } from "vitest";
import { loadLateParts } from "./load-late-parts";

await restoreStorage();
// happy-dom has no popovers and no pointer capture.
Object.assign(HTMLElement.prototype, { showPopover: () => undefined, setPointerCapture: () => undefined });
// Testing Library sets this only with global test functions. React then reports updates outside act.
beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
beforeAll(loadLateParts);
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

/** Since version 25, Node has a storage of its own. Without a file it is undefined, and hides the document's. */
async function restoreStorage(): Promise<void> {
  const { localStorage: own } = globalThis as { localStorage?: Storage };
  if (own !== undefined) return;
  const { Window } = await import("happy-dom");
  const { localStorage, sessionStorage } = new Window();
  for (const [name, value] of Object.entries({ localStorage, sessionStorage }))
    Object.defineProperty(globalThis, name, { value, configurable: true });
}
