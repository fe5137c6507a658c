/** Recent proof: what could lock somebody out asks for the password again, unless it was just given. Security D, E12. */
import { AppError } from "~/domain/errors";
import { PROOF_LIFE_MS } from "~/domain/limits";
import type { SessionRow } from "~/models/session";
import { viewerOfContext, type Context } from "../operation.server";
import type { Viewer } from "../viewer.server";

/** Whether the person of this session proved who they are within the last ten minutes. */
export function isProofRecent(session: SessionRow, now = new Date()): boolean {
  return now.getTime() - session.authenticatedAt.getTime() < PROOF_LIFE_MS;
}

/** What a page must know to ask for proof: whether it is recent, and whether there is a password to ask for. */
export function proofStateOf({ session, user }: Viewer): { isRecent: boolean; hasPassword: boolean } {
  return { isRecent: isProofRecent(session), hasPassword: user.passwordHash !== null };
}

/**
 * Lets an operation go on after a recent sign-in or with the right password, which then counts as recent proof. The
 * operation states PROOF_LIMITS. Throws forbidden when a password is needed, and invalid when it is the wrong one.
 */
export async function requireProof(context: Context, password: string | undefined): Promise<void> {
  const { session } = viewerOfContext(context);
  if (password) return requirePassword(context, password);
  if (!isProofRecent(session))
    throw new AppError("forbidden", "errors:prove_again", { inputError: "password" });
}

/** Lets an operation go on with the right password only; throws invalid otherwise, naming its `field`. */
export async function requirePassword(context: Context, password: string, field = "password"): Promise<void> {
  const { app } = context;
  const { user, session } = viewerOfContext(context);
  const isRight = await app.passwords.matches(password, user.passwordHash);
  if (!isRight) {
    const tried = { event: "wrong_proof" } as const;
    throw new AppError("invalid", "errors:wrong_password", { inputError: field, tried });
  }
  await app.store.update("sessions", { id: session.id }, { authenticatedAt: new Date() });
}
