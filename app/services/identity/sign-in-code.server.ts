/** The second half of a sign-in with two-factor: the app's code, or a backup code. Spec §7; security B5, E8 to E11. */
import { z } from "zod";
import { AppError } from "~/domain/errors";
import { otpForm } from "~/domain/forms/two-factor";
import { OTP_DIGITS, OTP_TRIES } from "~/domain/limits";
import { paths } from "~/domain/paths";
import { CODE_LIMIT, TOKEN_LIMITS } from "~/domain/rate-limits";
import type { Store } from "~/models/store/store";
import type { TokenRow } from "~/models/token";
import type { UserRow } from "~/models/user";
import type { App } from "../app.server";
import { recordAudit } from "../records/audit.server";
import { operation, type Context } from "../operation.server";
import { queueMail } from "../mail/outbox.server";
import { accountAtSignIn, createAccountOf } from "../profile/people.server";
import { signedIn, signedInShape } from "./signed-in.server";
import { consumeToken, dataOf, findToken } from "./tokens.server";
import { countBackupCodes, spendBackupCode } from "./backup-codes.server";
import { stepOf, wrongCode } from "./totp.server";

/** What `letIn` left in the ticket. */
const ticketShape = z.object({ isDuplicateUser: z.boolean() });

export const signInWithCode = operation({
  name: "signInWithCode",
  method: "POST",
  path: "/api/auth/otp",
  summary:
    "Complete a sign-in that requires a second factor: its token as jwt, and a code from the app or a backup code.",
  access: { permission: "none" },
  input: otpForm,
  output: signedInShape,
  limits: TOKEN_LIMITS,
  async run({ code, jwt }, context) {
    const { app } = context;
    const ticket = await findToken(app.store, "otp", jwt);
    if (!ticket) throw ticketDead();
    await countTry(app.store, ticket);
    await app.limiter.take(CODE_LIMIT, ticket.userId);
    const step = code.length === OTP_DIGITS ? await getStep(app, ticket.userId, code) : null;
    const reply = await app.store.transaction(async (store) => {
      if (!(await consumeToken(store, "otp", jwt))) throw ticketDead();
      const user = await store.findOne("users", { id: ticket.userId });
      if (!user) throw ticketDead();
      const accountId = await accountOf(store, context, { ticket, user });
      if (step === null) await spendBackup(store, context, { user, accountId, code });
      else await spendStep(store, user.id, step);
      const { isDuplicateUser } = ticketShape.parse(dataOf(app.secrets, ticket));
      return signedIn(store, context, { userId: user.id, accountId, isDuplicateUser });
    });
    app.outbox.wake();
    await app.limiter.giveBack(CODE_LIMIT, ticket.userId);
    return reply;
  },
});

/**
 * Counts a try in the ticket's row; throws when it has had them all. The number only ever grows by one, so whoever
 * finds it changed tries the next: of however many at once, no more get through than the ticket has tries.
 */
async function countTry(store: Store, ticket: TokenRow): Promise<void> {
  for (let { attempts } = ticket; attempts < OTP_TRIES; attempts += 1) {
    const where = { id: ticket.id, usedAt: null, attempts };
    if ((await store.update("tokens", where, { attempts: attempts + 1 })) === 1) return;
  }
  throw ticketDead();
}

async function getStep(app: App, userId: string, code: string): Promise<number> {
  const factor = await app.store.findOne("twoFactors", { id: userId });
  if (!factor?.secret) throw ticketDead();
  const step = await stepOf(app.secrets.open("two_factor", factor.secret), code);
  if (step === null) throw wrongCode(userId);
  return step;
}

/** A step's code works once, and so does none before it. */
async function spendStep(store: Store, userId: string, step: number): Promise<void> {
  const where = { id: userId, secret: { not: null }, lastStep: { lt: step } };
  if ((await store.update("twoFactors", where, { lastStep: step })) !== 1) throw wrongCode(userId);
}

async function spendBackup(
  store: Store,
  context: Context,
  { user, accountId, code }: { user: UserRow; accountId: string; code: string },
): Promise<void> {
  const { app } = context;
  if (!(await spendBackupCode(store, user.id, code))) throw wrongCode(user.id);
  await recordAudit(store, context, { action: "backup_code_used", actor: user, accountId });
  await queueMail(store, app.secrets, {
    template: "backup_code_used",
    to: user.email,
    locale: user.locale,
    values: {
      name: user.name,
      left: await countBackupCodes(store, user.id),
      link: `${app.config.appUrl}${paths.twoFactor}`,
    },
  });
}

/** The account the sign-in was for, unless they are no longer in it; a new one, where it was for that. */
async function accountOf(
  store: Store,
  context: Context,
  { ticket: { accountId }, user }: { ticket: TokenRow; user: UserRow },
): Promise<string> {
  if (accountId === null) return createAccountOf(store, context, user);
  const isMember = (await store.findOne("memberships", { userId: user.id, accountId })) !== null;
  return isMember ? accountId : accountAtSignIn(store, context, user);
}

/** 401: the sign-in has to begin anew. */
function ticketDead(): AppError {
  return new AppError("unauthenticated", "errors:ticket_dead");
}
