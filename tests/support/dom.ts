/** Gives tests with a document its storage, and unmounts rendered components after each test. */
import { afterEach, beforeAll } from "vitest";

if (typeof document !== "undefined") {
  await restoreStorage();
  const { cleanup } = await import("@testing-library/react");
  // Testing Library sets this only with global test functions. React then reports updates outside act.
  beforeAll(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  });
  afterEach(cleanup);
}

/** Since version 25, Node has a storage of its own. Without a file it is undefined, and hides the document's. */
async function restoreStorage(): Promise<void> {
  const { localStorage: own } = globalThis as { localStorage?: Storage };
  if (own !== undefined) return;
  const { Window } = await import("happy-dom");
  const { localStorage, sessionStorage } = new Window();
  for (const [name, value] of Object.entries({ localStorage, sessionStorage }))
    Object.defineProperty(globalThis, name, { value, configurable: true });
}
