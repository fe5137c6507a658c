/** The program behind queries.ts: sends requests directly to the built product and reads the store's own count. */
import { createRequestHandler, type AppLoadContext, type ServerBuild } from "@remix-run/node";
import type { boot } from "../../app/boot.server";
import type { createRequestContext } from "../../app/http/request-context.server";
import { makePerson } from "../../tests/support/people";
import { resolveFromRoot } from "../lib/root.mjs";
import { CALLS, OPEN_PAGES, OWN_PAGES } from "./urls";
import type { CountedRequest } from "./queries";

/**
 * The outbox looks for mail now and then, and a session is extended once a minute. The lowest count belongs to the
 * request alone.
 */
const TRIES = 4;

interface ProductEntry {
  boot: typeof boot;
  requestContext: typeof createRequestContext;
}

const FACTS = { nonce: "n", id: "counting", isLocalCaller: true };

const built = resolveFromRoot("build", "server", "index.js");
const build = (await import(built)) as ServerBuild;
const entry = build.entry.module as unknown as ProductEntry;
const running = await entry.boot({ payments: refuse, social: refuse }, { pictureProgram: "" });
const { app } = running;
const handle = createRequestHandler(build, "production");
const person = await makePerson(app.store, { permission: "owner", isVerified: true, subscription: "active" });
// Nearly all users have a password. For the others, the profile page has one more query, for their second factor.
await app.store.update("users", { id: person.userId }, { passwordHash: "not read" });
const bearer = { authorization: `Bearer ${person.token}` };
const cookie = { cookie: `session=${person.cookie}` };

const counted: CountedRequest[] = [];
for (const path of OPEN_PAGES) counted.push(await count(path, {}));
for (const path of OWN_PAGES) counted.push(await count(path, cookie));
for (const path of CALLS) counted.push(await count(path, bearer));
await running.close();
process.send?.(counted);
process.disconnect();

function refuse(): Promise<never> {
  return Promise.reject(new Error("counting does not use the sandbox"));
}

async function count(path: string, headers: Record<string, string>): Promise<CountedRequest> {
  const tries: number[] = [];
  let status = 0;
  for (let time = 0; time < TRIES; time += 1) {
    const before = app.store.statements;
    const request = entry.requestContext(app, { headers, ip: "127.0.0.1" }, FACTS);
    const context: AppLoadContext = { request };
    const answer = await handle(new Request(`http://localhost${path}`, { headers }), context);
    await answer.text();
    status = answer.status;
    tries.push(app.store.statements - before);
  }
  return { path, isCall: path.startsWith("/api/"), status, statements: Math.min(...tries) };
}
