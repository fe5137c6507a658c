/** Idempotency keys: the first response is saved for a day and repeated, whether it succeeded or failed. */
import { createHash } from "node:crypto";
import type { SavedAnswer, State } from "../state/state";
import { SandboxError } from "./errors";

const KEPT_MS = 24 * 60 * 60 * 1000;
const ANSWERS_KEPT = 2000;

interface KeyedRequest {
  key: string;
  path: string;
  body: string;
}

/**
 * Finds the first response of this key, or null. Throws idempotency_error when the request differs from the first
 * one.
 */
export function findSavedAnswer(state: State, request: KeyedRequest, nowMs: number): SavedAnswer | null {
  const saved = Object.hasOwn(state.answers, request.key) ? state.answers[request.key] : undefined;
  if (!saved || saved.savedAtMs + KEPT_MS <= nowMs) return null;
  if (saved.fingerprint === createFingerprint(request)) return saved;
  const message =
    saved.path === request.path
      ? `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${request.key}' if you meant to execute a different request.`
      : `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${request.path}' vs '${saved.path}'). Try using a key other than '${request.key}' if you meant to execute a different request.`;
  throw new SandboxError(400, { type: "idempotency_error", message });
}

/** Saves a response, and deletes saved ones that are too old or too many. */
export function saveAnswer(
  state: State,
  request: KeyedRequest,
  answer: Omit<SavedAnswer, "fingerprint" | "path">,
): void {
  Reflect.deleteProperty(state.answers, request.key);
  state.answers[request.key] = { ...answer, fingerprint: createFingerprint(request), path: request.path };
  deleteOldAnswers(state, answer.savedAtMs);
}

/** Responses are stored in the order of saving, so the oldest come first. */
function deleteOldAnswers(state: State, nowMs: number): void {
  let excess = Object.keys(state.answers).length - ANSWERS_KEPT;
  for (const [key, saved] of Object.entries(state.answers)) {
    if (excess <= 0 && saved.savedAtMs + KEPT_MS > nowMs) return;
    Reflect.deleteProperty(state.answers, key);
    excess -= 1;
  }
}

function createFingerprint({ path, body }: KeyedRequest): string {
  return createHash("sha256").update(path).update("\n").update(body).digest("hex");
}
