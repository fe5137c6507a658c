/** Takes rendered components down after each test, where the test has a document. */
import { afterEach, beforeAll } from "vitest";

if (typeof document !== "undefined") {
  const { cleanup } = await import("@testing-library/react");
  // Testing Library sets this by itself only with global test functions; React then reports updates outside act.
  beforeAll(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  });
  afterEach(cleanup);
}
