/** Impersonation under parallel requests, on every store: a token starts one session, and revoking access ends it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findViewer } from "~/models/viewer.server";
import { mailEntity } from "~/models/mail.server";
import { auditEntity } from "~/models/audit.server";
import { sessionEntity } from "~/models/session.server";
import type { App } from "~/services/platform/app.server";
import { createImpersonation, endImpersonation, impersonate } from "~/services/master/impersonation.server";
import { hashToken } from "~/crypto/secrets.server";
import { runOperation, type Context } from "~/services/platform/operation.server";
import { updateUser } from "~/services/profile/user.server";
import { toViewer } from "~/services/platform/viewer.server";
import { makeTestUser, makeSession, type TestUser } from "../support/users";
import { createContext, makeApp, runConcurrently } from "../support/services";
import { describeStores } from "../support/stores";

const RACERS = 20;
const ROUNDS = 5;

await describeStores("impersonation", (fresh) => {
  const folder = mkdtempSync(join(tmpdir(), "groundwork-acting-"));
  let app: App;
  beforeAll(() => {
    app = makeApp({ store: fresh().store, folder });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const settled = { isVerified: true, subscription: "active" } as const;
  const listImpersonationSessions = ({ userId }: TestUser) =>
    app.store.find(sessionEntity, { userId, impersonatorId: { not: null } });

  async function cast() {
    const [master, customer] = [
      await makeTestUser(app.store, { permission: "master", ...settled }),
      await makeTestUser(app.store, { permission: "owner", ...settled }),
    ];
    const [asMaster, asCustomer] = [await createContext(app, master), await createContext(app, customer)];
    await runOperation(updateUser, { support_enabled: true }, asCustomer);
    const asked = { user: customer.userId, account: customer.accountId, reason: "A race" };
    const { data } = await runOperation(createImpersonation, asked, asMaster);
    return { customer, asMaster, asCustomer, token: data.token };
  }

  async function createImpersonationContext(asMaster: Context, customer: TestUser): Promise<Context> {
    const [session] = await listImpersonationSessions(customer);
    const row = await findViewer(app.store, { sessionId: session?.id ?? "" });
    if (!row) throw new Error("no session impersonates");
    return { ...asMaster, viewer: toViewer(row) };
  }

  async function createBrowserContext(
    asMaster: Context,
    of: Pick<TestUser, "userId" | "accountId">,
  ): Promise<Context> {
    const cookieHash = hashToken(await makeSession(app.store, { ...of, kind: "browser" }));
    const row = await findViewer(app.store, { tokenHash: cookieHash });
    if (!row) throw new Error("the browser has no session");
    return { ...asMaster, cookieHash, viewer: toViewer(row) };
  }

  test("twenty concurrent uses of one token start one session, add one log entry and send one mail", async () => {
    const { customer, asMaster, token } = await cast();
    const { answers, refusals } = await runConcurrently(RACERS, () =>
      runOperation(impersonate, { token }, asMaster),
    );
    expect(answers).toHaveLength(1);
    expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([404]));
    expect(await listImpersonationSessions(customer)).toHaveLength(1);
    const started = { accountId: customer.accountId, action: "impersonation_started" } as const;
    expect(await app.store.count(auditEntity, started)).toBe(1);
    const recipient = `${customer.userId}@example.com`;
    expect(await app.store.count(mailEntity, { recipient, template: "support_signed_in" })).toBe(1);
  });

  test("of twenty browsers of the master that use a script's token at once, one starts a session of a browser", async () => {
    const { customer, asMaster, token } = await cast();
    const of = { userId: asMaster.viewer?.user.id ?? "", accountId: asMaster.viewer?.account.id ?? "" };
    const browsers = await Promise.all(
      Array.from({ length: RACERS }, () => createBrowserContext(asMaster, of)),
    );
    const { answers, refusals } = await runConcurrently(RACERS, (index) =>
      runOperation(impersonate, { token }, browsers[index] ?? asMaster),
    );
    expect(answers.map(({ session }) => session?.kind)).toEqual(["started"]);
    expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([404]));
    expect(await listImpersonationSessions(customer)).toMatchObject([{ kind: "browser" }]);
  });

  test("revoking support access while a master signs in leaves no session, in either order", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { customer, asMaster, asCustomer, token } = await cast();
      await runConcurrently<unknown>(2, (index) =>
        index === round % 2
          ? runOperation(impersonate, { token }, asMaster)
          : runOperation(updateUser, { support_enabled: false }, asCustomer),
      );
      expect(await listImpersonationSessions(customer)).toHaveLength(0);
    }
  });

  test("twenty concurrent requests to end an impersonation add one log entry", async () => {
    const { customer, asMaster, token } = await cast();
    await runOperation(impersonate, { token }, asMaster);
    const acting = await createImpersonationContext(asMaster, customer);
    const { answers } = await runConcurrently(RACERS, () => runOperation(endImpersonation, {}, acting));
    expect(answers).toHaveLength(1);
    const ended = { accountId: customer.accountId, action: "impersonation_ended" } as const;
    expect(await app.store.count(auditEntity, ended)).toBe(1);
  });
});
