/** While a master acts as a user, every operation that writes is either rejected or logged in the account. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod/mini";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  IMPERSONATED_FIELDS,
  IMPERSONATED_OPERATIONS,
  parseSupportAct,
  toSupportActTarget,
} from "~/domain/audit-actions";
import { isReauthenticationField } from "~/domain/forms/reauthentication";
import { sessionEntity } from "~/models/session.server";
import { AppError } from "~/domain/errors";
import en from "~/i18n/en/activity.json";
import es from "~/i18n/es/activity.json";
import type { OpenStore } from "~/models/store/database";
import { openMigratedStore } from "../../../../tests/support/migrated-stores";
import { makeTestUser } from "../../../../tests/support/users";
import { createContext, makeApp } from "../../../../tests/support/services";
import type { App } from "../app.server";
import { runOperation, type Context, type Operation } from "../operation.server";
import { OPERATIONS, PRODUCT_OPERATIONS } from "../../operations.server";
import { auditEntity } from "~/models/audit.server";
import { recordAudit, TARGET_MAX_LENGTH } from "./audit.server";

const folder = mkdtempSync(join(tmpdir(), "acted-"));
let store: OpenStore;
let app: App;
beforeAll(async () => {
  store = await openMigratedStore(folder);
  app = makeApp({ store, folder });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Setup belongs to no account. */
const writes = OPERATIONS.filter(({ method, isSetup }) => method !== "GET" && !isSetup);

/** The context of a master who acts as an owner, and the entries in the owner's log. */
async function actAsOwner(): Promise<{ context: Context; listAuditRows: () => Promise<object[]> }> {
  const master = await makeTestUser(store, { permission: "master", isVerified: true, subscription: null });
  const owner = await makeTestUser(store, { permission: "owner", isVerified: true, subscription: "active" });
  await store.update(sessionEntity, { userId: owner.userId }, { impersonatorId: master.userId });
  const context = await createContext(app, owner);
  return { context, listAuditRows: () => store.find(auditEntity, { accountId: owner.accountId }) };
}

/** The operation with its access and limits, but with `run`, and any input. */
const replaceRun = (operation: Operation, run: Operation["run"]): Operation => ({
  ...operation,
  input: z.object({}),
  run,
});
const isRefusal = (failure: unknown): failure is AppError =>
  failure instanceof AppError && failure.status === 403;

test.each(writes.map((operation) => [operation.name, operation] as const))("%s", async (name, operation) => {
  const { context, listAuditRows } = await actAsOwner();
  let hasRun = false;
  const run = () => {
    hasRun = true;
    return Promise.resolve({ data: {} });
  };
  const refusal = await runOperation(replaceRun(operation, run), {}, context).then(
    () => null,
    (failure: unknown) => failure,
  );
  if (refusal !== null) {
    expect(isRefusal(refusal)).toBe(true);
    expect(hasRun).toBe(false);
    expect(await listAuditRows()).toEqual([]);
    return;
  }
  expect(await listAuditRows()).toMatchObject([
    { action: "support_acted", target: name, actorId: context.viewer?.user.id, impersonatorName: "A master" },
  ]);
});

const renaming = OPERATIONS.find(({ name }) => name === "renameAccount");

/** The writes that a master may run while acting as a user. */
const open = writes.filter(
  ({ refusesImpersonator, access }) => !refusesImpersonator && access.permission !== "master",
);

test.each(open.map((operation) => [operation.name, operation] as const))(
  "%s: an event of its own stands for the general entry only if the operation declares it complete",
  async (name, operation) => {
    const { context, listAuditRows } = await actAsOwner();
    const run: Operation["run"] = async (_input, own) => {
      await recordAudit(store, own, { action: "account_renamed", target: "New" });
      return { data: {} };
    };
    await runOperation(replaceRun(operation, run), {}, context);
    const general = { action: "support_acted", target: name, impersonatorName: "A master" };
    const own = { action: "account_renamed", impersonatorName: "A master" };
    expect(await listAuditRows()).toMatchObject(operation.auditsItself ? [own] : [general, own]);
  },
);

