/** What an owner can change about the account itself. Spec §2, §6. */
import { z } from "zod";
import { AppError } from "~/domain/errors";
import { accountNameForm } from "~/domain/forms/profile";
import { updateAccountName } from "~/models/account.server";
import { recordAudit } from "../platform/audit/audit.server";
import { defineOperation, requireViewer } from "../platform/operation.server";

export const renameAccount = defineOperation({
  name: "renameAccount",
  method: "PATCH",
  path: "/api/account",
  summary: "Change the account's name.",
  access: { permission: "owner", state: "any" },
  input: accountNameForm,
  output: z.object({ id: z.string(), name: z.string() }),
  async run({ name }, context) {
    const { account } = requireViewer(context);
    await context.app.store.transaction(async (store) => {
      const isRenamed = await updateAccountName(store, { id: account.id, name });
      if (!isRenamed) throw new AppError("not_found", "errors:not_found");
      await recordAudit(store, context, { action: "account_renamed", target: name });
    });
    return { data: { id: account.id, name }, message: "profile:saved" };
  },
});
