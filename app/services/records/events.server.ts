/** Usage events: what people do with the product, as they or their pages tell. Spec §3, §7. */
import { v7 as uuid } from "uuid";
import { z } from "zod";
import { eventForm } from "~/domain/forms/events";
import { EVENT_LIMITS } from "~/domain/rate-limits";
import type { Store } from "~/models/store/store";
import { operation, viewerOfContext } from "../operation.server";
import type { Viewer } from "../viewer.server";

export const createEvent = operation({
  name: "createEvent",
  method: "POST",
  path: "/api/event",
  summary: "Record a usage event: its name, and an object of metadata.",
  access: { permission: "user", state: "any" },
  input: eventForm,
  output: z.object({}),
  limits: EVENT_LIMITS,
  refusesImpersonator: true,
  async run(event, context) {
    await recordEvent(context.app.store, viewerOfContext(context), event);
    return { data: {} };
  },
});

/** Writes an event of this person in this account. Its metadata has been checked: it can be written as JSON. */
export async function recordEvent(
  store: Store,
  { user, account }: Pick<Viewer, "user" | "account">,
  { name, metadata }: { name: string; metadata?: Record<string, unknown> },
): Promise<void> {
  await store.insert("events", {
    id: uuid(),
    accountId: account.id,
    userId: user.id,
    name,
    metadata: metadata ? JSON.stringify(metadata) : null,
    createdAt: new Date(),
  });
}
