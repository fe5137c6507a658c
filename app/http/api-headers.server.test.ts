/** The headers of an answer: what is left of the limits, and when a call is going to be removed. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { AppError } from "~/domain/errors";
import type { RateLimit } from "~/domain/rate-limits";
import type { OpenStore } from "~/models/store/database";
import { describeOperation } from "~/services/openapi-operation.server";
import { OPERATIONS } from "~/services/operations.server";
import type { Operation } from "~/services/platform/operation.server";
import { makeApp } from "../../tests/support/services";
import { answerCall } from "./api.server";
import { createRequestContext } from "./request-context.server";

const folder = mkdtempSync(join(tmpdir(), "headers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const app = makeApp({ store: {} as OpenStore, folder });

const createLimit = (by: RateLimit["by"], counts: RateLimit["counts"] = "all"): RateLimit => ({
  name: `tests-${by}-${counts}`,
  attempts: 2,
  seconds: 60,
  by,
  counts,
});

/** An operation that is open to everyone. */
const fixture: Operation = {
  name: "tryThings",
  method: "GET",
  path: "/api/event",
  summary: "Try things. They may fail.",
  access: { permission: "none" },
  input: z.object({}),
  output: z.object({}),
  run: () => Promise.resolve({ data: {} }),
};
const fail: Operation["run"] = () => Promise.reject(new AppError("conflict", "errors:conflict"));

let callers = 0;

/** Each caller has an IP of its own, and so limits of its own. */
function createCaller(): (
  changes?: Partial<Pick<Operation, "limits" | "run" | "deprecated">>,
) => Promise<Response> {
  callers += 1;
  const incoming = { headers: {}, ip: `192.0.2.${callers}` };
  return (changes = {}) => {
    const request = createRequestContext(app, incoming, { nonce: "", id: "1", isLocalCaller: false });
    const args = { request: new Request("http://app.test/api/event"), params: {}, context: { request } };
    const operation = { ...fixture, ...changes };
    return answerCall({ operation, parameters: {} }, args);
  };
}

test("an answer that counted says what its limits allow and what is left of them; the next has one less", async () => {
  const call = createCaller();
  const limits = [createLimit("ip"), createLimit("user")];
  const { headers } = await call({ limits });
  expect(headers.get("RateLimit-Policy")).toBe('"tests-ip-all";q=2;w=60, "tests-user-all";q=2;w=60');
  expect(headers.get("RateLimit")).toBe('"tests-ip-all";r=1;t=60, "tests-user-all";r=1;t=60');
  expect((await call({ limits })).headers.get("RateLimit")).toContain('"tests-user-all";r=0;t=');
});

test("429 names the limit that is exceeded, with the time to wait, and none that it did not count against", async () => {
  const call = createCaller();
  const limits = [{ ...createLimit("ip"), attempts: 9, name: "wide" }, createLimit("user")];
  await call({ limits });
  await call({ limits });
  const { status, headers } = await call({ limits });
  expect(status).toBe(429);
  const [, seconds = ""] = /^"tests-user-all";r=0;t=(\d+)$/.exec(headers.get("RateLimit") ?? "") ?? [];
  expect(headers.get("Retry-After")).toBe(seconds);
  expect(headers.get("RateLimit-Policy")).toBe('"tests-user-all";q=2;w=60');
});

test("a limit that counts failures is named after a failure, and not after a success", async () => {
  const call = createCaller();
  const limits = [createLimit("ip", "failures")];
  expect((await call({ limits })).headers.get("RateLimit")).toBeNull();
  const failed = await call({ limits, run: fail });
  expect([failed.status, failed.headers.get("RateLimit")]).toEqual([409, '"tests-ip-failures";r=1;t=60']);
});

test("what others have tried for an email stays hidden, also by 429", async () => {
  const call = createCaller();
  const limits = [createLimit("email"), createLimit("ip+email")];
  for (const status of [200, 200, 429]) {
    const answer = await call({ limits });
    expect([answer.status, answer.headers.get("RateLimit")]).toEqual([status, null]);
  }
});

test("a call without limits has no such header", async () => {
  const { headers } = await createCaller()();
  expect([headers.get("RateLimit"), headers.get("RateLimit-Policy")]).toEqual([null, null]);
});

const deprecated = { since: "2026-01-15", until: "2026-07-20", instead: "Use GET /api/things." };

test("every answer of a deprecated call says since when, until when, and where to read more", async () => {
  for (const run of [fixture.run, fail]) {
    const { headers } = await createCaller()({ deprecated, run });
    expect(headers.get("Deprecation")).toBe("@1768435200");
    expect(headers.get("Sunset")).toBe("Mon, 20 Jul 2026 00:00:00 GMT");
    expect(headers.get("Link")).toBe('<https://app.test/api/docs>; rel="deprecation"; type="text/html"');
  }
  const { headers } = await createCaller()();
  expect([headers.get("Deprecation"), headers.get("Sunset"), headers.get("Link")]).toEqual([
    null,
    null,
    null,
  ]);
});

test("the document marks a deprecated call, and says what replaces it", () => {
  expect(describeOperation({ ...fixture, deprecated }, {})).toMatchObject({
    deprecated: true,
    description: expect.stringContaining(
      "Deprecated since 2026-01-15, removed on 2026-07-20. Use GET /api/things.",
    ) as string,
  });
  expect(describeOperation(fixture, {})).not.toHaveProperty("deprecated");
});

test("a call is removed six months after it was deprecated, at the earliest", () => {
  const days = (text: string) => new Date(text).getTime() / 86_400_000;
  for (const { name, deprecated: end } of [...OPERATIONS, { ...fixture, deprecated }])
    if (end) expect([name, days(end.until) - days(end.since) >= 182]).toEqual([name, true]);
});
