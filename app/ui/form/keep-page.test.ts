import { expect, test } from "vitest";
import { clientAction } from "./keep-page";

const callKeepPage = (answer: () => unknown) =>
  clientAction({ serverAction: async <T>() => (await answer()) as T });
const callWithFailure = (thrown: unknown) =>
  callKeepPage(() => {
    throw thrown;
  });

/** The status and body of the failure response. Its status keeps the router from reloading the page's data. */
async function toStatusAndBody(thrown: unknown): Promise<[number, unknown]> {
  const answer = await callWithFailure(thrown);
  if (!(answer instanceof Response)) throw new Error("not a response");
  return [answer.status, await answer.json()];
}

/** The error that Remix throws for a response that is not a reply. */
const createErrorResponse = (status: number, data: unknown) => ({
  status,
  statusText: "",
  internal: false,
  data,
});

test("a reply passes through", async () => {
  expect(await callKeepPage(() => ({ ok: true, message: "Saved" }))).toEqual({ ok: true, message: "Saved" });
});

test("a redirect passes through", async () => {
  const redirect = new Response(null, { status: 302 });
  await expect(callWithFailure(redirect)).rejects.toBe(redirect);
});

test("an unreachable server becomes a reply with status 0", async () => {
  expect(await toStatusAndBody(new TypeError("Failed to fetch"))).toEqual([
    503,
    { ok: false, status: 0, message: "form:errors.offline" },
  ]);
});

test("a response that is not a reply keeps its status, and its text if it has one", async () => {
  expect(await toStatusAndBody(createErrorResponse(429, "Please wait."))).toEqual([
    429,
    { ok: false, status: 429, message: "Please wait." },
  ]);
  expect(await toStatusAndBody(createErrorResponse(502, null))).toEqual([
    502,
    { ok: false, status: 502, message: "form:errors.message" },
  ]);
});
