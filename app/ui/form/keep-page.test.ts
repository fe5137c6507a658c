import { expect, test } from "vitest";
import { keepPage } from "./keep-page";

const answering = (answer: () => unknown) => keepPage({ serverAction: async <T>() => (await answer()) as T });
const failing = (thrown: unknown) =>
  answering(() => {
    throw thrown;
  });

/** What Remix throws for an answer that is no page's. */
const errorResponse = (status: number, data: unknown) => ({ status, statusText: "", internal: false, data });

test("a reply passes through", async () => {
  expect(await answering(() => ({ ok: true, message: "Saved" }))).toEqual({ ok: true, message: "Saved" });
});

test("a redirect passes through", async () => {
  const redirect = new Response(null, { status: 302 });
  await expect(failing(redirect)).rejects.toBe(redirect);
});

test("a server that cannot be reached is a failure without a response", async () => {
  expect(await failing(new TypeError("Failed to fetch"))).toEqual({
    ok: false,
    status: 0,
    message: "form:errors.offline",
  });
});

test("an answer that is no reply keeps its status, and its text if it has one", async () => {
  expect(await failing(errorResponse(429, "Please wait."))).toMatchObject({
    status: 429,
    message: "Please wait.",
  });
  expect(await failing(errorResponse(502, null))).toMatchObject({
    status: 502,
    message: "form:errors.message",
  });
});
