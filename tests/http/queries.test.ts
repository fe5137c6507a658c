/**
 * How many queries a page and a reading call send, counted in the built product for each kind of user. Each query is a
 * round trip where the database is on another machine.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PAGES } from "~/domain/pages";
import { OPERATIONS } from "~/services/operations.server";
import { countQueries, getQueriesMax } from "../../scripts/bench/queries";

/** They only redirect, or need an earlier step or a row of their own. */
const NOT_COUNTED = [
  ...["/signout", "/preferences", "/switch", "/impersonation/end", "/signin/impersonate", "/signin/otp"],
  ...["/account/2fa/setup", "/account/2fa/codes", "/account/2fa/off", "/account/apikeys/edit"],
  "/account/webhooks/edit",
  // Closed, because the product has users.
  "/setup",
  ...["/auth/:network", "/auth/:network/callback", "/dev/mail/:id", "/dev/mail/:id/attachments/:index"],
];

test("a page sends at most three queries, and a reading call two", { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "queries-"));
  try {
    const counted = await countQueries(folder);
    const tooMany = counted.filter(({ path, statements }) => {
      return statements > getQueriesMax(path);
    });
    expect(tooMany).toEqual([]);
    const paths = new Set(counted.map(({ path }) => path.replace(/\?.*/, "")));
    const reads = OPERATIONS.filter(({ method, path }) => method === "GET" && !path.includes(":"));
    expect(reads.map(({ path }) => path).filter((path) => !paths.has(path))).toEqual([]);
    expect(new Set(Object.keys(PAGES).filter((path) => !paths.has(path)))).toEqual(new Set(NOT_COUNTED));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
