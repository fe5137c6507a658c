/**
 * Fills a database with one account of 100,000 members and a million events. The product creates a row of each kind where it
 * can, and statements of many rows add the rest.
 */
import { createEmptyValues } from "../../../app/domain/own-fields";
import { membershipEntity } from "../../../app/models/membership.server";
import { userEntity } from "../../../app/models/user.server";
import type { Where, Scalar } from "../../../app/models/store/conditions";
import type { Entity, StoredRow } from "../../../app/models/store/entity";
import { insertShippedPlans } from "../../../app/services/billing/plans/plans.server";
import { makeTestUser, type TestUser } from "../../../tests/support/users";
import { ENTITIES, type EntityName, type Rows } from "../../../app/models/all-entities";
import { toColumnName } from "../../../app/models/store/names";
import { OWN_ACCOUNT_FIELDS } from "../../../app/product/fields";
import { openDatabase, type Database } from "../../../app/models/store/sequelize/database";
import type { Store } from "../../../app/models/store/store";
import { createRandom } from "../../seed/random";

/** How many rows a database gets. */
export interface Sizes {
  /** Also of other accounts, each with a subscription. */
  members: number;
  /** Also of entries in the audit log. */
  events: number;
  /** Each of feedback and webhook deliveries. */
  others: number;
  keys: number;
}

/** Rows of one statement. */
const BATCH = 1000;
const LOADING_TIMEOUT_MS = 120_000;
const YEAR_MS = 365 * 86_400_000;
const FIRST_NAMES = "Ada Barbara Claude Donald Edsger Frances Grace Hedy Ivan John".split(" ");
const EVENT_NAMES = ["page_opened", "report_opened", "search_used", "project_created", "export_downloaded"];

/** Returns the account's owner, and a master. */
export async function growDatabase(
  { store, url }: { store: Store; url: string },
  sizes: Sizes,
): Promise<{ owner: TestUser; master: TestUser }> {
  const state = { isVerified: true, subscription: "active" } as const;
  await insertShippedPlans(store);
  const owner = await makeTestUser(store, { permission: "owner", ...state });
  const master = await makeTestUser(store, { permission: "master", ...state });
  const database = await openDatabase({ url, timeoutMs: LOADING_TIMEOUT_MS, poolSize: 1 });
  try {
    await fill({ store, database, sizes }, owner);
  } finally {
    await database.close();
  }
  return { owner, master };
}

async function fill(
  { store, database, sizes }: { store: Store; database: Database; sizes: Sizes },
  { accountId, userId }: TestUser,
): Promise<void> {
  const user = await getOne(store, userEntity, { id: userId });
  const membership = await getOne(store, membershipEntity, { accountId, userId });
  await insertMany(database, "users", {
    count: sizes.members,
    create: (n) => ({ ...user, ...describeUser(n, sizes) }),
  });
  await insertMany(database, "memberships", {
    count: sizes.members,
    create: (n) => toMembership(membership, n, sizes),
  });
  const dated = { accountId, userId };
  await insertMany(database, "events", {
    count: sizes.events,
    create: (n) => ({
      ...dated,
      id: toId("e", n),
      // One name in ten thousand is rare.
      name: n % 10_000 === 0 ? "account_closed" : (EVENT_NAMES[n % EVENT_NAMES.length] ?? ""),
      metadata: null,
      createdAt: toTime(n, sizes.events),
    }),
  });
  await insertMany(database, "feedback", {
    count: sizes.others,
    create: (n) => ({
      ...dated,
      id: toId("f", n),
      rating: toRating(n),
      comment: "It does what I need.",
      ...{ answeredAt: null, answeredBy: null, answer: null },
      createdAt: toTime(n, sizes.others),
    }),
  });
  await fillMissionControl({ database, sizes }, { accountId, userId });
  await insertMany(database, "webhookDeliveries", {
    count: sizes.others,
    create: (n) => toDelivery(accountId, n, sizes),
  });
  await insertMany(database, "webhookEndpoints", { count: 1, create: () => toEndpoint(accountId) });
  await insertMany(database, "apiKeys", {
    count: sizes.keys,
    create: (n) => toKey({ accountId, userId, n, sizes }),
  });
  await run(
    database,
    {
      sqlite: "ANALYZE",
      postgres: "VACUUM ANALYZE",
      mysql: ANALYZE_MYSQL,
      mssql: "EXEC sp_updatestats",
      oracle: "BEGIN dbms_stats.gather_schema_stats(USER); END;",
    }[database.dialect.name],
  );
}

