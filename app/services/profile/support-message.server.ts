/** Sends a message to support: only to the configured support email, with a fixed template. */
import * as z from "zod";
import { supportForm } from "~/domain/forms/support";
import { SUPPORT_LIMITS } from "~/domain/rate-limits";
import { defineOperation, requireViewer } from "../platform/operation.server";
import { queueMail } from "../platform/mail/outbox.server";

export const createSupportMessage = defineOperation({
  name: "writeToSupport",
  method: "POST",
  path: "/api/utility/mail",
  summary:
    "Send a message to support. It is signed with your own name and email address, whatever else is sent. The only template is support_message.",
  access: { permission: "user", state: "verified" },
  needsOwnSession: true,
  acceptsIdempotencyKey: true,
  input: supportForm,
  output: z.object({}),
  limits: SUPPORT_LIMITS,
  refusesImpersonator: true,
  async run({ template, message }, context) {
    const { app } = context;
    const { user } = requireViewer(context);
    await queueMail(app.store, app.secrets, {
      template,
      to: app.config.supportEmail,
      locale: context.locale,
      values: { name: user.name, email: user.email, message },
    });
    return { data: {}, message: "help:sent" };
  },
});
