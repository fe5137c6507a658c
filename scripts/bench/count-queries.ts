/** The program behind queries.ts: sends requests directly to the built product and reads the store's own count. */
import { setTimeout as pause } from "node:timers/promises";
import { hasOnePath, listPageRoutes } from "../../tests/support/page-routes";
import { makeTestUser, type TestUser, type TestUserState } from "../../tests/support/users";
import { userEntity } from "../../app/models/user.server";
import { bootBuiltProduct } from "./built-product";
import { getQueriesMax, type CountedRequest } from "./queries";

/**
 * The jobs look for work now and then, and a session is extended once a minute. So what looks like too much is counted
 * again, at last after a pause: the lowest count belongs to the request alone.
 */
const TRIES_MAX = 8;
const TRIES_WITHOUT_PAUSE = 4;
const QUIET_MS = 500;

/** Between them, they see every page and every call. */
const STATES: Record<string, TestUserState> = {
  unverified: { permission: "owner", isVerified: false, subscription: null },
  unplanned: { permission: "owner", isVerified: true, subscription: null },
  waiting: { permission: "user", isVerified: true, subscription: null },
  free: { permission: "owner", isVerified: true, subscription: "active" },
  paying: { permission: "owner", isVerified: true, subscription: null },
  member: { permission: "developer", isVerified: true, subscription: "active" },
  master: { permission: "master", isVerified: true, subscription: "active" },
};

const { app, send, close } = await bootBuiltProduct();

const people = await Promise.all(Object.entries(STATES).map(([name, state]) => prepare(name, state)));
const paying = people.find(({ name }) => name === "paying");
const { status: paid } = await send("/api/account/plan", paying?.api ?? {}, {
  plan: "team",
  token: "tok_visa",
});
if (paid !== 200) throw new Error(`choosing the plan answered ${paid}`);
await waitUntilQuiet();

const counted: CountedRequest[] = [];
for (const path of [...listPages(paying?.person), ...(await listCalls())]) {
  const isCall = path.startsWith("/api/");
  const tries = [];
  for (const { name, browser, api } of [...people, { name: "nobody", browser: {}, api: {} }])
    tries.push({ path, isCall, by: name, ...(await count(path, isCall ? api : browser)) });
  const answered = tries.filter(({ status }) => status === 200 || status === 404);
  const most = Math.max(...answered.map(({ statements }) => statements));
  counted.push(...answered.filter(({ statements }) => statements === most).slice(0, 1));
}
await close();
process.send?.(counted);
process.disconnect();

/** Every page with one path, and what a page shows with parameters. */
function listPages(person: TestUser | undefined): string[] {
  return [
    ...listPageRoutes()
      .filter(hasOnePath)
      .map(({ path }) => path),
    ...["tab=card", "tab=invoices", "preview"].map((query) => `/account/billing?${query}`),
    ...["plan=scale", "plan=pro&code=WELCOME"].map((query) => `/account/upgrade?${query}`),
    "/welcome?page=1",
    `/account/owner?user=${person?.userId ?? ""}`,
    `/account/users/edit?id=${person?.userId ?? ""}`,
    ...["details", "acts", "billing"].map((page) => `/master/accounts/${page}?id=${person?.accountId ?? ""}`),
    `/master/people/details?id=${person?.userId ?? ""}`,
    `/master/impersonate?user=${person?.userId ?? ""}`,
  ];
}

/** Every call that only reads. */
async function listCalls(): Promise<string[]> {
  const { text } = await send("/api/openapi.json", {});
  const { paths } = JSON.parse(text) as { paths: Record<string, object> };
  return Object.keys(paths).filter((path) => "get" in (paths[path] ?? {}) && !path.includes("{"));
}

async function prepare(name: string, state: TestUserState) {
  const person = await makeTestUser(app.store, state);
  // Nearly all users have a password. For the others, the profile page has one more query, for their second factor.
  await app.store.update(userEntity, { id: person.userId }, { passwordHash: "not read" });
  const [browser, api] = [
    { cookie: `session=${person.cookie}` },
    { authorization: `Bearer ${person.token}` },
  ];
  return { name, person, browser, api };
}

/** Waits for the background work after the chosen plan, which is over once nothing was sent for a while. */
async function waitUntilQuiet(): Promise<void> {
  for (let before = -1; before !== app.database.statements;) {
    before = app.database.statements;
    await pause(QUIET_MS);
  }
}

async function count(
  path: string,
  headers: Record<string, string>,
): Promise<Pick<CountedRequest, "status" | "statements">> {
  const tries: number[] = [];
  let status = 0;
  while (tries.length < TRIES_MAX && Math.min(...tries) > getQueriesMax(path)) {
    if (tries.length >= TRIES_WITHOUT_PAUSE) await pause(QUIET_MS);
    const before = app.database.statements;
    status = (await send(path, headers)).status;
    tries.push(app.database.statements - before);
  }
  return { status, statements: Math.min(...tries) };
}
