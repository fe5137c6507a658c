/** Runs a call with an Idempotency-Key once: the same call again gets the answer of the first. */
import { AppError } from "~/domain/errors";
import { isReauthenticationField } from "~/domain/forms/reauthentication";
import { hours, IDEMPOTENCY_KEY_HOURS, IDEMPOTENCY_KEY_MAX_LENGTH } from "~/domain/limits";
import {
  claimIdempotencyKey,
  findIdempotencyKey,
  releaseIdempotencyKey,
  storeIdempotentAnswer,
  type IdempotencyKeyRow,
} from "~/models/idempotency-key.server";
import { DuplicateError } from "~/models/store/store";
import type { App } from "./app.server";
import type { Viewer } from "./viewer.server";

/** A call that a caller may repeat. */
interface RepeatableCall {
  operation: { name: string; acceptsIdempotencyKey?: true };
  /** As it was sent. */
  input: unknown;
  /** Asks for the confirmation of the first call again, where it needed one. Throws when it is missing or wrong. */
  confirmRepeat?: () => Promise<void>;
  context: { app: App; viewer: Viewer | null; idempotencyKey?: string };
}

/** The part of an operation's reply that is kept. */
interface KeptReply {
  data: unknown;
  message?: string;
  isReplayed?: boolean;
}

/**
 * Runs the call, or returns the answer of the same call before, once it is confirmed again. Without a key it only runs.
 * Throws invalid for a malformed key or an operation that takes none, conflict while the first call has no answer, and
 * key_reused for another input. docs/decisions/0032-an-idempotency-key-never-runs-twice.md
 */
export async function runOnce<Reply extends KeptReply>(
  { operation, input, confirmRepeat, context }: RepeatableCall,
  run: () => Promise<Reply>,
): Promise<Reply> {
  const { app, viewer, idempotencyKey: key } = context;
  if (key === undefined) return run();
  requireValidKey(key, operation);
  if (viewer === null) return run();
  const { account, user } = viewer;
  const caller = viewer.key ? `key ${viewer.key.id}` : `user ${user.id}`;
  const call = {
    accountId: account.id,
    userId: user.id,
    keyHash: app.secrets.hash("idempotency_key", `${account.id} ${caller} ${key}`),
    fingerprint: app.secrets.hash(
      "idempotent_input",
      `${operation.name} ${toComparedText(input, { confirmRepeat })}`,
    ),
  };
  const id = await claimIdempotencyKey(app.store, call);
  if (id !== null) return runAndKeep(app, { id, keyHash: call.keyHash }, run);
  const earlier = await findIdempotencyKey(app.store, call);
  if (!earlier) throw new AppError("conflict", "errors:conflict");
  // The fingerprint names the operation, so the reply is one of its own.
  if (!isExpired(earlier)) return (await replay(app, earlier, { call, confirmRepeat })) as Reply;
  await releaseIdempotencyKey(app.store, earlier);
  const next = await claimIdempotencyKey(app.store, call);
  if (next === null) throw new AppError("conflict", "errors:idempotency_unfinished");
  return runAndKeep(app, { id: next, keyHash: call.keyHash }, run);
}

/** Without password and code where a repeated call is confirmed again: it may need one that the first did not. */
function toComparedText(input: unknown, { confirmRepeat }: Pick<RepeatableCall, "confirmRepeat">): string {
  const isOmitted = (name: string) => confirmRepeat !== undefined && isReauthenticationField(name);
  return JSON.stringify(input, (name, value: unknown) => (isOmitted(name) ? undefined : value));
}

function requireValidKey(key: string, { acceptsIdempotencyKey }: RepeatableCall["operation"]): void {
  if (!acceptsIdempotencyKey) throw new AppError("invalid", "errors:idempotency_unsupported");
  if (key.length > IDEMPOTENCY_KEY_MAX_LENGTH || !/^[\x21-\x7e]+$/.test(key))
    throw new AppError("invalid", "errors:idempotency_malformed");
}

function isExpired({ createdAt }: IdempotencyKeyRow): boolean {
  return createdAt.getTime() < Date.now() - hours(IDEMPOTENCY_KEY_HOURS);
}

/**
 * A refusal changed nothing, so it frees the key. After any other failure the outcome is not known: the key stays taken,
 * because a second run could do everything twice.
 */
async function runAndKeep<Reply extends KeptReply>(
  { store, secrets }: App,
  claimed: Pick<IdempotencyKeyRow, "id" | "keyHash">,
  run: () => Promise<Reply>,
): Promise<Reply> {
  let reply: Reply;
  try {
    reply = await run();
  } catch (failure) {
    const isRefusal = failure instanceof AppError ? failure.status < 500 : failure instanceof DuplicateError;
    if (isRefusal) await releaseIdempotencyKey(store, claimed);
    throw failure;
  }
  const { data, message } = reply;
  const answer = secrets.encrypt("idempotent_answer", JSON.stringify({ data, message }));
  await storeIdempotentAnswer(store, { ...claimed, answer });
  return reply;
}

/** The answer may contain a whole API key, so a session alone does not get it, as it does not get a new key. */
async function replay(
  { secrets }: App,
  { answer, fingerprint }: IdempotencyKeyRow,
  { call, confirmRepeat }: { call: { fingerprint: string } } & Pick<RepeatableCall, "confirmRepeat">,
): Promise<KeptReply> {
  if (fingerprint !== call.fingerprint) throw new AppError("key_reused", "errors:idempotency_reused");
  if (answer === null) throw new AppError("conflict", "errors:idempotency_unfinished");
  await confirmRepeat?.();
  return { ...(JSON.parse(secrets.decrypt("idempotent_answer", answer)) as KeptReply), isReplayed: true };
}
