/** Tracked events: what users do with the product, as reported by pages and programs. */
import * as z from "zod";
import { eventForm } from "~/domain/forms/events";
import { EVENT_LIMITS } from "~/domain/rate-limits";
import { createEvent as insertEvent } from "~/models/event.server";
import { defineOperation, requireViewer } from "../operation.server";

export const createEvent = defineOperation({
  name: "createEvent",
  method: "POST",
  path: "/api/event",
  summary: "Record a usage event: its name, and an object of metadata.",
  access: { permission: "user", state: "any" },
  needsOwnSession: false,
  keyScope: "events:write",
  acceptsIdempotencyKey: true,
  input: eventForm,
  output: z.object({}),
  limits: EVENT_LIMITS,
  refusesImpersonator: true,
  async run(event, context) {
    const { user, account } = requireViewer(context);
    await insertEvent(context.app.store, { ...event, accountId: account.id, userId: user.id });
    return { data: {} };
  },
});
