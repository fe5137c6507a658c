/**
 * Remix's hydration calls the constructor that a serialized error names (GHSA-337j-9hxr-rhxg). In production its server names
 * none, whatever a loader throws.
 */
import { createRequestHandler, type EntryContext, type ServerBuild } from "@remix-run/node";
import { expect, test, vi } from "vitest";

const NAME = "Function";
const MESSAGE = "alert(1)";

/** The state that a page's document carries for its hydration, as text, when the page's loader throws. */
async function readHydrationState(mode: string): Promise<string> {
  const route = {
    default: () => null,
    loader: () => {
      throw Object.assign(new Error(MESSAGE), { name: NAME });
    },
  };
  const build = {
    entry: {
      module: {
        handleError: () => undefined,
        default: (...[, status, , { serverHandoffStream }]: [Request, number, Headers, EntryContext]) =>
          new Response(serverHandoffStream as BodyInit | undefined, { status }),
      },
    },
    routes: { root: { id: "root", path: "", module: route } },
    assets: { routes: {}, entry: { imports: [], module: "" }, url: "", version: "1" },
    future: { v3_singleFetch: true },
    isSpaMode: false,
    mode,
    basename: "/",
    publicPath: "/",
    assetsBuildDirectory: "",
  } as unknown as ServerBuild;
  const response = await createRequestHandler(build, mode)(new Request("http://app.test/"));
  expect(response.status).toBe(500);
  return response.text();
}

test("an error of a loader reaches the browser in production without its own name and message", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const state = await readHydrationState("production");
  expect(state).toContain("Unexpected Server Error");
  expect(state).not.toMatch(new RegExp(`${NAME}|__subType|alert`));
  // Elsewhere it does, which shows that the test would see it.
  expect(await readHydrationState("development")).toContain(NAME);
});
