/** The list of an owner's first steps: whether it is shown, and putting it away. */
import * as z from "zod";
import { checklistForm } from "~/domain/forms/profile";
import type { KeyedMessage } from "~/domain/messages";
import { setChecklistDismissed } from "~/models/account.server";
import { defineOperation, requireViewer } from "../platform/operation.server";
import type { Viewer } from "../platform/viewer.server";

export const updateChecklist = defineOperation({
  name: "updateChecklist",
  method: "PATCH",
  path: "/api/account/checklist",
  summary: "Put the dashboard's list of first steps away, or bring it back.",
  access: { permission: "owner", state: "any" },
  needsOwnSession: true,
  input: checklistForm,
  output: z.object({ dismissed: z.boolean() }),
  async run({ dismissed }, context) {
    const { account } = requireViewer(context);
    await setChecklistDismissed(context.app.store, { id: account.id, at: dismissed ? new Date() : null });
    const message: KeyedMessage = dismissed ? "dashboard:steps.hidden" : "dashboard:steps.shown";
    return { data: { dismissed }, message };
  },
});

/** Whether the list is for this user: the account's owner, until they put it away. */
export function hasChecklist({ isOwner, account }: Viewer): boolean {
  return isOwner && account.checklistDismissedAt === null;
}