/** Those whose general entry names the fields that they were given. */
const named = open.filter(({ access, auditsItself }) => access.permission !== "none" && !auditsItself);

test.each(named.map((operation) => [operation.name, operation] as const))(
  "%s: the entry names every field that was given, and no credential",
  async (name, operation) => {
    const { context, listAuditRows } = await actAsOwner();
    const run = () => Promise.resolve({ data: {} });
    const given = Object.fromEntries(listFields(operation).map((field) => [field, "any"]));
    const input = { ...given, password: "secret", code: "123456", passkey: "any", left_out: undefined };
    await runOperation({ ...replaceRun(operation, run), input: z.any() }, input, context);
    const fields = listFields(operation).filter((field) => !isReauthenticationField(field));
    const [entry] = await store.find(auditEntity, { accountId: context.viewer?.account.id ?? "" });
    expect(await listAuditRows()).toHaveLength(1);
    expect(parseSupportAct(entry?.target ?? "")).toEqual({ operation: name, fields });
  },
);

const listFields = ({ input }: Operation) =>
  Object.keys((input._zod.def as { shape?: Record<string, unknown> }).shape ?? {});

/** A master is refused these, so no entry names them: impersonation-writes.test.ts tries each. */
const REFUSED_FIELDS = ["email", "support_enabled", "support_hours"];

test("every field that a master may change as a user has a name in both languages, and all together fit", () => {
  const fields = named.flatMap(listFields).filter((field) => !isReauthenticationField(field));
  expect(fields.sort()).toEqual([...IMPERSONATED_FIELDS, ...REFUSED_FIELDS].sort());
  for (const texts of [en, es])
    expect(Object.keys(texts.field).sort()).toEqual([...IMPERSONATED_FIELDS].sort());
  for (const { name } of named)
    expect(toSupportActTarget(name, IMPERSONATED_FIELDS).length).toBeLessThanOrEqual(TARGET_MAX_LENGTH);
});

test("what concerns one thing among several records an entry of its own, because a list of fields does not name it", () => {
  for (const { name, path, auditsItself } of open)
    expect([name, path.includes(":") && !auditsItself]).toEqual([name, false]);
});

test("a rejected operation leaves no entry; one that failed unexpectedly, and may have written, does", async () => {
  if (!renaming) throw new Error("there is no renameAccount");
  const { context, listAuditRows } = await actAsOwner();
  const runWithFailure = (failure: Error) =>
    runOperation(
      replaceRun(renaming, () => Promise.reject(failure)),
      {},
      context,
    ).catch(() => null);
  await runWithFailure(new AppError("conflict", "errors:conflict"));
  expect(await listAuditRows()).toEqual([]);
  const entry = { action: "support_acted", target: "renameAccount" };
  await runWithFailure(new Error("failed"));
  expect(await listAuditRows()).toMatchObject([entry]);
  await runWithFailure(new AppError("unavailable", "errors:unavailable"));
  expect(await listAuditRows()).toMatchObject([entry, entry]);
});

test("a user's own writes and a master's reads leave no entry", async () => {
  const owner = await makeTestUser(store, { permission: "owner", isVerified: true, subscription: "active" });
  const run = () => Promise.resolve({ data: {} });
  if (!renaming) throw new Error("there is no renameAccount");
  await runOperation(replaceRun(renaming, run), {}, await createContext(app, owner));
  const reading = OPERATIONS.find(({ name }) => name === "getUser");
  const { context, listAuditRows } = await actAsOwner();
  if (reading) await runOperation(replaceRun(reading, run), {}, context);
  expect(await store.find(auditEntity, { accountId: owner.accountId })).toEqual([]);
  expect(await listAuditRows()).toEqual([]);
});

test("every write that is not rejected has a text in both languages", () => {
  // The founder's own record themselves (tests/boundaries/own-entries.test.ts).
  const names = open
    .filter((operation) => PRODUCT_OPERATIONS.includes(operation))
    .map(({ name }) => name)
    .sort();
  expect([...IMPERSONATED_OPERATIONS].sort()).toEqual(names);
  for (const texts of [en, es]) expect(Object.keys(texts.operation).sort()).toEqual(names);
});
