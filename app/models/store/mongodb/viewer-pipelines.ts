/** The one look-up that each request makes, with a session or with an API key, as one aggregation. */
import type { Document } from "mongodb";
import { ENTITIES, type EntityName, type KeyViewerRow, type ViewerRow } from "../entities";
import { readDocument, toFieldKey } from "./documents";

export type ViewerKey = { tokenHash: string } | { sessionId: string };

/** Starts at the session. A user cannot act for an account that they have left, so the membership must exist. */
export function createViewerPipeline(by: ViewerKey): Document[] {
  const [field, value] = "tokenHash" in by ? ["tokenHash", by.tokenHash] : ["id", by.sessionId];
  if (typeof value !== "string") throw new TypeError("a session is looked up by a string");
  return [
    ...startAt("session", { [toFieldKey(field)]: { $eq: value } }),
    join("users", "session.user_id", "user"),
    requireJoined("user"),
    join("accounts", "session.account_id", "account"),
    requireJoined("account"),
    joinMembership("$session.user_id", "$session.account_id"),
    requireJoined("membership"),
    countAccounts("$session.user_id"),
    ...joinPlan("session.account_id"),
  ];
}

export function readViewer(found: Document): ViewerRow {
  const { account_count: counted } = found as { account_count: { rows: number }[] };
  return {
    session: readDocument("sessions", found.session as object),
    user: requireOne("users", found.user),
    account: requireOne("accounts", found.account),
    membership: requireOne("memberships", found.membership),
    accountCount: counted[0]?.rows ?? 0,
    subscription: readOne("subscriptions", found.subscription),
    plan: readOne("plans", found.plan),
  };
}

/**
 * Starts at the secret. The member the key acts as may be missing, unlike the one of a session, so that the answer can
 * say why the key no longer works.
 */
export function createKeyViewerPipeline(tokenHash: string): Document[] {
  if (typeof tokenHash !== "string") throw new TypeError("a key is looked up by a string");
  return [
    ...startAt("secret", { token_hash: { $eq: tokenHash } }),
    join("apiKeys", "secret.key_id", "key"),
    { $unwind: "$key" },
    join("accounts", "key.account_id", "account"),
    requireJoined("account"),
    join("users", "key.created_by_id", "user"),
    joinMembership("$key.created_by_id", "$key.account_id"),
    ...joinPlan("key.account_id"),
  ];
}

export function readKeyViewer(found: Document): KeyViewerRow {
  const [user, membership] = [readOne("users", found.user), readOne("memberships", found.membership)];
  return {
    secret: readDocument("apiKeySecrets", found.secret as object),
    key: readDocument("apiKeys", found.key as object),
    account: requireOne("accounts", found.account),
    subscription: readOne("subscriptions", found.subscription),
    plan: readOne("plans", found.plan),
    creator: user && membership && { user, membership },
  };
}

function startAt(name: string, filter: Document): Document[] {
  return [{ $match: filter }, { $limit: 1 }, { $project: { _id: 0, [name]: "$$ROOT" } }];
}

/** Adds a list with the row of this id, or with none. */
function join(entity: EntityName, localField: string, as: string): Document {
  return { $lookup: { from: ENTITIES[entity].table, localField, foreignField: "_id", as } };
}

function requireJoined(name: string): Document {
  return { $match: { [name]: { $ne: [] } } };
}

function joinMembership(user: string, account: string): Document {
  const isMember = { $and: [{ $eq: ["$user_id", "$$user"] }, { $eq: ["$account_id", "$$account"] }] };
  const pipeline = [{ $match: { $expr: isMember } }];
  return {
    $lookup: { from: ENTITIES.memberships.table, let: { user, account }, pipeline, as: "membership" },
  };
}

function countAccounts(user: string): Document {
  const pipeline = [{ $match: { $expr: { $eq: ["$user_id", "$$user"] } } }, { $count: "rows" }];
  return { $lookup: { from: ENTITIES.memberships.table, let: { user }, pipeline, as: "account_count" } };
}

function joinPlan(account: string): Document[] {
  return [join("subscriptions", account, "subscription"), join("plans", "subscription.plan_id", "plan")];
}

function readOne<E extends EntityName>(entity: E, rows: unknown) {
  const [row] = rows as object[];
  return row ? readDocument(entity, row) : null;
}

function requireOne<E extends EntityName>(entity: E, rows: unknown) {
  const row = readOne(entity, rows);
  if (!row) throw new Error(`the look-up found no row of ${entity}`);
  return row;
}
