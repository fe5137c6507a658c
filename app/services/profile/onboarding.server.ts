/** Skips the introduction for new users. Finishing it is a change of the user's own record (user.server.ts). */
import * as z from "zod";
import { updateUser } from "~/models/user.server";
import { trackEvent } from "../platform/audit/tracking.server";
import { defineOperation, requireViewer } from "../platform/operation.server";

export const skipOnboarding = defineOperation({
  name: "skipOnboarding",
  method: "POST",
  path: "/api/user/onboarding/skip",
  summary: "Skip the introduction: it counts as seen, and the event cancelled_onboarding is recorded.",
  access: { permission: "user", state: "any" },
  needsOwnSession: true,
  input: z.object({}),
  output: z.object({ onboarded: z.literal(true) }),
  async run(_input, context) {
    const viewer = requireViewer(context);
    await context.app.store.transaction(async (store) => {
      const unseen = { id: viewer.user.id, onboardedAt: null };
      const isSkipped = await updateUser(store, unseen, { onboardedAt: new Date() });
      // A second request, or a later visit to the page, records no second event.
      const { id: accountId } = viewer.account;
      if (isSkipped)
        await trackEvent(store, { accountId, userId: viewer.user.id, name: "cancelled_onboarding" });
    });
    return { data: { onboarded: true } };
  },
});