/** Other accounts with their subscriptions, and the audit log of all. */
async function fillMissionControl(
  { database, sizes }: { database: Database; sizes: Sizes },
  { accountId, userId }: Pick<TestUser, "accountId" | "userId">,
): Promise<void> {
  await insertMany(database, "accounts", {
    count: sizes.members,
    create: (n) => toAccount(n, sizes),
  });
  await insertMany(database, "subscriptions", {
    count: sizes.members,
    create: (n) => toSubscription(n),
  });
  await insertMany(database, "audits", {
    count: sizes.events,
    create: (n) => toAudit({ accountId, userId, n, sizes }),
  });
}

const ANALYZE_MYSQL =
  "ANALYZE TABLE users, memberships, events, feedback, audits, webhook_deliveries, api_keys, invites, accounts, subscriptions";

async function getOne<R extends StoredRow>(
  store: Store,
  entity: Entity<R>,
  where: Where<NoInfer<R>>,
): Promise<R> {
  const row = await store.findOne(entity, where);
  if (!row) throw new Error(`there is no row of ${entity.table}`);
  return row;
}

/** Ids grow with the number, as UUIDv7 does with time. */
export const toId = (kind: string, n: number) =>
  `00000000-0000-7000-8${kind.charCodeAt(0).toString(16).padStart(3, "0")}-${String(n).padStart(12, "0")}`;
export const ENDPOINT_ID = toId("h", 0);

/** The last year, evenly. */
const toTime = (n: number, all: number) => new Date(START - YEAR_MS + Math.floor((YEAR_MS * n) / all));
const START = Date.now();

/** The share that has one name and joined last: of 100,000, more than the product sorts itself, at the far end of an order. */
const LAST_NAMED_SHARE = 0.015;

const toRating = (n: number): Rows["feedback"]["rating"] =>
  n % 1000 === 0 ? "negative" : n % 2 === 0 ? "neutral" : "positive";

function describeUser(n: number, sizes: Sizes) {
  const random = createRandom(n * 7919);
  const [which, when] = [random(), random()];
  const isLast = n >= sizes.members * (1 - LAST_NAMED_SHARE);
  const firstName = isLast ? "Zoe" : (FIRST_NAMES[Math.floor(which * FIRST_NAMES.length)] ?? "");
  const name = `${firstName} ${n}`;
  const email = `person${n}@example.com`;
  const isVerified = n % 100 !== 0;
  const [id, verifiedAt] = [toId("u", n), isVerified ? toTime(n, sizes.members) : null];
  const lastSignInAt = n % 10 === 0 ? null : new Date(START - Math.floor(when * YEAR_MS));
  return {
    id,
    name,
    nameKey: name.toLowerCase(),
    email,
    emailClaim: isVerified ? email : id,
    verifiedAt,
    lastSignInAt,
  };
}

function toMembership(one: Rows["memberships"], n: number, sizes: Sizes): Rows["memberships"] {
  const { id: userId, nameKey, email, verifiedAt, lastSignInAt: signedInAt } = describeUser(n, sizes);
  const id = toId("m", n);
  const role = n % 200 === 0 ? "admin" : n % 20 === 0 ? "developer" : "user";
  const twoFactorAt = n % 5 === 0 ? toTime(n, sizes.members) : null;
  const copied = { nameKey, email, verifiedAt, signedInAt, twoFactorAt };
  return { ...one, ...copied, id, userId, role, ownerClaim: id, createdAt: toTime(n, sizes.members) };
}

interface Numbered {
  accountId: string;
  userId: string;
  n: number;
  sizes: Sizes;
}

/** Half of the entries are of one account, the others of many; one in ten thousand has another action. */
function toAudit({ accountId, userId, n, sizes }: Numbered): Rows["audits"] {
  const isOwn = n % 2 === 0;
  const actorId = isOwn ? userId : toId("u", n % sizes.members);
  const actor = { actorId, actorName: "An owner", impersonatorId: null, impersonatorName: null };
  const action = n % 10_000 === 0 ? "account_renamed" : "key_created";
  const what = { action, target: `Key ${n}`, ip: "127.0.0.1" } as const;
  const account = isOwn ? accountId : toId("c", n % sizes.members);
  return { id: toId("a", n), accountId: account, ...actor, ...what, createdAt: toTime(n, sizes.events) };
}

