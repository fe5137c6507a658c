/** Going over to another of one's accounts. Spec §7 "POST /api/auth/switch". */
import { AppError } from "~/domain/errors";
import { switchAccountForm } from "~/domain/forms/identity";
import { findMembership } from "~/models/membership.server";
import { defineOperation, requireViewer } from "../platform/operation.server";
import { switchToAccount, signedInUserShape } from "./complete-sign-in.server";

export const switchAccount = defineOperation({
  name: "switchAccount",
  method: "POST",
  path: "/api/auth/switch",
  summary: "Switch to another account you are a member of. The session continues there, under a new token.",
  access: { permission: "user", state: "any" },
  input: switchAccountForm,
  output: signedInUserShape,
  refusesImpersonator: true,
  run({ account }, context) {
    const { user, session } = requireViewer(context);
    return context.app.store.transaction(async (store) => {
      const membership = await findMembership(store, { userId: user.id, accountId: account });
      if (!membership) throw new AppError("not_found", "errors:not_found");
      return switchToAccount(store, context, {
        accountId: account,
        isDuplicateUser: session.isDuplicateUser,
      });
    });
  },
});
