/** Proving an address: the mail, and the link in it. Spec §4 "Verification", §7. */
import { v7 as uuid } from "uuid";
import { z } from "zod";
import { AppError } from "~/domain/errors";
import { verifyForm } from "~/domain/forms/identity";
import { VERIFY_TOKEN_LIFE_MS, hours } from "~/domain/limits";
import { paths } from "~/domain/paths";
import { TOKEN_LIMITS, VERIFY_MAIL_LIMITS } from "~/domain/rate-limits";
import { DuplicateError, type Store } from "~/models/store/store";
import type { UserRow } from "~/models/user";
import { operation, viewerOfContext, type Context } from "./operation.server";
import { queueMail } from "./outbox.server";
import { isAddressTaken, removePending } from "./people.server";
import { hashToken, newToken } from "./secrets.server";

export const verifyAddress = operation({
  name: "verifyAddress",
  method: "POST",
  path: "/api/user/verify",
  summary: "Prove the address with the token from the mail.",
  access: { permission: "user", state: "any" },
  input: verifyForm,
  output: z.object({ verified: z.literal(true) }),
  limits: TOKEN_LIMITS,
  async run({ token }, context) {
    const { user } = viewerOfContext(context);
    if (user.verifiedAt) return { data: { verified: true } };
    await context.app.store.transaction((store) => claimAddress(store, user, token));
    return { data: { verified: true }, message: "auth:verify.done" };
  },
});

export const requestVerification = operation({
  name: "requestVerification",
  method: "POST",
  path: "/api/user/verify/request",
  summary: "Send the verification mail again; links sent before stop working.",
  access: { permission: "user", state: "any" },
  input: z.object({}),
  output: z.object({}),
  limits: VERIFY_MAIL_LIMITS,
  async run(_input, context) {
    const { user } = viewerOfContext(context);
    if (!user.verifiedAt) {
      await context.app.store.transaction((store) => queueVerification(store, context, user));
      context.app.outbox.wake();
    }
    return { data: {}, message: "auth:verify.sent_again" };
  },
});

/** Writes the mail that lets `user` prove their address; to an address that is somebody's, one that says so. */
export async function queueVerification(store: Store, { app }: Context, user: UserRow): Promise<void> {
  const to = { to: user.email, locale: user.locale };
  await store.update("tokens", { userId: user.id, kind: "verify", usedAt: null }, { usedAt: new Date() });
  if (await isAddressTaken(store, user.email)) {
    const link = `${app.config.appUrl}${paths.signIn}`;
    return queueMail(store, app.secrets, {
      ...to,
      template: "already_registered",
      values: { name: user.name, link },
    });
  }
  const token = newToken("ver");
  await store.insert("tokens", {
    id: uuid(),
    hash: hashToken(token),
    kind: "verify",
    userId: user.id,
    email: user.email,
    attempts: 0,
    expiresAt: new Date(Date.now() + VERIFY_TOKEN_LIFE_MS),
    usedAt: null,
    createdAt: new Date(),
  });
  const link = `${app.config.appUrl}${paths.verifyWith(token)}`;
  const values = { name: user.name, link, hours: VERIFY_TOKEN_LIFE_MS / hours(1) };
  return queueMail(store, app.secrets, { ...to, template: "verify", values });
}

async function claimAddress(store: Store, user: UserRow, token: string): Promise<void> {
  const now = new Date();
  const isConsumed = await store.update(
    "tokens",
    {
      hash: hashToken(token),
      kind: "verify",
      userId: user.id,
      email: user.email,
      usedAt: null,
      expiresAt: { gt: now },
    },
    { usedAt: now },
  );
  if (isConsumed !== 1) throw new AppError("invalid", "errors:link_expired");
  try {
    await store.update("users", { id: user.id }, { verifiedAt: now, emailClaim: user.email });
  } catch (cause) {
    if (cause instanceof DuplicateError) throw new AppError("invalid", "errors:link_expired", { cause });
    throw cause;
  }
  await removePending(store, user.email, user.id);
}
