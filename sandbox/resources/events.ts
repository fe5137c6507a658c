/** Events: what happened, with the objects as they were then. */
import * as z from "zod";
import { defineEndpoint, type Endpoint } from "../http/endpoint";
import { isInRange, paginate } from "../http/list";
import { flag, listParams, defineParams, range, text } from "../http/params";
import { listObjects, get } from "../ledger";

export const eventEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    method: "GET",
    path: "/v2/core/events/:id",
    params: defineParams({}),
    run: ({ ledger, id }) => get(ledger, "v2.core.event", id),
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/events/:id",
    params: defineParams({}),
    run: ({ ledger, id }) => get(ledger, "event", id),
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/events",
    params: listParams({
      created: range.optional(),
      delivery_success: flag.optional(),
      type: text.optional(),
      types: z.array(text).max(20).optional(),
    }),
    run: ({ ledger, params: { created, delivery_success: isDelivered, type, types, ...cursor } }) => {
      const wanted = type === undefined ? types : [type];
      const rows = listObjects(ledger, "event").filter(
        (row) =>
          isInRange(row.created, created) &&
          (wanted === undefined || wanted.some((name) => fits(row.type, name))) &&
          (isDelivered === undefined || (row.pending_webhooks === 0) === isDelivered),
      );
      return paginate(rows, { url: "/v1/events", cursor });
    },
  }),
];

/** `invoice.*` matches every event about invoices. */
function fits(type: string, name: string): boolean {
  return name.endsWith("*") ? type.startsWith(name.slice(0, -1)) : type === name;
}