function toAccount(n: number, { members }: Sizes): Rows["accounts"] {
  const name = `${FIRST_NAMES[n % FIRST_NAMES.length] ?? ""} Ltd ${n}`;
  const none = { overLimitAt: null, checklistDismissedAt: null, ...createEmptyValues(OWN_ACCOUNT_FIELDS) };
  const state = { unnamedSince: null, ownerOfferedTo: null, demoState: null, ...none };
  return { id: toId("c", n), name, nameKey: name.toLowerCase(), ...state, createdAt: toTime(n, members) };
}

/** Most are on the free plan; one in a hundred has a failed payment, and one in a thousand a rare plan. */
function toSubscription(n: number): Rows["subscriptions"] {
  const planId = n % 1000 === 0 ? "scale" : n % 5 === 0 ? "pro" : "free";
  const status = n % 100 === 1 ? "requires_payment_method" : n % 50 === 0 ? "trialing" : "active";
  const period = { currentPeriodStart: null, currentPeriodEnd: null, seatsDueAt: null };
  const card = { cardBrand: null, cardLast4: null, cardExpMonth: null, cardExpYear: null };
  const provider = { customerId: null, providerId: null, cancelAtPeriodEnd: false, nextPlanId: null };
  const money = { currency: null, balanceMinor: null, balanceCurrency: null };
  const rest = { billingEmail: null, revision: 1, updatedAt: new Date(START) };
  return { id: toId("c", n), planId, status, seats: 1, ...provider, ...money, ...period, ...card, ...rest };
}

function toDelivery(accountId: string, n: number, sizes: Sizes): Rows["webhookDeliveries"] {
  const at = toTime(n, sizes.others);
  const what = { eventId: toId("v", n), type: "user.joined", payload: `{"id":"${toId("v", n)}"}` };
  const result = {
    failure: null,
    responseStatus: 200,
    responseExcerpt: "ok",
    durationMs: 42,
    deliveredAt: at,
  };
  const sent = { status: "delivered", attempts: 1, dueAt: at, lockedUntil: at, createdAt: at } as const;
  return { id: toId("d", n), accountId, endpointId: ENDPOINT_ID, ...what, ...sent, ...result };
}

function toEndpoint(accountId: string): Rows["webhookEndpoints"] {
  const secrets = { secret: "none", formerSecret: null, formerSecretEndsAt: null };
  const off = { disabledAt: null, disabledBecause: null };
  const state = { failingSince: null, workingSince: null, ...off, createdAt: new Date(START) };
  const what = { url: "https://hooks.example.com/", description: null, events: "user.joined" };
  return { id: ENDPOINT_ID, accountId, ...what, ...secrets, ...state };
}

function toKey({ accountId, userId, n, sizes }: Numbered): Rows["apiKeys"] {
  const what = {
    name: `Key ${n}`,
    scopes: "users:read",
    allowedIps: null,
    hint: "gw_live_…",
    secretId: toId("s", n),
  };
  const ends = { overlapEndsAt: null, expiresAt: null, expiryWarnedAt: null, revokedAt: null };
  const used = { lastUsedAt: null, lastUsedIp: null, createdAt: toTime(n, sizes.keys) };
  return { id: toId("k", n), accountId, createdById: userId, ...what, ...ends, ...used };
}

async function insertMany<E extends EntityName>(
  database: Database,
  name: E,
  { count, create }: { count: number; create: (n: number) => Rows[E] },
): Promise<void> {
  const { table, fields } = ENTITIES[name];
  const names = Object.keys(fields);
  const tables = (await database.sequelize()).getQueryInterface();
  const quote = (name: string) => tables.quoteIdentifier(name);
  const columns = names.map((name) => quote(toColumnName(name))).join(", ");
  for (let first = 0; first < count; first += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - first) }, (_, index) => {
      const row = create(first + index) as unknown as Record<string, Scalar>;
      return `(${names.map((name) => toLiteral(database, row[name] ?? null)).join(", ")})`;
    });
    await run(database, `INSERT INTO ${quote(table)} (${columns}) VALUES ${rows.join(", ")}`);
  }
}

/** Only values that are made in this file, which have no quotes. */
function toLiteral({ dialect }: Database, value: Scalar): string {
  if (value === null) return "NULL";
  if (value instanceof Date)
    return dialect.name === "mysql" ? `'${value.toISOString().slice(0, -1)}'` : `'${value.toISOString()}'`;
  if (typeof value === "boolean") return dialect.name === "postgres" ? String(value) : String(Number(value));
  return typeof value === "number" ? String(value) : `'${value}'`;
}

async function run(database: Database, sql: string): Promise<void> {
  await (await database.sequelize()).query(sql);
}
