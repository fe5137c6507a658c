/** The forms of the introduction. Each way on from a step saves what its form holds, so that nothing typed is lost. */
import { AppError } from "~/domain/errors";
import { isWelcomeWay, type WelcomeWay } from "~/domain/onboarding";
import { paths, toSafeRedirectPath } from "~/domain/paths";
import { runOperation, type Context } from "~/services/platform/operation.server";
import type { Viewer } from "~/services/platform/viewer.server";
import { skipOnboarding } from "~/services/profile/onboarding.server";
import { updateUser } from "~/services/profile/user.server";
import { createInvites } from "~/services/team/invites.server";
import type { FormAction } from "./action.server";
import type { Fields } from "./reply.server";

const GOING_ON = {
  redirectTo: (_data: unknown, _context: unknown, { then, return_to }: Fields) =>
    toWay(then) === "next" ? toSafeRedirectPath(return_to, paths.welcome) : paths.dashboard,
  // The data of a new user is out of date at the end.
  isReloading: ({ then }: Fields) => toWay(then) !== "next",
};

/** Name, avatar and account name. Skipping saves what was entered, and leaves the rest as it is. */
export const introduce: FormAction<typeof updateUser, typeof paths.welcome> = {
  ...GOING_ON,
  operation: updateUser,
  hasFile: true,
  isQuiet: true,
  async run({ then, name, account_name, avatar }, context) {
    // A browser sends an empty file when the user has chosen none.
    const fields = { name, account_name, ...(avatar instanceof File && avatar.size > 0 && { avatar }) };
    const isSkipped = toWay(then) === "skip";
    const entered = Object.entries(fields).filter(([, value]) => !isSkipped || !isBlank(value));
    return andGoOn(then, context, await runOperation(updateUser, Object.fromEntries(entered), context));
  },
};

/** An empty field invites no one. Skipping neither sends nor drops what was entered: the form comes back. */
export const inviteTeam: FormAction<typeof createInvites, typeof paths.welcome> = {
  ...GOING_ON,
  operation: createInvites,
  async run({ then, email, permission }, context) {
    if (isBlank(email)) return andGoOn(then, context, { data: { invites: [], skipped: [] } });
    if (toWay(then) === "skip")
      throw new AppError("invalid", "welcome:invites_entered", { inputError: "email" });
    return andGoOn(then, context, await runOperation(createInvites, { email, permission }, context));
  },
};

/** The account that a sign-in leads to. */
export const chooseDefaultAccount: FormAction<typeof updateUser, typeof paths.welcome> = {
  ...GOING_ON,
  operation: updateUser,
  async run({ then, default_account }, context) {
    return andGoOn(then, context, await runOperation(updateUser, { default_account }, context));
  },
};

/** A page that was loaded before an update sends no way. */
function toWay(then: unknown): WelcomeWay {
  return isWelcomeWay(then) ? then : "next";
}

/** Also for a list of emails that consists of commas only. */
function isBlank(value: unknown): boolean {
  return typeof value === "string" && !/[^\s,]/.test(value);
}

/** Ends the introduction where the user has chosen that. Returns the reply of the step. */
async function andGoOn<Reply>(
  then: unknown,
  context: Context & { viewer: Viewer },
  reply: Reply,
): Promise<Reply> {
  const way = toWay(then);
  if (way === "skip") await runOperation(skipOnboarding, {}, context);
  const isNew = context.viewer.user.onboardedAt === null;
  if (way === "finish" && isNew) await runOperation(updateUser, { onboarded: true }, context);
  return reply;
}
