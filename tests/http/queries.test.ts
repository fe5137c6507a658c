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
import { countQueries, QUERIES_MAX } from "../../scripts/bench/queries";

/** What needs more, and how much. */
const MORE: Record<string, number> = {
  // Everything that is stored about the user, list by list, because each may be long.
  "/account/profile/export": 11,
  "/api/user/export": 11,
  // The sessions, the networks, and whether two-factor is on: also what credential a change needs.
  "/account/security": 4,
  // The chosen plan is read again with what its price depends on, and then the provider is asked.
  "/signup/plan": 4,
  "/account/upgrade": 4,
  // Whether the plan has room for a key, which depends on the keys in use and on the larger plans.
  "/account/apikeys/create": 5,
  // A page of a list, and then what belongs to its rows.
  "/api/account/users": 3,
  // The same, and the places that the plan has left, for the form that invites.
  "/account/users": 5,
  // The same, and the entry of the audit log.
  "/account/users/export": 4,
  "/api/account/users/export": 4,
  // The plans, and then the counts of each tile.
  "/master": 12,
  "/api/master/overview": 12,
  // What belongs to the rows of a page, and for each account when it was last used.
  "/api/master/users": 3,
  "/master/accounts": 20,
  "/api/master/accounts": 19,
  "/master/accounts/details": 15,
  "/master/accounts/acts": 5,
  "/master/accounts/billing": 4,
  "/master/people/details": 7,
  "/api/master/audit": 3,
  "/api/master/feedback": 3,
  "/api/master/events": 3,
  // The same, and the counts of the chart.
  "/master/feedback": 4,
  // The counts of the days that have ended, and of the day before while they have not been stored.
  "/master/events": 7,
  "/master/impersonate": 4,
};

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
    const tooMany = counted.filter(({ path, isCall, statements }) => {
      return statements > (MORE[path.replace(/\?.*/, "")] ?? QUERIES_MAX[isCall ? "call" : "page"]);
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
